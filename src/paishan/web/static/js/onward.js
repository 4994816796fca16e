/** Where a game leads: to another one, back to the one that was left for it, and to others in one line that is shared. */

import { ask } from "./net.js"
import { toast } from "./shell.js"

/** @typedef {import("./shell.js").Say} Say */

/** Whether another game is being begun: a second press begins no second one. */
let beginning = false
addEventListener("pageshow", () => (beginning = false))

/** @param {object} wish  what is to be played, as the server takes it  @param {Say} say */
export async function beginAnother(wish, say) {
  if (beginning) return
  beginning = true
  const answer = await ask("POST", "/api/games", wish)
  if (answer?.status === 201) return location.assign(`/play/${answer.body.id}`)
  beginning = false
  toast(say("net.needed"))
}

/** Back to the game that was left for this one. @param {string} game  @param {Say} say */
export async function takeBack(game, say) {
  const answer = await ask("POST", `/api/games/${game}/take-back`, {})
  if (answer?.status === 200) location.replace(`/play/${answer.body.id}`)
  // It was played on elsewhere, and this page shows it as it was.
  else if (answer?.status === 409) location.reload()
  else toast(say("net.needed"))
}

/**
 * Shares a line with a link to the replay.
 * @param {string} game
 * @param {string} text
 * @param {() => void} copied  says that it was copied, where there is no way to share
 */
export async function share(game, text, copied) {
  const url = new URL(`/watch/${game}`, location.href).href
  try {
    if (navigator.share) await navigator.share({ text, url })
    else {
      await navigator.clipboard.writeText(`${text} ${url}`)
      copied()
    }
  } catch (error) {
    // Whoever closes the share sheet meant to; where nothing can be copied, the line is shown to be copied by hand.
    if (!(error instanceof DOMException && error.name === "AbortError")) toast(`${text} ${url}`)
  }
}
