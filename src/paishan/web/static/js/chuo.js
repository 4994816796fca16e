/**
 * The page of a match of Chuo Pai: wires hand, choice, table and network together, and keeps what the player may do, the
 * pause, and the end. Its sheets are another module's, which comes behind it.
 *
 * The player's own cards are laid at once; what the others answer only the server knows, and it is shown act by act.
 */

import { Dominoes } from "./dominoes.js"
import { Choice, chosenWords, Held, reason } from "./held.js"
import { lastHeard, linkTo } from "./net.js"
import {
  applyLook,
  behind,
  button,
  chosenLook,
  dialogOpen,
  el,
  feel,
  HABITS,
  hideToast,
  keep,
  numerals,
  offerSettings,
  press,
  recall,
  sheet,
  show,
  speak,
  speaker,
  toast,
  write,
} from "./shell.js"
import { PACES, sayBeside, Table } from "./table.js"

/** @typedef {import("./table.js").State} State */
/** @typedef {import("./table.js").Act} Act */
/** @typedef {import("./held.js").Why} Why */
/**
 * @typedef {{id: string, previous: string | null, layout: {dominoes: import("./dominoes.js").Domino[]}, ruleset: {id:
 *   string, undo: boolean, ranked: boolean}, series?: import("./sheets-match.js").Series, state: State}} Game
 */
/**
 * @typedef {{type: "play", cards: number[]} | {type: "begin" | "undo" | "redo" | "hint" | "restart" | "give-up" |
 *   "pause" | "resume"}} Command
 */
/**
 * @typedef {{send: (command: Command) => void, start: () => void, refresh: () => Promise<void>, leave: () => void,
 *   unsent: Command[]}} Line
 */
/** @typedef {{pace?: string, memory?: boolean, tips?: boolean, played?: boolean}} Habits */

/** @type {Game} */
export const game = /** @type {any} */ (lastHeard(JSON.parse(el("game").textContent ?? "")))
export const language = document.documentElement.lang || "en"
const texts = (/** @type {string} */ id) => JSON.parse(el(id).textContent ?? "{}")
export const say = speaker({ ...texts("texts"), ...texts("own-texts") }, language)
export const dominoes = new Dominoes(game.layout.dominoes, el("table").dataset.dominoes ?? "", say, language)
const choice = new Choice(game.layout.dominoes)
export const table = new Table(dominoes, say, () => Boolean(habits.memory))
const hand = new Held(dominoes, say, choice, {
  tap,
  choose,
  play,
  clear,
  undo: () => request("undo"),
  redo: () => request("redo"),
  hint: () => request("hint"),
  pause: togglePause,
  summary,
  seen: () => withSheets((sheets) => sheets.showSeen()),
  help: () => withSheets((sheets) => sheets.open("keys")),
  covered: () => wished,
  playable: () => state.playable,
})
const withSheets = behind(() => import("./sheets-match.js"), () => toast(say("net.needed")))
const OPEN_HANDED = ["pause", "resume"]

applyLook(chosenLook())
dominoes.numerals = numerals(chosenLook())

// What the player is used to at this table, kept in the browser

/** @type {Habits} */
export const habits = recall(HABITS)

/** @param {Habits} changed  keeps it for the next match too */
export function keepHabits(changed) {
  Object.assign(habits, changed)
  keep(HABITS, { ...recall(HABITS), ...changed })
}

const pace = () => PACES[habits.pace ?? "normal"] ?? PACES.normal

// The match

export let { state } = game
/** Whether something is on its way whose answer only the server knows. */
let waiting = false
/** @type {Act[]} what has been done and is still to be shown */
let showing = []
/** When the last act was shown. */
let shownAt = 0
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer
/** Whether my own act is on the mat already. */
let mine = false

export const playing = () => state.status === "playing"
const myTurn = () => playing() && state.begun && !waiting && !showing.length

/**
 * Whether it can be asked for. The page knows first that a pause is over: what the server said while it lasted, that
 * nothing can be asked for, would cost the press that follows.
 * @param {"undo" | "redo" | "hint"} type
 */
export function may(type) {
  if (!playing() || !state.begun) return false
  return type === "hint" || (!state.ranked && (type === "undo" ? state.history : state.future).length > 0)
}

/** @type {Line} */
const link = /** @type {any} */ (
  linkTo(/** @type {any} */ (game), /** @type {any} */ ({ confirmed: answered, overtaken, online, lost }))
)

/** @type {(() => void)[]} what was pressed while an answer was on its way, and is done when it is there */
let early = []

/** @param {() => void} press  for which an answer has to be there first; without a connection that may take long */
function later(press) {
  if (offline) tell(say("net.gone"))
  else if (!early.includes(press)) early.push(press)
}

/** Does what was pressed too early, as the answers come. A sheet that was opened meanwhile is closed first. */
function catchUp() {
  while (early.length && !waiting && !pauseWanted()) early.shift()?.()
}

/** What leaves the player's turn a turn: what is pressed meanwhile counts in it. */
const ASIDE = ["hint", "undo", "redo", ...OPEN_HANDED]
const inTurn = () => waiting && link.unsent.every(({ type }) => ASIDE.includes(type))

/** @param {State} newer  @param {any[]} events */
function answered(newer, events) {
  confirmed(newer, events)
  catchUp()
}

/** @param {Command} command */
function send(command) {
  if (!OPEN_HANDED.includes(command.type)) waiting = true
  link.send(command)
}

/** Whether something else than a pause is unsent. */
const asked = () => link.unsent.some(({ type }) => !OPEN_HANDED.includes(type))

/** @param {State} newer  @param {any[]} events */
function confirmed(newer, events) {
  const before = state
  const waited = waiting
  state = newer
  waiting = asked()
  setTimeout(heedPause)
  const refused = events.findLast(({ type, reason }) => type === "refused" && !/paused|begun|over/.test(reason))
  // The answer to what an earlier page sent may be in the state that this page came with.
  const acts = newer.seq === before.seq ? [] : actsOf(newer, events, before)
  if (mine && acts[0]?.type !== "round" && acts[0]?.seat === 0) acts.shift()
  if (events.some(({ type }) => type === "restarted"))
    table.show({ ...newer, ...beginning(newer), rounds: [], recent: [] })
  if (acts.length) {
    mine = false
    showing.push(...acts)
    return showNext()
  }
  if (waited && !waiting) {
    mine = false
    if (!showing.length) arrive()
  }
  if (refused) tellRefusal(say(`refused.${refused.reason}`))
  const done = events.findLast(({ type }) => /^(undone|given-up)$/.test(type))
  if (done) tell(say(`said.${done.type}`))
  if (state.hint && events.some(({ type }) => type === "hinted")) showHint(state.hint)
  draw()
}

/** The server knows of a pause that an earlier page asked for. */
function heedPause() {
  if (link.unsent.length) return
  paused = state.paused
  syncPause()
}

/**
 * What was done; an answer that is given again may tell no events, and be about what the page was made with already, or
 * about a pause that an earlier page asked for.
 * @param {State} newer
 * @param {any[]} events
 * @param {State} before
 * @returns {Act[]}
 */
function actsOf(newer, events, before) {
  if (events.length) return events.filter(({ type }) => /^(bonus|led|beat|passed|round)$/.test(type))
  const more = newer.begun !== before.begun || newer.history.length > before.history.length
  return more ? [...newer.recent] : []
}

/** How the table stands before the first act: all hands whole but for their opening bonus. @param {State} now */
const beginning = (now) => ({
  round: { leader: 0, winner: null, plays: [] },
  seats: now.seats.map((seat) => ({ ...seat, cards: 28, points: 0, laid: [] })),
})

/** @param {Game} newer */
function overtaken(newer) {
  clearTimeout(timer)
  state = newer.state
  waiting = mine = false
  showing = []
  early = []
  arrive()
  toast(say("said.elsewhere"))
  setTimeout(syncPause)
  return []
}

let offline = false

/** @param {boolean} is */
function online(is) {
  offline = !is
  dispatchEvent(new CustomEvent("paishan-server", { detail: is }))
  if (waiting) sayBeside(...turnWords())
  toast(say(is ? "net.back" : "net.gone"))
}

function lost() {
  toast(say("net.lost"), { label: say("act.home"), act: () => location.assign("/") })
}

/** Shows the next act once the one before has been seen; the last one together with what is asked of the player now. */
function showNext() {
  clearTimeout(timer)
  if (pauseWanted()) return
  if (!pace()) return hurry()
  const rest = shownAt + pace() - performance.now()
  if (rest > 0) {
    draw()
    timer = setTimeout(showNext, rest)
    return
  }
  const act = showing.shift()
  if (!act) return arrive()
  shownAt = performance.now()
  table.step(act, state.seats)
  heed(act)
  const words = table.words(act)
  if (!showing.length) return arrive(words)
  tell(words)
  draw()
  timer = setTimeout(showNext, pace())
}

/** Goes on at once, if anything is still to be shown. */
const skip = () => showing.length && hurry()

/** Shows at once all that is still to be shown. */
function hurry() {
  clearTimeout(timer)
  const words = showing.map((act) => {
    heed(act)
    table.step(act, state.seats)
    return table.words(act)
  })
  showing = []
  arrive(words.join(" "))
}

/**
 * All has been shown: the player's turn, or the end.
 * @param {string} [heard]  what was done last, for a screen reader
 */
function arrive(heard = "") {
  // What was laid as the opening bonus is told already, and shown when the match begins.
  table.show(state.begun ? state : { ...state, ...beginning(state) })
  choice.meet(playing() && state.begun ? state : { hand: state.hand, legal: [], to_beat: null })
  if (state.obvious && playing()) choice.choose(state.obvious)
  const [first, rest] = turnWords()
  sayBeside(first, rest)
  speak([heard, first, rest].join(" ").trim())
  if (myTurn()) tip()
  draw()
  if (!playing()) over()
}

/** What is asked of the player now. @returns {[string, string]} */
function turnWords() {
  if (!playing()) return [say("over.said"), ""]
  if (waiting) return [say(offline ? "net.gone" : "turn.send"), ""]
  if (!state.begun) return [say("turn.wait"), ""]
  return table.task(state)
}

/** @param {string} text */
function tell(text) {
  sayBeside(text)
  speak(text)
}

/**
 * Says why something cannot be done; the figure that was meant is shaken.
 * @param {string} text
 * @param {number} [figure]
 */
function tellRefusal(text, figure) {
  tell(text)
  feel("refused")
  if (!el("say").offsetHeight) show(text, undefined, 2500)
  if (figure !== undefined) hand.shake(figure)
}

// What the player does

/** @param {number} figure */
function tap(figure) {
  if (showing.length) return hurry()
  if (inTurn()) return later(() => tap(figure))
  if (!myTurn()) return tellRefusal(say(playing() ? "why.not-your-turn" : "why.over"))
  heard(choice.tap(figure), figure)
}

/** @param {number} figure  @param {number} number */
function choose(figure, number) {
  if (inTurn()) return later(() => choose(figure, number))
  if (!myTurn()) return tap(figure)
  const held = state.hand.filter((card) => card === figure).length
  heard(choice.set(figure, Math.min(number, held)), figure)
}

/** After a choice, or a refused one. @param {Why | null} why  @param {number} figure */
function heard(why, figure) {
  draw()
  if (why) return tellRefusal(reason(why, choice.cards, dominoes), figure)
  feel("select")
  tell(chosenWords(choice, dominoes))
}

/** Lets go what is chosen. */
function clear() {
  if (showing.length) return hurry()
  if (!choice.counts.size) return
  choice.clear()
  draw()
  tell(say("chosen.none"))
}

/** Milliseconds within which a second press is the rest of a double tap, and means nothing else than the first. */
const DOUBLE = 300
let skippedAt = -Infinity
let playedAt = -Infinity

/** Plays what is chosen, or goes on to what there is to see instead. */
function play() {
  const now = performance.now()
  if (now - skippedAt < DOUBLE || (((waiting && !inTurn()) || showing.length) && now - playedAt < DOUBLE)) return
  if (showing.length) {
    skippedAt = now
    return hurry()
  }
  if (!playing()) return withSheets((sheets) => sheets.showOver())
  const { cards } = choice
  if (inTurn())
    return later(() => {
      if (cards.length) choice.choose(cards)
      play()
    })
  if (waiting) return tellRefusal(say("why.not-your-turn"))
  if (!choice.legal) return tellRefusal(reason(choice.whyNotYet(), cards, dominoes))
  /** @type {Act} */
  const act = { type: state.to_beat ? "beat" : "led", seat: 0, cards }
  mine = true
  shownAt = playedAt = now
  feel("pair")
  hideToast()
  el("tip").hidden = true
  send({ type: "play", cards })
  table.step(act, state.seats)
  const left = [...state.hand]
  for (const card of cards) left.splice(left.indexOf(card), 1)
  state = { ...state, hand: left, hint: null }
  choice.meet({ hand: left, legal: [], to_beat: null })
  tell(table.words(act))
  draw()
  needed()
}

/** Says so if what was asked cannot come because there is no connection. */
function needed() {
  setTimeout(() => offline && waiting && toast(say("net.needed")), 1500)
}

/** Says why nobody can pass by choice. */
function pass() {
  if (showing.length) return hurry()
  if (!myTurn()) return tellRefusal(say(playing() ? "why.not-your-turn" : "why.over"))
  tellRefusal(say(state.to_beat ? "why.must-beat" : "why.must-lead"))
}

/** @param {"undo" | "redo" | "hint"} type */
export function request(type) {
  if (showing.length) hurry()
  if (type === "undo" && state.ranked) return tellRefusal(say("refused.not-allowed"))
  if (waiting) {
    // A hint that is on its way is the one that is wanted.
    const asked = type === "hint" && link.unsent.some((command) => command.type === type)
    return asked ? undefined : later(() => request(type))
  }
  if (!may(type)) return
  send({ type })
  draw()
  needed()
}

/** @param {number[]} cards */
function showHint(cards) {
  choice.choose(cards)
  draw()
  tell(say(state.to_beat ? "hint.beat" : "hint.lead", { cards: dominoes.cards(cards) }))
}

/** @param {string} id  @param {boolean} is  a button that tells why it does nothing rather than being dead */
const off = (id, is) => (button(id).ariaDisabled = String(is))

function draw() {
  hand.draw(state, myTurn())
  const busy = waiting || showing.length > 0
  el("held").ariaBusy = String(busy)
  el("table").classList.toggle("busy", busy)
  const { cards } = choice
  const label = showing.length
    ? say("play.skip")
    : !playing()
      ? say("play.result")
      : choice.legal
        ? dominoes.short(cards)
        : say("play")
  write("play-said", label)
  off("play", !showing.length && playing() && !choice.legal)
  off("clear", !cards.length)
  off("pass", true)
  off("hint", busy || !may("hint"))
  off("undo", busy || !may("undo"))
  button("undo").hidden = state.ranked
  button("pass").hidden = !state.ranked
  const { series } = game
  write("match", series ? say("match.of", { match: series.match, of: series.of }) : say("match.points"))
  const goesOn = playing() || state.round.plays.length > 0
  write("round", say("round", { n: Math.max(1, state.rounds.length + (goesOn ? 1 : 0)) }))
}

// Tips of the first match

const given = new Set()
/** What has happened that is worth a tip, told when the player has time to read it. */
const happened = new Set()

export const guided = () => habits.tips ?? !habits.played

/** One tip for each turn at most: what the turn asks first, then what has happened. */
function tip() {
  if (!guided()) return
  const next = [state.to_beat ? "beat" : "lead", ...happened].find((what) => !given.has(what))
  if (!next) return
  given.add(next)
  el("tip-said").textContent = say(`tip.${next}`)
  el("tip").hidden = false
}

/** @param {Act} act */
function heed(act) {
  if (act.type === "passed" && act.seat === 0) happened.add("pass")
  if (act.type === "round") happened.add("score")
}

// Pause: the player's own wish covers the hand; a sheet or a hidden tab only stops the clock

export let wished = false
let { paused } = game.state

const pauseWanted = () => wished || document.hidden || dialogOpen()

/** Brings the pause of the match in line with what is the case. */
export function syncPause() {
  const wanted = playing() && pauseWanted()
  if (state.begun && wanted !== paused) {
    paused = wanted
    send({ type: paused ? "pause" : "resume" })
  }
  el("veil").hidden = !wished
  for (const id of ["hand", "mat", "tools"]) el(id).inert = wished
  if (!pauseWanted() && showing.length) showNext()
  catchUp()
}

/** The player wants a pause, or no longer. */
export function togglePause() {
  if (!wished && !playing()) return
  wished = !wished
  syncPause()
  speak(say(wished ? "said.paused" : "said.resumed"))
  if (wished) el("resume").focus()
  else hand.focus()
}

// The end

let told = ""

function over() {
  const end = `${state.seq} ${state.status}`
  if (told === end) return
  told = end
  if (guided()) keepHabits({ tips: false })
  keepHabits({ played: true })
  el("tip").hidden = true
  if (state.winners) feel(state.outcome === "won" || state.outcome === "shared" ? "won" : "locked")
  setTimeout(() => withSheets((sheets) => !playing() && !dialogOpen() && sheets.showOver()), 900)
}

/** The server has told what can be learned from the match. @param {State["lessons"]} lessons */
export function learn(lessons) {
  state = { ...state, lessons }
}

/** The same cards again from the beginning. */
export function restart() {
  if (showing.length) hurry()
  if (waiting) return later(restart)
  send({ type: "restart" })
  draw()
  toast(say("said.restarted"))
  needed()
}

/** Lets the match be lost. */
export function giveUp() {
  send({ type: "give-up" })
  draw()
  needed()
}

/** Tells how the table stands. */
function summary() {
  const seats = state.seats.map(({ seat }) => el(`seat-${seat}`).ariaLabel ?? "")
  const rest = say("said.table.beat", { said: turnWords().join(" ").trim(), held: state.hand.length })
  tell(`${seats.join(say("stop") + " ")}${say("stop")} ${rest}`)
}

/** After a change in the settings. @param {import("./shell.js").Look} look */
function showLook(look) {
  dominoes.numerals = numerals(look)
  const chosen = sheet("settings").querySelector("input[name=pace]:checked")
  habits.pace = chosen instanceof HTMLInputElement ? chosen.value : recall(HABITS).pace
  table.draw(state.seats)
  draw()
}

press("play", play)
press("clear", clear)
press("pass", pass)
press("hint", () => request("hint"))
press("undo", () => request("undo"))
press("pause", togglePause)
press("resume", togglePause)
press("mat", skip)
press("menu", () => withSheets((sheets) => sheets.openMenu()))
offerSettings("m-settings", showLook, () => withSheets((sheets) => sheets.open("settings")))
press("tip-close", () => {
  keepHabits({ tips: false })
  el("tip").hidden = true
  hand.focus()
})

// The match goes on as the page came with it, and minds from now on when it has to pause.
for (const dialog of document.querySelectorAll("dialog")) dialog.addEventListener("close", syncPause)
// A sheet tells that it is closed after a press that follows at once, and a match that still pauses would not heed
// that press.
for (const kind of ["click", "keydown"]) addEventListener(kind, () => paused && !pauseWanted() && syncPause(), true)
document.addEventListener("visibilitychange", () => {
  syncPause()
  if (!document.hidden) link.refresh()
})
addEventListener("pagehide", () => {
  if (playing() && state.begun && !paused) {
    paused = true
    send({ type: "pause" })
  }
  link.leave()
})
addEventListener("pageshow", (event) => {
  if (!event.persisted) return
  syncPause()
  link.refresh()
})

waiting = asked()
if (!state.begun && !waiting) send({ type: "begin" })
arrive()
syncPause()
link.start()
if (game.previous && playing() && !state.rounds.length)
  toast(say("new.match"), { label: say("act.back.match"), act: () => withSheets((sheets) => sheets.takeBack()) })
