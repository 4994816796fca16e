/**
 * Dominoes as they are drawn and as they are called: one card, a stack of equal ones, a play in words.
 *
 * Knows the figures as the server sent them, and no rule but which of them can be in a combination.
 */

import { capital } from "./shell.js"

const SVG = "http://www.w3.org/2000/svg"
/** The families of the figures, in the order in which a hand is held. */
export const FAMILIES = ["main", "yao", "black", "red"]

/**
 * @typedef {{number: number, id: string, name: string, chinese: string, pinyin: string, pips: [number, number],
 *   red: [number, number], family: string, rank: number}} Domino
 */

/** @param {string} name  @param {string} [kind]  @param {string} [text] */
export function make(name, kind = "", text = "") {
  const made = document.createElement(name)
  if (kind) made.className = kind
  if (text) made.textContent = text
  return made
}

/**
 * How many cards there are of each figure, in the order in which the figures come first.
 * @param {number[]} cards
 * @returns {Map<number, number>}
 */
export function counted(cards) {
  const counts = new Map()
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1)
  return counts
}

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

export class Dominoes {
  /**
   * @param {Domino[]} all
   * @param {string} sprite  the address of the drawings
   * @param {import("./shell.js").Say} say
   * @param {string} language
   */
  constructor(all, sprite, say, language) {
    this.all = all
    this.sprite = sprite
    this.say = say
    this.numerals = false
    this.lists = new Intl.ListFormat(language)
  }

  /** @param {number} n  a number in words, where there is one */
  word(n) {
    const word = this.say(`number.${n}`)
    return word === `number.${n}` ? String(n) : word
  }

  /** @param {number} figure */
  name(figure) {
    return this.say(`domino.${figure}`)
  }

  /** "5-5", as it is read on the card. @param {number} figure */
  pips(figure) {
    const [first, second] = this.all[figure].pips
    return this.say("pips", { first, second })
  }

  /** "five-five". @param {number} figure */
  pipsInWords(figure) {
    const [first, second] = this.all[figure].pips.map((n) => this.word(n))
    return this.say("pips", { first, second })
  }

  /** @param {number} figure */
  family(figure) {
    return this.say(`family.${this.all[figure].family}`)
  }

  /** "two Axes and one Bench". @param {number[]} cards */
  cards(cards) {
    return this.list([...counted(cards)].map(([figure, n]) => this.say(`cards.${figure}`, { n, count: this.word(n) })))
  }

  /** @param {string[]} words */
  list(words) {
    return this.lists.format(words)
  }

  /**
   * The head of a combination, or null for cards of one figure. (Heads have the lowest numbers of all.)
   * @param {number[]} cards
   */
  head(cards) {
    return new Set(cards).size > 1 ? Math.min(...cards) : null
  }

  /** What a play is called on a button. @param {number[]} cards */
  short(cards) {
    const head = this.head(cards)
    const count = this.word(cards.length)
    return head === null
      ? this.say("play.it", { pips: this.pips(cards[0]), count })
      : this.say("play.combination", { combination: this.say(`combination.${head}`), count })
  }

  /** One card. @param {number} figure */
  draw(figure) {
    const card = make("span", "dom")
    const svg = document.createElementNS(SVG, "svg")
    svg.setAttribute("viewBox", "0 0 120 240")
    svg.setAttribute("class", "face")
    svg.setAttribute("aria-hidden", "true")
    const use = document.createElementNS(SVG, "use")
    use.setAttribute("href", `${this.sprite}#${this.numerals ? "n" : "p"}${this.all[figure].pips.join("")}`)
    svg.append(use)
    card.append(svg)
    return card
  }

  /**
   * Equal cards as one stack with their number on it.
   * @param {number} figure
   * @param {number} n
   */
  stack(figure, n) {
    const stack = make("span", "stk")
    stack.dataset.figure = String(figure)
    for (let layer = 0; layer < n; layer++) stack.append(this.draw(figure))
    if (n > 1) stack.append(make("em", "", String(n)))
    return stack
  }

  /**
   * Cards as stacks beside one another, with words for those who do not see them.
   * @param {number[]} cards
   */
  row(cards) {
    const row = make("span", "stacks")
    row.role = "img"
    row.ariaLabel = capital(this.cards(cards))
    for (const [figure, n] of counted([...cards].sort((a, b) => a - b))) row.append(this.stack(figure, n))
    return row
  }

  /** Cards one by one while there is room, as stacks where there are many. @param {number[]} cards */
  laid(cards) {
    if (cards.length > 4) return this.row(cards)
    const row = make("span", "stacks")
    row.role = "img"
    row.ariaLabel = capital(this.cards(cards))
    row.append(...cards.map((figure) => this.draw(figure)))
    return row
  }
}
