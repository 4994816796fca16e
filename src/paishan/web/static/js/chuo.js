/**
 * The page of a match of Chuo Pai: its buttons, keys and sheets. What they do is the match's own, see `course.js`.
 */

import {
  begin,
  choice,
  choose,
  clear,
  dominoes,
  draw,
  game,
  giveUp,
  guided,
  habits,
  hand,
  keepHabits,
  may,
  pass,
  play,
  playing,
  request,
  restart,
  say,
  sheets,
  skip,
  state,
  summary,
  syncPause,
  table,
  togglePause,
  wished,
} from "./course.js"
import { ask } from "./net.js"
import {
  dialogOpen,
  el,
  HABITS,
  numerals,
  offerSettings,
  openSheet,
  press,
  recall,
  sheet,
  toast,
  write,
} from "./shell.js"

// Sheets

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

/** @param {string} name */
function open(name) {
  if (sheet("menu").open) sheet("menu").close()
  openSheet(sheet(name))
  syncPause()
}

function showSeen() {
  sheets.seen(state, Boolean(habits.memory))
  open("seen")
}

// The end

async function share() {
  const [you, one, two] = state.seats.map(({ points }) => points)
  const text = say(`share.${state.outcome ?? "lost"}`, { you, one, two })
  const url = new URL(`/watch/${game.id}`, location.href).href
  try {
    if (navigator.share) await navigator.share({ text, url })
    else {
      await navigator.clipboard.writeText(`${text} ${url}`)
      write("o-share-said", say("share.copied"))
    }
  } catch (error) {
    // Whoever closes the share sheet meant to; where nothing can be copied, the line is shown to be copied by hand.
    if (!(error instanceof DOMException && error.name === "AbortError")) toast(`${text} ${url}`)
  }
}

/** Whether another match is being begun: a second press begins no second one. */
let beginning = false
addEventListener("pageshow", () => (beginning = false))

async function newMatch() {
  if (beginning) return
  beginning = true
  const answer = await ask("POST", "/api/games", { game: "chuopai", ruleset: game.ruleset.id, previous: game.id })
  if (answer?.status === 201) return location.assign(`/play/${answer.body.id}`)
  beginning = false
  toast(say("net.needed"))
}

/** Back to the match that was left for this one. */
async function takeBack() {
  const answer = await ask("POST", `/api/games/${game.id}/take-back`, {})
  if (answer?.status === 200) location.replace(`/play/${answer.body.id}`)
  else toast(say("net.needed"))
}

// The keyboard

/** @type {Record<string, () => void>} */
const KEYS = {
  Escape: clear,
  u: () => request("undo"),
  r: () => request("redo"),
  h: () => request("hint"),
  b: summary,
  s: showSeen,
  "?": () => open("keys"),
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || dialogOpen()) return
  const { key, target } = event
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return
  if (key === "p" || key === "P") return togglePause()
  if (wished) return
  const inHand = target instanceof HTMLElement && target.closest("#held") !== null
  if (key.startsWith("Arrow") && (inHand || target === document.body)) {
    event.preventDefault()
    const to = hand.arrowed(key)
    if (to !== null || !inHand) hand.focus(to ?? hand.stop)
  } else if (key === " " && (inHand || target === document.body)) {
    event.preventDefault()
    if (!event.repeat) play()
  } else if (key === "Backspace" && inHand) choose(hand.stop, (choice.counts.get(hand.stop) ?? 0) - 1)
  else if (/^[1-4]$/.test(key) && inHand) choose(hand.stop, Number(key))
  else if (key.toLowerCase() === "f") {
    const to = hand.next(state.playable)
    if (to !== null) hand.focus(to)
  } else if (!event.repeat) (KEYS[key] ?? KEYS[key.toLowerCase()])?.()
})
// The space bar presses a button when it comes up.
el("held").addEventListener("keyup", (event) => event.key === " " && event.preventDefault())

// The page

press("play", play)
press("clear", clear)
press("pass", pass)
press("hint", () => request("hint"))
press("undo", () => request("undo"))
press("pause", togglePause)
press("resume", togglePause)
press("mat", skip)
press("menu", () => {
  el("m-giveup").hidden = !playing()
  el("m-redo").hidden = !may("redo")
  el("m-restart").hidden = !state.history.length && playing()
  open("menu")
})
press("m-seen", showSeen)
press("m-new", () => leave("menu", newMatch))
press("m-restart", () => goOn(restart))
press("m-redo", () => goOn(() => request("redo")))
press("m-giveup", () => goOn(giveUp))
press("m-rules", () => {
  sheets.rules()
  open("rules")
})
for (const name of ["pace", "keys"]) press(`m-${name}`, () => open(name))
offerSettings("m-settings", showLook, () => open("settings"))
press("o-new", newMatch)
press("o-again", () => leave("over", restart))
press("o-share", share)
press("tip-close", () => {
  keepHabits({ tips: false })
  el("tip").hidden = true
  hand.focus()
})

for (const input of sheet("pace").querySelectorAll("input")) {
  input.checked = input.id === "memory" ? Boolean(habits.memory) : guided()
  input.addEventListener("input", () => {
    if (input.id === "memory") keepHabits({ memory: input.checked })
    else keepHabits({ tips: input.checked })
    table.draw(state.seats)
  })
}

/** After a change in the settings. @param {import("./shell.js").Look} look */
function showLook(look) {
  dominoes.numerals = numerals(look)
  const chosen = sheet("settings").querySelector("input[name=pace]:checked")
  habits.pace = chosen instanceof HTMLInputElement ? chosen.value : recall(HABITS).pace
  table.draw(state.seats)
  draw()
}

begin()
if (game.previous && playing() && !state.rounds.length)
  toast(say("new.match"), { label: say("act.back.match"), act: takeBack })
