/**
 * What every page does for times without a network, once it is there itself: it lets the service worker keep what is
 * needed then, shows a sign while there is no connection, and hands over to the server what was played meanwhile.
 */

import { all, GAMES, handAllOver } from "./kept.js"
import { ask } from "./net.js"

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

const sign = document.getElementById("no-network")

/** @param {boolean} online */
function show(online) {
  if (!sign) return
  const head = document.querySelector("header.bar, header.brand")
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
  if (reached && !rest) return
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
if (!navigator.onLine || all().length) lookSoon()
