/**
 * The ground of Mahjong Connect: which line joins two tiles, what can be taken, where tiles go that fall.
 *
 * A place is [x, y], counted from 0; −1 and the grid's sides are the places just outside it. Slots are numbered row by
 * row. Python's `paishan.connect` is the reference, and vectors made by it check what is here. How the grid is held,
 * upright or not, is no matter of the rules.
 */

/** @typedef {import("./state.js").Ground} Ground */
/** @typedef {import("./state.js").Pair} Pair */
/** @typedef {import("./state.js").View} View */
/** @typedef {[number, number]} Point */
/**
 * @typedef {{id: string, number: number, name: string, width: number, height: number, outside: boolean,
 *   gravity: "none" | "down" | "sideways"}} Grid
 */
/** @typedef {[number, number]} Move  the slot that is left, and the slot that is come to */

/**
 * The places in a row or column that a straight line from one of them reaches, as the first and the last.
 * @param {(at: number) => boolean} empty
 * @param {number} from
 */
function run(empty, from) {
  let [first, last] = [from, from]
  while (empty(first - 1)) first -= 1
  while (empty(last + 1)) last += 1
  return [first, last]
}

/**
 * Whether a line may run through every place strictly between two.
 * @param {(at: number) => boolean} empty
 * @param {number} one
 * @param {number} other
 */
function clear(empty, one, other) {
  for (let at = Math.min(one, other) + 1; at < Math.max(one, other); at++) if (!empty(at)) return false
  return true
}

/**
 * Calls `found` with every line of at most two turns between two slots, whatever lies on them (N2), those first whose
 * middle part runs along a column, from the left, then those along a row, from the top. Ends when `found` says true.
 * @param {Grid} grid
 * @param {ArrayLike<unknown>} present
 * @param {number} a
 * @param {number} b
 * @param {(points: Point[]) => boolean} found
 */
function eachLine({ width, height, outside }, present, a, b, found) {
  const empty = (/** @type {number} */ x, /** @type {number} */ y) =>
    x >= 0 && x < width && y >= 0 && y < height
      ? !present[y * width + x]
      : outside && x >= -1 && x <= width && y >= -1 && y <= height
  const [xa, ya, xb, yb] = [a % width, Math.floor(a / width), b % width, Math.floor(b / width)]
  if (ya !== yb) {
    const one = run((x) => empty(x, ya), xa)
    const other = run((x) => empty(x, yb), xb)
    for (let x = Math.max(one[0], other[0]); x <= Math.min(one[1], other[1]); x++) {
      if (!clear((y) => empty(x, y), ya, yb)) continue
      if (found([[xa, ya], [x, ya], [x, yb], [xb, yb]])) return
    }
  }
  if (xa !== xb) {
    const one = run((y) => empty(xa, y), ya)
    const other = run((y) => empty(xb, y), yb)
    for (let y = Math.max(one[0], other[0]); y <= Math.min(one[1], other[1]); y++) {
      if (!clear((x) => empty(x, y), xa, xb)) continue
      if (found([[xa, ya], [xa, y], [xb, y], [xb, yb]])) return
    }
  }
}

/**
 * Whether a line joins two different slots, whatever lies on them.
 * @param {Grid} grid
 * @param {ArrayLike<unknown>} present
 * @param {number} a
 * @param {number} b
 */
export function joins(grid, present, a, b) {
  let any = false
  eachLine(grid, present, a, b, () => (any = true))
  return any
}

/** @param {Point[]} points  how many steps from place to place a line has */
const steps = (points) =>
  points.slice(1).reduce((sum, [x, y], i) => sum + Math.abs(x - points[i][0]) + Math.abs(y - points[i][1]), 0)

/**
 * The line that is drawn between two slots: of those with the fewest turns the shortest, and of equal ones the first.
 * Its points are both places and, in between, where it turns; null where none joins them.
 * @param {Grid} grid
 * @param {ArrayLike<unknown>} present
 * @param {number} a
 * @param {number} b
 */
export function line(grid, present, a, b) {
  /** @type {Point[] | null} */
  let best = null
  eachLine(grid, present, a, b, (points) => {
    const once = points.filter(([x, y], i) => !i || x !== points[i - 1][0] || y !== points[i - 1][1])
    if (!best || once.length < best.length || (once.length === best.length && steps(once) < steps(best))) best = once
    return false
  })
  return /** @type {Point[] | null} */ (best)
}

/**
 * Every different pair that can be taken (S20), ordered by its first slot and then its second.
 * @param {Grid} grid
 * @param {{present: boolean[], groups: number[]}} view
 */
export function pairs(grid, { present, groups }) {
  /** @type {Pair[]} */
  const found = []
  /** @type {Map<number, number[]>} */
  const alike = new Map()
  present.forEach((there, slot) => {
    if (!there) return
    const others = alike.get(groups[slot])
    if (!others) return void alike.set(groups[slot], [slot])
    for (const other of others) if (joins(grid, present, other, slot)) found.push([other, slot])
    others.push(slot)
  })
  return found.sort((p, q) => p[0] - q[0] || p[1] - q[1])
}

/**
 * The rows or columns along which tiles move, each from the end that they move to.
 * @param {Grid} grid
 */
function lanes({ width, height, gravity }) {
  const columns = Array.from({ length: width }, (_, x) => x)
  const rows = Array.from({ length: height }, (_, y) => y)
  if (gravity === "down") return columns.map((x) => rows.map((y) => (height - 1 - y) * width + x))
  return gravity === "sideways" ? rows.map((y) => columns.map((x) => y * width + x)) : []
}

/**
 * What moves once a pair has gone, along the lanes where it lay: first the tiles that are there, then what is left of
 * those that are gone, each in its order.
 * @param {Grid} grid
 * @param {ArrayLike<unknown>} present  without the pair
 * @param {Pair} pair
 */
export function moves(grid, present, pair) {
  /** @type {Move[]} */
  const found = []
  for (const lane of lanes(grid)) {
    if (!lane.includes(pair[0]) && !lane.includes(pair[1])) continue
    const settled = [...lane.filter((slot) => present[slot]), ...lane.filter((slot) => !present[slot])]
    settled.forEach((source, i) => source !== lane[i] && found.push([source, lane[i]]))
  }
  return found
}

/**
 * Moves all that lies on slots, and says which of them hold a tile.
 * @param {View} view
 * @param {Move[]} list
 */
function carry(view, list) {
  const { faces, groups, present } = view
  view.faces = [...faces]
  view.groups = [...groups]
  const there = list.map(([source]) => present[source])
  list.forEach(([source, target], i) => {
    view.faces[target] = faces[source]
    view.groups[target] = groups[source]
    present[target] = there[i]
  })
}

/**
 * What moved when a pair went, found from the board after it.
 * @param {Grid} grid
 * @param {ArrayLike<unknown>} present
 * @param {Pair} pair
 */
function movesBefore(grid, present, pair) {
  const before = Array.from(present)
  for (const lane of lanes(grid)) {
    const taken = lane.filter((slot) => pair.includes(slot))
    const high = lane.filter((slot) => present[slot]).length + taken.length
    lane.forEach((slot, i) => (before[slot] = i < high && !taken.includes(slot)))
  }
  return moves(grid, before, pair)
}

/**
 * What Mahjong Connect knows of its places.
 * @param {Grid} grid
 * @returns {Ground & {grid: Grid}}
 */
export function flat(grid) {
  /** @type {WeakMap<View, number[]>} of every view the mates of each slot, as they were when its pairs were counted */
  const counted = new WeakMap()
  /** @type {Ground["refuses"]} */
  const refuses = (view, a, b) =>
    view.groups[a] !== view.groups[b] ? "no-match" : joins(grid, view.present, a, b) ? null : "no-line"
  return {
    grid,
    size: grid.width * grid.height,
    free: (present) => Array.from(present, Boolean),
    hindrance: () => null,
    refuses,
    pairs: (view) => {
      const found = pairs(grid, view)
      const mates = Array(view.present.length).fill(0)
      for (const slot of found.flat()) mates[slot] += 1
      counted.set(view, mates)
      return found.length
    },
    mates: (view, slot) => counted.get(view)?.[slot] ?? 0,
    fall: (view, pair) => carry(view, moves(grid, view.present, pair)),
    rise: (view, pair) =>
      carry(
        view,
        movesBefore(grid, view.present, pair).map(([source, target]) => [target, source]),
      ),
  }
}

/**
 * The faces of the pairs taken last, the latest first, at most so many; what was taken before a restart lies on the
 * board again.
 * @param {Grid} grid
 * @param {View} view
 * @param {number} most
 */
export function taken(grid, view, most) {
  const ground = flat(grid)
  const back = { ...view, present: [...view.present] }
  /** @type {[string, string][]} */
  const found = []
  for (const step of [...view.history].reverse()) {
    if (found.length === most || step === "restart") break
    if (typeof step === "string") continue
    ground.rise?.(back, step)
    found.push([back.faces[step[0]] ?? "", back.faces[step[1]] ?? ""])
    for (const slot of step) back.present[slot] = true
  }
  return found
}
