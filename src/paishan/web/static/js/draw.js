/**
 * The board on the page: one button a slot, made once; after that only what changed is written. Also how
 * large the board is drawn and which part of it is in view, and the small picture of it.
 *
 * Colours, light and motion are the stylesheet's; this module gives it classes, `--w`, `--z`, `--d`, and
 * positions.
 */

import { face, root, still } from "./shell.js"
import { relief, seenAt, THICK } from "./state.js"

/** @typedef {import("./state.js").View} View */
/** @typedef {import("./state.js").Slot} Slot */

/**
 * The smallest tile, in CSS pixels, that a finger may be asked to hit; a board that fits only with smaller
 * ones is panned.
 */
const SMALLEST = 38
/** The smallest at which it may be hit where the player chose to see more of the board. */
const TINY = 24
const PANNED = 40
/** The largest tile, in CSS pixels, that a board is drawn with by itself. */
export const LARGEST = 96
const PAD = 6
/** How long, in milliseconds, the board is on its way to tiles that are to be seen. */
const GLIDE = 600

/**
 * @typedef {object} Extent
 * @property {[number, number][]} at  where the tiles lie, in tile widths from the upper left corner of the board
 * @property {number} width  of the board, in tile widths
 * @property {number} height  of the board, in tile widths
 */
/**
 * How a board takes its place on a stage.
 * @typedef {object} Shape
 * @property {number} pad  CSS pixels that are left free round the board
 * @property {(wide: number, high: number) => Extent & {smallest: number}} on  the board for a stage of so many CSS
 *   pixels; `smallest` is the width of a tile, in CSS pixels, below which the board is panned
 * @property {() => boolean} turned  whether the tiles lie in other rows and columns than when this was last asked
 */

/** Whether this is a phone that is held upright, for which some layouts were made. */
export const upright = () => matchMedia("(max-width: 480px) and (orientation: portrait)").matches

/**
 * Where the tiles of a layout lie, in tile widths from the upper left corner of all of them.
 * @param {Slot[]} slots
 * @returns {Extent}
 */
export function extent(slots) {
  const seen = slots.map(seenAt)
  const left = Math.min(...seen.map(([x]) => x))
  const top = Math.min(...seen.map(([, y]) => y))
  return {
    at: seen.map(([x, y]) => /** @type {[number, number]} */ ([x - left, y - top])),
    width: Math.max(...seen.map(([x]) => x)) - left + 1 + THICK.x,
    height: Math.max(...seen.map(([, y]) => y)) - top + 4 / 3 + THICK.y,
  }
}

/**
 * The order in which tiles are put on the page: upper layers first, as read; to the right and below lies over
 * its neighbour.
 * @param {Slot[]} slots
 */
const paintOrder = (slots) =>
  slots
    .map((_, slot) => slot)
    .sort((p, q) => {
      const [a, b] = [slots[p], slots[q]]
      return b[2] - a[2] || a[0] + a[1] - b[0] - b[1] || a[1] - b[1]
    })

/**
 * The shape of a heap of tiles: the same on every stage.
 * @param {Slot[]} slots
 * @returns {Shape}
 */
function heaped(slots) {
  const whole = { ...extent(slots), smallest: SMALLEST }
  return { pad: PAD, on: () => whole, turned: () => false }
}

export class Drawing {
  /** @type {HTMLButtonElement[]} */
  tiles = []
  /** @type {string[]} */
  #classes = []
  /** @type {(string | null)[]} */
  #faces = []
  /** @type {number[]} */
  #drops = []
  #sprite = ""
  /** @type {number | null} the width of a tile that the player chose, or null: whatever suits the stage */
  #chosen = null
  #width = 0
  #margin = [0, 0]
  /** @type {Extent | null} that by which the tiles were placed */
  #placed = null
  #panned = false
  #peeking = false
  /** @type {[number, number] | null} what was in the middle of the stage before the whole board was shown */
  #before = null
  /** @type {(() => void)[]} */
  #moved = []
  /** @type {number[]} the tiles on whose way the board is: another size of the stage would end it halfway */
  #sought = []
  #soughtUntil = 0

  /**
   * @param {HTMLElement} stage
   * @param {HTMLElement} board
   * @param {Slot[]} slots
   * @param {HTMLElement} strip  shown while the board is larger than the stage
   * @param {Shape} [shape]
   */
  constructor(stage, board, slots, strip, shape = heaped(slots)) {
    this.stage = stage
    this.board = board
    this.slots = slots
    this.strip = strip
    this.shape = shape
    this.extent = shape.on(stage.clientWidth, stage.clientHeight)
    const made = document.createDocumentFragment()
    for (const slot of paintOrder(slots)) {
      const tile = document.createElement("button")
      tile.type = "button"
      tile.tabIndex = -1
      tile.dataset.slot = String(slot)
      tile.style.setProperty("--z", String(slots[slot][2]))
      this.tiles[slot] = tile
      made.append(tile)
    }
    board.append(made)
    // The board reaches beyond the stage to the right and below only, however the stage aligns what it holds.
    board.style.placeSelf = "start"
    board.addEventListener("animationend", (event) => {
      const tile = /** @type {HTMLElement} */ (event.target)
      if (tile.classList.contains("gone")) tile.hidden = true
    })
    stage.addEventListener("scroll", () => this.#moved.forEach((hear) => hear()), { passive: true })
    new ResizeObserver(() => {
      this.#fit()
      if (performance.now() < this.#soughtUntil) this.reveal(this.#sought)
    }).observe(stage)
    this.#fit()
  }

  /** @param {() => void} hear  called when another part of the board came into view, or another size */
  onMove(hear) {
    this.#moved.push(hear)
  }

  /** Whether the board is larger than the stage. */
  get panned() {
    return this.#panned
  }

  /** The width of a tile in CSS pixels. */
  get width() {
    return this.#width
  }

  /** Whether the player sees more of the board than can be hit. */
  get tiny() {
    return this.#chosen !== null && this.#width < TINY
  }

  /** The upper left corner of the board within its element, in CSS pixels. */
  get corner() {
    return this.#margin
  }

  /** @param {number} slot  @param {string} label  what a screen reader calls the tile */
  name(slot, label) {
    const tile = this.tiles[slot]
    if (tile.ariaLabel !== label) tile.ariaLabel = label
  }

  /**
   * Draws the view: writes only what differs from what is drawn.
   * @param {View} view
   * @param {string} sprite
   * @param {number | null} [refused]  the tile that was just refused
   */
  draw(view, sprite, refused = null) {
    const { drops } = relief(this.slots, view.present)
    this.tiles.forEach((tile, slot) => {
      if (!view.present[slot]) return this.#dress(tile, slot, "tile gone")
      let dress = view.free[slot] ? "tile free" : "tile blocked"
      if (view.selected === slot) dress += " sel"
      if (view.hint?.includes(slot)) dress += " hint"
      if (refused === slot) dress += " refused"
      this.#dress(tile, slot, dress)
      if (this.#drops[slot] !== drops[slot]) {
        this.#drops[slot] = drops[slot]
        tile.style.setProperty("--d", String(drops[slot]))
      }
      this.#paint(tile, slot, view.faces[slot], sprite)
    })
    this.#sprite = sprite
  }

  /** @param {HTMLElement} tile  @param {number} slot  @param {string} dress */
  #dress(tile, slot, dress) {
    const before = this.#classes[slot]
    if (before === dress) return
    this.#classes[slot] = dress
    tile.className = dress
    if (dress === "tile gone") {
      // While it fades the tile is a stacking context of its own, and has to keep its layer.
      tile.style.zIndex = String(this.slots[slot][2] * 2 + 1)
      tile.hidden = before === undefined || still()
    } else if (before === undefined || before === "tile gone") {
      tile.style.zIndex = ""
      tile.hidden = false
    }
  }

  /** @param {HTMLElement} tile  @param {number} slot  @param {string | null} label  @param {string} sprite */
  #paint(tile, slot, label, sprite) {
    if (this.#faces[slot] === label && this.#sprite === sprite) return
    this.#faces[slot] = label
    const use = tile.querySelector("use")
    if (use && label !== null) use.setAttribute("href", `${sprite}#${label}`)
    else tile.replaceChildren(face(sprite, label))
  }

  /**
   * Sizes the board for the stage: all of it if its tiles are large enough, else tiles of a size to hit, and
   * panned.
   */
  #fit() {
    const { stage, shape } = this
    const room = stage.clientHeight + (this.strip.hidden ? 0 : this.strip.offsetHeight)
    // A stage that is squeezed to nothing would have the strip come and go for ever.
    if (!stage.clientWidth || !stage.clientHeight) return
    const extent = shape.on(stage.clientWidth, room)
    const turned = shape.turned()
    if (turned) this.#chosen = null
    const fits = (/** @type {number} */ height) =>
      Math.min(
        (stage.clientWidth - 2 * shape.pad) / extent.width,
        (height - 2 * shape.pad) / extent.height,
        LARGEST,
      )
    const large = fits(room) >= extent.smallest - 0.01
    const width = this.#peeking || large ? fits(room) : PANNED
    const wanted = this.#peeking ? width : (this.#chosen ?? width)
    const panned = wanted > fits(room) + 0.01
    if (this.strip.hidden === panned) {
      this.strip.hidden = !panned
      stage.classList.toggle("pan", panned)
    }
    const kept = this.#peeking ? null : this.#before
    const centre = turned ? null : (kept ?? (this.#panned || !panned ? this.#centre() : null))
    if (!this.#peeking) this.#before = null
    this.#panned = panned
    this.extent = extent
    const chosen = this.#chosen && !this.#peeking
    this.#place(panned || chosen ? wanted : Math.min(wanted, fits(stage.clientHeight)), centre)
  }

  /**
   * Shows the whole board, however small, while a sheet leaves little of the stage in view; and then as before.
   * @param {boolean} on
   */
  peek(on) {
    if (on && !this.#peeking && this.#panned) this.#before = this.#centre()
    this.#peeking = on
    this.#fit()
  }

  /** The smallest size: the whole board in the stage. */
  get #whole() {
    const { stage, extent } = this
    const height = stage.clientHeight + (this.strip.hidden ? 0 : this.strip.offsetHeight)
    const { pad } = this.shape
    return Math.min((stage.clientWidth - 2 * pad) / extent.width, (height - 2 * pad) / extent.height, LARGEST)
  }

  /** The point of the board in the middle of the stage, in tile widths; null before anything was placed. */
  #centre() {
    if (!this.#width) return null
    const { stage } = this
    return /** @type {[number, number]} */ ([
      (stage.scrollLeft + stage.clientWidth / 2 - this.#margin[0]) / this.#width,
      (stage.scrollTop + stage.clientHeight / 2 - this.#margin[1]) / this.#width,
    ])
  }

  /** @param {number} width  @param {[number, number] | null} centre */
  #place(width, centre) {
    const { stage, board, extent } = this
    const { pad } = this.shape
    const inner = [extent.width * width, extent.height * width]
    const outer = [
      Math.max(stage.clientWidth, inner[0] + 2 * pad),
      Math.max(stage.clientHeight, inner[1] + 2 * pad),
    ]
    const margin = [(outer[0] - inner[0]) / 2, (outer[1] - inner[1]) / 2]
    board.style.width = `${outer[0]}px`
    board.style.height = `${outer[1]}px`
    if (
      extent !== this.#placed ||
      width !== this.#width ||
      margin[0] !== this.#margin[0] ||
      margin[1] !== this.#margin[1]
    ) {
      board.style.setProperty("--w", `${width}px`)
      this.tiles.forEach((tile, slot) => {
        const [x, y] = extent.at[slot]
        tile.style.left = `${margin[0] + x * width}px`
        tile.style.top = `${margin[1] + y * width}px`
      })
    }
    this.#placed = extent
    this.#width = width
    this.#margin = margin
    const [x, y] = centre ?? [extent.width / 2, extent.height / 2]
    stage.scrollTo({
      left: margin[0] + x * width - stage.clientWidth / 2,
      top: margin[1] + y * width - stage.clientHeight / 2,
      behavior: "instant",
    })
    this.#moved.forEach((hear) => hear())
  }

  /**
   * Draws the board at another size, keeping one point of the stage where it is. Null: the size that suits
   * the stage.
   * @param {number | null} width
   * @param {{x: number, y: number}} [point]  in the coordinates of the window
   */
  zoom(width, point) {
    const box = this.stage.getBoundingClientRect()
    const [px, py] = point ? [point.x - box.left, point.y - box.top] : [box.width / 2, box.height / 2]
    const at = [
      (this.stage.scrollLeft + px - this.#margin[0]) / this.#width,
      (this.stage.scrollTop + py - this.#margin[1]) / this.#width,
    ]
    this.#chosen = width === null ? null : Math.max(this.#whole, Math.min(LARGEST * 1.25, width))
    this.#fit()
    this.stage.scrollTo({
      left: this.#margin[0] + at[0] * this.#width - px,
      top: this.#margin[1] + at[1] * this.#width - py,
      behavior: "instant",
    })
  }

  /**
   * From the size that suits the stage to the whole board, or to a larger size if that is the whole board;
   * and back.
   * @param {{x: number, y: number}} [point]
   */
  toggleZoom(point) {
    if (this.#chosen !== null) this.zoom(null, point)
    else this.zoom(this.#panned ? this.#whole : this.#width * 1.6, point)
  }

  /** The part of the board in view, as shares of the whole: left, top, width, height. */
  inView() {
    const { stage, extent } = this
    const w = this.#width
    return [
      (stage.scrollLeft - this.#margin[0]) / (extent.width * w),
      (stage.scrollTop - this.#margin[1]) / (extent.height * w),
      stage.clientWidth / (extent.width * w),
      stage.clientHeight / (extent.height * w),
    ]
  }

  /**
   * Brings a point of the board, in shares of the whole, to the middle of the stage.
   * @param {number} x
   * @param {number} y
   * @param {boolean} [glide]
   */
  look(x, y, glide = false) {
    const { stage, extent } = this
    stage.scrollTo({
      left: this.#margin[0] + x * extent.width * this.#width - stage.clientWidth / 2,
      top: this.#margin[1] + y * extent.height * this.#width - stage.clientHeight / 2,
      behavior: glide && !still() ? "smooth" : "instant",
    })
  }

  /**
   * Brings tiles into view if they are not: all of them if they fit the stage, else the first.
   * @param {number[]} slots
   */
  reveal(slots) {
    if (!this.#panned || !slots.length) return
    this.#sought = slots
    this.#soughtUntil = performance.now() + GLIDE
    const { stage } = this
    const w = this.#width
    const boxes = slots.map((slot) => {
      const [x, y] = this.extent.at[slot]
      return [this.#margin[0] + x * w, this.#margin[1] + y * w]
    })
    const around = (/** @type {number[][]} */ some) => [
      Math.min(...some.map((box) => box[0])),
      Math.min(...some.map((box) => box[1])),
      Math.max(...some.map((box) => box[0])) + w * 1.12,
      Math.max(...some.map((box) => box[1])) + w * 1.5,
    ]
    let [left, top, right, bottom] = around(boxes)
    if (right - left > stage.clientWidth || bottom - top > stage.clientHeight)
      [left, top, right, bottom] = around(boxes.slice(0, 1))
    const edge = w / 2
    const shift = (
      /** @type {number} */ at,
      /** @type {number} */ size,
      /** @type {number} */ from,
      /** @type {number} */ to,
    ) =>
      from - edge < at
        ? from - Math.min(edge, (size - (to - from)) / 2)
        : to + edge > at + size
          ? to + Math.min(edge, (size - (to - from)) / 2) - size
          : at
    const x = shift(stage.scrollLeft, stage.clientWidth, left, right)
    const y = shift(stage.scrollTop, stage.clientHeight, top, bottom)
    if (x !== stage.scrollLeft || y !== stage.scrollTop)
      stage.scrollTo({ left: x, top: y, behavior: still() ? "instant" : "smooth" })
  }
}

/** @typedef {{left: number, top: number, width: number, height: number}} Box */

/**
 * Draws a small picture of tiles without faces, lighter the higher they lie, with the light of the big board.
 * @param {HTMLCanvasElement} canvas
 * @param {[number, number]} size  of the canvas in CSS pixels
 * @param {Slot[]} slots
 * @param {ArrayLike<unknown>} [present]
 * @param {number} [pad]
 * @returns {Box} where the board lies on the canvas, in CSS pixels
 */
export function thumbnail(canvas, [wide, high], slots, present = slots.map(() => true), pad = 8) {
  const { at, width, height } = extent(slots)
  const w = Math.min((wide - 2 * pad) / width, (high - 2 * pad) / height, 22)
  const box = {
    left: (wide - w * width) / 2,
    top: (high - w * height) / 2,
    width: w * width,
    height: w * height,
  }
  const pixels = Math.min(2, devicePixelRatio || 1)
  canvas.width = wide * pixels
  canvas.height = high * pixels
  const pen = canvas.getContext("2d")
  if (!pen || w <= 0) return box
  pen.scale(pixels, pixels)
  const style = getComputedStyle(root)
  const colour = (/** @type {string} */ name) => style.getPropertyValue(name).trim()
  const [back, side, light, edge, cast] = ["--back0", "--side0", "--face0", "--edge", "--cast"].map(colour)
  const { drops } = relief(slots, present)
  const layers = Math.max(...slots.map((slot) => slot[2]))
  const slab = (/** @type {number} */ x, /** @type {number} */ y) => {
    pen.beginPath()
    pen.roundRect(x, y, w, (w * 4) / 3, w * 0.13)
  }
  const order = paintOrder(slots).filter((slot) => present[slot])
  for (let z = 0; z <= layers; z++) {
    const here = order.filter((slot) => slots[slot][2] === z)
    pen.fillStyle = `rgb(${cast}/.6)`
    for (const slot of here) {
      if (!drops[slot]) continue
      const reach = w * (1 + drops[slot] * 0.7)
      pen.fillRect(
        box.left + at[slot][0] * w + THICK.x * reach,
        box.top + at[slot][1] * w + THICK.y * reach,
        w,
        (w * 4) / 3,
      )
    }
    for (const slot of here) {
      const [x, y] = [box.left + at[slot][0] * w, box.top + at[slot][1] * w]
      const fine = w > 12
      for (const [ink, deep] of /** @type {[string, number][]} */ (
        fine
          ? [
              [back, 1],
              [side, 0.5],
              [light, 0],
            ]
          : [
              [back, 1],
              [light, 0],
            ]
      )) {
        pen.fillStyle = ink
        slab(x + THICK.x * w * deep, y + THICK.y * w * deep)
        pen.fill()
      }
      if (layers) {
        pen.fillStyle = `rgba(74,59,34,${(0.32 * (1 - z / layers)).toFixed(3)})`
        pen.fill()
      }
      if (!fine) continue
      pen.strokeStyle = edge
      pen.globalAlpha = 0.45
      pen.lineWidth = Math.max(0.5, w * 0.04)
      pen.stroke()
      pen.globalAlpha = 1
    }
  }
  return box
}

/**
 * The small picture beside a board that is larger than the stage, with a frame around the part in view; a
 * press moves there.
 */
export class Overview {
  #picture = document.createElement("canvas")
  /** @type {Box} */
  #box = { left: 0, top: 0, width: 1, height: 1 }

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Drawing} drawing
   */
  constructor(canvas, drawing) {
    this.canvas = canvas
    this.drawing = drawing
    let due = false
    drawing.onMove(() => {
      if (due || !drawing.panned) return
      due = true
      requestAnimationFrame(() => {
        due = false
        this.#frame()
      })
    })
    const go = (/** @type {PointerEvent} */ event) => {
      if (event.type === "pointermove" && !event.buttons) return
      const box = canvas.getBoundingClientRect()
      const { left, top, width, height } = this.#box
      drawing.look(
        (event.clientX - box.left - left) / width,
        (event.clientY - box.top - top) / height,
        event.type === "pointerdown",
      )
    }
    canvas.addEventListener("pointerdown", go)
    canvas.addEventListener("pointermove", go)
  }

  /** @param {Slot[]} slots  @param {ArrayLike<unknown>} present */
  draw(slots, present) {
    if (!this.drawing.panned) return
    this.#box = thumbnail(this.#picture, [this.canvas.clientWidth, this.canvas.clientHeight], slots, present, 6)
    this.#frame()
  }

  #frame() {
    const { canvas, drawing } = this
    if (!this.#picture.width) return
    canvas.width = this.#picture.width
    canvas.height = this.#picture.height
    const pen = canvas.getContext("2d")
    if (!pen) return
    pen.drawImage(this.#picture, 0, 0)
    const scale = canvas.width / canvas.clientWidth
    pen.scale(scale, scale)
    const [x, y, wide, high] = drawing.inView()
    const { left, top, width, height } = this.#box
    const clamp = (/** @type {number} */ value, /** @type {number} */ most) =>
      Math.max(1.5, Math.min(most - 1.5, value))
    const [x0, x1] = [left + x * width, left + (x + wide) * width].map((at) => clamp(at, canvas.clientWidth))
    const [y0, y1] = [top + y * height, top + (y + high) * height].map((at) => clamp(at, canvas.clientHeight))
    pen.strokeStyle = getComputedStyle(root).getPropertyValue("--accent")
    pen.lineWidth = 3
    pen.beginPath()
    pen.roundRect(x0, y0, x1 - x0, y1 - y0, 6)
    pen.stroke()
  }
}
