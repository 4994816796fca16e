/** What pages without a game share: asking the server, what it refuses, short messages, files to take along. */

import { capital } from "./shell.js"

/** @typedef {{status: number, body: any} | null} Reply */

import { el, show } from "./shell.js"

/**
 * Asks the server; null when there was no answer, or the question was dropped.
 * @param {string} method
 * @param {string} path
 * @param {object | Blob} [body]  a Blob goes as it is, anything else as JSON
 * @param {AbortSignal} [signal]
 * @returns {Promise<Reply>}
 */
export async function ask(method, path, body, signal) {
  const raw = body instanceof Blob
  try {
    const answer = await fetch(path, {
      method,
      signal,
      cache: "no-store",
      headers: body === undefined || raw ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : raw ? body : JSON.stringify(body),
    })
    return { status: answer.status, body: await answer.json().catch(() => ({})) }
  } catch {
    return null
  }
}

/**
 * What the server refused, as a sentence; `silence` where there was no answer.
 * @param {Reply} reply
 * @param {string} silence
 */
export const wrong = (reply, silence) => (reply?.body.error ? `${capital(reply.body.error)}.` : silence)

/**
 * Lets the browser keep a file that the server writes. Gives its name, or what is wrong: `silence` where there was no
 * answer.
 * @param {string} path
 * @param {string} silence
 * @param {object} [body]  posted as JSON
 * @returns {Promise<{file: string} | {error: string}>}
 */
export async function takeAlong(path, silence, body) {
  let answer
  try {
    answer = await fetch(path, {
      method: body ? "POST" : "GET",
      cache: "no-store",
      headers: { Accept: "application/json", ...(body ? { "Content-Type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  } catch {
    return { error: silence }
  }
  if (!answer.ok) {
    const body = await answer.json().catch(() => ({}))
    return { error: wrong({ status: answer.status, body }, silence) }
  }
  const file = /filename="(.+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "layout"
  const link = document.createElement("a")
  link.href = URL.createObjectURL(await answer.blob())
  link.download = file
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  return { file }
}

/**
 * Says something for a while, with a button if something can be done about it.
 * @param {string} text
 * @param {{label: string, act: () => void}} [action]
 */
export function toast(text, action) {
  // A sheet lies over all else, so that what is said while one is open must be said on it.
  const open = document.querySelector("dialog[open]")
  ;(open ?? document.body).append(el("toast"))
  show(text, action, action ? 9000 : 5000)
}

/**
 * Writes to the clipboard; true if that worked.
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
