/**
 * The player's settings follow the player: what is changed here is told to the server, quietly and in the background,
 * setting by setting, and again until it has heard it. Whoever is nobody there tells nothing.
 */

import { ask } from "./net.js"
import { FOLLOWED, HABITS, heed, keep, LOOK, recall } from "./shell.js"

/** @typedef {import("./shell.js").Changes} Changes */

/** Milliseconds after the last change: a slider that is moved is told once. */
const QUIET = 1000

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer

/** @returns {Changes} */
const unsent = () => recall(FOLLOWED).unsent ?? {}

/** Whether there is something that the server has not heard yet. */
export const waits = () => Object.keys(unsent()).length > 0

/** Has the page show the settings that hold now. */
const heard = () => dispatchEvent(new Event("paishan-settings"))

/** Notes settings that were changed, and tells them soon. @param {Changes} changes */
export function changed(changes) {
  const followed = recall(FOLLOWED)
  if (!followed.at) return
  keep(FOLLOWED, { ...followed, unsent: { ...followed.unsent, ...changes } })
  clearTimeout(timer)
  timer = setTimeout(send, QUIET)
}

/** Tells the server what it has not heard yet; false when there was no answer and it has to be told again. */
export async function send() {
  clearTimeout(timer)
  const sent = unsent()
  if (!waits()) return true
  const reply = await ask("PATCH", "/api/settings", sent)
  if (!reply) return false
  const { status, body } = reply
  // A server that does not understand them now will not tomorrow: they hold here alone.
  if (status !== 200 && status !== 400) return true
  const rest = unsent()
  for (const name of Object.keys(sent)) if (rest[name] === sent[name]) delete rest[name]
  if (status === 200 && !body.settings) forget()
  else keep(FOLLOWED, { ...recall(FOLLOWED), unsent: rest })
  if (status === 200 && body.settings) {
    heed(body)
    heard()
  }
  return true
}

/** Lets somebody else come in here, whose settings are theirs. */
export function forget() {
  try {
    localStorage.removeItem(FOLLOWED)
  } catch {
    // No storage: nothing was kept.
  }
}

addEventListener("pagehide", send)
// What another page has changed, or this one before it was left and come back to, holds here too.
addEventListener("storage", ({ key }) => (key === LOOK || key === HABITS) && heard())
addEventListener("pageshow", ({ persisted }) => persisted && heard())
