/**
 * The page of a grid of Mahjong Connect: its drawing, with the lines and the pile, its hand, which also drags, and its
 * words for tiles in rows and columns.
 *
 * On a stage that is higher than wide the grid is drawn upright, with rows and columns changed over: it is another view
 * of the same game, of which only this module knows. Rows and columns are always told as they are drawn.
 */

import { Drawing, LARGEST, Overview } from "./draw.js"
import { boardName, game, play, say } from "./flow.js"
import { flat, line, moves, taken } from "./grid.js"
import { Hand, slotOf } from "./hand.js"
import { capital, chosenLook, clockText, dialogOpen, el, face, spriteOf, still, tileName, write } from "./shell.js"

/** @typedef {import("./draw.js").Extent} Extent */
/** @typedef {import("./draw.js").Shape} Shape */
/** @typedef {import("./grid.js").Grid} Grid */
/** @typedef {import("./grid.js").Point} Point */
/** @typedef {import("./hand.js").Acts} Acts */
/** @typedef {import("./state.js").Arrow} Arrow */
/** @typedef {import("./state.js").Slot} Slot */
/** @typedef {import("./state.js").View} View */
/** @typedef {import("./state.js").State} State */

const grid = /** @type {Grid} */ (/** @type {unknown} */ (game.layout))
const { scoring } = game.ruleset
const ground = flat(grid)
const every = Array.from({ length: ground.size }, (_, slot) => slot)

/** The smallest tile, in CSS pixels, that a finger may be asked to hit: one way, and the other. */
const LEAST = { long: 38, short: 24 }
/** Height of a tile by its width: where there is no room for more, and of a tile that may be as it likes. */
const FLATTEST = 0.64
const FINEST = 4 / 3
const ROOMY = 1.2
/** How long a line is seen, in milliseconds. */
const SHOWN = 900
/** So far, in CSS pixels, a finger may slip on a tile without dragging it. */
const SLIP = 8

/**
 * The grid on its stage. Tiles get all the room there is: on a phone they are flatter than tiles are, with a lane round
 * the grid that is just wide enough for a line.
 * @implements {Shape}
 */
class Flat {
  pad = 0
  upright = false
  /** Room round the tiles, and the height of a tile, in tile widths. */
  lane = 0
  ratio = 1
  #asked = false
  /** Whether a sheet is open, and whether without one all of the grid can be shown. */
  #under = false
  #whole = true
  /** @type {[number, number]} */
  #stage = [0, 0]
  /** @type {(Extent & {smallest: number}) | null} */
  #extent = null

  /** @param {HTMLElement} board */
  constructor(board) {
    this.board = board
  }

  /** @param {number} wide  @param {number} high */
  on(wide, high) {
    // A sheet leaves the stage less room, and is no reason to turn the grid, nor to show but a part of it.
    const under = dialogOpen() && this.#extent !== null
    const upright = under ? this.upright : high > wide
    const [before, above] = this.#stage
    const same = before === wide && above === high && upright === this.upright && under === this.#under
    if (this.#extent && same) return this.#extent
    this.#stage = [wide, high]
    this.#under = under
    this.upright = upright
    const [columns, rows] = this.upright ? [grid.height, grid.width] : [grid.width, grid.height]
    const lane = Math.min(26, Math.max(9, 0.3 * Math.min(wide / columns, high / rows)))
    let w = Math.min((wide - 2 * lane) / columns, LARGEST)
    let h = (high - 2 * lane) / rows
    w = Math.min(w, h / Math.max(FLATTEST, Math.min(ROOMY, h / 56)))
    h = Math.min(h, w * FINEST)
    const small = Math.max(w, h) < LEAST.long || Math.min(w, h) < LEAST.short
    if (!under) this.#whole = !small
    const whole = !small || (under && this.#whole)
    if (!whole) h = w * ROOMY
    this.ratio = h / w
    this.lane = lane / w
    this.board.style.setProperty("--ratio", String(this.ratio))
    const at = every.map((slot) => this.#corner(this.place(slot)))
    this.#extent = {
      at,
      width: columns + 2 * this.lane,
      height: rows * this.ratio + 2 * this.lane,
      smallest: whole ? 0 : Math.max(LEAST.long / Math.max(1, this.ratio), LEAST.short / Math.min(1, this.ratio)),
    }
    return this.#extent
  }

  /** Whether the stage is higher than wide now. */
  stands() {
    return this.#stage[1] > this.#stage[0]
  }

  turned() {
    const was = this.#asked
    this.#asked = this.upright
    return was !== this.upright
  }

  /** @param {Point} place  @returns {[number, number]} */
  #corner([column, row]) {
    return [this.lane + column, this.lane + row * this.ratio]
  }

  /**
   * Where a place of the grid is drawn: its column and row on the stage. Held upright, falling tiles fall to the left
   * and sliding tiles slide down, so that either way they go to an edge that they would seek.
   * @param {Point} place
   * @returns {Point}
   */
  turn([x, y]) {
    if (!this.upright) return [x, y]
    if (grid.gravity === "down") return [grid.height - 1 - y, x]
    return grid.gravity === "sideways" ? [y, grid.width - 1 - x] : [y, x]
  }

  /** @param {number} slot */
  place(slot) {
    return this.turn([slot % grid.width, Math.floor(slot / grid.width)])
  }

  /**
   * The middle of a place as drawn, in tile widths; what lies outside the grid is in the middle of the lane.
   * @param {Point} place
   * @returns {Point}
   */
  middle(place) {
    const [column, row] = this.turn(place)
    const [columns, rows] = this.upright ? [grid.height, grid.width] : [grid.width, grid.height]
    const along = (/** @type {number} */ at, /** @type {number} */ most, /** @type {number} */ size) =>
      at < 0 ? this.lane / 2 : at >= most ? this.lane * 1.5 + most * size : this.lane + (at + 0.5) * size
    return [along(column, columns, 1), along(row, rows, this.ratio)]
  }

  /** Half-tile slots of the grid as drawn, for the small picture. */
  slots() {
    return every.map((slot) => {
      const [column, row] = this.place(slot)
      return /** @type {Slot} */ ([2 * column, 2 * row, 0])
    })
  }

  /** The slots in the order in which they are read. */
  order() {
    const places = every.map((slot) => this.place(slot))
    return [...every].sort((p, q) => places[p][1] - places[q][1] || places[p][0] - places[q][0])
  }
}

const SVG = "http://www.w3.org/2000/svg"

/** @param {string} name  @param {Record<string, string | number>} values */
function shape(name, values) {
  const made = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(values)) made.setAttribute(key, String(value))
  return made
}

/** The drawn grid: the tiles, and over them for a moment the line of the pair that has gone. */
class GridDrawing extends Drawing {
  /** What was drawn last. @type {{steps: number, present: boolean[], faces: string[]} | null} */
  #last = null
  /** @type {Animation[]} that run, the oldest first */
  #glides = []

  /** @param {Flat} flat */
  constructor(flat) {
    super(el("stage"), el("board"), flat.slots(), el("strip"), flat)
    this.flat = flat
    this.slots = flat.slots()
    this.traces = el("traces")
    this.#arrange()
    let { upright } = flat
    this.onMove(() => {
      // A line belongs to the board as it was drawn.
      this.traces.replaceChildren()
      if (upright === flat.upright) return
      upright = flat.upright
      this.slots = flat.slots()
      this.#arrange()
    })
  }

  /** Puts the tiles on the page in the order in which they are read; the focus stays where it is. */
  #arrange() {
    const focused = document.activeElement
    for (const slot of this.flat.order()) this.board.append(this.tiles[slot])
    this.board.append(this.traces)
    if (focused instanceof HTMLButtonElement && this.tiles.includes(focused)) focused.focus({ preventScroll: true })
  }

  /**
   * @param {View} view
   * @param {string} sprite
   * @param {number | null} [refused]
   * @override
   */
  draw(view, sprite, refused = null) {
    super.draw(view, sprite, refused)
    const last = this.#last
    const step = view.history.at(-1)
    this.#last = { steps: view.history.length, present: [...view.present], faces: view.faces.map((face) => face ?? "") }
    if (!last || view.history.length === last.steps) return
    const one = view.history.length === last.steps + 1 && step && typeof step !== "string"
    if (!one || !step.every((slot) => last.present[slot])) return this.#settle()
    this.#trace(step, last, sprite)
    const { present } = last
    for (const slot of step) present[slot] = false
    for (const [source, target] of moves(grid, present, step))
      if (view.present[target]) this.#glide(source, target)
  }

  /**
   * Shows for a moment the pair that has gone, and the line that joined it.
   * @param {[number, number]} pair
   * @param {{present: boolean[], faces: string[]}} before
   * @param {string} sprite
   */
  #trace(pair, before, sprite) {
    const points = line(grid, before.present, ...pair)
    if (!points) return
    const w = this.width
    const trace = document.createElement("div")
    trace.className = "trace"
    for (const slot of pair) {
      const ghost = document.createElement("span")
      ghost.className = "tile sel"
      ghost.style.left = this.tiles[slot].style.left
      ghost.style.top = this.tiles[slot].style.top
      ghost.append(face(sprite, before.faces[slot]))
      trace.append(ghost)
    }
    const [left, top] = this.corner
    const bends = points.map((point) => {
      const [x, y] = this.flat.middle(point)
      return [left + x * w, top + y * w]
    })
    const svg = shape("svg", { class: "joint", "aria-hidden": "true" })
    const path = `M${bends.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`
    for (const part of ["under", "over"]) svg.append(shape("path", { class: part, d: path }))
    for (const end of [bends[0], bends[bends.length - 1]])
      svg.append(shape("circle", { cx: end[0].toFixed(1), cy: end[1].toFixed(1), r: Math.max(4, w * 0.1).toFixed(1) }))
    trace.append(svg)
    this.traces.append(trace)
    setTimeout(() => trace.remove(), SHOWN)
  }

  /** What was still to be seen of a pair is of no board that there is: it was taken back, say. */
  #settle() {
    this.traces.replaceChildren()
    for (const glide of this.#glides.splice(0)) glide.cancel()
  }

  /** Lets a tile be seen to move to where it lies already. @param {number} source  @param {number} target */
  #glide(source, target) {
    if (still()) return
    const [from, to] = [this.extent.at[source], this.extent.at[target]]
    const away = `translate(${(from[0] - to[0]) * this.width}px, ${(from[1] - to[1]) * this.width}px)`
    const glide = this.tiles[target].animate([{ transform: away }, { transform: "none" }], {
      duration: 260,
      delay: 240,
      fill: "backwards",
      easing: "ease-in",
    })
    glide.onfinish = () => this.#glides.splice(0, 1 + this.#glides.indexOf(glide))
    this.#glides.push(glide)
  }
}

/** The hand that lays one tile on another. A finger on a board that is larger than the stage moves the board instead. */
class Drag {
  /** @type {{slot: number, id: number, x: number, y: number, moving: boolean} | null} */
  #held = null
  /** @type {HTMLElement | null} */
  #over = null

  /** @param {GridDrawing} drawing  @param {Acts} acts */
  constructor(drawing, acts) {
    this.drawing = drawing
    this.acts = acts
    const { board, stage } = drawing
    board.addEventListener("pointerdown", (event) => {
      const slot = slotOf(event.target)
      const first = event.isPrimary && event.button === 0
      if (this.#held && !first) return this.#drop()
      if (!first || slot === null || !acts.view().free[slot]) return
      if (drawing.panned && event.pointerType !== "mouse") return
      this.#held = { slot, id: event.pointerId, x: event.clientX, y: event.clientY, moving: false }
    })
    document.addEventListener("pointermove", (event) => this.#move(event))
    // Else the browser takes a quick drag for a fling, and does not hear the next tap.
    const steer = (/** @type {TouchEvent} */ event) => this.#held?.moving && event.cancelable && event.preventDefault()
    board.addEventListener("touchmove", steer, { passive: false })
    document.addEventListener("pointercancel", () => this.#drop())
    // When the phone is turned the tile lies elsewhere.
    drawing.onMove(() => this.#drop())
    document.addEventListener("pointerup", (event) => {
      const held = this.#held
      if (held?.id !== event.pointerId) return
      const onto = held.moving ? slotOf(this.#over) : null
      const { moving } = held
      this.#drop()
      if (!moving) return
      // The press that ended the drag is no tap.
      const swallow = (/** @type {Event} */ click) => click.stopPropagation()
      stage.addEventListener("click", swallow, { capture: true, once: true })
      setTimeout(() => stage.removeEventListener("click", swallow, { capture: true }))
      if (onto !== null) acts.lay(held.slot, onto)
    })
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const held = this.#held
    if (held?.id !== event.pointerId) return
    // The button was let go where the page did not hear of it.
    if (!event.buttons) return this.#drop()
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y]
    const tile = this.drawing.tiles[held.slot]
    if (!held.moving) {
      if (Math.hypot(dx, dy) < SLIP) return
      held.moving = true
      tile.classList.add("dragged")
    }
    if (!this.acts.view().free[held.slot]) return this.#drop()
    tile.style.translate = `${dx}px ${dy}px`
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("#board > button.tile") ?? null
    if (under === this.#over) return
    this.#over?.classList.remove("over")
    this.#over = under instanceof HTMLElement ? under : null
    this.#over?.classList.add("over")
  }

  #drop() {
    if (!this.#held) return
    const tile = this.drawing.tiles[this.#held.slot]
    tile.classList.remove("dragged")
    tile.style.translate = ""
    this.#over?.classList.remove("over")
    this.#held = this.#over = null
  }
}

const form = new Flat(el("board"))
const drawing = new GridDrawing(form)
const overview = new Overview(/** @type {HTMLCanvasElement} */ (el("overview")), drawing)

/** @param {number} slot */
function where(slot) {
  const [column, row] = form.place(slot)
  return say("place", { row: row + 1, column: column + 1 })
}

/**
 * The accessible name of a tile: "6 circles, row 3, column 11, joins one tile now".
 * @param {View} view
 * @param {number} slot
 */
function label(view, slot) {
  const parts = [tileName(say, view.faces[slot]), where(slot), say("matches", { n: ground.mates(view, slot) })]
  if (view.selected === slot) parts.push(say("is.selected"))
  if (view.hint?.includes(slot)) parts.push(say("is.hinted"))
  return parts.join(say("comma"))
}

/**
 * @param {View} view
 * @param {number} slot
 * @returns {[string, string]}
 */
function sentence(view, slot) {
  const rest = [where(slot), say("matches", { n: ground.mates(view, slot) })].join(say("comma"))
  return [capital(tileName(say, view.faces[slot])), say("comma") + rest + say("stop")]
}

/** @param {View} view */
function summary(view) {
  const [columns, rows] = form.upright ? [grid.height, grid.width] : [grid.width, grid.height]
  return (
    [
      say("board.name", { layout: boardName, tiles: say("tiles", { n: view.left }) }),
      say("board.size", { rows, columns }),
      say("pairs.now", { n: view.pairs }),
    ].join(say("comma")) + say("stop")
  )
}

/** @type {Record<Arrow, Point>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/**
 * The next tile in the direction of an arrow: over gaps along the row or column, and where that ends the one that lies
 * least beside it.
 * @param {View} view
 * @param {number} from
 * @param {Arrow} arrow
 */
function arrowed(view, from, arrow) {
  const [dx, dy] = ARROWS[arrow]
  const [column, row] = form.place(from)
  return best(view, (slot) => {
    const [u, v] = form.place(slot)
    const forward = (u - column) * dx + (v - row) * dy
    const beside = Math.abs((u - column) * dy) + Math.abs((v - row) * dx)
    return forward > 0 ? beside * 100 + forward : Infinity
  })
}

/** @param {View} view  @param {(slot: number) => number} cost */
function best(view, cost) {
  let [found, least] = [/** @type {number | null} */ (null), Infinity]
  for (const slot of every) {
    const here = view.present[slot] ? cost(slot) : Infinity
    if (here < least) [found, least] = [slot, here]
  }
  return found
}

/**
 * The slot after `from` as they are read, round and round, among those that pass.
 * @param {View} view
 * @param {number | null} from
 * @param {(slot: number) => boolean} passes
 */
function following(view, from, passes) {
  const order = form.order()
  const start = from === null ? 0 : order.indexOf(from) + 1
  const turned = [...order.slice(start), ...order.slice(0, start)]
  return turned.find((slot) => slot !== from && view.present[slot] && passes(slot)) ?? null
}

/** @type {import("./hand.js").Ways} */
const ways = {
  arrow: arrowed,
  away: null,
  nearby: (view, from) => {
    const [column, row] = form.place(from)
    return best(view, (slot) => {
      const [u, v] = form.place(slot)
      return Math.hypot(u - column, v - row)
    })
  },
  // The tab stop needs a tile even when none can be joined.
  nextFree: (view, from) =>
    following(view, from, (slot) => ground.mates(view, slot) > 0) ??
    (from === null ? following(view, null, () => true) : null),
  nextMatch: (view, from) => {
    const model = view.selected ?? from
    if (model === null) return null
    return following(
      view,
      from,
      (slot) => slot !== model && ground.refuses(view, model, slot) === null,
    )
  },
}

/** The pairs on the pile that are seen. */
const TOP = 2
/** @type {string} what lies on the pile as drawn */
let piled = ""

/** @param {View} view */
function drawPile(view) {
  const last = taken(grid, view, TOP)
  const n = (ground.size - view.left) / 2
  const sprite = spriteOf(chosenLook())
  const now = [sprite, n, ...last.flat()].join(" ")
  if (now === piled) return
  piled = now
  const pile = el("pile")
  pile.replaceChildren(
    ...[...last].reverse().flatMap((pair) =>
      pair.map((label) => {
        const tile = document.createElement("span")
        tile.className = "tile"
        tile.append(face(sprite, label))
        return tile
      }),
    ),
  )
  const [tile, other] = last.length ? last[0].map((label) => tileName(say, label)) : ["", ""]
  pile.ariaLabel = say("pile", { n, tile, other })
}

/** @param {number} n */
const points = (n) => say("points", { n }).replace("-", "\u2212")

/**
 * Writes the points as they stand: those of the board, less what the time since the server's last word costs.
 * @param {View} view
 * @param {State} latest
 * @param {number} played
 */
function tally(view, latest, played) {
  if (!scoring) return
  const tens = (/** @type {number} */ ms) => Math.floor(ms / 10_000)
  write("score", points(view.score - (tens(played) - tens(latest.clock.ms)) * scoring.time))
}

/**
 * How the points of a won game came about, once the server has counted them.
 * @param {State} latest
 */
function won({ score, clock, used, status }) {
  if (!scoring) return
  const told = status === "cleared"
  el("w-score").hidden = el("w-sum").hidden = !told
  if (!told) return
  const number = (/** @type {number} */ n) => String(n).replace("-", "\u2212")
  const sum = [say("won.gained", { n: (ground.size / 2) * scoring.pair })]
  if (used.hints) sum.push(say("won.spent.hints", { n: number(-used.hints * scoring.hint) }))
  const slow = Math.floor(clock.ms / 10_000) * scoring.time
  if (slow) sum.push(say("won.spent.time", { n: number(-slow) }))
  if (scoring.bonus !== null) {
    const limit = scoring.bonus * ground.size
    const bonus = Math.max(0, Math.floor((limit - clock.ms) / 1000))
    sum.push(bonus ? say("won.bonus", { n: bonus }) : say("won.late", { time: clockText(limit) }))
  }
  el("w-score").textContent = points(score)
  el("w-sum").replaceChildren(
    ...sum.map((text) => {
      const item = document.createElement("li")
      item.textContent = text
      return item
    }),
  )
}

play({
  ground,
  drawing,
  hand: (acts) => {
    new Drag(drawing, acts)
    drawing.stage.addEventListener("click", (event) => {
      if (event.target instanceof Element && !event.target.closest("button")) acts.letGo()
    })
    drawing.onMove(() => {
      const view = acts.view()
      for (const slot of every) if (view.present[slot]) drawing.name(slot, label(view, slot))
    })
    // A phone that was turned while a sheet was open.
    for (const dialog of document.querySelectorAll("dialog"))
      dialog.addEventListener("close", () => form.upright !== form.stands() && drawing.zoom(null))
    return new Hand(drawing, acts, ways)
  },
  around: (view) => {
    // A tile that has gone is not to be seen, its trace is. It goes from the page only now that the focus has moved on.
    view.present.forEach((there, slot) => !there && (drawing.tiles[slot].hidden = true))
    overview.draw(drawing.slots, view.present)
    drawPile(view)
  },
  label,
  sentence,
  summary,
  where,
  tally,
  won,
})
