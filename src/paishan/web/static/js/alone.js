/**
 * A game of pairs that is played without a server: what `Table` in Python does with the commands that need no chance and
 * no proof, and the `Link` of such a game. It keeps every command, in order, for the server to hear later.
 */

import { apply, pairOf, viewOf } from "./state.js"

/** @typedef {import("./state.js").Command} Command */
/** @typedef {import("./state.js").Game} Game */
/** @typedef {import("./state.js").Ground} Ground */
/** @typedef {import("./state.js").Pair} Pair */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Step} Step */
/** @typedef {import("./state.js").View} View */
/** @typedef {import("./net.js").Event} Event */
/** @typedef {Pick<View, "faces" | "groups" | "present" | "status" | "used" | "score"> & {ms: number}} Board  as it lay */

/** What was refused, and why. @param {string} reason */
const refused = (reason) => [{ type: "refused", reason }]

export class Alone {
  #ground
  #game
  #witness
  /** @type {View} */
  #view
  #seq = 0
  /** Milliseconds played up to the last command. */
  #ms = 0
  /** @type {Pair | null} */
  #hint = null
  /** How many hints were shown of this position. */
  #shown = 0
  /** The boards before and after the steps of `history` and of `future` that took no pair, in their order. */
  #past = /** @type {[Board, Board][]} */ ([])
  #undone = /** @type {[Board, Board][]} */ ([])

  /**
   * @param {Game} game  as it begins
   * @param {Ground} ground
   * @param {Pair[]} witness  pairs that clear it, in order
   */
  constructor(game, ground, witness) {
    this.#game = game
    this.#ground = ground
    this.#witness = witness
    this.#view = viewOf(ground, game.state, game.ruleset.scoring)
  }

  /** The state, as the server would tell it. @returns {State} */
  state() {
    const { paused, history, future, status, left, pairs, used, faces, groups, present, score, gains, regains } = this.#view
    const { ruleset } = this.#game
    const going = !paused && status !== "cleared" && status !== "given-up"
    return {
      ...this.#game.state,
      seq: this.#seq,
      faces: [...faces],
      groups: [...groups],
      present: present.flatMap((there, slot) => (there ? [slot] : [])),
      history: [...history],
      future: [...future],
      selected: null,
      hint: this.#hint,
      left,
      pairs,
      status,
      paused,
      can: {
        undo: !paused && history.length > 0 && status !== "cleared",
        redo: !paused && future.length > 0 && status !== "given-up",
        hint: going && pairs > 0 && ruleset.hint !== "off",
        shuffle: false,
        rewind: false,
        show: false,
      },
      verdict: null,
      rewind: null,
      clock: { ms: this.#ms, running: status === "playing" && !paused },
      used: { ...used },
      score,
      gains: [...gains],
      regains: [...regains],
    }
  }

  /**
   * Does what a command says, if it needs no server.
   * @param {Command} command
   * @returns {Event[]}
   */
  say(command) {
    const view = this.#view
    if (command.type === "shuffle" || command.type === "rewind") return refused("no-network")
    this.#seq += 1
    this.#ms = command.played ?? this.#ms
    const step = command.type === "undo" ? view.history.at(-1) : command.type === "redo" ? view.future.at(-1) : undefined
    switch (command.type) {
      case "hint":
        return this.#point()
      case "restart":
      case "give-up":
        if (view.paused || (command.type === "give-up" && view.status !== "playing" && view.status !== "locked"))
          return refused(view.paused ? "paused" : "over")
        this.#change(command.type)
        return [{ type: command.type === "restart" ? "restarted" : "given-up" }]
      case "pause":
        if (view.status === "cleared" || view.status === "given-up") return refused("over")
        break
      case "undo":
      case "redo":
        if (typeof step === "string") return this.#stepOver(step, command.type === "undo")
    }
    if (!apply(view, command)) return refused("not-allowed")
    if (command.type !== "pause" && command.type !== "resume") this.#letGo()
    return [{ type: command.type }]
  }

  #letGo() {
    this.#hint = null
    this.#shown = 0
  }

  /** Shows the pair that the witness takes next, while what was taken is of it, and each time another one. */
  #point() {
    const view = this.#view
    const pairs = this.#pairs()
    if (!pairs.length || view.paused || view.status !== "playing") return refused("no-pair")
    this.#hint = pairs[this.#shown++ % pairs.length]
    view.used.hints += 1
    view.score -= view.scoring?.hint ?? 0
    return [{ type: "hinted", a: this.#hint[0], b: this.#hint[1] }]
  }

  /** Every pair that can be taken, the witness's next one first. */
  #pairs() {
    const { free, present, groups, ground } = this.#view
    const view = this.#view
    /** @type {Pair[]} */
    const found = []
    for (let a = 0; a < free.length; a++) {
      if (!free[a]) continue
      for (let b = a + 1; b < free.length; b++)
        if (free[b] && groups[a] === groups[b] && !ground.refuses(view, a, b)) found.push([a, b])
    }
    const open = this.#witness.filter(([a, b]) => present[a] && present[b])
    const holds = 2 * open.length === view.left
    const next = holds && open.length ? String(pairOf(...open[0])) : ""
    return found.sort((p, q) => Number(String(q) === next) - Number(String(p) === next))
  }

  /** @returns {Board} */
  #board() {
    const { faces, groups, present, status, used, score } = this.#view
    return { faces, groups, present: [...present], status, used: { ...used }, score, ms: this.#ms }
  }

  /** Lays a board, with the steps that there are. @param {Board} board */
  #lay({ faces, groups, present, status, used, score, ms }) {
    const { history, future, gains, regains, paused } = this.#view
    const { scoring } = this.#game.ruleset
    const there = present.flatMap((is, slot) => (is ? [slot] : []))
    const laid = { faces, groups, present: there, history, future, status, paused, used, score, gains, regains }
    const state = { ...this.#game.state, ...laid, selected: null, hint: null, combo: 0, combo_until: null }
    this.#view = viewOf(this.#ground, state, scoring)
    this.#ms = ms
    this.#letGo()
  }

  /** @param {"restart" | "give-up"} word */
  #change(word) {
    const before = this.#board()
    const { state } = this.#game
    const { history, future, gains, regains } = this.#view
    history.push(word)
    future.length = this.#undone.length = regains.length = 0
    if (this.#game.ruleset.scoring) gains.push(0)
    /** @type {Board} */
    const after = { ...before, status: "given-up" }
    if (word === "restart") {
      const present = Array(this.#ground.size).fill(false)
      for (const slot of state.present) present[slot] = true
      Object.assign(after, { faces: state.faces, groups: state.groups, present, status: "playing", score: 0, ms: 0 })
      after.used = { hints: 0, undos: 0, shuffles: 0 }
    }
    this.#past.push([before, after])
    this.#lay(after)
  }

  /**
   * Takes back, or does again, a step that took no pair. What was counted on both sides of a restart that is taken back
   * counts together.
   * @param {Step & string} word
   * @param {boolean} back
   */
  #stepOver(word, back) {
    const view = this.#view
    if (view.paused || (back ? view.status === "cleared" : view.status === "given-up")) return refused("over")
    const [from, to] = back ? [view.history, view.future] : [view.future, view.history]
    const [gained, gives] = back ? [view.gains, view.regains] : [view.regains, view.gains]
    const [boards, others] = back ? [this.#past, this.#undone] : [this.#undone, this.#past]
    const change = boards.pop()
    if (!change) return refused("not-allowed")
    const [before, after] = change
    to.push(/** @type {Step} */ (from.pop()))
    if (this.#game.ruleset.scoring) gives.push(gained.pop() ?? 0)
    const now = this.#board()
    const sign = back ? 1 : -1
    const both = (/** @type {"hints" | "undos" | "shuffles"} */ name) => now.used[name] + sign * before.used[name]
    const counted =
      word === "restart"
        ? {
            used: { hints: both("hints"), undos: both("undos"), shuffles: both("shuffles") },
            score: now.score + sign * before.score,
            ms: now.ms + sign * before.ms,
          }
        : { used: now.used, score: now.score, ms: now.ms }
    others.push(change)
    this.#lay({ ...(back ? before : after), ...counted })
    if (back) this.#view.used.undos += 1
    return [{ type: word === "restart" ? "restarted" : word }]
  }
}

/**
 * The link of a game that is played alone: everything is confirmed at once.
 */
export class AloneLink {
  #told = false

  /**
   * @param {Alone} table
   * @param {(command: Command) => void} keep
   * @param {{confirmed: (state: State, events: Event[]) => void}} hears
   */
  constructor(table, keep, hears) {
    this.table = table
    this.keep = keep
    this.hears = hears
    /** @type {Event[]} */
    this.events = []
  }

  /** Nothing waits for anybody. @returns {Command[]} */
  get unsent() {
    return []
  }

  start() {}
  leave() {}
  async refresh() {}

  /** @param {Command} command  already laid on the board, now */
  send(command) {
    const said = { ...command, at: Date.now() }
    const { seq } = this.table.state()
    this.events.push(...this.table.say(said))
    if (this.table.state().seq > seq) this.keep(said)
    if (this.#told) return
    this.#told = true
    setTimeout(() => {
      this.#told = false
      this.hears.confirmed(this.table.state(), this.events.splice(0))
    })
  }
}
