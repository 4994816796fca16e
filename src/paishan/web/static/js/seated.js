/**
 * A match of Chuo Pai that is played without a server: what `MatchTable` in Python does with the same commands. The others
 * play by habit and by the deal's own chance, so the server plays them the same way when it hears of the match.
 */

import { choose } from "./habits.js"
import { cardsOf, Match, PASS, Ranks, SEATS } from "./match.js"

/** @typedef {import("./match.js").Deal} Deal */
/** @typedef {import("./match.js").Play} Play */
/** @typedef {import("./match.js").Round} Round */
/** @typedef {import("./chuo.js").Command} Command */
/** @typedef {import("./table.js").Act} Act */
/** @typedef {{layout: {dominoes: import("./dominoes.js").Domino[]}, ruleset: any, state: any}} Game */

const ME = 0
/** The number of the opening bonus, which comes before play 0. */
const BONUS = -1
/** Who answers when a hint is asked for: with a server it is a stronger one. */
const ADVISER = { level: "normal", character: null }

/** @param {string} reason */
const refused = (reason) => [{ type: "refused", reason }]

export class Seated {
  #game
  #deal
  #ranks
  #match
  #seq = 0
  #begun = false
  #paused = false
  #givenUp = false
  /** @type {"typed-code" | "restarted" | "own-ruleset" | null} */
  #unranked
  /** The number of each of the player's plays. @type {number[]} */
  #decisions = []
  /** @type {Play[][]} */
  #future = []
  /** @type {number[] | null} */
  #hint = null
  #used = { hints: 0, undos: 0, shuffles: 0 }

  /** @param {Game} game  as it begins  @param {Deal} deal */
  constructor(game, deal) {
    this.#game = game
    this.#deal = deal
    this.#ranks = new Ranks(game.layout.dominoes)
    this.#unranked = game.state.unranked
    this.#match = this.#anew()
  }

  #anew() {
    return new Match(this.#deal, this.#game.ruleset, this.#ranks)
  }

  /** A match after the first plays of this one. @param {Play[]} plays */
  #after(plays) {
    const match = this.#anew()
    for (const play of plays) match.push(play)
    return match
  }

  get #status() {
    if (this.#givenUp) return "given-up"
    return this.#match.over ? "over" : "playing"
  }

  /** The others play until the player has a decision. @param {Match} match */
  #playOn(match) {
    for (;;) {
      const { turn } = match
      if (turn === null) return
      if (turn !== ME) match.push(choose(match, this.#game.state.seats[turn], this.#deal.number))
      else if (match.legal()[0] === PASS) match.push(PASS)
      else return
    }
  }

  /**
   * Does what a command says.
   * @param {Command} command
   * @returns {any[]} what happened
   */
  say(command) {
    this.#seq += 1
    const playing = this.#status === "playing"
    if (command.type === "resume") return this.#pause(false)
    if (this.#paused) return refused("paused")
    if (command.type === "restart" && this.#begun) return this.#restart()
    if (command.type === "begin" && this.#begun) return refused("begun")
    if (!playing) return refused("over")
    if (command.type === "pause") return this.#pause(true)
    if (command.type === "begin") return this.#begin()
    if (!this.#begun) return refused("not-begun")
    switch (command.type) {
      case "play":
        return this.#play(command.cards)
      case "undo":
        return this.#undo()
      case "redo":
        return this.#redo()
      case "hint":
        return this.#point()
      case "give-up":
        this.#givenUp = true
        this.#hint = null
        return [{ type: "given-up" }]
    }
    return refused("not-allowed")
  }

  /** @param {boolean} on */
  #pause(on) {
    if (!on && !this.#paused) return refused("not-paused")
    this.#paused = on
    return [{ type: on ? "paused" : "resumed" }]
  }

  #begin() {
    this.#begun = true
    this.#playOn(this.#match)
    return this.#told(BONUS)
  }

  #restart() {
    this.#match = this.#anew()
    this.#unranked ??= "restarted"
    this.#givenUp = false
    this.#decisions = []
    this.#future = []
    this.#used = { hints: 0, undos: 0, shuffles: 0 }
    return [{ type: "restarted" }, ...this.#begin()]
  }

  /** @param {number[]} cards */
  #play(cards) {
    const play = this.#match.allowed(cards)
    if (!play) return refused("not-allowed")
    const first = this.#match.all.length
    this.#match.push(play)
    this.#playOn(this.#match)
    this.#decisions.push(first)
    this.#future = []
    return this.#told(first)
  }

  #undo() {
    if (!this.#unranked) return refused("not-allowed")
    const first = this.#decisions.pop()
    if (first === undefined) return refused("nothing-to-undo")
    const plays = this.#match.all.map(({ play }) => play)
    this.#match = this.#after(plays.slice(0, first))
    this.#future.push(plays.slice(first))
    this.#used.undos += 1
    this.#hint = null
    return [{ type: "undone", plays: plays.length - first }]
  }

  #redo() {
    if (!this.#unranked) return refused("not-allowed")
    const plays = this.#future.pop()
    if (!plays) return refused("nothing-to-redo")
    const first = this.#match.all.length
    for (const play of plays) this.#match.push(play)
    this.#decisions.push(first)
    this.#hint = null
    return [{ type: "redone" }, ...this.#acted(first)]
  }

  #point() {
    this.#hint = choose(this.#match, ADVISER, this.#deal.number).cards
    this.#used.hints += 1
    return [{ type: "hinted", cards: this.#hint }]
  }

  /** What was done from a play on, and the end if this was it. @param {number} first */
  #told(first) {
    this.#hint = null
    const { over, winners, piles } = this.#match
    const end = over ? [{ type: "finished", winners, points: piles.map((pile) => pile.length) }] : []
    return [...this.#acted(first), ...end]
  }

  /** What was done from a play on, or from the opening bonus on. @param {number} first  @returns {Act[]} */
  #acted(first) {
    const { laid, rounds, acts } = this.#match
    /** @type {[number, Act][]} */
    const found = SEATS.filter((seat) => laid[seat].length).map((seat) => [BONUS, { type: "bonus", seat, cards: laid[seat] }])
    const points = laid.map((cards) => cards.length)
    let ply = 0
    for (const { acts: done, winner } of [...rounds, { acts, winner: null }]) {
      let best = PASS
      for (const { seat, play } of done) {
        const { cards } = play
        if (!cards.length) found.push([ply, { type: "passed", seat, told: this.#toldByPass(best) }])
        else {
          found.push([ply, { type: best === PASS ? "led" : "beat", seat, cards }])
          best = play
        }
        ply += 1
      }
      if (winner === null) continue
      points[winner] += best.cards.length
      found.push([ply - 1, { type: "round", winner, cards: best.cards, points: [...points] }])
    }
    return found.filter(([at]) => at >= first).map(([, act]) => act)
  }

  /** What everybody knows of a hand that could not beat a play. @param {Play} play */
  #toldByPass({ cards, family, rank }) {
    const number = cards.length
    if (family === "combination") return rank > 1 ? { number, heads: [0, 1, 2, 3].slice(0, rank - 1) } : null
    const figures = this.#ranks.higher[cards[0]]
    return figures.length ? { number, figures } : null
  }

  /** The state, as the server would tell it; no clock runs here. */
  state() {
    const match = this.#match
    const status = this.#status
    const going = status === "playing"
    const legal = going && this.#begun && match.turn === ME ? match.legal() : []
    const { all, best, counts } = match
    const unseen = match.unseen(ME)
    const ready = going && this.#begun && !this.#paused
    const hands = match.hands.map(cardsOf)
    return {
      ...this.#game.state,
      seq: this.#seq,
      begun: this.#begun,
      status,
      paused: this.#paused,
      turn: going ? match.turn : null,
      hand: hands[ME],
      legal: grouped(legal),
      playable: [...new Set(legal.flatMap(({ cards }) => cards))].sort((a, b) => a - b),
      obvious: legal.length === 1 ? legal[0].cards : null,
      to_beat: best && { seat: best.seat, cards: best.play.cards },
      round: shown({ leader: match.leader, winner: null, acts: match.acts }),
      rounds: match.rounds.map(shown),
      recent: this.#begun ? this.#acted(this.#decisions.at(-1) ?? BONUS) : [],
      seats: SEATS.map((seat) => this.#seat(seat, unseen)),
      unseen,
      history: this.#unranked ? this.#decisions.map((ply) => all[ply].play.cards) : [],
      future: this.#future.map((plays) => plays[0].cards),
      hint: this.#hint,
      left: counts[ME],
      can: {
        undo: ready && this.#unranked !== null && this.#decisions.length > 0,
        redo: ready && this.#unranked !== null && this.#future.length > 0,
        hint: ready,
      },
      used: { ...this.#used },
      score: match.piles[ME].length,
      ranked: this.#unranked === null,
      unranked: this.#unranked,
      hands: going ? null : this.#deal.hands,
      remaining: going ? null : hands,
      winners: status === "over" ? match.winners : null,
      outcome: going ? null : this.#outcome(),
    }
  }

  #outcome() {
    const { winners } = this.#match
    if (this.#status === "over" && winners.includes(ME)) return winners.length === 1 ? "won" : "shared"
    return "lost"
  }

  /** What everybody sees of a seat. @param {number} seat  @param {number[]} unseen */
  #seat(seat, unseen) {
    const { counts, piles, wasted, laid } = this.#match
    const { caps, blocked, both } = this.#match.told(seat)
    const other = seat !== ME
    return {
      ...this.#game.state.seats[seat],
      cards: counts[seat],
      points: piles[seat].length,
      pile: [...piles[seat]],
      // What was played in vain in the round that is going on is not out yet.
      wasted: [...wasted[seat]],
      laid: laid[seat],
      most: other ? unseen.map((n, figure) => Math.min(n, caps[figure], counts[seat])) : null,
      blocked: other ? blocked : null,
      both: other ? both : null,
    }
  }
}

/** @param {Round} round */
const shown = ({ leader, winner, acts }) => ({
  leader,
  winner,
  plays: acts.map(({ seat, play }) => ({ seat, cards: play.cards })),
})

/** Plays by figure, and by head of combinations. @param {Play[]} plays */
function grouped(plays) {
  /** @type {{family: string, first: number, plays: number[][]}[]} */
  const groups = []
  for (const { cards, family } of plays) {
    if (!cards.length) continue
    const group = groups.find((other) => other.family === family && other.first === cards[0])
    if (group) group.plays.push(cards)
    else groups.push({ family, first: cards[0], plays: [cards] })
  }
  return groups
}
