/**
 * What is told when a game is won, besides how it was won: the place in the list, the days in a row, and one line to
 * share it. Fetched when it is needed.
 */

import { ask } from "./net.js"
import { share } from "./onward.js"
import { clockText, press } from "./shell.js"

/**
 * @typedef {object} Won
 * @property {import("./state.js").Game} game
 * @property {import("./state.js").State} state  as the server ended it
 * @property {string} boardName
 * @property {import("./shell.js").Say} say
 */

/** @param {string} id  @param {string} text  shows a line where the page has a place for it */
function put(id, text) {
  const place = document.getElementById(id)
  if (!place) return
  place.textContent = text
  place.hidden = false
}

let told = ""

/** @param {Won} won */
export function tell(won) {
  const { game, state } = won
  // The same end is told once; a board that is won again is another end.
  const end = `${state.seq}`
  if (told === end) return
  told = end
  offerShare(won)
  // Of a level its best result is kept on the map, and there is no list.
  const listed = !game.occasion.startsWith("level-")
  if (listed && state.ranked) placeOf(won)
  else if (listed && state.unranked !== "no-lists") put("w-place", won.say(`unranked.${state.unranked}`))
  if (game.occasion.startsWith("daily-")) streakOf(won)
}

/** @param {Won} won  the place in the list that the result belongs to */
async function placeOf({ game, say }) {
  const { occasion, family, layout, ruleset } = game
  /** @type {Record<string, string>} */
  const asked = occasion.startsWith("daily-")
    ? { family, daily: occasion.slice("daily-".length) }
    : { family, layout: layout.id, ruleset: ruleset.id }
  const answer = await ask("GET", `/api/leaderboard?${new URLSearchParams(asked)}`)
  if (answer?.status !== 200) return
  const at = answer.body.rows.findIndex((/** @type {{game: string | null}} */ row) => row.game === game.id)
  if (at >= 0) put("w-place", say("won.place", { place: at + 1 }))
}

/** @param {Won} won  how many days in a row the boards of the days were won */
async function streakOf({ game, say }) {
  const offset = String(-new Date().getTimezoneOffset())
  const answer = await ask("GET", `/api/daily?${new URLSearchParams({ offset })}`)
  const streak = answer?.status === 200 ? answer.body.families[game.family]?.streak.current : 0
  put("w-streak", `${streak ? say("won.streak", { n: streak }) : ""} ${say("won.tomorrow")}`.trim())
}

/** @param {Won} won  offers one line with a link to the replay */
function offerShare({ game, state, boardName, say }) {
  const button = document.getElementById("w-share")
  if (!button || !button.hidden) return
  button.hidden = false
  const { ruleset } = game
  const stars = state.stars ? [state.stars.clear, state.stars.time, state.stars.clean] : []
  const text = say(ruleset.scoring ? "share.points" : ruleset.clock ? "share.time" : "share.plain", {
    board: boardName,
    points: say("points", { n: state.score }),
    stars: stars.map((is) => (is ? "★" : "☆")).join(""),
    time: clockText(state.clock.ms),
  })
    .replace(/\s+/g, " ")
    .trim()
  press("w-share", () =>
    share(game.id, text, () => button.querySelector("span")?.replaceChildren(say("share.copied"))),
  )
}
