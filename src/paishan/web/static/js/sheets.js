/**
 * The sheets of a match of Chuo Pai that are filled in the browser: what is out already, the rules in pictures, and how
 * the match ended. Each is written from a state; when a sheet is opened is not known here.
 */

import { headOf } from "./choice.js"
import { counted, FAMILIES, make } from "./dominoes.js"
import { capital, el } from "./shell.js"

/** @typedef {import("./dominoes.js").Dominoes} Dominoes */
/** @typedef {import("./table.js").Round} Round */
/** @typedef {import("./table.js").Seat} Seat */
/** @typedef {import("./table.js").State} State */
/**
 * Matches that are counted together: `points` has those that are over, `next` says whether another one can be begun.
 * @typedef {{id: string, match: number, of: number, points: number[][], totals: number[], next: boolean}} Series
 */

export class Sheets {
  /**
   * @param {Dominoes} dominoes
   * @param {import("./table.js").Table} table
   * @param {import("./shell.js").Say} say
   * @param {string} language
   */
  constructor(dominoes, table, say, language) {
    this.dominoes = dominoes
    this.table = table
    this.say = say
    this.language = language
  }

  /**
   * What is out already.
   * @param {State} state
   * @param {boolean} memory  whether it is told too what the others can have at most
   */
  seen(state, memory) {
    const { say, table } = this
    el("seen-piles").replaceChildren(
      ...state.seats.flatMap(({ seat, pile, wasted }) => {
        const name = table.name(seat)
        return [
          this.#cards(say(seat ? "seen.pile" : "seen.pile.you", { name }), pile),
          this.#cards(say(seat ? "seen.wasted" : "seen.wasted.you", { name }), wasted),
        ]
      }),
    )
    this.#drawUnseen(state, state.seats.filter(({ most }) => memory && most))
    const rounds = state.rounds.map((round) => this.#round(round)).reverse()
    el("seen-rounds").replaceChildren(...(rounds.length ? rounds : [make("li", "", say("seen.none"))]))
  }

  /** The figures with how many there are in the hand and out of sight. @param {State} state  @param {Seat[]} aided */
  #drawUnseen(state, aided) {
    const { dominoes, say, table } = this
    const held = counted(state.hand)
    const most = aided.map(({ seat }) => say("seen.most", { name: table.name(seat) }))
    const head = make("tr")
    for (const title of ["", say("seen.yours"), say("seen.others"), ...most])
      head.append(title ? Object.assign(make("th", "", title), { scope: "col" }) : make("td"))
    el("seen-head").replaceChildren(head)
    el("seen-out").replaceChildren(
      ...dominoes.all.map(({ number }) => {
        const row = make("tr")
        row.append(Object.assign(make("th", "", `${dominoes.name(number)} ${dominoes.pips(number)}`), { scope: "row" }))
        for (const n of [held.get(number) ?? 0, state.unseen[number], ...aided.map(({ most }) => most?.[number] ?? 0)])
          row.append(make("td", n ? "" : "zero", String(n)))
        return row
      }),
    )
  }

  /** @param {Round} round */
  #round({ winner, plays }) {
    const { dominoes, say, table } = this
    const item = make("li")
    const acts = plays.map(({ seat, cards }, place) => {
      const key = cards.length ? (place ? "said.beat" : "said.led") : "mat.passed"
      const said = cards.length ? dominoes.cards(cards) : ""
      return say(seat ? key : `${key}.you`, { name: table.name(seat), cards: said })
    })
    item.append(acts.join(" "))
    const won = plays.findLast(({ seat, cards }) => seat === winner && cards.length)
    if (winner !== null && won) {
      const values = { name: table.name(winner), n: won.cards.length }
      item.append(" ", make("b", "", say(winner ? "mat.won" : "mat.won.you", values)))
    }
    return item
  }

  /** The families in their order, and what goes together in combinations. */
  rules() {
    const { dominoes, say } = this
    const { all } = dominoes
    /** @param {number} figure */
    const named = (figure) => {
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
          row.append(named(domino.number))
        })
        return row
      }),
    )
    el("r-combinations").replaceChildren(
      ...[0, 1, 2, 3].map((head) => {
        const row = make("div", "order")
        row.append(make("b", "", say(`combination.${head}`)), named(head), make("i", "", "+"))
        for (const { number } of all) if (number !== head && headOf(all, number) === head) row.append(named(number))
        return row
      }),
    )
  }

  /** How the match ended. @param {State} state */
  over(state) {
    const { dominoes, say, table } = this
    el("over-title").textContent = this.#outcome(state)
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
        if (left.length) item.append(this.#cards(say("over.left"), left))
        return item
      }),
    )
    this.lessons(state)
  }

  /** @param {State} state  @returns {string} */
  #outcome({ winners, outcome }) {
    const { say, table } = this
    if (!winners) return say("over.given-up")
    const names = winners.filter((seat) => seat).map((seat) => table.name(seat))
    if (outcome === "won") return say("over.won")
    if (outcome === "shared") return names.length > 1 ? say("over.shared.all") : say("over.shared", { name: names[0] })
    if (names.length > 1) return say("over.others", { names: this.dominoes.list(names) })
    return say("over.lost", { name: names[0] })
  }

  /** What can be learned from the match, once the server has told. @param {State} state */
  lessons({ lessons, status }) {
    const { dominoes, language, say } = this
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
    ) ?? [say(status === "over" ? "lesson.later" : "lesson.none")]
    const shown = lines.length ? lines : [say("lesson.none")]
    el("o-lessons").replaceChildren(...shown.map((line) => make("li", "", line)))
  }

  /** How the series stands that the match belongs to. @param {Series} series */
  series({ next, totals, points, of, id }) {
    const { say, table } = this
    const [you, one, two] = totals
    const sum = { match: points.length, of, you, first: table.name(1), one, second: table.name(2), two }
    const ended = points.length === of ? this.#winners(totals) : ""
    el("o-series").hidden = !points.length
    el("o-series").textContent = [say("series.totals", sum), ended].join(" ").trim()
    el("o-next").hidden = !next
    el("o-series-id").setAttribute("value", id)
    el("o-new").classList.toggle("pri", !next)
  }

  /** Who won the series, all piles together. @param {number[]} totals  @returns {string} */
  #winners(totals) {
    const { dominoes, say, table } = this
    const most = Math.max(...totals)
    const seats = [0, 1, 2].filter((seat) => totals[seat] === most)
    const names = seats.map((seat) => table.name(seat))
    if (seats.length > 1) return say("series.shared", { names: dominoes.list(names) })
    return say(seats[0] ? "series.lost" : "series.won", { name: names[0] })
  }

  /** @param {string} term  @param {number[]} cards */
  #cards(term, cards) {
    const part = make("div", "cards-of")
    const shown = cards.length ? this.dominoes.row(cards) : make("span", "", this.say("seen.nothing"))
    part.append(make("b", "", term), shown)
    return part
  }
}
