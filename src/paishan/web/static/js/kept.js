/**
 * The games that are played without a server: kept in the browser with every command, and handed over to the server when
 * it can be reached. The command of a number always goes under the same key, so that a game can be handed over again
 * after whatever went wrong on the way.
 */

import { ask, Link, unsentOf } from "./net.js"

/** @typedef {import("./state.js").Command} Command */
/** @typedef {import("./state.js").Game} Game */
/** @typedef {import("./state.js").Pair} Pair */
/**
 * @typedef {object} Kept
 * @property {string} id  of the game, in this browser
 * @property {Game} game  as it begins
 * @property {Pair[]} witness  pairs that clear it, in order
 * @property {import("./match.js").Deal} [deal]  of a match of Chuo Pai
 * @property {string} name  what its layout or grid is called
 * @property {Command[]} log  all that was done
 * @property {number} left  tiles that remain, or cards in the hand
 * @property {boolean} over
 * @property {number} touched  when it was played last
 * @property {boolean} [asked]  whether the server was asked to open it; its answer may have been lost
 * @property {string | null} server  its id on the server, once it is handed over; then the log does not grow any more
 * @property {string | null} refused  why the server does not take it
 */

const PREFIX = "paishan.local."
/** Commands that one request may carry. */
const MOST = 100
/** The pages of games that can be opened without a server; the service worker's name for them. */
export const GAMES = "paishan-games"

/** What keeps a game to one page. @param {string} id */
export const lockOf = (id) => PREFIX + id

/** @param {string} id  @returns {Kept | null} */
export function read(id) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + id) ?? "null")
  } catch {
    return null
  }
}

/** All of them, the one played last first. */
export function all() {
  /** @type {Kept[]} */
  const found = []
  try {
    for (let at = 0; at < localStorage.length; at++) {
      const key = localStorage.key(at)
      const kept = key?.startsWith(PREFIX) ? read(key.slice(PREFIX.length)) : null
      if (kept) found.push(kept)
    }
  } catch {
    // No storage: then nothing was kept.
  }
  return found.sort((p, q) => q.touched - p.touched)
}

/** @param {Kept} kept  @returns {boolean} whether it is kept; if not, the game goes on, but dies with the page */
export function write(kept) {
  try {
    localStorage.setItem(PREFIX + kept.id, JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}

/** @param {string} id */
export function forget(id) {
  try {
    localStorage.removeItem(PREFIX + id)
  } catch {
    // No storage: there is nothing to forget.
  }
}

/** @param {Kept} kept */
const pathOf = ({ server }) => `/play/${server}`
/** Where a game is played: on the server's page, once it is there. @param {Kept} kept */
export const addressOf = (kept) => (kept.server ? pathOf(kept) : `/offline/${kept.game.ruleset.id}?game=${kept.id}`)

/**
 * Opens a game on the server, and lays ready what it has to hear. Gives whether it is there; if not, `refused` of the
 * game says why, unless there was no answer.
 * @param {Kept} kept
 */
export async function handOver(kept) {
  if (kept.refused) return false
  const id = kept.server ?? (await open(kept))
  if (!id) return false
  const batches = []
  for (let seq = 0; seq < kept.log.length; seq += MOST)
    batches.push({ seq, key: `${kept.id}-${seq}`, commands: kept.log.slice(seq, seq + MOST) })
  try {
    localStorage.setItem(unsentOf(id), JSON.stringify({ batches, waiting: [] }))
  } catch {
    // No storage: what the page remembers is all there is.
  }
  return true
}

/** Opens a game on the server, unless it is open there already, and gives its id there. @param {Kept} kept */
async function open(kept) {
  const { code, ruleset } = kept.game
  if (kept.asked) {
    const begun = await ask("GET", "/api/games")
    if (begun?.status !== 200) return null
    const others = new Set(all().map(({ server }) => server))
    const isIt = (/** @type {any} */ game) =>
      game.code === code && game.ruleset === ruleset.id && game.seq === 0 && !others.has(game.id)
    kept.server = begun.body.find(isIt)?.id ?? null
  }
  if (!kept.server) {
    kept.asked = true
    write(kept)
    const answer = await ask("POST", "/api/games", { code, ruleset: ruleset.id })
    if (!answer) return null
    if (answer.status === 201) kept.server = String(answer.body.id)
    else kept.refused = String(answer.body.error ?? answer.status)
  }
  write(kept)
  return kept.server
}

/**
 * Lays a command ready that was given after the game was handed over.
 * @param {Kept} kept
 * @param {Command} command
 */
export function append({ server }, command) {
  try {
    const key = unsentOf(server ?? "")
    const { batches, waiting } = JSON.parse(localStorage.getItem(key) ?? '{"batches":[],"waiting":[]}')
    localStorage.setItem(key, JSON.stringify({ batches, waiting: [...waiting, command] }))
  } catch {
    // No storage: the command is lost with the page.
  }
}

/** Tells the server all of a game that no page shows, and forgets it then. @param {Kept} kept */
function tell(kept) {
  return new Promise((done) => {
    const game = /** @type {Game} */ ({ ...kept.game, id: kept.server, state: { ...kept.game.state, seq: 0 } })
    const finish = (/** @type {boolean} */ there) => {
      if (there) forget(kept.id)
      done(there)
    }
    const link = new Link(game, {
      confirmed: () => link.unsent.length || finish(true),
      overtaken: () => {
        setTimeout(finish, 0, true)
        return []
      },
      online: (is) => is || finish(false),
      lost: () => {
        kept.server = null
        write(kept)
        finish(false)
      },
    })
    if (link.unsent.length) link.start()
    else finish(true)
  })
}

/**
 * Hands all games over that no page shows. Gives how many are still here.
 * @param {() => void} [changed]  hears whenever one is there now, or was refused
 */
export async function handAllOver(changed) {
  let rest = 0
  for (const { id } of all()) {
    await navigator.locks?.request(lockOf(id), { ifAvailable: true }, async (lock) => {
      const kept = lock && read(id)
      if (!kept || kept.refused) return
      if (kept.server && location.pathname === pathOf(kept)) {
        // The page of this game tells the server itself.
        if (localStorage.getItem(unsentOf(kept.server)) === null) return forget(id)
      } else {
        const there = await handOver(kept)
        if (kept.refused || (there && (await tell(kept)))) return changed?.()
      }
      rest += 1
    })
  }
  return rest
}
