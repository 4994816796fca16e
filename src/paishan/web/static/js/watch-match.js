/**
 * The table of a match of Chuo Pai that is watched again: all three hands lie open, and what every play did is told.
 */

import { Dominoes, make } from "./dominoes.js"
import { capital, el, numerals, write } from "./shell.js"
import { Table } from "./table.js"

/** @typedef {import("./table.js").Act} Act */
/**
 * @typedef {{word: string, did: Act[], hint: number[], hands: number[][], piles: number[][], wasted: number[][], number:
 *   number, round: import("./table.js").Round, turn: number | null, ms: number, status: string, winners: number[]}} Frame
 */

/** @param {HTMLElement} place  @param {string} kind */
const part = (place, kind) => /** @type {HTMLElement} */ (place.querySelector(`.${kind}`))

/**
 * @param {any} replay  what the page says of the match
 * @param {import("./shell.js").Say} say
 * @param {import("./shell.js").Look} look
 * @returns {import("./watch.js").Scene}
 */
export function matchScene(replay, say, look) {
  /** @type {Frame[]} */
  const frames = replay.frames
  const dominoes = new Dominoes(replay.layout.dominoes, el("stage").dataset.dominoes ?? "", say, document.documentElement.lang || "en")
  dominoes.numerals = numerals(look)
  // Where all hands lie open, no pass tells anything.
  const table = new Table(dominoes, say, () => false)
  // A name written from right to left must not turn the sentence that it stands in.
  if (!replay.mine) table.stranger = replay.name ? `\u2068${replay.name}\u2069` : say("seat.somebody")

  /** @param {number} at  what the move that led there was, in words */
  function words(at) {
    const { word, did, hint, status, winners } = frames[at]
    const said = did.map((act) => table.words(act))
    if (word === "hint") said.push(say("was.hint", { tile: dominoes.cards(hint) }))
    else if (!/^(play|pass)$/.test(word)) said.unshift(say(word === "begin" && did.length ? "table.bonus" : `table.${word}`))
    if (status === "over" && /^(play|pass)$/.test(word)) said.push(won(winners))
    return capital(said.join(" "))
  }

  /** @param {number[]} winners */
  function won(winners) {
    const names = winners.map((seat) => table.name(seat))
    if (winners.length > 1) return say("table.shared", { names: dominoes.list(names) })
    return say(table.own(winners[0]) ? "table.won.you" : "table.won", { name: names[0] })
  }

  /** @param {number} at */
  function show(at) {
    const { word, did, hint, hands, piles, wasted, number, round, turn, status } = frames[at]
    /** @type {Map<number, number[]>} */
    const bonus = new Map(did.flatMap((act) => (act.type === "bonus" ? [[act.seat, act.cards]] : [])))
    const seats = replay.seats.map((/** @type {any} */ seat, /** @type {number} */ place) => ({
      ...seat,
      cards: hands[place].length,
      points: piles[place].length,
      laid: bonus.get(place) ?? [],
    }))
    const going = round.winner === null
    table.show(
      /** @type {any} */ ({
        seats,
        status,
        turn,
        round: going ? round : { ...round, plays: [] },
        rounds: going ? [] : [round],
        recent: [],
      }),
    )
    write("left", say("round", { n: number }))
    for (const seat of [0, 1, 2]) {
      const place = el(`seat-${seat}`)
      part(place, "vain").textContent = String(wasted[seat].length)
      part(place, "open").replaceChildren(hands[seat].length ? dominoes.row(hands[seat]) : make("span", "", say("seen.nothing")))
      el(`taken-${seat}`).replaceChildren(...heaped("seen.pile", seat, piles[seat]), ...heaped("seen.wasted", seat, wasted[seat]))
    }
    if (word !== "hint") return
    for (const stack of part(el("seat-0"), "open").querySelectorAll(".stk"))
      stack.classList.toggle("hint", hint.includes(Number(/** @type {HTMLElement} */ (stack).dataset.figure)))
  }

  /** @param {string} key  @param {number} seat  @param {number[]} cards */
  function heaped(key, seat, cards) {
    const title = say(table.own(seat) ? `${key}.you` : key, { name: table.name(seat) })
    return cards.length ? [make("b", "", title), dominoes.row(cards)] : []
  }

  const nothing = () => {}
  return { show, words, light: nothing, unlight: nothing, least: 700 }
}
