/**
 * The computer players who play by habit, for a match without a server: beginner, easy and normal, play for play as
 * `paishan.chuopai.players` has them, so that the server can play the same match again. The tests hold the two together.
 */

import { SEATS } from "./match.js"

/** @typedef {import("./match.js").Match} Match */
/** @typedef {import("./match.js").Play} Play */
/** @typedef {import("./match.js").Ranks} Ranks */

const MASK = (1n << 64n) - 1n
/** Of 1,000 leads so many hold back; the others cash. @type {Record<string, number>} */
const STEADY = { beginner: 0, easy: 200, normal: 1000 }

/** SplitMix64, as in `paishan.rng`. */
export class Rng {
  #state

  /** @param {bigint} seed */
  constructor(seed) {
    this.#state = seed & MASK
  }

  next() {
    this.#state = (this.#state + 0x9e3779b97f4a7c15n) & MASK
    let mixed = this.#state
    mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK
    mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & MASK
    return mixed ^ (mixed >> 31n)
  }

  /** A number 0 … bound - 1, each equally likely. @param {number} bound */
  below(bound) {
    const wide = BigInt(bound)
    const limit = MASK + 1n - ((MASK + 1n) % wide)
    let drawn = this.next()
    while (drawn >= limit) drawn = this.next()
    return Number(drawn % wide)
  }
}

/**
 * What the seat in turn plays.
 * @param {Match} match
 * @param {{level: string | null, character: string | null}} player
 * @param {number} number  the deal's
 */
export function choose(match, player, number) {
  const moves = match.legal()
  if (moves.length === 1) return moves[0]
  const seat = /** @type {number} */ (match.turn)
  const hand = match.hands[seat]
  const { ranks } = match
  if (match.best) return lowestBeat(hand, moves)
  const ply = BigInt(match.all.length + 1)
  const rng = new Rng(new Rng(BigInt(number) + 0xd1342543de82ef95n * ply).next())
  const others = [threat(match, (seat + 1) % 3), threat(match, (seat + 2) % 3)]
  const unseen = match.unseen(seat)
  const steady = STEADY[player.level ?? ""] ?? 1000
  const drawn = steady < 1000 ? rng.below(1000) : 0
  if (drawn < steady) {
    const cheap = cheapest(ranks, hand, others, unseen, player.character)
    if (cheap) return cheap
  }
  const cashed = cash(ranks, hand, others, match.options.most, rng)
  return cashed ?? hopeful(ranks, hand, unseen, moves)
}

/** The most that a seat can hold of each figure, by what the seat in turn knows. @param {Match} match  @param {number} seat */
function threat(match, seat) {
  const me = /** @type {number} */ (match.turn)
  const { counts } = match
  const alone = counts[/** @type {number} */ (SEATS.find((other) => other !== me && other !== seat))] === 0
  const { caps } = match.told(seat)
  return match.unseen(me).map((n, figure) => Math.min(alone ? n : Math.min(n, caps[figure]), counts[seat]))
}

/** Whether some hand has so many of a figure that beats this one. @param {number[][]} others */
const beaten = (/** @type {Ranks} */ ranks, others, /** @type {number} */ figure, /** @type {number} */ n) =>
  ranks.higher[figure].some((above) => others.some((hand) => hand[above] >= n))

/** How many cards the largest combination of a head has, 0 if there is none. */
function largest(/** @type {Ranks} */ { matching }, /** @type {number[]} */ hand, /** @type {number} */ head, /** @type {number} */ most) {
  const [first, second] = matching[head]
  const others = hand[first] + hand[second]
  return hand[head] && others ? Math.min(most, hand[head] + others) : 0
}

/** The combination of so many cards that spends the fewest heads. */
function thriftiest(/** @type {Ranks} */ ranks, /** @type {number[]} */ hand, /** @type {number} */ head, /** @type {number} */ size) {
  const [first, second] = ranks.matching[head]
  const others = Math.min(size - 1, hand[first] + hand[second])
  const a = Math.min(hand[first], others)
  return ranks.combination(head, size - others, a, others - a)
}

/**
 * The lead of the largest group that nobody can beat, or null; chance decides between equal figures.
 * @param {Ranks} ranks  @param {number[]} hand  @param {number[][]} others  @param {number} most  @param {Rng} rng
 */
function cash(ranks, hand, others, most, rng) {
  /** @type {Play | null} */
  let best = null
  let [size, ties, highest] = [0, 0, 0]
  hand.forEach((n, figure) => {
    if (!n || n < size || beaten(ranks, others, figure, n)) return
    ties = n > size ? 1 : ties + 1
    if (n > size || rng.below(ties) === 0) best = ranks.single(figure, n)
    size = n
  })
  for (let head = 0; head < 4; head++) {
    const mine = largest(ranks, hand, head, most)
    if (mine > highest && mine > size) {
      size = mine
      best = thriftiest(ranks, hand, head, mine)
    }
    highest = Math.max(highest, ...others.map((other) => largest(ranks, other, head, most)))
  }
  return best
}

/** Whether a hand holds a combination with cards of a figure. */
function combines(/** @type {Ranks} */ { matching }, /** @type {number[]} */ hand, /** @type {number} */ figure) {
  const head = matching.findIndex((figures, at) => at === figure || figures.includes(figure))
  return head >= 0 && hand[head] > 0 && matching[head].some((other) => hand[other] > 0)
}

/** How much a taste likes to lead one of `n` cards of a figure. */
function leaning(
  /** @type {Ranks} */ ranks,
  /** @type {number[]} */ hand,
  /** @type {number} */ figure,
  /** @type {number} */ n,
  /** @type {string | null} */ character,
) {
  if (character === "bold") return 8 * (n - 1)
  if (character === "patient") return 8 * (4 - n)
  return character === "thrifty" && !combines(ranks, hand, figure) ? 20 : 0
}

/**
 * The lead of one card of the group that most unseen cards can beat, or null if none can be beaten.
 * @param {Ranks} ranks  @param {number[]} hand  @param {number[][]} others  @param {number[]} unseen
 * @param {string | null} character
 */
function cheapest(ranks, hand, others, unseen, character) {
  /** @type {Play | null} */
  let best = null
  let top = -Infinity
  hand.forEach((n, figure) => {
    if (!n || !beaten(ranks, others, figure, n)) return
    const above = ranks.higher[figure].reduce((sum, other) => sum + unseen[other], 0)
    const score = 10 * above - 30 * (n - 1) - (figure < 4 ? 60 : 0) + leaning(ranks, hand, figure, n, character)
    if (score <= top) return
    top = score
    best = ranks.single(figure, 1)
  })
  return best
}

/** The first of the plays with the highest score. @param {Play[]} moves  @param {(play: Play) => number} score */
const highest = (moves, score) => moves.reduce((best, move) => (score(move) > score(best) ? move : best))

/**
 * The lead of one who wants to cash, where every group can be beaten: large, and by few.
 * @param {Ranks} ranks  @param {number[]} hand  @param {number[]} unseen  @param {Play[]} moves
 */
function hopeful(ranks, hand, unseen, moves) {
  return highest(moves, ({ cards, family, rank }) => {
    const n = cards.length
    if (family === "combination") return 60 * n - 40 * (rank - 1)
    const above = ranks.higher[cards[0]].filter((figure) => unseen[figure] >= n)
    return 100 * n - 60 * (hand[cards[0]] - n) - above.reduce((sum, figure) => sum + 25 * (unseen[figure] - n + 1), 0)
  })
}

/** Of several beats the lowest, rather not out of a larger group, and with as few heads as can be. */
function lowestBeat(/** @type {number[]} */ hand, /** @type {Play[]} */ moves) {
  return highest(moves, ({ cards, family, rank }) =>
    family === "combination"
      ? 10 * (rank - 1) - 3 * cards.filter((card) => card === rank - 1).length
      : 2 * cards[0] - 3 * (hand[cards[0]] - cards.length),
  )
}
