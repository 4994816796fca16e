/**
 * What every page does for times without a network, once it is there itself: it lets the service worker keep what is
 * needed then, shows a sign while there is no connection, and hands over to the server what was played and chosen
 * meanwhile.
 */

import { send, waits } from "./follow.js"
import { all, GAMES, handAllOver } from "./kept.js"
import { ask, HEARD } from "./net.js"
import { recall } from "./shell.js"

const FIRST_WAIT = 3000
const LONGEST_WAIT = 60_000

/** Has what is needed without a network kept, and the game on this page, which came before anybody could keep it. */
async function keep() {
  const worker = navigator.serviceWorker
  if (!worker) return
  const unseen = !worker.controller
  await worker.register("/sw.js")
  if (!unseen || !/^\/play\/[\w-]+$/.test(location.pathname)) return
  await worker.ready
  await (await caches.open(GAMES)).add(location.pathname)
}

/** Games of which is kept what the server said last. */
const MOST_HEARD = 12

/** Forgets what was heard of games that were played long ago. */
function forgetMost() {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(HEARD))
  if (keys.length <= MOST_HEARD) return
  const at = (/** @type {string} */ key) => Number(recall(key).at) || 0
  for (const key of keys.sort((p, q) => at(q) - at(p)).slice(MOST_HEARD)) localStorage.removeItem(key)
}

const sign = document.getElementById("no-network")

const ICON =
  "M3.5 3.5l17 17M12 19.5h.01M8.5 15.8a5 5 0 0 1 6.2-.6M5 12.2a10 10 0 0 1 5-2.6M19 12.2a10 10 0 0 0-3.5-2.2" +
  "M2 8.6a15 15 0 0 1 4.6-2.7M22 8.6A15 15 0 0 0 10.5 4.6"

/** The icon is drawn here, so that no first visit has to bring it. */
function icon() {
  const [svg, path] = ["svg", "path"].map((name) => document.createElementNS("http://www.w3.org/2000/svg", name))
  for (const [key, value] of [["class", "i"], ["viewBox", "0 0 24 24"], ["aria-hidden", "true"]]) svg.setAttribute(key, value)
  path.setAttribute("d", ICON)
  svg.append(path)
  return svg
}

/** @param {boolean} online */
function show(online) {
  if (!sign) return
  const head = document.querySelector("header.bar, header.brand")
  if (!sign.firstChild) sign.append(icon())
  if (!sign.parentElement?.matches("header")) head?.querySelector(":scope > .grow")?.after(sign)
  sign.hidden = online || !head
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer
let wait = FIRST_WAIT

/** Asks whether the server can be reached, and if so hands over what was played; comes back until all of it is there. */
async function look() {
  clearTimeout(timer)
  const reached = navigator.onLine && (await ask("GET", "/healthz"))?.status === 200
  show(reached)
  const rest = reached ? await handAllOver(() => dispatchEvent(new Event("paishan-handed"))) : all().length
  const heard = !waits() || (reached && (await send()))
  if (reached && !rest && heard) return
  wait = Math.min(LONGEST_WAIT, 2 * wait)
  timer = setTimeout(look, wait)
}

function lookSoon() {
  wait = FIRST_WAIT
  look()
}

addEventListener("online", lookSoon)
addEventListener("offline", () => show(false))
addEventListener("paishan-server", (event) => {
  if (/** @type {CustomEvent} */ (event).detail) lookSoon()
  else show(false)
})
keep().catch(() => {})
try {
  forgetMost()
} catch {
  // No storage: nothing was heard.
}
if (!navigator.onLine || all().length || waits()) lookSoon()
