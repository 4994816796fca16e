/**
 * The hand: presses, touches and keys on the board become acts of the game. Keeps the one tab stop of the
 * board, and knows no rule; what an act does is for `flow.js` to say, where a key leads for the page's family.
 */

/** @typedef {import("./state.js").View} View */
/**
 * @typedef {object} Acts
 * @property {() => View} view
 * @property {(slot: number) => void} tap
 * @property {(from: number, onto: number) => void} lay
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => void} hint
 * @property {() => void} pause
 * @property {() => void} help
 * @property {() => void} letGo
 * @property {() => void} summary
 * @property {(slot: number) => void} focused  a tile has the focus: its name has to be right
 */

/**
 * Where keys lead on the board: a slot, or null where there is none.
 * @typedef {object} Ways
 * @property {(view: View, from: number, arrow: import("./state.js").Arrow) => number | null} arrow
 * @property {((view: View, from: number, way: 1 | -1) => number | null) | null} away  a layer up or down, where there
 *   are layers
 * @property {(view: View, from: number) => number | null} nearby  the tile nearest to a place that is empty by now
 * @property {(view: View, from: number | null) => number | null} nextFree
 * @property {(view: View, from: number | null) => number | null} nextMatch
 */
/**
 * The drawn board as a hand needs it.
 * @typedef {object} Held
 * @property {HTMLElement} stage
 * @property {HTMLElement} board
 * @property {HTMLButtonElement[]} tiles
 * @property {number} width  of a tile in CSS pixels
 * @property {boolean} tiny  whether tiles are too small to be hit
 * @property {(slots: number[]) => void} reveal
 * @property {(width: number | null, point?: {x: number, y: number}) => void} zoom
 * @property {(point?: {x: number, y: number}) => void} toggleZoom
 */

const DOUBLE_TAP = 350
const NEAR = 30

/** @param {EventTarget | null} target  the slot of the tile that was hit, or null */
export function slotOf(target) {
  const tile = target instanceof Element ? target.closest("button.tile") : null
  return tile instanceof HTMLElement ? Number(tile.dataset.slot) : null
}

export class Hand {
  /** The slot whose tile is the tab stop. @type {number | null} */
  #stop = null

  /**
   * @param {Held} drawing
   * @param {Acts} acts
   * @param {Ways} ways
   */
  constructor(drawing, acts, ways) {
    this.drawing = drawing
    this.acts = acts
    this.ways = ways
    // The board may move between the press and its end: then the tile is meant on which it began.
    /** @type {{slot: number | null, x: number, y: number} | null} */
    let down = null
    drawing.board.addEventListener("pointerdown", ({ target, clientX: x, clientY: y }) => {
      down = { slot: slotOf(target), x, y }
    })
    drawing.board.addEventListener("click", (event) => {
      const near = down && event.detail && Math.hypot(event.clientX - down.x, event.clientY - down.y) < NEAR
      const slot = near ? (down?.slot ?? null) : slotOf(event.target)
      down = null
      if (slot === null) return
      event.stopPropagation()
      // A key means its tile, however small; a finger on the whole of a large board means a part of it.
      if (event.detail && drawing.tiny) drawing.zoom(null, { x: event.clientX, y: event.clientY })
      else acts.tap(slot)
    })
    drawing.board.addEventListener("focusin", (event) => {
      const slot = slotOf(event.target)
      if (slot === null) return
      this.#rest(slot)
      acts.focused(slot)
    })
    document.addEventListener("keydown", (event) => this.#key(event))
    this.#doubleTap()
    this.#pinch()
  }

  /**
   * After the board changed: a tab stop that is gone moves to the nearest free tile, and takes the focus
   * along.
   */
  settle() {
    const view = this.acts.view()
    const stop = this.#stop
    if (stop !== null && view.present[stop]) return
    const next = stop === null ? this.ways.nextFree(view, null) : this.ways.nearby(view, stop)
    // A tile that was hidden at once has lost the focus to the page.
    const { activeElement } = document
    const focused = stop !== null && (activeElement === this.drawing.tiles[stop] || activeElement === document.body)
    this.#rest(next)
    if (next !== null && focused) this.drawing.tiles[next].focus({ preventScroll: true })
  }

  /** Gives the board the focus, at its tab stop or at a tile. @param {number | null} [slot] */
  focus(slot = this.#stop) {
    if (slot === null) return
    this.drawing.tiles[slot].focus({ preventScroll: true })
    this.drawing.reveal([slot])
  }

  /** @param {number | null} slot */
  #rest(slot) {
    const { tiles } = this.drawing
    if (this.#stop !== null) tiles[this.#stop].tabIndex = -1
    if (slot !== null) tiles[slot].tabIndex = 0
    this.#stop = slot
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (document.querySelector("dialog[open]")) return
    const { target } = event
    if (
      target instanceof HTMLElement &&
      (target.isContentEditable || target.matches("input, select, textarea"))
    )
      return
    const { acts, drawing, ways } = this
    const view = acts.view()
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    /** @type {Record<string, () => void>} */
    const always = { p: acts.pause, "?": acts.help }
    const here = this.#stop
    const go = (/** @type {number | null} */ slot) => this.focus(slot ?? here)
    const move = (/** @type {import("./state.js").Arrow} */ arrow) => () => {
      if (here === null) return
      const inside = document.activeElement === drawing.tiles[here]
      go(inside ? ways.arrow(view, here, arrow) : here)
    }
    /** @type {Record<string, () => void>} */
    const playing = {
      ArrowLeft: move("ArrowLeft"),
      ArrowRight: move("ArrowRight"),
      ArrowUp: move("ArrowUp"),
      ArrowDown: move("ArrowDown"),
      PageUp: () => here !== null && ways.away && go(ways.away(view, here, 1)),
      PageDown: () => here !== null && ways.away && go(ways.away(view, here, -1)),
      f: () => go(ways.nextFree(view, here)),
      m: () => go(ways.nextMatch(view, here)),
      u: acts.undo,
      r: acts.redo,
      h: () => event.repeat || acts.hint(),
      b: acts.summary,
      Escape: acts.letGo,
      "+": () => drawing.zoom(drawing.width * 1.25),
      "-": () => drawing.zoom(drawing.width / 1.25),
      0: () => drawing.zoom(null),
    }
    const act = always[key] ?? (view.paused ? undefined : playing[key])
    if (!act) return
    event.preventDefault()
    act()
  }

  /** Two taps on the cloth, beside the tiles, draw the board larger or smaller. */
  #doubleTap() {
    let last = { at: -Infinity, x: 0, y: 0 }
    this.drawing.stage.addEventListener("click", (event) => {
      if (slotOf(event.target) !== null || this.acts.view().paused) return
      const tap = { at: event.timeStamp, x: event.clientX, y: event.clientY }
      const twice = tap.at - last.at < DOUBLE_TAP && Math.hypot(tap.x - last.x, tap.y - last.y) < NEAR
      last = twice ? { ...tap, at: -Infinity } : tap
      if (twice) this.drawing.toggleZoom(tap)
    })
  }

  /**
   * Two fingers, or the wheel with Ctrl, draw the board at another size; while the fingers move it is only
   * stretched.
   */
  #pinch() {
    const { drawing } = this
    const { stage, board } = drawing
    /** @type {{apart: number, x: number, y: number} | null} */
    let start = null
    let now = { apart: 1, x: 0, y: 0 }
    const measure = (/** @type {TouchList} */ touches) => {
      const [p, q] = [touches[0], touches[1]]
      return {
        apart: Math.hypot(p.clientX - q.clientX, p.clientY - q.clientY) || 1,
        x: (p.clientX + q.clientX) / 2,
        y: (p.clientY + q.clientY) / 2,
      }
    }
    stage.addEventListener(
      "touchstart",
      (event) => {
        if (event.touches.length !== 2 || this.acts.view().paused) return
        if (event.cancelable) event.preventDefault()
        start = now = measure(event.touches)
        const box = board.getBoundingClientRect()
        board.style.transformOrigin = `${start.x - box.left}px ${start.y - box.top}px`
        board.style.willChange = "transform"
      },
      { passive: false },
    )
    stage.addEventListener(
      "touchmove",
      (event) => {
        if (!start || event.touches.length !== 2) return
        if (event.cancelable) event.preventDefault()
        now = measure(event.touches)
        const moved = `${now.x - start.x}px, ${now.y - start.y}px`
        board.style.transform = `translate(${moved}) scale(${now.apart / start.apart})`
      },
      { passive: false },
    )
    const end = () => {
      if (!start) return
      board.style.transform = board.style.willChange = board.style.transformOrigin = ""
      drawing.zoom((drawing.width * now.apart) / start.apart, start)
      stage.scrollBy({ left: start.x - now.x, top: start.y - now.y, behavior: "instant" })
      start = null
    }
    stage.addEventListener("touchend", end)
    stage.addEventListener("touchcancel", end)
    stage.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey) return
        event.preventDefault()
        drawing.zoom(drawing.width * Math.exp(-event.deltaY / 400), { x: event.clientX, y: event.clientY })
      },
      { passive: false },
    )
  }
}
