/**
 * The course of a game in which pairs are taken, whatever its family: wires state, drawing, hand and network
 * together, and keeps what lies around the board: sheets, clock, pause. The board in view is always the
 * server's last state with the unsent moves laid on it. A page's own module says with `play` what its family
 * brings.
 */

import { afterFrame, ask, Link } from "./net.js"
import {
  applyLook,
  bindSettings,
  button,
  capital,
  chosenLook,
  clockText,
  dialogOpen,
  el,
  hideToast,
  openSheet,
  press,
  sheet,
  show,
  speak,
  speaker,
  spriteOf,
  tileName,
  toast,
  write,
} from "./shell.js"
import { apply, canHint, canRedo, canShuffle, canUndo, pick, viewOf } from "./state.js"

/** @typedef {import("./state.js").Command} Command */
/** @typedef {import("./state.js").Game} Game */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Step} Step */
/** @typedef {import("./state.js").View} View */

/**
 * What a family of games brings to its page.
 * @typedef {object} Family
 * @property {import("./state.js").Ground} ground
 * @property {Canvas} drawing
 * @property {(acts: Acts) => Grip} hand  takes hold of the board
 * @property {(view: View) => void} around  draws what lies around the board, after a frame
 * @property {(view: View, slot: number) => string} label  what a screen reader calls a tile
 * @property {(view: View, slot: number) => [string, string]} sentence  a tile for those who see: its name, and the rest
 * @property {(view: View) => string} summary  the board in words
 * @property {(slot: number) => string} where  where a tile lies
 * @property {(view: View, latest: State, played: number) => void} [tally]  writes what is counted besides the tiles,
 *   whenever it may have changed; `latest` is the server's last word, `played` the milliseconds now
 * @property {(latest: State) => void} [won]  fills in what the sheet of a won game says besides
 */
/**
 * @typedef {object} Canvas  the drawn board
 * @property {(view: View, sprite: string, refused?: number | null) => void} draw
 * @property {(slot: number, label: string) => void} name  tells screen readers the name of a tile
 * @property {(slots: number[]) => void} reveal  brings tiles into view
 */
/**
 * @typedef {object} Grip  the hand on the board
 * @property {() => void} settle  after the board changed: the tab stop is on a tile again
 * @property {() => void} focus  gives the board the focus
 */
/** @typedef {import("./hand.js").Acts} Acts */

/** @type {Game} */
export const game = JSON.parse(el("game").textContent ?? "")
const texts = (/** @type {string} */ id) => JSON.parse(document.getElementById(id)?.textContent ?? "{}")
export const say = speaker({ ...texts("texts"), ...texts("own-texts") }, document.documentElement.lang || "en")
export const boardName = el("title").textContent || game.layout.name
const { ruleset } = game

/** @type {Family} */
let family
/** @type {View} */
let view
/** @type {Grip} */
let hand
/** @type {Link} */
let link
let look = chosenLook()
applyLook(look)
/** The last state that the server gave: what only it can know. */
let latest = game.state
/**
 * What was asked of the server that the player is told about when it comes.
 * @type {Command["type"] | null}
 */
let asked = null

const clock = { ms: 0, running: false, since: 0 }
/** @type {ReturnType<typeof setTimeout> | undefined} */
let ticking

/** What was played: of one thought no more counts than the server lets count. */
const played = () =>
  clock.ms + (clock.running ? Math.min(performance.now() - clock.since, ruleset.thought) : 0)

/** @param {number} ms  @param {boolean} running */
function setClock(ms, running) {
  Object.assign(clock, { ms, running, since: performance.now() })
  tick()
}

/** Stops or starts the clock as the view has it, between two answers of the server. */
function runClock() {
  const running = view.status === "playing" && !view.paused && !view.waiting
  if (running !== clock.running) setClock(played(), running)
}

/**
 * Shows the time, and comes back when the next second is full: the only timer, and none while the clock
 * stands.
 */
function tick() {
  clearTimeout(ticking)
  const face = el("clock")
  face.hidden = !ruleset.clock || Boolean(look.hideClock)
  write("clock", view.paused && !el("veil").hidden ? say("clock.paused") : clockText(played()))
  family.tally?.(view, latest, played())
  if (clock.running && !document.hidden && !face.hidden) ticking = setTimeout(tick, 1000 - (played() % 1000))
}

/**
 * Tells what happened: beside the board, and to a screen reader.
 * @param {string} text
 * @param {[string, string]} [shown]  what the eye gets instead: a name in bold and the rest
 */
function tell(text, shown) {
  const line = capital(text)
  speak(line)
  if (!shown) return void (el("say").textContent = line)
  const name = document.createElement("b")
  name.textContent = shown[0]
  el("say").replaceChildren(name, shown[1])
}

/**
 * Tells why something was refused, where it is seen even when the line beside the board is not.
 * @param {string} text
 */
function tellRefusal(text) {
  tell(text)
  if (!el("say").offsetHeight && button("toast-act").hidden) show(capital(text), undefined, 2500)
}

const counts = () => ({
  left: say("tiles.left", { n: view.left }),
  pairs: say("pairs.now", { n: view.pairs }),
})

/** @param {string} key  @param {[number, number]} pair  @param {string[]} faces  as they lay when the pair was there */
function tellPair(key, [a, b], faces) {
  const [tile, other] = [tileName(say, faces[a]), tileName(say, faces[b])]
  tell(say(key === "said.removed" && tile !== other ? "said.mixed" : key, { tile, other, ...counts() }))
}

let sprite = spriteOf(look)
/** How often was drawn: what follows a frame is only worth its while after the last of them. */
let drawn = 0

/**
 * Draws the view and all that depends on it; what can wait comes after the frame.
 * @param {number | null} [refused]
 */
function draw(refused = null) {
  const { drawing } = family
  drawing.draw(view, sprite, refused)
  button("undo").disabled = !canUndo(view, ruleset)
  button("redo").disabled = !canRedo(view)
  button("hint").disabled = !canHint(view, ruleset)
  button("hint").hidden = ruleset.hint === "off"
  const shuffle = button("shuffle")
  shuffle.hidden = ruleset.shuffle === "never" || (ruleset.shuffle === "locked" && view.status !== "locked")
  shuffle.disabled = !canShuffle(view, ruleset)
  write("left", say("tiles", { n: view.left }))
  write("pairs", dead() ? say("dead.mark") : say("pairs", { n: view.pairs }))
  runClock()
  family.tally?.(view, latest, played())
  const turn = ++drawn
  afterFrame(() => {
    if (turn !== drawn) return
    hand.settle()
    if (document.activeElement instanceof HTMLButtonElement && document.activeElement.disabled) hand.focus()
    el("board").ariaBusy = String(view.waiting)
    view.present.forEach((there, slot) => there && drawing.name(slot, family.label(view, slot)))
    family.around(view)
    if (refused !== null) setTimeout(() => turn === drawn && drawing.draw(view, sprite), 500)
  })
}

/** Lays a command on the board at once and sends it. False: it does not apply. @param {Command} command */
function act(command) {
  if (!apply(view, command)) return false
  link.send(command)
  return true
}

/** @param {number} slot */
function tap(slot) {
  const { selected: held, faces } = view
  const { events, command } = pick(view, slot)
  let refused = null
  for (const event of events) {
    if (event.type === "selected") {
      const name = tileName(say, view.faces[slot])
      const matches = say("matches", { n: view.ground.mates(view, slot) })
      const refusal = held === null ? null : view.ground.refuses(view, held, slot)
      if (held === null || !refusal) tell(say("said.selected", { tile: name, matches }), family.sentence(view, slot))
      else tellRefusal(say(`said.${refusal}`, { tile: tileName(say, view.faces[held]), other: name }))
    } else if (event.type === "deselected") {
      if (events.length === 1) tell(say("said.deselected"))
    } else if (event.type === "removed") {
      hideToast()
      tellPair("said.removed", [event.a, event.b], faces)
    } else if (event.type === "refused" && event.slot !== undefined && event.reason !== "gone") {
      refused = slot
      tellRefusal(say(`said.${event.reason}`, { tile: tileName(say, view.faces[slot]) }))
    } else if (event.type === "refused" && event.reason === "over") tellRefusal(say("said.over"))
  }
  draw(refused)
  if (command) link.send(command)
  ending()
}

/**
 * One tile is laid on another: they are taken if they go together, and else neither stays selected.
 * @param {number} from
 * @param {number} onto
 */
function lay(from, onto) {
  if (from === onto || !view.free[from] || view.paused || view.waiting) return
  view.selected = from
  tap(onto)
  if (view.selected === null) return
  view.selected = null
  draw(onto)
}

/** @param {"undo" | "redo"} type */
function step(type) {
  if (!(type === "undo" ? canUndo(view, ruleset) : canRedo(view))) return
  const of = (type === "undo" ? view.history : view.future).at(-1)
  const { faces } = view
  if (!of || !act({ type, of })) return
  asked = typeof of === "string" ? type : null
  hideToast()
  if (typeof of !== "string") {
    if (type === "undo") tellPair("said.undone", of, view.faces)
    else tellPair("said.redone", of, faces)
    family.drawing.reveal(of)
  }
  draw()
  ending()
}

function undo() {
  step("undo")
}

function redo() {
  step("redo")
}

function hint() {
  if (canHint(view, ruleset) && act({ type: "hint" })) needed()
}

/** @param {"shuffle" | "rewind" | "restart" | "give-up"} type */
function askFor(type) {
  if (!act({ type })) return
  asked = type
  hideToast()
  draw()
  needed()
}

/** Says so if what was asked cannot come because there is no connection. */
function needed() {
  setTimeout(() => offline && link.unsent.length && toast(say("net.needed")), 1500)
}

function help() {
  openSheet(sheet("keys"))
  syncPause()
}

function letGo() {
  if (view.selected === null) return
  view.selected = null
  tell(say("said.deselected"))
  draw()
}

// Pause: the player's own wish hides the board; a sheet or a hidden tab only stops the clock

const PAUSED = `paishan.paused.${game.id}`
let wished = false

const pauseWanted = () => wished || document.hidden || dialogOpen()

/** Brings the pause of the game in line with what is the case. */
function syncPause() {
  const paused = view.status === "playing" && pauseWanted()
  if (paused !== view.paused && !view.waiting) act({ type: paused ? "pause" : "resume" })
  const { stage, board, veil } = { stage: el("stage"), board: el("board"), veil: el("veil") }
  const covered = wished && view.paused
  if (veil.hidden === covered) {
    veil.hidden = !covered
    board.inert = covered
    veil.style.transform = covered ? `translate(${stage.scrollLeft}px, ${stage.scrollTop}px)` : ""
    stage.style.overflow = covered ? "hidden" : ""
    if (covered) el("resume").focus()
  }
  draw()
  tick()
}

function togglePause() {
  if (!wished && view.status !== "playing") return
  wished = !wished
  try {
    if (wished) localStorage.setItem(PAUSED, "1")
    else localStorage.removeItem(PAUSED)
  } catch {
    // No storage: after a reload the game goes on at once.
  }
  syncPause()
  tell(say(wished ? "said.paused" : "said.resumed"))
  if (!wished) hand.focus()
}

/** @type {string} the position at which the player was told that it is the end */
let told = ""

/** Whether the server has proved that the position on the table can no longer be cleared. */
const dead = () => view.status === "playing" && latest.verdict === "dead" && link.unsent.length === 0

/** Tells of a locked, a dead or a cleared board, once for each time that it comes to that. */
function ending() {
  const end = view.status === "locked" || view.status === "cleared" ? view.status : dead() ? "dead" : ""
  if (!end) {
    // Only the server can say that a dead board is one no more.
    if (told !== "dead" || !link.unsent.length) told = ""
    return
  }
  if (told === end || view.waiting) return
  told = end
  tell(say(`said.${end}`, counts()))
  if (end === "dead") return show(say("dead.short"), { label: say("act.choices"), act: showLocked })
  setTimeout(() => view.status === end && !dialogOpen() && (end === "locked" ? showLocked() : showWon()), 650)
}

function showLocked() {
  el("locked-title").textContent = say(dead() ? "dead.title" : "locked.title")
  el("l-said").textContent = say(dead() ? "dead" : "locked", { n: view.left })
  el("l-undo").hidden = !canUndo(view, ruleset)
  el("l-shuffle").hidden = !canShuffle(view, ruleset)
  el("l-rewind").hidden = !latest.can.rewind || link.unsent.length > 0
  const words = el("l-rewind").querySelector("span span")
  if (words) words.textContent = say("rewind", { n: latest.rewind ?? 0 })
  hideToast()
  openSheet(sheet("locked"))
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
}

/** Closes a sheet and goes on with what was chosen in it. @param {string} name  @param {() => void} [then] */
function leave(name, then) {
  sheet(name).close()
  syncPause()
  then?.()
}

async function newBoard() {
  const answer = await ask("POST", "/api/games", {
    layout: game.layout.id,
    ruleset: ruleset.id,
    previous: game.id,
  })
  if (answer?.status === 201) location.assign(`/play/${answer.body.id}`)
  else toast(say("net.needed"))
}

/** Back to the board that was left for this one. */
async function takeBack() {
  const answer = await ask("POST", `/api/games/${game.id}/take-back`, {})
  if (answer?.status === 200) location.replace(`/play/${answer.body.id}`)
  else toast(say("net.needed"))
}

async function copyCode() {
  try {
    await navigator.clipboard.writeText(game.code)
  } catch {
    // Without a secure context there is no clipboard to write to but that of a selection.
    getSelection()?.selectAllChildren(el("m-code-said"))
    document.execCommand("copy")
  }
  leave("menu", () => toast(say("said.copied", { code: game.code })))
}

let offline = false

/**
 * Takes a state from the server and lays what is still unsent on it. Gives the commands that still apply.
 * @param {State} state
 * @param {Command[]} unsent
 */
function adopt(state, unsent) {
  const { selected, hint: shown } = view
  latest = state
  view = viewOf(family.ground, state)
  const kept = []
  for (const command of unsent) if (apply(view, command)) kept.push(command)
  if (selected !== null && view.free[selected] && !view.waiting) view.selected = selected
  const running = view.status === "playing" && !view.paused && !view.waiting
  // A second more or less is the way of the answer, and no reason for the clock to jump.
  const steady = running && clock.running && Math.abs(played() - state.clock.ms) < 1000
  setClock(steady ? played() : state.clock.ms, running)
  draw()
  const { hint } = view
  if (hint && String(hint) !== String(shown)) {
    family.drawing.reveal(hint)
    tell(
      say("said.hint", {
        tile: tileName(say, view.faces[hint[0]]),
        first: family.where(hint[0]),
        second: family.where(hint[1]),
      }),
    )
  }
  return kept
}

/** @param {State} state  @param {{type: string, reason?: string}[]} events */
function confirmed(state, events) {
  adopt(state, link.unsent)
  if (asked && !view.waiting) {
    const offer = { label: say("act.undo"), act: undo }
    if (events.some((event) => event.reason === "no-shuffle")) toast(say("said.no-shuffle"))
    else if (asked === "rewind") tell(say("said.rewound", counts()))
    else if (asked === "shuffle") tell(say("said.shuffled", counts()))
    else if (asked === "restart") toast(say("said.restarted"), offer)
    else if (asked === "give-up") toast(say("said.given-up"), offer)
    else tell(say("said.back"))
    asked = null
  }
  if (view.status === "cleared" && sheet("won").open) showWon()
  if (view.status === "locked" && sheet("locked").open) showLocked()
  syncPause()
  ending()
}

/** @param {Game} newer  @param {Command[]} unsent */
function overtaken(newer, unsent) {
  const steps = unsent.filter(
    (command) => command.type === "take" || command.type === "undo" || command.type === "redo",
  )
  // Another window of this game was left, which paused it; here it is played.
  if (steps.length && newer.state.paused && !pauseWanted()) steps.unshift({ type: "resume" })
  const kept = adopt(newer.state, steps)
  asked = null
  if (kept.length < steps.length) toast(say("net.elsewhere"))
  setTimeout(() => {
    syncPause()
    ending()
  })
  return kept
}

/** @param {boolean} is */
function online(is) {
  offline = !is
  toast(say(is ? "net.back" : "net.gone"))
}

function lost() {
  toast(say("net.lost"), { label: say("act.home"), act: () => location.assign("/") })
}

const fresh = () => view.left === view.ground.size && !view.history.length && !view.future.length

/**
 * Plays the page's game.
 * @param {Family} brought
 */
export function play(brought) {
  family = brought
  view = viewOf(family.ground, game.state)
  link = new Link(game, { confirmed, overtaken, online, lost })
  hand = family.hand({
    view: () => view,
    tap,
    lay,
    undo,
    redo,
    hint,
    pause: togglePause,
    help,
    letGo,
    summary: () => tell(family.summary(view)),
    focused: (slot) => family.drawing.name(slot, family.label(view, slot)),
  })

  press("undo", undo)
  press("redo", redo)
  press("hint", hint)
  press("shuffle", () => askFor("shuffle"))
  press("pause", togglePause)
  press("resume", togglePause)
  press("menu", () => {
    el("m-giveup").hidden = view.status === "cleared" || view.status === "given-up"
    el("m-restart").hidden = fresh()
    openSheet(sheet("menu"))
    syncPause()
  })
  press("m-new", () => leave("menu", newBoard))
  press("m-restart", () => leave("menu", () => askFor("restart")))
  press("m-giveup", () => leave("menu", () => askFor("give-up")))
  press("m-code", copyCode)
  for (const name of ["rules", "settings", "keys"]) {
    press(`m-${name}`, () => {
      // In this order, so that the focus comes back to what opened the menu.
      sheet("menu").close()
      openSheet(sheet(name))
    })
  }
  press("l-undo", () => leave("locked", undo))
  press("l-shuffle", () => leave("locked", () => askFor("shuffle")))
  press("l-rewind", () => leave("locked", () => askFor("rewind")))
  press("l-restart", () => leave("locked", () => askFor("restart")))
  press("l-new", () => leave("locked", newBoard))
  press("l-look", () => leave("locked"))
  press("w-again", () => leave("won", () => askFor("restart")))
  press("w-new", () => leave("won", newBoard))
  for (const dialog of document.querySelectorAll("dialog")) dialog.addEventListener("close", syncPause)
  sheet("locked").addEventListener("close", () =>
    setTimeout(
      () =>
        view.status === "locked" &&
        !view.waiting &&
        !dialogOpen() &&
        toast(say("locked.still"), { label: say("act.choices"), act: showLocked }),
    ),
  )

  bindSettings(sheet("settings"), (changed) => {
    look = changed
    sprite = spriteOf(look)
    draw()
    tick()
  })
  el("m-code-said").textContent = game.code
  if (ruleset.matching === "identical") el("matching-said").textContent = say("matching.identical")

  document.addEventListener("visibilitychange", () => {
    syncPause()
    if (!document.hidden) link.refresh()
  })
  addEventListener("pagehide", () => {
    // While a restart is on its way only the server knows how the game stands; it refuses a wrong pause.
    if (view.waiting) link.send({ type: "pause" })
    else if (view.status === "playing") act({ type: "pause" })
    link.leave()
  })
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return
    syncPause()
    link.refresh()
  })

  for (const command of link.unsent) apply(view, command)
  try {
    wished = view.paused && localStorage.getItem(PAUSED) !== null
  } catch {
    wished = view.paused
  }
  el("say").textContent = family.summary(view)
  setClock(game.state.clock.ms, game.state.clock.running)
  syncPause()
  link.start()
  ending()
  if (game.previous && fresh() && view.status === "playing")
    toast(say("new.said"), { label: say("act.back"), act: takeBack })
}
