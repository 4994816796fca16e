/**
 * What is chosen to be played, and why something cannot be.
 *
 * Which plays are allowed the server says; here they are only looked through. A tap on a figure chooses as many of it
 * as some allowed play has together with what is chosen already, then the next number that one has, then none.
 */

import { counted } from "./dominoes.js"
import { capital } from "./shell.js"

/** @typedef {import("./dominoes.js").Domino} Domino */
/** @typedef {import("./dominoes.js").Dominoes} Dominoes */
/** @typedef {{family: string, first: number, plays: number[][]}} Group */
/**
 * @typedef {object} Situation  what a choice is made in
 * @property {number[]} hand
 * @property {Group[]} legal
 * @property {{seat: number, cards: number[]} | null} to_beat
 */
/** @typedef {{key: string, values: Record<string, string | number>}} Why */

/** Totals that the heads of combinations take, by the number of the head. */
const TOTALS = [9, 8, 7, 5]
const DARK = ["black", "red"]

/**
 * The head in whose combinations a figure can be, or null.
 * @param {Domino[]} all
 * @param {number} figure
 */
export function headOf(all, figure) {
  if (figure < TOTALS.length) return figure
  const { family, pips } = all[figure]
  const head = DARK.includes(family) ? TOTALS.indexOf(pips[0] + pips[1]) : -1
  return head < 0 ? null : head
}

export class Choice {
  /** @type {Map<number, number>} how many of each figure are chosen */
  counts = new Map()
  /** @type {Map<number, number>[]} */
  #plays = []

  /** @param {Domino[]} all */
  constructor(all) {
    this.all = all
    /** @type {Situation} */
    this.now = { hand: [], legal: [], to_beat: null }
  }

  /**
   * A situation, which is a new one unless the same is asked of the same hand: only then what was chosen stays.
   * @param {Situation} now
   */
  meet(now) {
    if (!alike(now.hand, this.now.hand) || !alike(now.to_beat?.cards, this.now.to_beat?.cards)) this.clear()
    this.now = now
    this.#plays = now.legal.flatMap(({ plays }) => plays).map((cards) => counted(cards))
    if (!this.#plays.some((play) => within(this.counts, play))) this.clear()
  }

  clear() {
    this.counts = new Map()
  }

  /** The cards that are chosen, ascending. */
  get cards() {
    return [...this.counts].sort(([a], [b]) => a - b).flatMap(([figure, n]) => Array(n).fill(figure))
  }

  /** Whether what is chosen can be played. */
  get legal() {
    return this.#plays.some((play) => same(this.counts, play))
  }

  /** @param {number[]} cards */
  choose(cards) {
    this.counts = counted(cards)
  }

  /**
   * The numbers of a figure that can be chosen with the other chosen figures, ascending.
   * @param {number} figure
   * @param {Map<number, number>} others
   */
  #numbers(figure, others) {
    const fitting = this.#plays.filter((play) => play.has(figure) && within(others, play))
    return [...new Set(fitting.map((play) => play.get(figure) ?? 0))].sort((a, b) => a - b)
  }

  /**
   * Chooses the next number of a figure. Null, or why none can be chosen.
   * @param {number} figure
   * @returns {Why | null}
   */
  tap(figure) {
    const others = new Map(this.counts)
    others.delete(figure)
    const numbers = this.#numbers(figure, others)
    const chosen = this.counts.get(figure) ?? 0
    if (!numbers.length) return this.set(figure, this.#numbers(figure, new Map())[0] ?? 1)
    return this.set(figure, numbers.find((n) => n > chosen) ?? 0)
  }

  /**
   * Chooses so many of a figure, and lets go what does not go with them. Null, or why they cannot be chosen.
   * @param {number} figure
   * @param {number} number
   * @returns {Why | null}
   */
  set(figure, number) {
    const others = new Map(this.counts)
    others.delete(figure)
    if (number <= 0) {
      this.counts = others
      return null
    }
    if (this.#numbers(figure, others).includes(number)) this.counts = others.set(figure, number)
    else if (this.#numbers(figure, new Map()).includes(number)) this.counts = new Map([[figure, number]])
    else return this.why(figure)
    return null
  }

  /**
   * Why a figure of the hand is in no play that is allowed.
   * @param {number} figure
   * @returns {Why}
   */
  why(figure) {
    const { to_beat, hand } = this.now
    const held = hand.filter((card) => card === figure).length
    if (!to_beat) return { key: "why.few", values: { n: held, figure, wanted: held + 1 } }
    const wanted = to_beat.cards.length
    const other = to_beat.cards[0]
    if (new Set(to_beat.cards).size > 1) {
      const head = headOf(this.all, figure)
      const target = Math.min(...to_beat.cards)
      if (head === null) return { key: "why.figure-combination", values: { figure } }
      if (head >= target) return { key: "why.lower-combination", values: { head, target } }
      return { key: "why.few-combination", values: { head, wanted } }
    }
    const [mine, theirs] = [this.all[figure], this.all[other]]
    if (mine.family !== theirs.family) return { key: "why.family", values: { figure, family: theirs.family } }
    if (figure === other) return { key: "why.same", values: { figure } }
    if (mine.rank === theirs.rank) return { key: "why.equal", values: { figure, other } }
    if (mine.rank > theirs.rank) return { key: "why.lower", values: { figure, other } }
    return { key: "why.few", values: { n: held, figure, wanted } }
  }

  /** Why what is chosen cannot be played yet. @returns {Why} */
  whyNotYet() {
    if (!this.counts.size) return { key: "why.nothing", values: {} }
    return { key: "why.incomplete", values: { n: this.now.to_beat?.cards.length ?? 2 } }
  }
}

/**
 * What is chosen, in words.
 * @param {Choice} choice
 * @param {Dominoes} dominoes
 */
export function chosenWords({ cards, legal }, dominoes) {
  const { say } = dominoes
  if (!cards.length) return say("chosen.none")
  const head = dominoes.head(cards)
  const words = dominoes.cards(cards)
  if (head !== null) return say("chosen.combination", { cards: words, combination: say(`combination.${head}`) })
  return say(legal ? "chosen.legal" : "chosen", { cards: words })
}

/**
 * Why something cannot be chosen, or what is chosen cannot be played, in words.
 * @param {Why} why
 * @param {number[]} cards  what is chosen
 * @param {Dominoes} dominoes
 */
export function reason({ key, values }, cards, dominoes) {
  const { say } = dominoes
  const { figure, other, family, head, target, n, wanted } = values
  const name = (/** @type {unknown} */ number) => (typeof number === "number" ? dominoes.name(number) : "")
  const combination = (/** @type {unknown} */ number) =>
    typeof number === "number" ? say(`combination.${number}`) : ""
  return say(key, {
    ...(typeof n === "number" ? { n } : {}),
    domino: name(figure),
    other: key === "why.lower-combination" ? combination(target) : name(other),
    combination: combination(head),
    family: typeof figure === "number" ? dominoes.family(figure) : "",
    wanted: family ? say(`family.${family}`) : dominoes.word(Number(wanted)),
    count: dominoes.word(typeof n === "number" ? n : Number(wanted)),
    Cards: capital(cards.length ? dominoes.cards(cards) : ""),
  })
}

/** Whether cards are the same. @param {number[]} [cards]  @param {number[]} [others] */
const alike = (cards, others) => cards?.join() === others?.join()

/** Whether a play has at least so many of each. @param {Map<number, number>} counts  @param {Map<number, number>} play */
const within = (counts, play) => [...counts].every(([figure, n]) => (play.get(figure) ?? 0) >= n)

/** @param {Map<number, number>} a  @param {Map<number, number>} b */
const same = (a, b) => a.size === b.size && [...a].every(([figure, n]) => b.get(figure) === n)
