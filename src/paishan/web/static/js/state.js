/**
 * The board as plain data: what is free, what matches, what a tap does, which tile is nearest.
 *
 * Knows no rule that the server did not send as lists of slots and groups, touches no page and no network. A
 * `View` is the server's state with the player's own moves laid on top, so that a tap never waits; Python's
 * `Table` is the reference, and vectors made by it check what is here.
 *
 * A view rests on a `Ground`: what a family of games knows of its places. That of Mahjong solitaire is here too.
 */

/** @typedef {[number, number, number]} Slot  x, y in half tiles, z */
/** @typedef {{slots: Slot[], above: number[][], left: number[][], right: number[][]}} Geometry */
/**
 * @typedef {object} Ground
 * @property {number} size  how many places there are
 * @property {(present: ArrayLike<unknown>) => boolean[]} free  which tiles may be picked
 * @property {(present: ArrayLike<unknown>, slot: number) => Hindrance | null} hindrance  why one may not
 * @property {(view: View, a: number, b: number) => "no-match" | "no-line" | null} refuses  why two tiles that may be
 *   picked do not go together
 * @property {(view: View) => number} pairs  how many different pairs can be taken (S20)
 * @property {(view: View, slot: number) => number} mates  how many tiles can be taken with the one on `slot` now
 * @property {(view: View, pair: Pair) => void} [fall]  after a pair has gone: tiles move, where they do
 * @property {(view: View, pair: Pair) => void} [rise]  before it comes back: they move where they were
 */
/** @typedef {{id: string, number: number, name: string} & Geometry} Layout */
/**
 * @typedef {{id: string, name: string, matching: "family" | "identical", hint: string, hints: Budget | null,
 *   undo: number | null, shuffle: "never" | "locked" | "dead" | "any", shuffles: number | null, clock: boolean,
 *   limit: number | null, pace: number | null, thought: number, scoring: Scoring | null}} Ruleset
 */
/**
 * @typedef {{pair: number, window: number | null, most: number, hint: number, undo: number, shuffle: number,
 *   time: number, bonus: number | null}} Scoring  in points and milliseconds
 */
/** @typedef {{most: number, refill: number | null}} Budget  of hints; one more every so many milliseconds played */
/** @typedef {{left: number, next: number | null}} Purse  hints in hand, and what will be played when one more comes */
/** @typedef {{clear: boolean, time: boolean, clean: boolean}} Stars */
/** @typedef {[number, number]} Pair  two slots, the lower first */
/** @typedef {Pair | "shuffle" | "restart" | "give-up"} Step */
/** @typedef {"playing" | "locked" | "cleared" | "given-up" | "timed-out"} Status */
/**
 * @typedef {{seq: number, faces: (string | null)[], groups: number[], history: Step[], future: Step[], present:
 *   number[], selected: number | null, hint: Pair | null, left: number, pairs: number, status: Status,
 *   paused: boolean, can: {undo: boolean, redo: boolean, hint: boolean, shuffle: boolean, rewind: boolean,
 *   show: boolean}, verdict: "clearable" | "dead" | "undecided" | null, rewind: number | null, clock: {ms: number,
 *   running: boolean}, limit: number | null, used: {hints: number, undos: number, shuffles: number}, hints: Purse |
 *   null, score: number, gains: number[], regains: number[], combo: number, combo_until: number | null, stars:
 *   Stars | null, ranked: boolean, unranked: string | null}} State
 */
/**
 * @typedef {{id: string, family: string, code: string | null, previous: string | null, occasion: string, newcomer:
 *   boolean, layout: Layout, ruleset: Ruleset, state: State}} Game
 */
/**
 * A command of the contract, and what stays in the browser: the step that an undo or redo was meant for, when the
 * command was given (milliseconds since 1970), and how many milliseconds had been played then.
 * @typedef {({type: "take", a: number, b: number} | {type: "undo" | "redo", of?: Step} | {type: "hint" | "show" |
 *   "shuffle" | "rewind" | "restart" | "give-up" | "pause" | "resume"}) & {at?: number, played?: number}} Command
 */
/** @typedef {"covered" | "blocked" | "both"} Hindrance */
/**
 * @typedef {{type: "selected", slot: number} | {type: "deselected"} | {type: "removed", a: number, b: number}
 *   | {type: "locked"} | {type: "cleared"} | {type: "refused", reason: Hindrance | "gone" | "unseen" | "paused" |
 *   "over", slot?: number}} HandEvent
 */
/**
 * @typedef {object} View
 * @property {Ground} ground
 * @property {(string | null)[]} faces  null where a face could not be seen yet
 * @property {number[]} groups
 * @property {boolean[]} present
 * @property {boolean[]} free
 * @property {Step[]} history
 * @property {Step[]} future
 * @property {number | null} selected
 * @property {Pair | null} hint
 * @property {number} left
 * @property {number} pairs
 * @property {Status} status
 * @property {boolean} paused
 * @property {boolean} waiting  a step only the server can work out (a shuffle, say) is on its way
 * @property {{hints: number, undos: number, shuffles: number}} used
 * @property {Scoring | null} scoring
 * @property {number} score
 * @property {number[]} gains  what the steps of `history` gave
 * @property {number[]} regains  what those of `future` will give again
 * @property {Combo} combo
 */
/**
 * A run of quick pairs (C9).
 * @typedef {object} Combo
 * @property {number} times  how many times its points the last pair counted
 * @property {number | null} until  milliseconds played up to which the next one counts once more; null: it counts once
 */

/** @typedef {View & {ground: {geo: Geometry}}} HeapView  of a board of Mahjong solitaire */

/** @type {(a: number, b: number) => Pair} */
export const pairOf = (a, b) => (a < b ? [a, b] : [b, a])

/**
 * Why a tile on `slot` is not free (T2, T12), or null.
 * @param {Geometry} geo
 * @param {ArrayLike<unknown>} present  truthy where a tile lies
 * @param {number} slot
 * @returns {Hindrance | null}
 */
export function hindrance(geo, present, slot) {
  const there = (/** @type {number} */ other) => present[other]
  const covered = geo.above[slot].some(there)
  const blocked = geo.left[slot].some(there) && geo.right[slot].some(there)
  return covered ? (blocked ? "both" : "covered") : blocked ? "blocked" : null
}

/**
 * Which slots hold a free tile.
 * @param {Geometry} geo
 * @param {ArrayLike<unknown>} present
 */
export const freeSlots = (geo, present) =>
  geo.slots.map((_, slot) => Boolean(present[slot]) && hindrance(geo, present, slot) === null)

/**
 * How many free tiles each group has.
 * @param {boolean[]} free
 * @param {number[]} groups
 */
function tallyOf(free, groups) {
  /** @type {Map<number, number>} */
  const tally = new Map()
  free.forEach((is, slot) => is && tally.set(groups[slot], (tally.get(groups[slot]) ?? 0) + 1))
  return tally
}

/** The group of a tile whose face could not be seen yet. */
const UNSEEN = -1

/**
 * How many different pairs can be taken (S20), among the tiles that can be seen.
 * @param {boolean[]} free
 * @param {number[]} groups
 */
export const countPairs = (free, groups) =>
  [...tallyOf(free, groups)].reduce((pairs, [group, n]) => pairs + (group === UNSEEN ? 0 : (n * (n - 1)) / 2), 0)

/**
 * What Mahjong solitaire knows of its places.
 * @param {Geometry} geo
 * @returns {Ground & {geo: Geometry}}
 */
export const heap = (geo) => ({
  geo,
  size: geo.slots.length,
  free: (present) => freeSlots(geo, present),
  hindrance: (present, slot) => hindrance(geo, present, slot),
  refuses: (view, a, b) => (view.groups[a] === view.groups[b] && view.groups[a] !== UNSEEN ? null : "no-match"),
  pairs: (view) => countPairs(view.free, view.groups),
  mates: (view, slot) =>
    view.free.filter((is, other) => is && other !== slot && view.groups[other] === view.groups[slot]).length,
})

/**
 * A state with what the view knows besides: less may be seen before the steps that are still on their way, and what one
 * pair could bring to light need not stay so when another was taken. Nothing is known of tiles that were laid anew.
 * @param {View} view
 * @param {State} state
 * @returns {State}
 */
export function remembering({ faces, groups }, state) {
  if (state.faces.some((face, slot) => face && faces[slot] && face !== faces[slot])) return state
  return {
    ...state,
    faces: state.faces.map((face, slot) => face ?? faces[slot]),
    groups: state.groups.map((group, slot) => (group === UNSEEN ? groups[slot] : group)),
  }
}

/**
 * The view of a state from the server.
 * @template {Ground} G
 * @param {G} ground
 * @param {State} state
 * @param {Scoring | null} [scoring]
 * @param {number} [ahead]  milliseconds by which the browser's count of what was played is ahead of the state's
 * @returns {View & {ground: G}}
 */
export function viewOf(ground, state, scoring = null, ahead = 0) {
  /** @type {boolean[]} */
  const present = Array(ground.size).fill(false)
  for (const slot of state.present) present[slot] = true
  const view = {
    ground,
    present,
    /** @type {boolean[]} */
    free: [],
    faces: state.faces,
    groups: state.groups,
    history: [...state.history],
    future: [...state.future],
    selected: state.selected,
    hint: state.hint,
    left: 0,
    pairs: 0,
    status: state.status,
    paused: state.paused,
    waiting: false,
    used: { ...state.used },
    scoring,
    score: state.score,
    gains: [...(state.gains ?? [])],
    regains: [...(state.regains ?? [])],
    combo: { times: state.combo, until: state.combo_until == null ? null : state.combo_until + ahead },
  }
  refresh(view)
  return view
}

/** @param {View} view  works out anew what follows from the tiles that are there */
function refresh(view) {
  view.free = view.ground.free(view.present)
  view.left = view.present.filter(Boolean).length
  view.pairs = view.ground.pairs(view)
  if (view.status !== "given-up" && view.status !== "timed-out") {
    // Whether a tile whose face is on its way makes a pair, only the server can tell.
    const more = view.pairs > 0 || view.free.some((is, slot) => is && view.groups[slot] === UNSEEN)
    view.status = !view.left ? "cleared" : more ? "playing" : "locked"
  }
  if (view.selected !== null && !view.free[view.selected]) view.selected = null
  if (view.hint && !view.hint.every((slot) => view.free[slot])) view.hint = null
}

/** @type {(view: View, ruleset: Ruleset) => boolean} */
export const canUndo = (view, ruleset) =>
  !view.paused &&
  !view.waiting &&
  view.status !== "cleared" &&
  view.status !== "timed-out" &&
  view.history.length > 0 &&
  (ruleset.undo === null || view.used.undos < ruleset.undo)

/** @type {(view: View) => boolean} */
export const canRedo = (view) =>
  !view.paused &&
  !view.waiting &&
  view.status !== "given-up" &&
  view.status !== "timed-out" &&
  view.future.length > 0

/** @type {(view: View, ruleset: Ruleset) => boolean} */
export const canHint = (view, ruleset) =>
  ruleset.hint !== "off" && !view.paused && !view.waiting && view.status === "playing"

/**
 * The hints in hand when so many milliseconds are played (C5), from those that the server told of.
 * @param {Purse | null} told
 * @param {Budget | null} budget
 * @param {number} played
 */
export function purseAt(told, budget, played) {
  if (!told || !budget || told.next === null || budget.refill === null || played < told.next) return told
  const come = 1 + Math.floor((played - told.next) / budget.refill)
  const left = Math.min(budget.most, told.left + come)
  return { left, next: left < budget.most ? told.next + come * budget.refill : null }
}

/** @type {(view: View, ruleset: Ruleset, dead?: boolean) => boolean} */
export const canShuffle = (view, ruleset, dead = false) =>
  !view.paused &&
  !view.waiting &&
  (ruleset.shuffles === null || view.used.shuffles < ruleset.shuffles) &&
  (view.status === "locked"
    ? ruleset.shuffle !== "never"
    : view.status === "playing" && (ruleset.shuffle === "any" || (ruleset.shuffle === "dead" && dead)))

/**
 * The stars that can still be won when so many milliseconds are played (C10).
 * @param {View} view
 * @param {Ruleset} ruleset
 * @param {number} played
 * @returns {Stars | null}
 */
export function starsOf({ status, used, ground }, { pace }, played) {
  if (pace === null || pace === undefined) return null
  const hope = status !== "given-up" && status !== "timed-out"
  const clean = !used.hints && !used.undos && !used.shuffles
  return { clear: hope, time: hope && played <= pace * ground.size, clean: hope && clean }
}

/**
 * Counts a pair: the first, or one that came too late, once, and a quick one once more than that before it.
 * @param {View} view
 * @param {number} played
 */
function score(view, played) {
  const { scoring, combo } = view
  if (!scoring) return
  const quick = combo.until !== null && played <= combo.until
  const times = quick ? Math.min(combo.times + 1, scoring.most) : 1
  view.combo = { times, until: scoring.window === null ? null : played + scoring.window }
  view.gains.push(scoring.pair * times)
  view.regains.length = 0
  view.score += scoring.pair * times
}

/** @type {(a: Step | undefined, b: Step | undefined) => boolean} */
const sameStep = (a, b) => String(a) === String(b)

/**
 * Lays one of the player's commands on the view, as the server will. False: it no longer applies, nothing was
 * changed. How many milliseconds were played, the command tells.
 * @param {View} view
 * @param {Command} command
 */
export function apply(view, command) {
  switch (command.type) {
    case "take": {
      const { a, b } = command
      if (view.paused || view.waiting || a === b || view.status !== "playing") return false
      if (!view.free[a] || !view.free[b]) return false
      // Whoever gave the command saw the faces, even if the state on which it is laid anew does not tell them.
      if (view.groups[a] !== UNSEEN && view.groups[b] !== UNSEEN && view.ground.refuses(view, a, b)) return false
      const pair = pairOf(a, b)
      view.present[a] = view.present[b] = false
      view.ground.fall?.(view, pair)
      view.history.push(pair)
      view.future.length = 0
      score(view, command.played ?? 0)
      view.selected = view.hint = null
      break
    }
    case "undo":
    case "redo": {
      const undo = command.type === "undo"
      const [from, to] = undo ? [view.history, view.future] : [view.future, view.history]
      const step = from.at(-1)
      if (!step || view.paused || view.waiting || (undo && view.status === "cleared")) return false
      if (command.of && !sameStep(command.of, step)) return false
      view.selected = view.hint = null
      view.combo = { times: 0, until: null }
      if (undo) view.used.undos += 1
      if (typeof step === "string") {
        view.waiting = true
        return true
      }
      from.pop()
      to.push(step)
      if (view.scoring) {
        const [gained, gives] = undo ? [view.gains, view.regains] : [view.regains, view.gains]
        const points = gained.pop() ?? 0
        gives.push(points)
        view.score += undo ? -points - view.scoring.undo : points
      }
      if (undo) view.ground.rise?.(view, step)
      for (const slot of step) view.present[slot] = undo
      if (!undo) view.ground.fall?.(view, step)
      break
    }
    case "pause":
    case "resume":
      if (view.paused === (command.type === "pause")) return false
      view.paused = !view.paused
      return true
    case "hint":
    case "show":
      return !view.paused && !view.waiting && view.status === "playing"
    default:
      if (view.paused || view.waiting) return false
      view.selected = view.hint = null
      view.waiting = true
      return true
  }
  refresh(view)
  return true
}

/**
 * The hand (S3): a tap on a tile, what comes of it, and the command that the server has to hear of, if any.
 * @param {View} view
 * @param {number} slot
 * @param {number} [played]  milliseconds
 * @returns {{events: HandEvent[], command: Command | null}}
 */
export function pick(view, slot, played = 0) {
  if (view.waiting) return { events: [], command: null }
  if (view.paused) return { events: [{ type: "refused", reason: "paused" }], command: null }
  if (view.status === "cleared" || view.status === "given-up" || view.status === "timed-out")
    return { events: [{ type: "refused", reason: "over" }], command: null }
  const held = view.selected
  view.selected = null
  /** @type {HandEvent[]} */
  const events = []
  if (!view.free[slot]) {
    const reason = view.present[slot] ? view.ground.hindrance(view.present, slot) : null
    events.push({ type: "refused", reason: reason ?? "gone", slot })
    if (held !== null) events.push({ type: "deselected" })
    return { events, command: null }
  }
  if (held === slot) return { events: [{ type: "deselected" }], command: null }
  if (view.faces[slot] === null) {
    view.selected = held
    return { events: [{ type: "refused", reason: "unseen", slot }], command: null }
  }
  if (held === null || view.ground.refuses(view, held, slot)) {
    view.selected = slot
    return { events: [{ type: "selected", slot }], command: null }
  }
  const [a, b] = pairOf(held, slot)
  /** @type {Command} */
  const command = { type: "take", a, b, played }
  apply(view, command)
  events.push({ type: "removed", a, b })
  const { status } = /** @type {View} */ (view)
  if (status === "locked" || status === "cleared") events.push({ type: status })
  return { events, command }
}

/** Width and height that a tile's thickness adds for each layer, in tile widths. */
export const THICK = { x: 0.12, y: 0.16 }

/**
 * Where a tile's upper left corner is seen, in tile widths: a tile is 1 wide and 4/3 high, and layers rise to
 * the upper left.
 * @param {Slot} slot
 * @returns {[number, number]}
 */
export const seenAt = ([x, y, z]) => [x / 2 - z * THICK.x, (y * 2) / 3 - z * THICK.y]

/**
 * The height of the tiles on every half-tile cell, and from it what is seen: for each slot the depth of the
 * drop beside its right and lower edge (0: none, or something lies on it), and whether any part of it can be
 * seen from above.
 * @param {Slot[]} slots
 * @param {ArrayLike<unknown>} present
 */
export function relief(slots, present) {
  const wide = 3 + Math.max(...slots.map((slot) => slot[0]))
  const top = new Uint8Array(wide * (3 + Math.max(...slots.map((slot) => slot[1]))))
  slots.forEach(([x, y, z], slot) => {
    if (!present[slot]) return
    for (const at of [0, 1, wide, wide + 1]) {
      const cell = y * wide + x + at
      if (top[cell] <= z) top[cell] = z + 1
    }
  })
  const drops = new Uint8Array(slots.length)
  const seen = slots.map(([x, y, z], slot) => {
    if (!present[slot]) return false
    const at = y * wide + x
    const own = [top[at], top[at + 1], top[at + wide], top[at + wide + 1]]
    const low = Math.min(
      top[at + 2],
      top[at + wide + 2],
      top[at + 2 * wide],
      top[at + 2 * wide + 1],
      top[at + 2 * wide + 2],
    )
    if (own[1] <= z + 1 && own[3] <= z + 1) drops[slot] = Math.min(3, Math.max(0, z + 1 - low))
    return own.some((height) => height <= z + 1)
  })
  return { drops, seen }
}

/** @typedef {"ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown"} Arrow */

/**
 * The nearest tile that can be seen in the direction of an arrow, or null: near counts forward once and
 * sideways double.
 * @param {HeapView} view
 * @param {number} from
 * @param {Arrow} arrow
 */
export function nearest(view, from, arrow) {
  const { seen } = relief(view.ground.geo.slots, view.present)
  const across = arrow === "ArrowLeft" || arrow === "ArrowRight"
  const sign = arrow === "ArrowLeft" || arrow === "ArrowUp" ? -1 : 1
  return closest(view, from, (slot, dx, dy) => {
    const forward = sign * (across ? dx : dy)
    return seen[slot] && forward > 0.3 ? forward + 2 * Math.abs(across ? dy : dx) : Infinity
  })
}

/**
 * The tile nearest to `from` on the next layer up (1) or down (-1) that has any, or null. Covered tiles
 * count.
 * @param {HeapView} view
 * @param {number} from
 * @param {1 | -1} way
 */
export function layerAway(view, from, way) {
  const layer = view.ground.geo.slots[from][2]
  const layers = view.ground.geo.slots.filter((_, slot) => view.present[slot]).map((slot) => slot[2])
  const beyond = layers.filter((z) => (z - layer) * way > 0)
  const next = way > 0 ? Math.min(...beyond) : Math.max(...beyond)
  return closest(view, from, (slot, dx, dy) =>
    view.ground.geo.slots[slot][2] === next ? Math.hypot(dx, dy) : Infinity,
  )
}

/**
 * The free tile, or else any tile, nearest to a slot that may be empty by now.
 * @param {HeapView} view
 * @param {number} from
 */
export const nearby = (view, from) =>
  closest(view, from, (slot, dx, dy) => Math.hypot(dx, dy) + (view.free[slot] ? 0 : 1000))

/**
 * @param {HeapView} view
 * @param {number} from
 * @param {(slot: number, dx: number, dy: number) => number} cost
 */
function closest(view, from, cost) {
  const [x, y] = seenAt(view.ground.geo.slots[from])
  let best = null
  let least = Infinity
  view.ground.geo.slots.forEach((place, slot) => {
    if (slot === from || !view.present[slot]) return
    const [u, v] = seenAt(place)
    const here = cost(slot, u - x, v - y)
    if (here < least) [best, least] = [slot, here]
  })
  return /** @type {number | null} */ (best)
}

/**
 * The slot after `from` in reading order, round and round, among those that pass; null if none does.
 * @param {HeapView} view
 * @param {number | null} from
 * @param {(slot: number) => boolean} passes
 */
function following(view, from, passes) {
  const order = view.ground.geo.slots
    .map((place, slot) => ({ slot, at: seenAt(place) }))
    .sort((p, q) => p.at[1] - q.at[1] || p.at[0] - q.at[0])
    .map((item) => item.slot)
  const start = from === null ? 0 : order.indexOf(from) + 1
  for (let i = 0; i < order.length; i++) {
    const slot = order[(start + i) % order.length]
    if (slot !== from && view.present[slot] && passes(slot)) return slot
  }
  return null
}

/** @type {(view: HeapView, from: number | null) => number | null} */
export const nextFree = (view, from) => following(view, from, (slot) => view.free[slot])

/**
 * The next free tile that matches the selected one, or the one on `from` if none is.
 * @param {HeapView} view
 * @param {number | null} from
 */
export function nextMatch(view, from) {
  const model = view.selected ?? from
  if (model === null) return null
  return following(
    view,
    from,
    (slot) => slot !== model && view.free[slot] && view.groups[slot] === view.groups[model],
  )
}
