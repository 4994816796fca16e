/**
 * The table around the hand: the three seats, the cards of the round, and the acts of all, shown one after another.
 *
 * What is shown runs behind what the server said, act by act, until the player's turn has come.
 */

import { make } from "./dominoes.js"
import { capital, el, write } from "./shell.js"

/** @typedef {{number: number, figures?: number[], heads?: number[]}} Told */
/**
 * @typedef {{type: "bonus" | "led" | "beat", seat: number, cards: number[]} | {type: "passed", seat: number, told:
 *   Told | null} | {type: "round", winner: number, cards: number[], points: number[]}} Act
 */
/** @typedef {{seat: number, cards: number[]}} Play  no cards are a pass */
/** @typedef {{leader: number, winner: number | null, plays: Play[]}} Round */
/**
 * @typedef {{seat: number, level: string | null, character: string | null, cards: number, points: number, pile:
 *   number[], wasted: number[], laid: number[], most: number[] | null, blocked: number[] | null}} Seat
 */
/**
 * @typedef {{seq: number, begun: boolean, status: "playing" | "over" | "given-up", paused: boolean, turn: number | null,
 *   hand: number[], legal: import("./held.js").Group[], playable: number[], obvious: number[] | null, to_beat: Play |
 *   null, round: Round, rounds: Round[], recent: Act[], seats: Seat[], unseen: number[], history: number[][], future:
 *   number[][], hint: number[] | null, left: number, ranked: boolean, hands: number[][] | null, remaining: number[][] |
 *   null, winners: number[] | null, outcome: "won" | "shared" | "lost" | null, lessons: Lesson[] | null}} State
 */
/** @typedef {{round: number, cards: number[], better: number[], share: number, gain: number}} Lesson */
/** @typedef {{seat: number, cards: number[], kind: "led" | "beat" | "passed" | "bonus", told?: Told | null}} Laid */

/** Milliseconds for which an act is shown, by the pace that was chosen. @type {Record<string, number>} */
export const PACES = { slow: 2400, normal: 1300, fast: 550, once: 0 }

export class Table {
  /** @type {{cards: number, points: number}[]} */
  #seats = []
  /** @type {Laid[]} */
  #mat = []
  /** @type {number | null} who took the round on the mat */
  #winner = null
  /** @type {number | null} */
  #turn = null
  /** Whether the next lead begins the mat anew. */
  #done = false
  /** What the player is called who has seat 0; null is whoever looks. @type {string | null} */
  stranger = null

  /**
   * @param {import("./dominoes.js").Dominoes} dominoes
   * @param {import("./shell.js").Say} say
   * @param {() => boolean} notes  whether what a pass tells is noted
   */
  constructor(dominoes, say, notes) {
    this.dominoes = dominoes
    this.say = say
    this.notes = notes
  }

  /** @param {string} key  @param {number} seat  @param {import("./shell.js").Values} [values] */
  #of(key, seat, values = {}) {
    return this.say(this.own(seat) ? `${key}.you` : key, { name: this.name(seat), ...values })
  }

  /** Whether whoever looks has this seat. @param {number} seat */
  own(seat) {
    return !seat && this.stranger === null
  }

  /** @param {number} seat */
  name(seat) {
    return (seat ? null : this.stranger) ?? this.say(`seat.${seat}`)
  }

  /** Shows a state as it is. @param {State} state */
  show(state) {
    this.#seats = state.seats.map(({ cards, points }) => ({ cards, points }))
    this.#turn = state.status === "playing" ? state.turn : null
    const last = state.rounds.at(-1)
    const shown = state.round.plays.length || !last ? state.round : last
    this.#mat = shown.plays.map(({ seat, cards }, place) => ({
      seat,
      cards,
      kind: cards.length ? (place ? "beat" : "led") : "passed",
      told: this.#told(state.recent, seat, cards),
    }))
    this.#winner = shown === state.round ? null : shown.winner
    this.#done = shown !== state.round
    if (!this.#mat.length)
      this.#mat = state.seats.filter(({ laid }) => laid.length).map(({ seat, laid }) => ({ seat, cards: laid, kind: "bonus" }))
    this.draw(state.seats)
  }

  /** What a pass on the mat told, if it was among the last acts. @param {Act[]} recent  @param {number} seat  @param {number[]} cards */
  #told(recent, seat, cards) {
    if (cards.length) return null
    const pass = recent.findLast((act) => act.type === "passed" && act.seat === seat)
    return pass?.type === "passed" ? pass.told : null
  }

  /** Shows one act more. @param {Act} act  @param {Seat[]} seats */
  step(act, seats) {
    if (act.type === "round") {
      this.#winner = act.winner
      act.points.forEach((points, seat) => (this.#seats[seat].points = points))
      this.#turn = act.winner
      this.#done = true
    } else {
      const first = act.type === "led" || (act.type === "bonus" && this.#mat.some(({ kind }) => kind !== "bonus"))
      if (first || this.#done) {
        this.#mat = []
        this.#winner = null
        this.#done = false
      }
      const cards = act.type === "passed" ? [] : act.cards
      this.#mat.push({ seat: act.seat, cards, kind: act.type, told: act.type === "passed" ? act.told : null })
      this.#seats[act.seat].cards -= cards.length
      if (act.type === "bonus") this.#seats[act.seat].points += cards.length
      this.#turn = act.seat
    }
    this.draw(seats)
    if (act.type !== "round") el("mat").lastElementChild?.classList.add("new")
  }

  /** What an act is in words. @param {Act} act */
  words(act) {
    const { dominoes } = this
    switch (act.type) {
      case "round":
        return this.#of("said.round", act.winner, { n: act.cards.length, points: act.points[act.winner] })
      case "passed":
        return [this.#of("said.passed", act.seat), this.notes() ? this.telling(act.seat, act.told) : ""].join(" ").trim()
      default:
        return this.#of(`said.${act.type}`, act.seat, { cards: dominoes.cards(act.cards) })
    }
  }

  /**
   * What a pass tells of a hand; nothing of one's own.
   * @param {number} seat
   * @param {Told | null | undefined} told
   */
  telling(seat, told) {
    if (!told || !seat) return ""
    const { dominoes, say } = this
    const name = this.name(seat)
    const { number: n, figures, heads } = told
    if (figures?.length)
      return say("told.figures", { n, count: dominoes.word(n), name, figures: dominoes.list(figures.map((f) => dominoes.name(f))) })
    if (!heads?.length) return ""
    return say("told.heads", { count: dominoes.word(n), name, heads: dominoes.list(heads.map((h) => say(`combination.${h}`))) })
  }

  /**
   * What is asked of the player whose turn it is: a sentence, and how it is done.
   * @param {State} state
   * @returns {[string, string]}
   */
  task({ to_beat, obvious, legal }) {
    const { dominoes, say } = this
    if (!to_beat) return [say("turn.lead"), say("turn.lead.how")]
    const first = say("turn.beat", { cards: dominoes.cards(to_beat.cards) })
    if (obvious) return [first, say("turn.only", { cards: dominoes.cards(obvious) })]
    const n = to_beat.cards.length
    const count = dominoes.word(n)
    if (dominoes.head(to_beat.cards) === null)
      return [first, say("turn.must", { n, count, family: dominoes.family(to_beat.cards[0]) })]
    const heads = legal.map((group) => say(`combination.${group.first}`))
    return [first, say("turn.must.combination", { count, heads: dominoes.list(heads) })]
  }

  /** @param {Seat[]} seats  who sits there */
  draw(seats) {
    for (const { seat, level, character } of seats) this.#drawSeat(seat, level, character)
    const highest = this.#mat.findLast(({ kind }) => kind === "led" || kind === "beat")
    el("mat").dataset.cards = String(this.#mat.reduce((sum, { cards }) => sum + Math.min(cards.length, 4), 0))
    el("mat").replaceChildren(...this.#mat.map((laid) => this.#drawLaid(laid, laid === highest)))
  }

  /** @param {number} seat  @param {string | null} level  @param {string | null} character */
  #drawSeat(seat, level, character) {
    const place = el(`seat-${seat}`)
    const { cards, points } = this.#seats[seat]
    const turn = this.#turn === seat
    const yours = turn && this.own(seat) ? this.say("seat.turn") : ""
    const who = level ? this.say(`who.${character}`, { level: this.say(`level.${level}`) }) : yours
    place.classList.toggle("turn", turn)
    const put = (/** @type {string} */ kind, /** @type {string} */ text) => {
      const part = place.querySelector(`.${kind}`)
      if (part && part.textContent !== text) part.textContent = text
    }
    put("name", this.name(seat))
    put("who", who)
    put("held", String(cards))
    put("points", String(points))
    const name = who ? this.name(seat) + this.say("comma") + who : this.name(seat)
    place.ariaLabel = this.say("seat.said", { name, n: cards, points })
    const backs = place.querySelector(".backs")
    if (!backs) return
    while (backs.childElementCount > Math.max(0, cards)) backs.lastElementChild?.remove()
    while (backs.childElementCount < cards) backs.append(make("i"))
  }

  /** @param {Laid} laid  @param {boolean} highest */
  #drawLaid({ seat, cards, kind, told }, highest) {
    const drawn = make("div", `play ${kind}`)
    const won = highest && this.#winner !== null
    drawn.classList.toggle("top", highest)
    drawn.classList.toggle("won", won)
    drawn.classList.toggle("out", cards.length > 0 && !highest && kind !== "bonus")
    if (cards.length) drawn.append(this.dominoes.laid(cards))
    const said = make("p", "", "")
    said.append(make("b", "", this.#of(won ? "mat.won" : `mat.${kind}`, seat, { n: cards.length })))
    if (cards.length) said.append(" ", make("span", "", this.dominoes.cards(cards)))
    drawn.append(said)
    const note = this.notes() ? this.telling(seat, told) : ""
    if (note) drawn.append(make("p", "note", note))
    return drawn
  }
}

/** Writes into the line beside the table: a sentence in bold, and the rest. @param {string} first  @param {string} [rest] */
export function sayBeside(first, rest = "") {
  const bold = make("b", "", capital(first))
  if (rest) el("say").replaceChildren(bold, ` ${rest}`)
  else write("say", capital(first))
}
