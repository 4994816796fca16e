/**
 * The sheets of a board, whatever its family: its menu, and how it ended or got stuck. They come behind the page, because
 * no move is made with them.
 */

import {
  askFor,
  boardName,
  dead,
  family,
  fresh,
  game,
  latest,
  link,
  played,
  say,
  syncPause,
  undo,
  view,
} from "./flow.js"
import { ask } from "./net.js"
import { beginAnother, takeBack as goBack } from "./onward.js"
import { clockText, dialogOpen, el, hideToast, openSheet, press, sheet, toast } from "./shell.js"
import { canShuffle, canUndo } from "./state.js"

const { ruleset } = game

/** Whether the game has ended otherwise than by being won. */
const isOver = () => view.status === "given-up" || view.status === "timed-out"

/** Opens a sheet about the board, which stays in view above it or beside it. @param {string} name */
function openBeside(name) {
  const dialog = sheet(name)
  openSheet(dialog)
  const beside = dialog.offsetWidth < innerWidth
  const game = /** @type {HTMLElement} */ (el("stage").parentElement)
  game.style.setProperty("--under", `${beside ? 0 : dialog.offsetHeight}px`)
  game.classList.toggle("under", !beside)
  family.drawing.peek(true)
}

/** The whole page is the board's again. */
function stepBack() {
  el("stage").parentElement?.classList.remove("under")
  family.drawing.peek(false)
}

function showOver() {
  const late = view.status === "timed-out"
  el("over-title").textContent = say(late ? "over.timed-out" : "over.given-up")
  const told = late ? "timed-out" : ruleset.clock ? "given-up" : "given-up.untimed"
  el("o-said").textContent = say(told, { n: view.left, time: clockText(played()) })
  el("o-undo").hidden = !canUndo(view, ruleset)
  hideToast()
  openBeside("over")
}

export function showLocked() {
  el("locked-title").textContent = say(dead() ? "dead.title" : "locked.title")
  const [back, anew] = [canUndo(view, ruleset), canShuffle(view, ruleset, dead())]
  const [still, dying] = back ? ["locked", "dead"] : [anew ? "locked.for-good" : "locked.lost", "dead.for-good"]
  el("l-said").textContent = say(dead() ? dying : still, { n: view.left })
  el("l-undo").hidden = !back
  el("l-shuffle").hidden = !anew
  el("l-rewind").hidden = !latest.can.rewind || link.unsent.length > 0
  const words = el("l-rewind").querySelector("span span")
  if (words) words.textContent = say("rewind", { n: latest.rewind ?? 0 })
  hideToast()
  openBeside("locked")
}

function showWon() {
  hideToast()
  const { hints, undos, shuffles } = view.used
  const facts = [
    say("won.pairs", { n: view.ground.size / 2 }),
    say("won.hints", { n: hints }),
    say("won.undos", { n: undos }),
  ]
  if (ruleset.shuffle !== "never") facts.push(say("won.shuffles", { n: shuffles }))
  el("w-time").hidden = !ruleset.clock
  el("w-time").textContent = clockText(played())
  el("w-facts").textContent = facts.join(say("comma"))
  family.won?.(latest)
  openSheet(sheet("won"))
  // What is told of a game that is over is fetched then, not with the board.
  if (latest.status === "cleared")
    import("./won.js").then((won) => won.tell({ game, state: latest, boardName, say }), () => {})
}

/** Says that it is the end. */
export function showEnd() {
  if (view.status === "cleared") showWon()
  else if (view.status === "locked") showLocked()
  else if (isOver()) showOver()
}

/** Offers the choices again beside the bare board, when the sheet that had them was closed. */
function offerChoices() {
  if (view.waiting || dialogOpen() || (view.status !== "locked" && !isOver())) return
  const said = view.status === "locked" ? "locked.still" : `said.${view.status}`
  toast(say(said, { left: say("tiles.left", { n: view.left }) }), { label: say("act.choices"), act: showEnd })
}

/** Closes a sheet and goes on with what was chosen in it. @param {string} name  @param {() => void} [then] */
function leave(name, then) {
  sheet(name).close()
  syncPause()
  then?.()
}

/** The code of a ranked game tells all its faces, and is told when it is over. */
async function learnCode() {
  if (game.code || view.status === "playing" || view.status === "locked") return
  const answer = await ask("GET", `/api/games/${game.id}`)
  if (answer?.status !== 200 || !answer.body.code) return
  game.code = answer.body.code
  el("m-code-said").textContent = game.code
  el("m-code").hidden = false
}

/** Says what becomes of this board when another is begun. */
function sayOfLeaving() {
  const said = document.querySelector("#m-new span span")
  const begun = view.left < view.ground.size && (view.status === "playing" || view.status === "locked")
  if (said) said.textContent = say(begun ? "leave.loss" : "leave.back")
}

const newBoard = () => beginAnother({ layout: game.layout.id, ruleset: ruleset.id, previous: game.id }, say)
/** Back to the board that was left for this one. */
export const takeBack = () => goBack(game.id, say)

async function copyCode() {
  const code = game.code ?? ""
  try {
    await navigator.clipboard.writeText(code)
  } catch {
    // Without a secure context there is no clipboard to write to but that of a selection.
    getSelection()?.selectAllChildren(el("m-code-said"))
    document.execCommand("copy")
  }
  leave("menu", () => toast(say("said.copied", { code })))
}

export function openMenu() {
  el("m-giveup").hidden = view.status === "cleared" || isOver()
  // A level is played again as another game, because a game that was won stays as it was first won.
  el("m-restart").hidden = fresh() || (view.status === "cleared" && game.occasion.startsWith("level-"))
  sayOfLeaving()
  learnCode()
  openSheet(sheet("menu"))
  syncPause()
}

/** @param {HTMLDialogElement} chosen */
export function openFromMenu(chosen) {
  // In this order, so that the focus comes back to what opened the menu.
  sheet("menu").close()
  openSheet(chosen)
}

/**
 * Does something when a button is pressed that not every page has.
 * @param {string} id
 * @param {() => void} act
 */
const pressIfThere = (id, act) => document.getElementById(id)?.addEventListener("click", act)

pressIfThere("m-new", () => leave("menu", newBoard))
press("m-restart", () => leave("menu", () => askFor("restart")))
press("m-giveup", () => leave("menu", () => askFor("give-up")))
press("m-code", copyCode)
for (const name of ["rules", "keys"]) press(`m-${name}`, () => openFromMenu(sheet(name)))
press("l-undo", () => leave("locked", undo))
press("l-shuffle", () => leave("locked", () => askFor("shuffle")))
press("l-rewind", () => leave("locked", () => askFor("rewind")))
press("l-restart", () => leave("locked", () => askFor("restart")))
pressIfThere("l-new", () => leave("locked", newBoard))
press("l-look", () => leave("locked"))
pressIfThere("l-giveup", () => leave("locked", () => askFor("give-up")))
pressIfThere("o-new", () => leave("over", newBoard))
pressIfThere("o-again", () => leave("over", () => askFor("restart")))
press("o-undo", () => leave("over", undo))
press("o-look", () => leave("over"))
pressIfThere("w-again", () => leave("won", () => askFor("restart")))
pressIfThere("w-new", () => leave("won", newBoard))

// On a board without tiles there is nothing that could have the focus again.
sheet("won").addEventListener("close", () => view.left || el("menu").focus())
for (const name of ["locked", "over"]) {
  sheet(name).addEventListener("close", stepBack)
  sheet(name).addEventListener("close", () => setTimeout(offerChoices))
}

el("m-code-said").textContent = game.code ?? ""
if (ruleset.matching === "identical") el("matching-said").textContent = say("matching.identical")
