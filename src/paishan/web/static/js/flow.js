/**
 * The way of a move in a game in which pairs are taken, whatever its family: wires state, drawing, hand and network
 * together, and keeps the clock and the pause. The board in view is always the server's last state with the unsent
 * moves laid on it. A page's own module says with `play` what its family brings; its sheets come behind the page.
 */

import { afterFrame, lastHeard, linkTo } from "./net.js"
import {
  applyLook,
  behind,
  button,
  capital,
  chosenLook,
  clockText,
  dialogOpen,
  el,
  feel,
  hideToast,
  offerSettings,
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
import { apply, canHint, canRedo, canShuffle, canUndo, pick, purseAt, remembering, viewOf } from "./state.js"

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
 * @property {(deed: Deed) => void} [did]  hears what the player does, and what is done for a newcomer
 */
/** @typedef {"take" | "blocked" | "hint" | "undo" | "shown" | "end"} Deed  "shown": the first pair was shown (C5) */
/**
 * @typedef {object} Canvas  the drawn board
 * @property {(view: View, sprite: string, refused?: number | null) => void} draw
 * @property {(slot: number, label: string) => void} name  tells screen readers the name of a tile
 * @property {(slots: number[]) => void} reveal  brings tiles into view
 * @property {(on: boolean) => void} peek  shows all of it while a sheet leaves little room, and then as before
 */
/**
 * @typedef {object} Grip  the hand on the board
 * @property {() => void} settle  after the board changed: the tab stop is on a tile again
 * @property {() => void} focus  gives the board the focus
 */
/** @typedef {import("./hand.js").Acts} Acts */

/** @type {Game} */
export const game = lastHeard(JSON.parse(el("game").textContent ?? ""))
const texts = (/** @type {string} */ id) => JSON.parse(document.getElementById(id)?.textContent ?? "{}")
export const say = speaker({ ...texts("texts"), ...texts("own-texts") }, document.documentElement.lang || "en")
export const boardName = el("title").textContent || game.layout.name
const { ruleset } = game

/** @type {Family} */
export let family
/** @type {View} */
export let view
/** @type {Grip} */
let hand
/** @type {import("./net.js").AnyLink} */
export let link
let look = chosenLook()
applyLook(look)
/** The last state that the server gave: what only it can know. */
export let latest = game.state
/**
 * What was asked of the server that the player is told about when it comes.
 * @type {Command["type"] | null}
 */
let asked = null

/** Milliseconds for which a newcomer looks for the first pair alone (C5). */
const FIRST_PAIR = 12_000
/** Milliseconds within which the first page's own clock goes on steadily, whatever the server's says. */
const STEADY = 1000

const clock = { ms: 0, running: false, since: 0 }
/** @type {ReturnType<typeof setTimeout> | undefined} */
let ticking

/** What was played: of one thought no more counts than the server lets count, and no more than may be played. */
export const played = () =>
  Math.min(
    clock.ms + (clock.running ? Math.min(performance.now() - clock.since, ruleset.thought) : 0),
    latest.limit ?? Infinity,
  )

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

/** @param {number} now  the time as it is shown: what was played, or what is left of it */
function timeText(now) {
  if (view.paused && !el("veil").hidden) return say("clock.paused")
  if (latest.limit === null) return clockText(now)
  return say("clock.left", { time: clockText(1000 * Math.ceil((latest.limit - now) / 1000)) })
}

/**
 * Shows the time, and comes back when the next second is full, or when something runs out: the only timer, and none
 * while the clock stands.
 */
function tick() {
  clearTimeout(ticking)
  const face = el("clock")
  face.hidden = !ruleset.clock || Boolean(look.hide_clock)
  const now = played()
  write("clock", timeText(now))
  family.tally?.(view, latest, now)
  if (!clock.running) return
  if (latest.limit !== null && now >= latest.limit) return timeIsUp()
  if (lonely && now >= FIRST_PAIR) showFirstPair()
  if (document.hidden) return
  const due = [view.combo.until ?? 0, latest.limit ?? 0, lonely ? FIRST_PAIR : 0].filter((at) => at >= now)
  if (!face.hidden || latest.hints) due.push(1000 * (1 + Math.floor(now / 1000)))
  // A little late, so that it is past; the end of a combo belongs to the combo still.
  if (due.length) ticking = setTimeout(tick, Math.min(...due) - now + 3)
}

/** Whether a newcomer has not found a pair yet, and was not shown one. */
let lonely = false

/** Shows a newcomer the first pair, when none was found for a while; it counts nowhere. */
function showFirstPair() {
  if (view.history.length || view.future.length) lonely = false
  if (!lonely || !canHint(view, ruleset) || view.selected !== null) return
  lonely = false
  if (act({ type: "show" })) asked = "show"
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let asking

/** The clock of a challenge has reached zero: nothing can be taken any more, and the server is asked to say so. */
function timeIsUp() {
  view.status = "timed-out"
  view.selected = view.hint = null
  draw()
  ending()
  askForTheEnd()
}

async function askForTheEnd() {
  clearTimeout(asking)
  await link.refresh()
  if (view.status === "timed-out" && latest.status === "playing")
    asking = setTimeout(askForTheEnd, offline ? 4000 : 400)
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
  feel("refused")
  if (!el("say").offsetHeight && button("toast-act").hidden) show(capital(text), undefined, 2500)
}

const counts = () => ({
  left: say("tiles.left", { n: view.left }),
  pairs: say("pairs.now", { n: view.pairs }),
})

/** @param {string} key  @param {[number, number]} pair  @param {(string | null)[]} faces  as they lay when the pair was there */
function tellPair(key, [a, b], faces) {
  const [tile, other] = [tileName(say, faces[a]), tileName(say, faces[b])]
  const line = say(key === "said.removed" && tile !== other ? "said.mixed" : key, { tile, other, ...counts() })
  const points = ruleset.scoring?.window && key === "said.removed" ? view.gains.at(-1) : undefined
  tell(points === undefined ? line : `${line} ${say("said.points", { n: points })}`)
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
  button("undo").hidden = button("redo").hidden = ruleset.undo === 0
  const shuffle = button("shuffle")
  const lastWay = ruleset.shuffle === "locked" || ruleset.shuffle === "dead"
  shuffle.disabled = !canShuffle(view, ruleset, dead())
  shuffle.hidden = ruleset.shuffle === "never" || (lastWay && shuffle.disabled)
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
  const now = { ...command, played: played() }
  if (!apply(view, now)) return false
  link.send(now)
  return true
}

/** @type {(() => void)[]} what was pressed while only the server knew how the board lies, and is done when it has said */
let early = []

/** @param {() => void} press */
function later(press) {
  if (offline) toast(say("net.needed"))
  else if (!early.includes(press)) early.push(press)
}

/** @param {number} slot */
function tap(slot) {
  // Which tile will lie there nobody has seen.
  if (view.waiting) return tell(say("said.waiting"))
  const { selected: held, faces } = view
  const { events, command } = pick(view, slot, played())
  let refused = null
  for (const event of events) {
    if (event.type === "selected") {
      const name = tileName(say, view.faces[slot])
      const matches = say("matches", { n: view.ground.mates(view, slot) })
      const refusal = held === null ? null : view.ground.refuses(view, held, slot)
      if (held === null || !refusal) {
        tell(say("said.selected", { tile: name, matches }), family.sentence(view, slot))
        feel("select")
      } else tellRefusal(say(`said.${refusal}`, { tile: tileName(say, view.faces[held]), other: name }))
    } else if (event.type === "deselected") {
      if (events.length === 1) tell(say("said.deselected"))
    } else if (event.type === "removed") {
      hideToast()
      tellPair("said.removed", [event.a, event.b], faces)
      feel("pair")
      family.did?.("take")
    } else if (event.type === "refused" && event.slot !== undefined && event.reason !== "gone") {
      refused = slot
      const late = event.reason === "unseen" && offline ? ".offline" : ""
      tellRefusal(say(`said.${event.reason}${late}`, { tile: tileName(say, view.faces[slot]) }))
      family.did?.("blocked")
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
  if (view.waiting) return later(() => step(type))
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

export function undo() {
  step("undo")
  family.did?.("undo")
}

function redo() {
  step("redo")
}

/** The hints in hand, less those that were asked for already. */
function purse() {
  const now = purseAt(latest.hints, ruleset.hints, played())
  if (!now) return null
  return { ...now, left: now.left - link.unsent.filter((command) => command.type === "hint").length }
}

function hint() {
  if (view.waiting) return later(hint)
  if (!canHint(view, ruleset)) return
  const hints = purse()
  if (hints && hints.left <= 0) tellRefusal(noHints())
  else if (act({ type: "hint" })) needed()
  family.did?.("hint")
}

/** Why there is no hint to be had. */
function noHints() {
  const next = purse()?.next ?? null
  return next === null ? say("hints.none") : say("hints.later", { time: clockText(Math.max(0, next - played()) + 999) })
}

/** @param {"shuffle" | "rewind" | "restart" | "give-up"} type */
export function askFor(type) {
  // Whoever asks for it wants no pause any more.
  if (wished) togglePause()
  if (view.waiting && asked !== type) return later(() => askFor(type))
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
export function syncPause() {
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
export const dead = () => view.status === "playing" && latest.verdict === "dead" && link.unsent.length === 0

/** What has a sheet that says that it is the end. */
const ENDS = ["locked", "cleared", "timed-out", "given-up"]
const withSheets = behind(() => import("./sheets-board.js"), () => toast(say("net.needed")))

/** Tells of an end, or of a board that is dead, once for each time that it comes to that. */
function ending() {
  const end = ENDS.includes(view.status) ? view.status : dead() ? "dead" : ""
  if (!end) {
    // Only the server can say that a dead board is one no more.
    if (told !== "dead" || !link.unsent.length) told = ""
    return
  }
  if (told === end || view.waiting) return
  told = end
  tell(say(`said.${end}`, counts()))
  feel(end === "cleared" ? "won" : "locked")
  family.did?.("end")
  if (end === "dead")
    return show(say("dead.short"), { label: say("act.choices"), act: () => withSheets((sheets) => sheets.showLocked()) })
  due = end
  setTimeout(showEnd, 650)
}

/** The end whose sheet is still to be opened. */
let due = ""

/** Opens the sheet of the end, once no other lies over the board, unless something is to follow on that end already. */
function showEnd() {
  if (!due || dialogOpen()) return
  const end = due
  due = ""
  withSheets((sheets) => {
    if (view.status !== end || view.waiting) return
    // One that was opened while this one was fetched.
    if (dialogOpen()) due = end
    else sheets.showEnd()
  })
}

let offline = false

/**
 * Takes a state from the server and lays what is still unsent on it. Gives the commands that still apply.
 * @param {State} state
 * @param {Command[]} unsent
 */
function adopt(state, unsent) {
  const { selected, hint: shown, faces } = view
  latest = state
  // A second more or less is the way of the answer, and no reason for the clock to jump.
  const ahead = played() - state.clock.ms
  const steady = clock.running && state.clock.running && Math.abs(ahead) < STEADY
  view = viewOf(family.ground, remembering(view, state), ruleset.scoring, steady ? ahead : 0)
  const kept = []
  for (const command of unsent) if (apply(view, command)) kept.push(command)
  // What another window did may have moved another tile to where the selected one lay.
  const stays = selected !== null && view.free[selected] && view.faces[selected] === faces[selected]
  if (stays && !view.waiting) view.selected = selected
  const running = view.status === "playing" && !view.paused && !view.waiting
  setClock(steady && running ? played() : state.clock.ms, running)
  draw()
  const { hint } = view
  if (hint && String(hint) !== String(shown)) {
    family.drawing.reveal(hint)
    tell(
      say(asked === "show" ? "said.shown" : "said.hint", {
        tile: tileName(say, view.faces[hint[0]]),
        first: family.where(hint[0]),
        second: family.where(hint[1]),
      }),
    )
    if (asked === "show") family.did?.("shown")
  }
  return kept
}

/** What takes back the last step, where the rules allow that. */
const wayBack = () => (canUndo(view, ruleset) ? { label: say("act.undo"), act: undo } : undefined)

/** @param {State} state  @param {{type: string, reason?: string}[]} events */
function confirmed(state, events) {
  adopt(state, link.unsent)
  if (asked && !view.waiting) {
    if (events.some((event) => event.reason === "no-shuffle")) toast(say("said.no-shuffle"))
    else if (events.some((event) => event.reason === "no-network")) toast(say("net.needed"))
    else if (asked === "rewind") tell(say("said.rewound", counts()))
    else if (asked === "shuffle") tell(say("said.shuffled", counts()))
    else if (asked === "restart") toast(say("said.restarted"), wayBack())
    else if (asked !== "show" && asked !== "give-up") tell(say("said.back"))
    asked = null
  }
  if (events.some((event) => event.reason === "no-hints-left")) tellRefusal(noHints())
  if (events.some((event) => event.reason === "too-early")) setTimeout(() => (lonely = true) && tick(), STEADY)
  const end = view.status === "cleared" ? "won" : view.status
  if ((end === "won" || end === "locked") && sheet(end).open) withSheets((sheets) => sheets.showEnd())
  syncPause()
  for (const press of view.waiting ? [] : early.splice(0)) press()
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
  early = []
  if (kept.length < steps.length) toast(say("net.elsewhere"))
  setTimeout(() => {
    syncPause()
    ending()
  })
  return kept
}

/** @param {boolean} is  @param {boolean} kept */
function online(is, kept) {
  offline = !is
  dispatchEvent(new CustomEvent("paishan-server", { detail: is }))
  toast(say(is ? "net.back" : kept ? "net.gone" : "net.unkept"))
}

function lost() {
  toast(say("net.lost"), { label: say("act.home"), act: () => location.assign("/") })
}

export const fresh = () => view.left === view.ground.size && !view.history.length && !view.future.length

/**
 * Plays the page's game.
 * @param {Family} brought
 */
export function play(brought) {
  family = brought
  view = viewOf(family.ground, game.state, ruleset.scoring)
  link = linkTo(game, { confirmed, overtaken, online, lost })
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
  press("menu", () => withSheets((sheets) => sheets.openMenu()))
  const changeLook = (/** @type {import("./shell.js").Look} */ changed) => {
    look = changed
    sprite = spriteOf(look)
    draw()
    tick()
  }
  offerSettings("m-settings", changeLook, (settings) => withSheets((sheets) => sheets.openFromMenu(settings)))
  for (const dialog of document.querySelectorAll("dialog"))
    dialog.addEventListener("close", () => {
      syncPause()
      showEnd()
    })
  // A sheet tells that it is closed after a press that follows at once, and a board that still pauses would not heed it.
  for (const press of ["pointerdown", "click", "keydown"])
    addEventListener(press, () => view.paused && !pauseWanted() && syncPause(), true)
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

  const { can, clock: told } = game.state
  lonely = game.newcomer && fresh() && (can.show || told.ms < FIRST_PAIR)
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
    toast(say("new.said"), { label: say("act.back"), act: () => withSheets((sheets) => sheets.takeBack()) })
}
