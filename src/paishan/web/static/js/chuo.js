/**
 * The page of a match of Chuo Pai: wires hand, choice, table and network together, and keeps the sheets.
 *
 * The player's own cards are laid at once; what the others answer only the server knows, and it is shown act by act.
 */

import { Choice } from "./choice.js"
import { counted, Dominoes, make } from "./dominoes.js"
import { ask, lastHeard, linkTo } from "./net.js"
import {
  applyLook,
  button,
  capital,
  chosenLook,
  dialogOpen,
  el,
  feel,
  hideToast,
  numerals,
  offerSettings,
  openSheet,
  press,
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
/** @typedef {import("./choice.js").Why} Why */
/** @typedef {{id: string, match: number, of: number, points: number[][], totals: number[], next: boolean}} Series */
/**
 * @typedef {{id: string, previous: string | null, layout: {dominoes: import("./dominoes.js").Domino[]}, ruleset: {id:
 *   string, undo: boolean, ranked: boolean}, series?: Series, state: State}} Game
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
const game = /** @type {any} */ (lastHeard(JSON.parse(el("game").textContent ?? "")))
const language = document.documentElement.lang || "en"
const texts = (/** @type {string} */ id) => JSON.parse(el(id).textContent ?? "{}")
const say = speaker({ ...texts("texts"), ...texts("own-texts") }, language)
const all = game.layout.dominoes
const dominoes = new Dominoes(all, el("table").dataset.dominoes ?? "", say, language)
const choice = new Choice(all)
const table = new Table(dominoes, say, () => Boolean(habits.memory))
const FAMILIES = ["main", "yao", "black", "red"]
const OPEN_HANDED = ["pause", "resume"]

applyLook(chosenLook())
dominoes.numerals = numerals(chosenLook())

// What the player is used to at this table, kept in the browser

const HABITS = "paishan.chuo"
/** @type {Habits} */
const habits = readHabits()

/** @returns {Habits} */
function readHabits() {
  try {
    return JSON.parse(localStorage.getItem(HABITS) ?? "null") ?? {}
  } catch {
    return {}
  }
}

/** @param {Habits} changed */
function keepHabits(changed) {
  Object.assign(habits, changed)
  try {
    localStorage.setItem(HABITS, JSON.stringify({ ...readHabits(), ...changed }))
  } catch {
    // No storage: it holds until the page is left.
  }
}

const pace = () => PACES[habits.pace ?? "normal"] ?? PACES.normal

// The match

let { state } = game
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

const playing = () => state.status === "playing"
const myTurn = () => playing() && state.begun && !waiting && !showing.length

/** @type {Line} */
const link = /** @type {any} */ (
  linkTo(/** @type {any} */ (game), /** @type {any} */ ({ confirmed, overtaken, online, lost }))
)

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
  const refused = events.findLast(({ type, reason }) => type === "refused" && !/paused|begun/.test(reason))
  // The answer to what an earlier page sent may be in the state that this page came with.
  const acts = newer.seq === before.seq ? [] : actsOf(newer, events, before)
  if (mine && acts[0]?.type !== "round" && acts[0]?.seat === 0) acts.shift()
  if (events.some(({ type }) => type === "restarted")) table.show({ ...newer, ...beginning(newer), rounds: [], recent: [] })
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
  state = newer.state
  waiting = mine = false
  showing = []
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

/** All has been shown: the player's turn, or the end. @param {string} [heard]  what was done last, for a screen reader */
function arrive(heard = "") {
  table.show(state)
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
  const { to_beat, obvious } = state
  if (!to_beat) return [say("turn.lead"), say("turn.lead.how")]
  const first = say("turn.beat", { cards: dominoes.cards(to_beat.cards) })
  if (obvious) return [first, say("turn.only", { cards: dominoes.cards(obvious) })]
  const n = to_beat.cards.length
  const count = dominoes.word(n)
  const heads = state.legal.map((group) => say(`combination.${group.first}`))
  const how =
    dominoes.head(to_beat.cards) === null
      ? say("turn.must", { n, count, family: dominoes.family(to_beat.cards[0]) })
      : say("turn.must.combination", { count, heads: dominoes.list(heads) })
  return [first, how]
}

/** @param {string} text */
function tell(text) {
  sayBeside(text)
  speak(text)
}

/** Says why something cannot be done; the figure that was meant is shaken. @param {string} text  @param {number} [figure] */
function tellRefusal(text, figure) {
  tell(text)
  feel("refused")
  if (!el("say").offsetHeight) show(text, undefined, 2500)
  if (figure === undefined) return
  stacks[figure].classList.add("refused")
  setTimeout(() => stacks[figure].classList.remove("refused"), 500)
}

/** @param {Why} why */
function reason({ key, values }) {
  const { figure, other, family, head, target, n, wanted } = values
  const name = (/** @type {unknown} */ number) => (typeof number === "number" ? dominoes.name(number) : "")
  const combination = (/** @type {unknown} */ number) => (typeof number === "number" ? say(`combination.${number}`) : "")
  const count = typeof n === "number" ? n : Number(wanted)
  const cards = choice.cards.length ? dominoes.cards(choice.cards) : ""
  return say(key, {
    ...(typeof n === "number" ? { n } : {}),
    domino: name(figure),
    other: key === "why.lower-combination" ? combination(target) : name(other),
    combination: combination(head),
    family: typeof figure === "number" ? dominoes.family(figure) : "",
    wanted: family ? say(`family.${family}`) : dominoes.word(Number(wanted)),
    count: dominoes.word(count),
    Cards: capital(cards),
  })
}

// What the player does

/** @param {number} figure */
function tap(figure) {
  if (showing.length) return hurry()
  if (!myTurn()) return tellRefusal(say(playing() ? "why.not-your-turn" : "why.over"))
  chosen(choice.tap(figure), figure)
}

/** @param {number} figure  @param {number} number */
function choose(figure, number) {
  if (!myTurn()) return tap(figure)
  const held = state.hand.filter((card) => card === figure).length
  chosen(choice.set(figure, Math.min(number, held)), figure)
}

/** After a choice, or a refused one. @param {Why | null} why  @param {number} figure */
function chosen(why, figure) {
  draw()
  if (why) return tellRefusal(reason(why), figure)
  feel("select")
  const { cards } = choice
  const head = cards.length ? dominoes.head(cards) : null
  const words = dominoes.cards(cards)
  if (!cards.length) tell(say("chosen.none"))
  else if (head !== null) tell(say("chosen.combination", { cards: words, combination: say(`combination.${head}`) }))
  else tell(say(choice.legal ? "chosen.legal" : "chosen", { cards: words }))
}

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

function play() {
  const now = performance.now()
  if (now - skippedAt < DOUBLE || ((waiting || showing.length) && now - playedAt < DOUBLE)) return
  if (showing.length) {
    skippedAt = now
    return hurry()
  }
  if (!playing()) return showOver()
  if (waiting) return tellRefusal(say("why.not-your-turn"))
  if (!choice.legal) return tellRefusal(reason(choice.whyNotYet()))
  const { cards } = choice
  /** @type {Act} */
  const act = { type: state.to_beat ? "beat" : "led", seat: 0, cards }
  mine = true
  shownAt = playedAt = now
  feel("pair")
  hideToast()
  el("tip").hidden = true
  send({ type: "play", cards })
  table.step(act, state.seats)
  const hand = [...state.hand]
  for (const card of cards) hand.splice(hand.indexOf(card), 1)
  state = { ...state, hand, hint: null }
  choice.meet({ hand, legal: [], to_beat: null })
  tell(table.words(act))
  draw()
  needed()
}

/** Says so if what was asked cannot come because there is no connection. */
function needed() {
  setTimeout(() => offline && waiting && toast(say("net.needed")), 1500)
}

function pass() {
  if (showing.length) return hurry()
  if (!myTurn()) return tellRefusal(say(playing() ? "why.not-your-turn" : "why.over"))
  tellRefusal(say(state.to_beat ? "why.must-beat" : "why.must-lead"))
}

/** @param {"undo" | "redo" | "hint"} type */
function request(type) {
  if (showing.length) hurry()
  if (waiting || !state.can[type]) {
    if (type === "undo" && state.ranked) tellRefusal(say("refused.not-allowed"))
    return
  }
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

// The hand

/** @type {HTMLButtonElement[]} by figure */
const stacks = all.map(({ number }) => {
  const stack = document.createElement("button")
  stack.type = "button"
  stack.className = "stk"
  stack.dataset.figure = String(number)
  stack.tabIndex = -1
  stack.hidden = true
  stack.addEventListener("click", () => tap(number))
  stack.addEventListener("focus", () => settle(number))
  return stack
})
const families = FAMILIES.map((family) => {
  const section = make("div", "fam")
  const row = make("div")
  row.append(...all.filter((domino) => domino.family === family).map(({ number }) => stacks[number]))
  const title = make("p", "", capital(say(`family.${family}`)))
  title.ariaHidden = "true"
  section.append(title, row)
  return section
})
el("held").append(...families)

const heldFigures = () => all.map(({ number }) => number).filter((figure) => !stacks[figure].hidden)

/** The one tab stop of the hand. */
let stop = 0

/** @param {number} figure */
function settle(figure) {
  stacks[stop].tabIndex = -1
  stop = figure
  stacks[stop].tabIndex = 0
}

function drawHand() {
  const held = counted(state.hand)
  const { counts } = choice
  const mark = myTurn() && state.to_beat !== null
  const hinted = counted(state.hint ?? [])
  const focus = stacks.indexOf(/** @type {any} */ (document.activeElement))
  for (const { number: figure } of all) drawStack(figure, held.get(figure) ?? 0, counts.get(figure) ?? 0, mark, hinted)
  for (const family of families) family.hidden = !family.querySelector("button:not([hidden])")
  const left = heldFigures()
  if (!left.length) return void (focus >= 0 && el("play").focus())
  const near = (/** @type {number} */ figure) => left.find((other) => other >= figure) ?? left[left.length - 1]
  if (stacks[stop].hidden || stacks[stop].tabIndex) settle(near(stop))
  if (focus >= 0 && stacks[focus].hidden) stacks[near(focus)].focus()
}

/**
 * @param {number} figure
 * @param {number} n  how many are held
 * @param {number} taken  how many of them are chosen
 * @param {boolean} mark  whether it is told what beats
 * @param {Map<number, number>} hinted
 */
function drawStack(figure, n, taken, mark, hinted) {
  const stack = stacks[figure]
  stack.hidden = !n
  if (!n) return
  const can = mark && state.playable.includes(figure)
  stack.classList.toggle("can", can)
  stack.classList.toggle("no", mark && !can)
  stack.classList.toggle("pick", taken > 0)
  stack.classList.toggle("hint", myTurn() && hinted.has(figure))
  stack.ariaPressed = String(taken > 0)
  const [domino, pips, family] = [dominoes.name(figure), dominoes.pipsInWords(figure), dominoes.family(figure)]
  const parts = [say("stack", { domino, pips, family, held: n })]
  if (can) parts.push(say("stack.beats"))
  if (myTurn() && hinted.has(figure)) parts.push(say("stack.short"))
  if (taken) parts.push(say("stack.chosen", { chosen: taken }))
  stack.ariaLabel = parts.join(say("comma"))
  const now = `${n} ${taken} ${dominoes.numerals}`
  if (stack.dataset.drawn === now) return
  stack.dataset.drawn = now
  const badge = n > 1 ? [make("em", "", taken ? `${taken}/${n}` : String(n))] : []
  stack.replaceChildren(...Array.from({ length: n }, () => dominoes.draw(figure)), ...badge, make("small", "", dominoes.pips(figure)))
}

/** @param {string} id  @param {boolean} is  a button that tells why it does nothing rather than being dead */
const off = (id, is) => (button(id).ariaDisabled = String(is))

function draw() {
  drawHand()
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
  off("hint", busy || !state.can.hint)
  off("undo", busy || !state.can.undo)
  button("undo").hidden = state.ranked
  button("pass").hidden = !state.ranked
  const { series } = game
  write("match", series ? say("match.of", { match: series.match, of: series.of }) : say("match.points"))
  write("round", say("round", { n: Math.max(1, state.rounds.length + (state.round.plays.length || !playing() ? 0 : 1) + (state.round.plays.length ? 1 : 0)) }))
}

// Tips of the first match

const given = new Set()
/** What has happened that is worth a tip, told when the player has time to read it. */
const happened = new Set()

const guided = () => habits.tips ?? !habits.played

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

let wished = false
let { paused } = game.state

const pauseWanted = () => wished || document.hidden || dialogOpen()

function syncPause() {
  const wanted = playing() && pauseWanted()
  if (state.begun && wanted !== paused) {
    paused = wanted
    send({ type: paused ? "pause" : "resume" })
  }
  el("veil").hidden = !wished
  for (const id of ["hand", "mat", "tools"]) el(id).inert = wished
  if (!pauseWanted() && showing.length) showNext()
}

function togglePause() {
  if (!wished && !playing()) return
  wished = !wished
  syncPause()
  speak(say(wished ? "said.paused" : "said.resumed"))
  if (wished) el("resume").focus()
  else stacks[stop].focus()
}

// Sheets

/** @param {string} name  @param {() => void} [then] */
function leave(name, then) {
  sheet(name).close()
  syncPause()
  then?.()
}

/** @param {string} name */
function open(name) {
  if (sheet("menu").open) sheet("menu").close()
  openSheet(sheet(name))
  syncPause()
}

/** @param {string} term  @param {number[]} cards */
function cardsSaid(term, cards) {
  const part = make("div", "cards-of")
  part.append(make("b", "", term), cards.length ? dominoes.row(cards) : make("span", "", say("seen.nothing")))
  return part
}

function showSeen() {
  el("seen-piles").replaceChildren(
    ...state.seats.flatMap(({ seat, pile, wasted }) => {
      const name = table.name(seat)
      return [
        cardsSaid(say(seat ? "seen.pile" : "seen.pile.you", { name }), pile),
        cardsSaid(say(seat ? "seen.wasted" : "seen.wasted.you", { name }), wasted),
      ]
    }),
  )
  const held = counted(state.hand)
  const aided = state.seats.filter(({ most }) => habits.memory && most)
  const head = make("tr")
  for (const title of ["", say("seen.yours"), say("seen.others"), ...aided.map(({ seat }) => say("seen.most", { name: table.name(seat) }))])
    head.append(title ? Object.assign(make("th", "", title), { scope: "col" }) : make("td"))
  el("seen-head").replaceChildren(head)
  el("seen-out").replaceChildren(
    ...all.map(({ number }) => {
      const row = make("tr")
      const name = /** @type {HTMLTableCellElement} */ (make("th", "", `${dominoes.name(number)} ${dominoes.pips(number)}`))
      name.scope = "row"
      row.append(name)
      for (const n of [held.get(number) ?? 0, state.unseen[number], ...aided.map(({ most }) => most?.[number] ?? 0)])
        row.append(make("td", n ? "" : "zero", String(n)))
      return row
    }),
  )
  el("seen-rounds").replaceChildren(
    ...state.rounds
      .map(({ winner, plays }) => {
        const item = make("li")
        const acts = plays.map(({ seat, cards }, place) => {
          const key = cards.length ? (place ? "said.beat" : "said.led") : "mat.passed"
          return `${say(seat ? key : `${key}.you`, { name: table.name(seat), cards: cards.length ? dominoes.cards(cards) : "" })}`
        })
        item.append(acts.join(" "))
        const won = plays.findLast(({ seat, cards }) => seat === winner && cards.length)
        if (winner !== null && won)
          item.append(" ", make("b", "", say(winner ? "mat.won" : "mat.won.you", { name: table.name(winner), n: won.cards.length })))
        return item
      })
      .reverse(),
  )
  if (!state.rounds.length) el("seen-rounds").replaceChildren(make("li", "", say("seen.none")))
  open("seen")
}

function drawRules() {
  /** @param {number} figure */
  const figure = (figure) => {
    const shown = make("span", "named")
    shown.append(dominoes.draw(figure), make("small", "", dominoes.name(figure)))
    return shown
  }
  el("r-families").replaceChildren(
    ...FAMILIES.map((family) => {
      const row = make("div", "order")
      row.append(make("b", "", capital(say(`family.${family}`))))
      all.filter((domino) => domino.family === family).forEach((domino, place, order) => {
        if (place) row.append(make("i", "", order[place - 1].rank === domino.rank ? "=" : "›"))
        row.append(figure(domino.number))
      })
      return row
    }),
  )
  el("r-combinations").replaceChildren(
    ...[0, 1, 2, 3].map((head) => {
      const row = make("div", "order")
      row.append(make("b", "", say(`combination.${head}`)), figure(head), make("i", "", "+"))
      const total = [9, 8, 7, 5][head]
      for (const { number, family, pips } of all)
        if (pips[0] + pips[1] === total && (family === "black" || family === "red")) row.append(figure(number))
      return row
    }),
  )
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
  setTimeout(() => !playing() && !dialogOpen() && showOver(), 900)
}

/** @returns {string} */
function outcomeWords() {
  const { winners, outcome } = state
  if (!winners) return say("over.given-up")
  const names = winners.filter((seat) => seat).map((seat) => table.name(seat))
  if (outcome === "won") return say("over.won")
  if (outcome === "shared") return names.length > 1 ? say("over.shared.all") : say("over.shared", { name: names[0] })
  return names.length > 1 ? say("over.others", { names: dominoes.list(names) }) : say("over.lost", { name: names[0] })
}

function showOver() {
  el("over-title").textContent = outcomeWords()
  const order = [...state.seats].sort((a, b) => b.points - a.points || a.seat - b.seat)
  el("o-result").replaceChildren(
    ...order.map(({ seat, points, pile }) => {
      const item = make("li", seat ? "" : "me")
      const wins = state.winners?.includes(seat)
      const title = make("p", "kv num")
      const words = [say("over.points", { points })]
      if (wins) words.push(say((state.winners?.length ?? 0) > 1 ? "over.sharer" : "over.winner"))
      title.append(make("b", "", table.name(seat)), make("span", "", words.join(say("comma"))))
      item.append(title)
      if (pile.length) item.append(dominoes.row(pile))
      const left = state.remaining?.[seat] ?? []
      if (left.length) item.append(cardsSaid(say("over.left"), left))
      return item
    }),
  )
  drawLessons()
  drawSeries()
  hideToast()
  openSheet(sheet("over"))
  // What nobody but this browser knows of cannot be asked about.
  if (state.status === "over" && !state.lessons && !game.id.startsWith("local-")) setTimeout(askForLessons, 1000)
}

function drawLessons() {
  const { lessons } = state
  const decimal = new Intl.NumberFormat(language, { maximumFractionDigits: 1, minimumFractionDigits: 1 })
  const percent = new Intl.NumberFormat(language, { style: "percent" })
  const lines = lessons?.map(({ round, cards, better, gain, share }) =>
    say(gain > 0 ? "lesson" : "lesson.share", {
      round,
      cards: dominoes.cards(cards),
      Better: capital(dominoes.cards(better)),
      gain: decimal.format(gain),
      share: percent.format(share),
    }),
  ) ?? [say(state.status === "over" ? "lesson.later" : "lesson.none")]
  const shown = lines.length ? lines : [say("lesson.none")]
  el("o-lessons").replaceChildren(...shown.map((line) => make("li", "", line)))
}

async function askForLessons() {
  const answer = await ask("GET", `/api/games/${game.id}`)
  if (answer?.status === 200 && answer.body.state.lessons) {
    state = { ...state, lessons: answer.body.state.lessons }
    drawLessons()
  } else if (sheet("over").open && !state.lessons) setTimeout(askForLessons, 2000)
}

async function drawSeries() {
  const { series } = game
  if (!series) return
  const answer = await ask("GET", `/api/series/${series.id}`)
  if (answer?.status !== 200) return
  /** @type {Series} */
  const { next, totals, points, of, id } = answer.body
  el("o-series").hidden = !points.length
  const sum = { match: points.length, of, you: totals[0], first: table.name(1), one: totals[1], second: table.name(2), two: totals[2] }
  const ended = points.length === of ? seriesWords(totals) : ""
  el("o-series").textContent = [say("series.totals", sum), ended].join(" ").trim()
  el("o-next").hidden = !next
  el("o-series-id").setAttribute("value", id)
  el("o-new").classList.toggle("pri", !next)
}

/** Who won the series, all piles together. @param {number[]} totals  @returns {string} */
function seriesWords(totals) {
  const most = Math.max(...totals)
  const seats = [0, 1, 2].filter((seat) => totals[seat] === most)
  const names = seats.map((seat) => table.name(seat))
  if (seats.length > 1) return say("series.shared", { names: dominoes.list(names) })
  return say(seats[0] ? "series.lost" : "series.won", { name: names[0] })
}

async function share() {
  const [you, one, two] = state.seats.map(({ points }) => points)
  const text = say(`share.${state.outcome ?? "lost"}`, { you, one, two })
  const url = new URL(`/watch/${game.id}`, location.href).href
  try {
    if (navigator.share) await navigator.share({ text, url })
    else {
      await navigator.clipboard.writeText(`${text} ${url}`)
      write("o-share-said", say("share.copied"))
    }
  } catch (error) {
    // Whoever closes the share sheet meant to; where nothing can be copied, the line is shown to be copied by hand.
    if (!(error instanceof DOMException && error.name === "AbortError")) toast(`${text} ${url}`)
  }
}

async function newMatch() {
  const answer = await ask("POST", "/api/games", { game: "chuopai", ruleset: game.ruleset.id, previous: game.id })
  if (answer?.status === 201) location.assign(`/play/${answer.body.id}`)
  else toast(say("net.needed"))
}

/** Back to the match that was left for this one. */
async function takeBack() {
  const answer = await ask("POST", `/api/games/${game.id}/take-back`, {})
  if (answer?.status === 200) location.replace(`/play/${answer.body.id}`)
  else toast(say("net.needed"))
}

function restart() {
  if (showing.length) hurry()
  if (waiting) return
  send({ type: "restart" })
  draw()
  toast(say("said.restarted"))
}

// The keyboard

/** The stack in the direction of an arrow: the row itself goes on at its end, other rows by what lies nearest. */
function arrowed(/** @type {string} */ key) {
  const left = heldFigures()
  const at = left.indexOf(stop)
  if (key === "ArrowLeft" || key === "ArrowRight") return left[at + (key === "ArrowRight" ? 1 : -1)] ?? null
  const box = (/** @type {number} */ figure) => stacks[figure].getBoundingClientRect()
  const from = box(stop)
  const down = key === "ArrowDown" ? 1 : -1
  let [found, least] = [/** @type {number | null} */ (null), Infinity]
  for (const figure of left) {
    const to = box(figure)
    const rows = (to.top - from.top) * down
    const cost = rows * 10 + Math.abs(to.left - from.left)
    if (rows > 20 && cost < least) [found, least] = [figure, cost]
  }
  return found
}

function nextPlayable() {
  const figures = heldFigures().filter((figure) => state.playable.includes(figure))
  return figures.find((figure) => figure > stop) ?? figures[0] ?? null
}

function summary() {
  const seats = state.seats.map(({ seat }) => el(`seat-${seat}`).ariaLabel ?? "")
  tell(`${seats.join(say("stop") + " ")}${say("stop")} ${say("said.table.beat", { said: turnWords().join(" ").trim(), held: state.hand.length })}`)
}

/** @type {Record<string, () => void>} */
const KEYS = {
  Escape: clear,
  u: () => request("undo"),
  r: () => request("redo"),
  h: () => request("hint"),
  b: summary,
  s: showSeen,
  "?": () => open("keys"),
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || dialogOpen()) return
  const { key, target } = event
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return
  if (key === "p" || key === "P") return togglePause()
  if (wished) return
  const inHand = target instanceof HTMLElement && target.closest("#held") !== null
  if (key.startsWith("Arrow") && (inHand || target === document.body)) {
    event.preventDefault()
    const to = arrowed(key)
    if (to !== null || !inHand) stacks[to ?? stop].focus()
  } else if (key === " " && (inHand || target === document.body)) {
    event.preventDefault()
    if (!event.repeat) play()
  } else if (key === "Backspace" && inHand) choose(stop, (choice.counts.get(stop) ?? 0) - 1)
  else if (/^[1-4]$/.test(key) && inHand) choose(stop, Number(key))
  else if (key.toLowerCase() === "f") {
    const to = nextPlayable()
    if (to !== null) stacks[to].focus()
  } else (KEYS[key] ?? KEYS[key.toLowerCase()])?.()
})
// The space bar presses a button when it comes up.
el("held").addEventListener("keyup", (event) => event.key === " " && event.preventDefault())

// The page

press("play", play)
press("clear", clear)
press("pass", pass)
press("hint", () => request("hint"))
press("undo", () => request("undo"))
press("pause", togglePause)
press("resume", togglePause)
press("mat", () => showing.length && hurry())
press("menu", () => {
  el("m-giveup").hidden = !playing()
  el("m-redo").hidden = !state.can.redo
  el("m-restart").hidden = !state.history.length && playing()
  open("menu")
})
press("m-seen", showSeen)
press("m-new", () => leave("menu", newMatch))
press("m-restart", () => leave("menu", restart))
press("m-redo", () => leave("menu", () => request("redo")))
press("m-giveup", () => leave("menu", () => send({ type: "give-up" })))
press("m-rules", () => {
  drawRules()
  open("rules")
})
for (const name of ["pace", "keys"]) press(`m-${name}`, () => open(name))
offerSettings("m-settings", showLook, () => open("settings"))
press("o-new", newMatch)
press("o-again", () => leave("over", restart))
press("o-share", share)
press("tip-close", () => {
  keepHabits({ tips: false })
  el("tip").hidden = true
  stacks[stop].focus()
})
for (const dialog of document.querySelectorAll("dialog")) dialog.addEventListener("close", syncPause)
// A sheet tells that it is closed after a press that follows at once, and a match that still pauses would not heed it.
for (const press of ["click", "keydown"]) addEventListener(press, () => paused && !pauseWanted() && syncPause(), true)

for (const input of sheet("pace").querySelectorAll("input")) {
  input.checked = input.id === "memory" ? Boolean(habits.memory) : guided()
  input.addEventListener("input", () => {
    if (input.id === "memory") keepHabits({ memory: input.checked })
    else keepHabits({ tips: input.checked })
    table.draw(state.seats)
  })
}

/** After a change in the settings. @param {import("./shell.js").Look} look */
function showLook(look) {
  dominoes.numerals = numerals(look)
  const chosen = sheet("settings").querySelector("input[name=pace]:checked")
  habits.pace = chosen instanceof HTMLInputElement ? chosen.value : readHabits().pace
  table.draw(state.seats)
  draw()
}

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
  toast(say("new.match"), { label: say("act.back.match"), act: takeBack })
