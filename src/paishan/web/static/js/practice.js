/**
 * The rule tests: ten questions, one at a time, each answered with a press or a number, with the reason after every
 * answer. What is true the server says; this module asks, shows, counts, and puts a situation into words.
 */

import { Dominoes, make } from "./dominoes.js"
import { blockers, Drawn, drawFigures, marked } from "./figure.js"
import { applyLook, button, capital, chosenLook, dialogOpen, el, numerals, offerSettings, press } from "./shell.js"
import { speaker, tileName, write } from "./shell.js"

/** @typedef {import("./figure.js").Situation} Situation */
/** @typedef {Situation & {layers: number, top: number[], bottom: number[], note: string | null}} Free */
/** @typedef {{to_beat: number[], cards: number[]}} Challenge */
/** @typedef {{answer: string, reason: string} & (Free | {tiles: [string, string]} | Challenge)} Question */
/** @typedef {{number: number, answers: string[], questions: Question[]}} Ten */

const root = document.documentElement
const json = (/** @type {string} */ id) => JSON.parse(el(id).textContent ?? "{}")
const maybe = (/** @type {string} */ id) => (document.getElementById(id) ? json(id) : {})
const say = speaker({ ...maybe("domino-texts"), ...json("texts"), ...json("own-texts") }, root.lang)
const dominoes = new Dominoes(maybe("dominoes"), el("practice").dataset.dominoes ?? "", say, root.lang)
const MATCHING = "paishan.practice.matching"
const LEAST = 44
/** So many tiles are seen beside one another and one below the other, where a board is larger than its cloth. */
const IN_VIEW = [6.4, 4.1]

/** @typedef {"asking" | "told" | "ended" | "waiting"} Stage */
/** @type {{stage: Stage, ten: Ten | null, at: number, given: string[]}} */
const now = { stage: "waiting", ten: null, at: 0, given: [] }

applyLook(chosenLook())
offerSettings("settings", draw)
addEventListener("pageshow", (event) => event.persisted && applyLook(chosenLook()))

let drawnAt = ""
new ResizeObserver(() => {
  const size = `${innerWidth} ${innerHeight}`
  if (drawnAt !== size) draw()
  drawnAt = size
}).observe(document.body)

const test = el("practice").dataset.test ?? ""

function begin() {
  for (const radio of versions()) {
    radio.checked = radio.value === chosenMatching()
    radio.addEventListener("change", () => {
      try {
        localStorage.setItem(MATCHING, radio.value)
      } catch {
        // No storage: the version holds until the page is left.
      }
      ask()
    })
  }
  for (const answer of answers()) answer.addEventListener("click", () => give(answer.value))
  press("next", next)
  press("again", () => ask())
  press("retry", () => ask())
  document.addEventListener("keydown", key)
  const wanted = /^\d{1,10}$/.exec(new URLSearchParams(location.search).get("number") ?? "")
  ask(wanted ? Number(wanted[0]) : undefined)
}

const versions = () =>
  /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[name=matching]"))
const answers = () => /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("#answers button"))
const question = () => /** @type {Question} */ (now.ten?.questions[now.at])
const rights = () => now.given.filter((given, at) => given === now.ten?.questions[at].answer).length

/** The rule version for flowers and seasons: the one the address names, else the one chosen last. */
function chosenMatching() {
  const named = new URLSearchParams(location.search).get("matching")
  if (named) return named
  try {
    return localStorage.getItem(MATCHING) === "identical" ? "identical" : "family"
  } catch {
    return "family"
  }
}

/** How often was asked: what is wanted is the answer to the last time. */
let asked = 0

/**
 * Asks the server for ten questions; a new number gives new ones.
 * @param {number} [number]
 */
async function ask(number = crypto.getRandomValues(new Uint32Array(1))[0]) {
  const matching = [...versions()].find((radio) => radio.checked)?.value ?? "family"
  now.stage = "waiting"
  el("failed").hidden = true
  const turn = ++asked
  /** @type {Ten | null} */
  let ten = null
  try {
    const answer = await fetch(`/api/practice/${test}?number=${number}&matching=${matching}`, { cache: "no-store" })
    if (answer.ok) ten = await answer.json()
  } catch {
    // No connection: as good as no questions.
  }
  if (turn !== asked) return
  if (!ten) {
    el("failed").hidden = false
    el("ask").hidden = el("end").hidden = true
    button("retry").focus()
    return
  }
  const first = !now.given.length && now.at === 0 && el("end").hidden
  Object.assign(now, { ten, at: 0, given: [] })
  put(!first)
}

/** @param {boolean} focus  puts the question before the reader */
function put(focus) {
  now.stage = "asking"
  el("ask").hidden = false
  el("end").hidden = true
  el("ask").classList.remove("told")
  write("count", say("count", { number: now.at + 1, of: now.ten?.questions.length ?? 0 }))
  write("words", words())
  const of = question()
  el("glass").hidden = !("whole" in of && of.whole)
  el("verdict").replaceChildren()
  for (const answer of answers()) {
    answer.disabled = false
    answer.className = "answer"
  }
  button("next").hidden = true
  score()
  draw()
  if (focus) el("count").focus({ preventScroll: false })
}

/** @param {string} given */
function give(given) {
  if (now.stage !== "asking") return
  const { answer, reason } = question()
  now.stage = "told"
  now.given.push(given)
  el("ask").classList.add("told")
  for (const choice of answers()) {
    choice.disabled = true
    choice.classList.toggle("true", choice.value === answer)
    choice.classList.toggle("wrong", choice.value === given && given !== answer)
  }
  const right = given === answer
  const verdict = document.createElement("b")
  verdict.className = right ? "right" : "wrong"
  verdict.textContent = say(`${right ? "right" : "wrong"}.${answer}`)
  const why = document.createElement("span")
  const note = note_of(question())
  why.textContent = [say(`why.${reason}`), ...(note ? [say(`note.${note}`)] : [])].join(" ")
  el("verdict").replaceChildren(verdict, why)
  const last = now.at + 1 === now.ten?.questions.length
  write("next-said", say(last ? "result" : "next"))
  button("next").hidden = false
  button("next").focus({ preventScroll: true })
  el("next").scrollIntoView({ block: "nearest" })
  score()
  draw()
}

/** @param {Question} of */
const note_of = (of) => ("note" in of ? of.note : null)

function next() {
  if (now.stage !== "told" || !now.ten) return
  now.at++
  if (now.at < now.ten.questions.length) return put(true)
  now.stage = "ended"
  el("ask").hidden = true
  el("end").hidden = false
  const n = rights()
  const of = now.ten.questions.length
  write("end-said", say("end.said", { n, of }))
  write("end-more", say(n === of ? "end.all" : "end.some"))
  el("end").classList.toggle("all", n === of)
  el("end-said").focus()
}

/** The running score: a small tile for every question, and in words. */
function score() {
  const pips = el("pips").children
  now.ten?.questions.forEach((question, at) => {
    const given = now.given[at]
    pips[at].className = given ? (given === question.answer ? "right" : "wrong") : at === now.at ? "now" : ""
  })
  const of = now.given.length
  write("score", say(of ? "score" : "score.none", { right: rights(), of }))
}

/** @param {KeyboardEvent} event */
function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || dialogOpen()) return
  const on = event.target instanceof HTMLElement ? event.target : null
  if (now.stage === "asking" && /^[1-9]$/.test(event.key)) {
    const chosen = answers()[Number(event.key) - 1]
    if (!chosen) return
    event.preventDefault()
    give(chosen.value)
  } else if (event.key === "Enter" && now.stage === "told" && !on?.closest("a, button, input")) {
    event.preventDefault()
    next()
  }
}

function draw() {
  drawFigures(json("figures"))
  if (!now.ten || (now.stage !== "asking" && now.stage !== "told")) return
  const cloth = el("cloth")
  const of = question()
  const told = now.stage === "told"
  if ("asked" in of) {
    const view = Math.min(cloth.clientWidth / IN_VIEW[0], cloth.clientHeight / IN_VIEW[1])
    const drawn = new Drawn(cloth, {
      tiles: of.tiles,
      focus: of.asked,
      light: told ? [of.asked, ...blockers(of)] : undefined,
      glass: of.whole ? of.covering : [],
      smallest: Math.max(LEAST, view),
      margin: 0.3,
    })
    marked(drawn, of, told)
  } else if ("to_beat" in of) {
    dominoes.numerals = numerals(chosenLook())
    const plays = make("div", `challenge ink ${told ? of.answer : ""}`)
    for (const cards of [of.to_beat, of.cards]) plays.append(dominoes.laid(cards))
    cloth.replaceChildren(plays)
  } else {
    const [a, b] = of.tiles
    const drawn = new Drawn(cloth, {
      tiles: [
        [0, 0, 0, a],
        [3, 0, 0, b],
      ],
      largest: 132,
      margin: 0.15,
    })
    if (told) drawn.mark(of.answer === "match" ? "sign alike" : "sign unlike", 0)
  }
}

/** The situation in words, for those who do not see it: what touches the tile, not what follows from it. */
function words() {
  const of = question()
  if ("to_beat" in of) return say("words.beat", { theirs: dominoes.cards(of.to_beat), mine: dominoes.cards(of.cards) })
  if (!("asked" in of)) {
    const [tile, other] = of.tiles.map((label) => capital(tileName(say, label)))
    return say("words.pair", { tile, other })
  }
  const list = new Intl.ListFormat(root.lang)
  const [x, y, z] = of.tiles[of.asked]
  const name = (/** @type {number} */ tile) => tileName(say, of.tiles[tile][3])
  const upon = of.covering.map((tile) => {
    const [u, v, layer] = of.tiles[tile]
    return say(u === x && v === y ? "words.upon.whole" : "words.upon.part", { tile: name(tile), layer: layer + 1 })
  })
  const beside = (/** @type {string} */ side, /** @type {number[]} */ tiles, /** @type {0 | 1} */ axis) => {
    const row = [x, y][axis]
    const named = tiles.map((tile) => {
      const off = Math.sign(of.tiles[tile][axis] - row)
      return say(["words.before", "words.level", "words.after"][off + 1] + (axis ? ".row" : ".column"), {
        tile: name(tile),
      })
    })
    return say(tiles.length ? `words.${side}` : `words.${side}.none`, { tiles: list.format(named) })
  }
  return [
    say("words.tile", { tile: capital(name(of.asked)), layer: z + 1, layers: of.layers }),
    upon.length ? say("words.upon", { tiles: list.format(upon) }) : say("words.upon.none"),
    beside("left", of.left, 1),
    beside("right", of.right, 1),
    beside("top", of.top, 0),
    beside("bottom", of.bottom, 0),
  ].join(" ")
}

if (test) begin()
