/**
 * The board of a game that is kept in this browser: it is played by the module of its family as any other game, only
 * that nobody else hears of it. As soon as the server can be reached it is handed over, and its page is the server's.
 */

import { Alone, AloneLink } from "./alone.js"
import { flat } from "./grid.js"
import { addressOf, append, GAMES, handOver, lockOf, read, write } from "./kept.js"
import { ask, linkBy } from "./net.js"
import { Seated } from "./seated.js"
import { dialogOpen, el } from "./shell.js"
import { heap } from "./state.js"

/** @typedef {import("./kept.js").Kept} Kept */

const HOME = "/offline"
const FIRST_WAIT = 2000
const LONGEST_WAIT = 30_000

/** @param {Kept} kept */
function begin(kept) {
  const { game, log } = kept
  const table = tableOf(kept)
  for (const command of log) table.say(command)
  el("game").textContent = JSON.stringify({ ...game, state: table.state() })
  el("title").textContent = kept.name
  document.title = `${kept.name} – Paishan`
  const links = "#w-watch, #sheet-won a[download], #o-watch, #sheet-over a[download]"
  for (const link of document.querySelectorAll(links)) link.remove()
  if (kept.deal) el("o-share").hidden = true
  for (const id of ["m-new", "l-new", "w-new", "o-new"])
    document.getElementById(id)?.addEventListener("click", leave, { capture: true })

  let unkept = false
  linkBy((_, hears) => new AloneLink(table, keep, hears))
  /** @param {import("./state.js").Command} command */
  function keep(command) {
    if (kept.server) return append(kept, command)
    const { left, status } = table.state()
    kept.log.push(command)
    Object.assign(kept, { left, over: status === "cleared" || status === "over", touched: Date.now() })
    const before = unkept
    unkept = !write(kept)
    if (unkept && !before) tell("net.unkept")
  }
  if (game.family === "chuopai") import("./chuo.js")
  else if (game.family === "connect") import("./connect.js")
  else import("./main.js")
  watch(kept)
}

/** The table of a game, as it begins. @param {Kept} kept  @returns {any} */
function tableOf({ game, witness, deal }) {
  const { family, layout } = game
  if (deal) return new Seated(/** @type {any} */ (game), deal)
  return new Alone(game, family === "connect" ? flat(/** @type {any} */ (layout)) : heap(layout), witness)
}

/** Other boards are chosen where they are listed. @param {Event} event */
function leave(event) {
  event.stopImmediatePropagation()
  location.assign(`${HOME}#new`)
}

/** Hands the game over when the server can be reached, and goes on there. @param {Kept} kept */
function watch(kept) {
  let wait = FIRST_WAIT
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  let busy = false
  const look = async () => {
    clearTimeout(timer)
    if (busy) return
    busy = true
    const open = dialogOpen() && !kept.over
    const reached = !open && navigator.onLine && (await ask("GET", "/healthz"))?.status === 200
    dispatchEvent(new CustomEvent("paishan-server", { detail: reached }))
    if (reached && (await handOver(kept))) {
      const address = addressOf(kept)
      // If the network is lost again at once, the game is still there.
      await caches.open(GAMES).then((games) => games.add(address), () => {}).catch(() => {})
      return location.replace(address)
    }
    busy = false
    if (kept.refused) return tell("net.refused", { reason: kept.refused })
    wait = Math.min(LONGEST_WAIT, 2 * wait)
    timer = setTimeout(look, wait)
  }
  addEventListener("online", () => {
    wait = FIRST_WAIT
    look()
  })
  look()
}

/** Tells something about where the game is kept. @param {string} key  @param {Record<string, string>} [values] */
async function tell(key, values) {
  const { speaker, toast } = await import("./shell.js")
  const say = speaker(JSON.parse(el("texts").textContent ?? "{}"), document.documentElement.lang || "en")
  toast(say(key, values))
}

/** @param {string} id */
function open(id) {
  const kept = read(id)
  if (!kept) location.replace(HOME)
  else if (kept.server) location.replace(addressOf(kept))
  else begin(kept)
}

const id = new URLSearchParams(location.search).get("game") ?? ""
if (!navigator.locks) open(id)
else {
  navigator.locks.request(lockOf(id), { ifAvailable: true }, (lock) => {
    if (!lock) return location.replace(`${HOME}#elsewhere`)
    open(id)
    // As long as this page is there, no other one plays the game or hands it over.
    return new Promise(() => {})
  })
}
