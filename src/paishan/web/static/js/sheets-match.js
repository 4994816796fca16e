/**
 * The sheets of a match of Chuo Pai: its menu, what is out already, the rules in pictures, and how it ended. They come
 * behind the page, because no card is laid with them.
 */

import {
  dominoes,
  game,
  giveUp,
  guided,
  habits,
  keepHabits,
  language,
  learn,
  may,
  playing,
  request,
  restart,
  say,
  state,
  syncPause,
  table,
  togglePause,
  wished,
} from "./chuo.js"
import { counted, FAMILIES, headOf, make } from "./dominoes.js"
import { ask } from "./net.js"
import { beginAnother, share, takeBack as goBack } from "./onward.js"
import { capital, el, hideToast, openSheet, press, sheet, write } from "./shell.js"

/** @typedef {import("./table.js").Round} Round */
/** @typedef {import("./table.js").Seat} Seat */
/** @typedef {import("./table.js").State} State */
/**
 * Matches that are counted together: `points` has those that are over, `next` says whether another one can be begun.
 * @typedef {{id: string, match: number, of: number, points: number[][], totals: number[], next: boolean}} Series
 */

/** @param {string} name */
export function open(name) {
  if (sheet("menu").open) sheet("menu").close()
  openSheet(sheet(name))
  syncPause()
}

/** @param {string} name  @param {() => void} [then] */
function leave(name, then) {
  sheet(name).close()
  syncPause()
  then?.()
}

/** Goes on with the match from the menu, whatever pause the player had wanted. @param {() => void} act */
const goOn = (act) =>
  leave("menu", () => {
    if (wished) togglePause()
    act()
  })

export function openMenu() {
  el("m-giveup").hidden = !playing()
  el("m-redo").hidden = !may("redo")
  el("m-restart").hidden = !state.history.length && playing()
  open("menu")
}

/** What is out already, and, if the memory aid is wanted, what the others can have at most. */
export function showSeen() {
  el("seen-piles").replaceChildren(
    ...state.seats.flatMap(({ seat, pile, wasted }) => {
      const name = table.name(seat)
      return [
        cardsOf(say(seat ? "seen.pile" : "seen.pile.you", { name }), pile),
        cardsOf(say(seat ? "seen.wasted" : "seen.wasted.you", { name }), wasted),
      ]
    }),
  )
  fillUnseen(state.seats.filter(({ most }) => habits.memory && most))
  const rounds = state.rounds.map((round) => lineOf(round)).reverse()
  el("seen-rounds").replaceChildren(...(rounds.length ? rounds : [make("li", "", say("seen.none"))]))
  open("seen")
}

/** The figures with how many there are in the hand and out of sight. @param {Seat[]} aided */
function fillUnseen(aided) {
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
function lineOf({ winner, plays }) {
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
function fillRules() {
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

/** How the match ended. */
export function showOver() {
  el("over-title").textContent = outcomeOf(state)
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
      if (left.length) item.append(cardsOf(say("over.left"), left))
      return item
    }),
  )
  fillLessons()
  fillSeries()
  hideToast()
  openSheet(sheet("over"))
  // What nobody but this browser knows of cannot be asked about.
  if (state.status === "over" && !state.lessons && !game.id.startsWith("local-")) setTimeout(askForLessons, 1000)
}

/** @param {State} state  @returns {string} */
function outcomeOf({ winners, outcome }) {
  if (!winners) return say("over.given-up")
  const names = winners.filter((seat) => seat).map((seat) => table.name(seat))
  if (outcome === "won") return say("over.won")
  if (outcome === "shared") return names.length > 1 ? say("over.shared.all") : say("over.shared", { name: names[0] })
  if (names.length > 1) return say("over.others", { names: dominoes.list(names) })
  return say("over.lost", { name: names[0] })
}

/** What can be learned from the match, once the server has told. */
function fillLessons() {
  const { lessons, status } = state
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

async function askForLessons() {
  const answer = await ask("GET", `/api/games/${game.id}`)
  if (answer?.status === 200 && answer.body.state.lessons) {
    learn(answer.body.state.lessons)
    fillLessons()
  } else if (sheet("over").open && !state.lessons) setTimeout(askForLessons, 2000)
}

/** How the series stands that the match belongs to. */
async function fillSeries() {
  if (!game.series) return
  const answer = await ask("GET", `/api/series/${game.series.id}`)
  if (answer?.status !== 200) return
  /** @type {Series} */
  const { next, totals, points, of, id } = answer.body
  const [you, one, two] = totals
  const sum = { match: points.length, of, you, first: table.name(1), one, second: table.name(2), two }
  const ended = points.length === of ? winnersOf(totals) : ""
  el("o-series").hidden = !points.length
  el("o-series").textContent = [say("series.totals", sum), ended].join(" ").trim()
  el("o-next").hidden = !next
  el("o-series-id").setAttribute("value", id)
  el("o-new").classList.toggle("pri", !next)
}

/** Who won the series, all piles together. @param {number[]} totals  @returns {string} */
function winnersOf(totals) {
  const most = Math.max(...totals)
  const seats = [0, 1, 2].filter((seat) => totals[seat] === most)
  const names = seats.map((seat) => table.name(seat))
  if (seats.length > 1) return say("series.shared", { names: dominoes.list(names) })
  return say(seats[0] ? "series.lost" : "series.won", { name: names[0] })
}

/** @param {string} term  @param {number[]} cards */
function cardsOf(term, cards) {
  const part = make("div", "cards-of")
  const shown = cards.length ? dominoes.row(cards) : make("span", "", say("seen.nothing"))
  part.append(make("b", "", term), shown)
  return part
}

const newMatch = () => beginAnother({ game: "chuopai", ruleset: game.ruleset.id, previous: game.id }, say)
/** Back to the match that was left for this one. */
export const takeBack = () => goBack(game.id, say)

press("m-seen", showSeen)
press("m-new", () => leave("menu", newMatch))
press("m-restart", () => goOn(restart))
press("m-redo", () => goOn(() => request("redo")))
press("m-giveup", () => goOn(giveUp))
press("m-rules", () => {
  fillRules()
  open("rules")
})
for (const name of ["pace", "keys"]) press(`m-${name}`, () => open(name))
press("o-new", newMatch)
press("o-again", () => leave("over", restart))
press("o-share", () => {
  const [you, one, two] = state.seats.map(({ points }) => points)
  const text = say(`share.${state.outcome ?? "lost"}`, { you, one, two })
  share(game.id, text, () => write("o-share-said", say("share.copied")))
})

for (const input of sheet("pace").querySelectorAll("input")) {
  input.checked = input.id === "memory" ? Boolean(habits.memory) : guided()
  input.addEventListener("input", () => {
    if (input.id === "memory") keepHabits({ memory: input.checked })
    else keepHabits({ tips: input.checked })
    table.draw(state.seats)
  })
}
