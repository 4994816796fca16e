/**
 * The rules of Chuo Pai for a match that is played without a server: what can be led, what beats what, and what a
 * position tells. `paishan.chuopai.match` is the reference; the tests hold the two together.
 */

import { headOf } from "./dominoes.js"

/** @typedef {import("./dominoes.js").Domino} Domino */
/**
 * @typedef {object} Deal
 * @property {number[][]} hands  the figures of each seat's cards, as they are dealt
 * @property {number} leader
 * @property {number} number  the code's: chance is drawn from it
 */
/** @typedef {{bonus: "every-copy" | "one-each", most: number}} Options */
/**
 * Cards laid at once; none are a pass.
 * @typedef {object} Play
 * @property {number[]} cards  ascending
 * @property {string} family
 * @property {number} rank  within its family, 1 the highest
 */
/** @typedef {{seat: number, play: Play}} Act */
/** @typedef {{leader: number, acts: Act[], winner: number | null}} Round */

export const SEATS = [0, 1, 2]
export const COPIES = 4
const [NAIL, TWO_RED] = [19, 20]
const HEADS = [0, 1, 2, 3]
/** @type {Play} */
export const PASS = { cards: [], family: "", rank: 0 }

/** @param {number} figure  @param {number} n  @returns {number[]} */
export const some = (figure, n) => Array(Math.max(0, n)).fill(figure)

/** The cards of a hand that is given as counts. @param {number[]} counts */
export const cardsOf = (counts) => counts.flatMap((n, figure) => some(figure, n))

/** @param {number[]} counts  @param {number[]} cards */
function take(counts, cards) {
  for (const card of cards) counts[card] -= 1
}

/** The seats in turn. @param {number} first */
const from = (first) => SEATS.map((seat) => (first + seat) % 3)

/** What is the same in every match: which figures beat which, and which go with a head. */
export class Ranks {
  /** @param {Domino[]} dominoes */
  constructor(dominoes) {
    this.dominoes = dominoes
    /** For each figure those that beat it. */
    this.higher = dominoes.map(({ family, rank }) =>
      dominoes.filter((other) => other.family === family && other.rank < rank).map(({ number }) => number),
    )
    /** For each head the two figures that combine with it. */
    this.matching = HEADS.map((head) =>
      dominoes.filter(({ number }) => number > 3 && headOf(dominoes, number) === head).map(({ number }) => number),
    )
  }

  /** @param {number} figure  @param {number} n  @returns {Play} */
  single(figure, n) {
    const { family, rank } = this.dominoes[figure]
    return { cards: some(figure, n), family, rank }
  }

  /**
   * A combination of so many heads with so many of its first and of its second figure.
   * @param {number} head  @param {number} heads  @param {number} a  @param {number} b
   * @returns {Play}
   */
  combination(head, heads, a, b) {
    const [first, second] = this.matching[head]
    return { cards: [...some(head, heads), ...some(first, a), ...some(second, b)], family: "combination", rank: head + 1 }
  }

  /**
   * The combinations of a head that a hand has, with so many cards as `fits` says, in their order for ever.
   * @param {number[]} hand  @param {number} head  @param {(n: number) => boolean} fits
   */
  combinations(hand, head, fits) {
    const [first, second] = this.matching[head]
    const found = []
    for (let heads = 1; heads <= hand[head]; heads++)
      for (let a = 0; a <= hand[first]; a++)
        for (let b = 0; b <= hand[second]; b++)
          if (a + b && fits(heads + a + b)) found.push(this.combination(head, heads, a, b))
    return found
  }

  /** All that a hand can lead. @param {number[]} hand  @param {number} most */
  leads(hand, most) {
    const singles = hand.flatMap((n, figure) => Array.from({ length: n }, (_, k) => this.single(figure, k + 1)))
    return [...singles, ...HEADS.flatMap((head) => this.combinations(hand, head, (n) => n <= most))]
  }

  /** All with which a hand beats a play; no pass. @param {number[]} hand  @param {Play} play */
  beats(hand, { cards, family, rank }) {
    const n = cards.length
    if (family === "combination")
      return HEADS.slice(0, rank - 1).flatMap((head) => this.combinations(hand, head, (m) => m === n))
    return this.higher[cards[0]].filter((figure) => hand[figure] >= n).map((figure) => this.single(figure, n))
  }
}

export class Match {
  /** @type {Act[]} of the round that is going on */
  acts = []
  /** @type {Round[]} that are finished */
  rounds = []
  /** @type {number[][]} */
  wasted = [[], [], []]

  /** @param {Deal} deal  @param {Options} options  @param {Ranks} ranks */
  constructor(deal, options, ranks) {
    this.ranks = ranks
    this.options = options
    /** Counts, by seat. */
    this.hands = deal.hands.map((hand) => {
      const counts = Array(ranks.dominoes.length).fill(0)
      for (const card of hand) counts[card] += 1
      return counts
    })
    /** What each seat laid as the opening bonus. */
    this.laid = this.hands.map((hand) => this.#bonus(hand))
    this.piles = this.laid.map((cards, seat) => {
      take(this.hands[seat], cards)
      return [...cards]
    })
    this.leader = this.#withCards(deal.leader)
  }

  /** @param {number[]} hand */
  #bonus(hand) {
    if (!hand[NAIL] || !hand[TWO_RED]) return []
    if (this.options.bonus === "one-each") return [NAIL, TWO_RED]
    return [...some(NAIL, hand[NAIL]), ...some(TWO_RED, hand[TWO_RED])]
  }

  /** @param {number} seat */
  #has(seat) {
    return this.hands[seat].some(Boolean)
  }

  /** @param {number} seat */
  #withCards(seat) {
    return from(seat).find((other) => this.#has(other)) ?? seat
  }

  #next() {
    const acted = this.acts.map(({ seat }) => seat)
    return from(this.leader).find((seat) => !acted.includes(seat) && this.#has(seat)) ?? null
  }

  /** Everything that was played, passes too. */
  get all() {
    return [...this.rounds.flatMap(({ acts }) => acts), ...this.acts]
  }

  get over() {
    return !this.acts.length && SEATS.filter((seat) => this.#has(seat)).length <= 1
  }

  /** Who is to act, or null when the match is over. */
  get turn() {
    return this.over ? null : this.#next()
  }

  /** The highest play of the round so far, or null. */
  get best() {
    return this.acts.findLast(({ play }) => play.cards.length) ?? null
  }

  /** By seat. */
  get counts() {
    return this.hands.map((hand) => hand.reduce((sum, n) => sum + n, 0))
  }

  get winners() {
    const most = Math.max(...this.piles.map((pile) => pile.length))
    return this.over ? SEATS.filter((seat) => this.piles[seat].length === most) : []
  }

  /** What the seat in turn may play: leads, or beats, or a pass if there are none. @returns {Play[]} */
  legal() {
    const { turn, best } = this
    if (turn === null) return []
    if (!best) return this.ranks.leads(this.hands[turn], this.options.most)
    const beats = this.ranks.beats(this.hands[turn], best.play)
    return beats.length ? beats : [PASS]
  }

  /** The play that is allowed with these cards, if there is one. @param {number[]} cards */
  allowed(cards) {
    const wanted = [...cards].sort((a, b) => a - b).join()
    return this.legal().find((play) => play.cards.join() === wanted)
  }

  /** Lets the seat in turn make a play that is allowed. @param {Play} play */
  push(play) {
    const seat = /** @type {number} */ (this.turn)
    take(this.hands[seat], play.cards)
    this.acts.push({ seat, play })
    const { best } = this
    if (this.#next() !== null || !best) return
    this.rounds.push({ leader: this.leader, acts: this.acts, winner: best.seat })
    for (const act of this.acts) (act === best ? this.piles : this.wasted)[act.seat].push(...act.play.cards)
    this.acts = []
    this.leader = this.#withCards(best.seat)
  }

  /** How many of each figure the two others hold between them. @param {number} seat */
  unseen(seat) {
    const unseen = this.hands[seat].map((n) => COPIES - n)
    for (const cards of [...this.laid, ...this.all.map(({ play }) => play.cards)]) take(unseen, cards)
    return unseen
  }

  /**
   * What everybody knows of a hand: at most so many of each figure, and for each number of cards no combination headed by
   * a figure below this.
   * @param {number} seat
   */
  told(seat) {
    const caps = Array(this.ranks.dominoes.length).fill(COPIES)
    const blocked = Array(3 * COPIES + 1).fill(0)
    const laid = this.laid[seat]
    if (laid.length && this.options.bonus === "every-copy") caps[NAIL] = caps[TWO_RED] = 0
    else take(caps, laid)
    for (const { acts } of [...this.rounds, { acts: this.acts }]) {
      let best = PASS
      for (const { seat: who, play } of acts) {
        if (play.cards.length) best = play
        if (who !== seat) continue
        const n = best.cards.length
        if (play.cards.length) take(caps, play.cards)
        else if (best.family === "combination") blocked[n] = Math.max(blocked[n], best.rank - 1)
        else for (const figure of this.ranks.higher[best.cards[0]]) caps[figure] = Math.min(caps[figure], n - 1)
      }
    }
    return { caps, blocked, both: laid.length > 0 && this.options.bonus === "one-each" }
  }
}
