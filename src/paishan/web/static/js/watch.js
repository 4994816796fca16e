/**
 * A game that is watched again: move after move, played by itself or step by step. What every move changed comes from
 * the server, so that nothing here can differ from what the rules made of it. A board and a table are scenes of it.
 */

import { applyLook, chosenLook, clockText, dialogOpen, el, openSheet, press, sheet, speak, speaker, toast, write } from "./shell.js"
import { boardScene } from "./watch-board.js"
import { matchScene } from "./watch-match.js"

/**
 * What is watched. `show` draws how it stood after a move and `words` says what the move was; `light` shows what is about
 * to happen and `unlight` ends that; no move is shown for less than `least` milliseconds.
 * @typedef {{show: (at: number) => void, words: (at: number) => string, light: (at: number) => void, unlight: () => void,
 *   least: number}} Scene
 */

const texts = (/** @type {string} */ id) => JSON.parse(document.getElementById(id)?.textContent ?? "{}")
const language = document.documentElement.lang || "en"
const say = speaker({ ...texts("table-texts"), ...texts("texts"), ...texts("own-texts") }, language)
const replay = JSON.parse(el("replay").textContent ?? "{}")
/** @type {{ms: number}[]} */
const frames = replay.frames
const last = frames.length - 1
const look = chosenLook()
applyLook(look)
const scene = (replay.family === "chuopai" ? matchScene : boardScene)(replay, say, look)

let at = 0
let running = false
/** @type {ReturnType<typeof setTimeout>[]} */
let due = []
const slider = /** @type {HTMLInputElement} */ (el("moves"))

/** @param {number} ms  @param {() => void} act */
const later = (ms, act) => due.push(setTimeout(act, ms))

/** @param {number} ms */
const showTime = (ms) => write("clock", clockText(ms))

/**
 * Shows how it stood after a move.
 * @param {number} move
 * @param {boolean} aloud  whether a screen reader is told
 */
function show(move, aloud) {
  scene.unlight()
  at = Math.max(0, Math.min(last, move))
  scene.show(at)
  showTime(frames[at].ms)
  const count = say("move", { n: at, all: last })
  const said = scene.words(at)
  write("said", said)
  write("count", `${at}/${last}`)
  slider.value = String(at)
  slider.setAttribute("aria-valuetext", `${count}: ${said}`)
  el("back").toggleAttribute("disabled", at === 0)
  el("on").toggleAttribute("disabled", at === last)
  if (aloud) speak(`${count}: ${said}`)
}

const speed = () => {
  const chosen = document.querySelector("input[name=speed]:checked")
  return chosen instanceof HTMLInputElement ? chosen.value : "1"
}

/** How long it stands so before the next move, in milliseconds. */
function pace() {
  const chosen = speed()
  return chosen === "real" ? Math.max(scene.least, frames[at + 1].ms - frames[at].ms) : 1200 / Number(chosen)
}

/** Lets the clock run between two moves, where they are seen as they were. @param {number} since */
function tick(since) {
  const played = frames[at].ms + performance.now() - since
  showTime(Math.min(played, frames[at + 1].ms))
  later(250, () => tick(since))
}

function go() {
  due.forEach(clearTimeout)
  due = []
  if (!running) return
  if (at === last) return stop(true)
  const wait = pace()
  later(Math.max(wait * 0.45, wait - 900), () => scene.light(at + 1))
  if (speed() === "real") tick(performance.now())
  later(wait, () => {
    show(at + 1, false)
    go()
  })
}

function start() {
  if (at === last) show(0, false)
  running = true
  knob()
  speak(say("playing"))
  go()
}

/** @param {boolean} [ended] */
function stop(ended = false) {
  running = false
  go()
  scene.unlight()
  knob()
  showTime(frames[at].ms)
  speak(ended ? `${say("move", { n: at, all: last })}: ${el("said").textContent}` : say("stopped"))
}

function knob() {
  el("run").classList.toggle("running", running)
  write("run-said", say(running ? "act.pause" : "act.play"))
}

/** @param {number} move  goes there by hand */
function step(move) {
  if (running) {
    running = false
    knob()
  }
  go()
  show(move, true)
}

press("run", () => (running ? stop() : start()))
press("back", () => step(at - 1))
press("on", () => step(at + 1))
press("about", () => {
  if (running) stop()
  openSheet(sheet("about"))
})
slider.addEventListener("input", () => {
  running = false
  knob()
  go()
  // The slider itself says where it is.
  show(Number(slider.value), false)
})
for (const radio of document.querySelectorAll("input[name=speed]")) radio.addEventListener("input", go)
document.addEventListener("visibilitychange", () => document.hidden && running && stop())

addEventListener("keydown", (event) => {
  if (dialogOpen() || event.ctrlKey || event.metaKey || event.altKey) return
  const within = event.target instanceof HTMLInputElement || event.target instanceof HTMLButtonElement
  if (event.key === " " && !(within && event.target !== slider)) {
    event.preventDefault()
    el("run").click()
  }
  if (event.target instanceof HTMLInputElement) return
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key]
  if (to === undefined) return
  event.preventDefault()
  step(to)
})

const copy = document.getElementById("copy")
if (copy) {
  el("address").textContent = location.href
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(location.href)
      sheet("about").close()
      toast(say("copied"))
    } catch {
      getSelection()?.selectAllChildren(el("address"))
    }
  })
}

show(0, false)
for (const id of ["board", "stage"]) document.getElementById(id)?.setAttribute("aria-busy", "false")
