/**
 * The way to the server. Commands are already on the board when they come here; they are sent in their order,
 * in batches, one request at a time, again with the same key until there is an answer, and kept over a
 * reload. What the server has not yet confirmed is never forgotten, and what it has is never sent under
 * another key.
 */

/** @typedef {import("./state.js").Command} Command */
/** @typedef {import("./state.js").Game} Game */
/** @typedef {import("./state.js").State} State */
/** @typedef {{seq: number, key: string, commands: Command[]}} Batch */
/** @typedef {{type: string, reason?: string, a?: number, b?: number}} Event */

const MOST = 100
const TIMEOUT = 8000
const LONGEST_WAIT = 2000
/** So many tries without an answer, and the player is told. */
const SILENT = 4

/** Where is kept what the server has not confirmed. @param {string} game */
export const unsentOf = (game) => `paishan.unsent.${game}`
/** Where is kept what it said last. */
export const HEARD = "paishan.heard."

/**
 * What the server said last of a game, if a page heard more than this one was made with: one from before the network
 * was lost, for example.
 * @param {Game} game
 * @returns {Game}
 */
export function lastHeard(game) {
  try {
    const { state } = JSON.parse(localStorage.getItem(HEARD + game.id) ?? "{}")
    return state?.seq > game.state.seq ? { ...game, state } : game
  } catch {
    return game
  }
}

/** @param {string} game  @param {State} state */
function hear(game, state) {
  try {
    localStorage.setItem(HEARD + game, JSON.stringify({ at: Date.now(), state }))
  } catch {
    // No storage: without a network the game begins as its page was made.
  }
}

const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join("")

/** @param {any} list  @returns {list is Command[]} */
function areCommands(list) {
  return Array.isArray(list) && list.every((command) => typeof command?.type === "string")
}

/**
 * Whether what an earlier page left can be gone on with: looked at as a whole, because half of it would not be
 * what was played.
 * @param {any} kept
 * @returns {kept is {batches: Batch[], waiting: Command[]}}
 */
function isUnsent(kept) {
  const good = (/** @type {any} */ batch) =>
    Number.isInteger(batch?.seq) && typeof batch.key === "string" && areCommands(batch.commands)
  return areCommands(kept?.waiting) && Array.isArray(kept.batches) && kept.batches.every(good)
}

/** What the server has to know of a command. @param {Command & {of?: unknown}} command */
const wire = ({ at: _at, played: _played, of: _of, ...told }) => told

/**
 * Does something when the next frame is drawn, so that the frame need not wait for it; soon, where nothing is
 * drawn.
 * @param {() => void} act
 */
export function afterFrame(act) {
  let done = false
  const once = () => {
    if (!done) act()
    done = true
  }
  requestAnimationFrame(() => setTimeout(once))
  setTimeout(once, 100)
}

/**
 * Asks the server for something and gives its answer, or null when there was none (no network, or the server
 * is in trouble).
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<{status: number, body: any} | null>}
 */
export async function ask(method, path, body) {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), TIMEOUT)
  try {
    const answer = await fetch(path, {
      method,
      signal: stop.signal,
      keepalive: body !== undefined,
      cache: "no-store",
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (answer.status >= 500 || answer.status === 429) return null
    const told = await answer.json().catch(() => null)
    // A good answer that cannot be read was cut off on its way: as good as none.
    return told === null && answer.ok ? null : { status: answer.status, body: told ?? {} }
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

export class Link {
  /**
   * @type {Batch[]} sealed: the first is on its way or to be sent again, and each keeps its key until it is
   *   answered
   */
  #batches = []
  /** @type {Command[]} not yet in a batch */
  #waiting = []
  #seq
  #busy = false
  #tries = 0
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer
  #closed = false
  #kept = true

  /**
   * @param {Game} game
   * @param {object} hears
   * @param {(state: State, events: Event[]) => void} hears.confirmed  the server's state after what was sent
   * @param {(game: Game, unsent: Command[]) => Command[]} hears.overtaken  the game went on elsewhere; gives
   *   what of the unsent is still to be sent
   * @param {(online: boolean, kept: boolean) => void} hears.online  the server stopped answering, or answers again, and
   *   whether what it has not confirmed outlives the page
   * @param {() => void} hears.lost  the server does not know the game (any more)
   */
  constructor(game, hears) {
    this.path = `/api/games/${game.id}`
    this.id = game.id
    this.store = unsentOf(game.id)
    this.hears = hears
    this.#seq = game.state.seq
    this.#recall()
    addEventListener("online", () => this.#pump())
  }

  /** The commands that the server has not confirmed, oldest first. */
  get unsent() {
    return [...this.#batches.flatMap((batch) => batch.commands), ...this.#waiting]
  }

  /** Goes on with what an earlier page left unsent. */
  start() {
    this.#pump()
  }

  /** @param {Command} command  already laid on the board, now */
  send(command) {
    this.#waiting.push({ ...command, at: Date.now() })
    this.#remember()
    afterFrame(() => this.#pump())
  }

  /**
   * The page is going away: what waits behind the batch on its way leaves too, in a request that outlives the
   * page.
   */
  leave() {
    if (this.#closed || !this.#waiting.length) return
    this.#post(this.#seal())
  }

  /**
   * The game may have gone on elsewhere while nobody looked: asks for its state, unless there is something to
   * send.
   */
  async refresh() {
    if (this.#busy || this.unsent.length) return this.#pump()
    const answer = await ask("GET", this.path)
    if (answer?.status !== 200 || this.#busy || this.unsent.length) return
    if (answer.body.state.seq !== this.#seq) this.#overtaken(answer.body)
  }

  /** Puts what waits into a batch of its own. */
  #seal() {
    const last = this.#batches.at(-1)
    const seq = last ? last.seq + last.commands.length : this.#seq
    const batch = { seq, key: newKey(), commands: this.#waiting.splice(0, MOST) }
    this.#batches.push(batch)
    this.#remember()
    return batch
  }

  /**
   * Sends a batch and tells how long ago its commands were given, so that a slow line costs nobody a combo.
   * @param {Batch} batch
   */
  #post({ seq, key, commands }) {
    const now = Date.now()
    const ago = commands.map(({ at = now }) => Math.max(0, now - at))
    return ask("POST", `${this.path}/commands`, { seq, key, commands: commands.map(wire), ago })
  }

  async #pump() {
    clearTimeout(this.#timer)
    if (this.#busy || this.#closed || !(this.#batches.length || this.#waiting.length)) return
    this.#busy = true
    const answer = await this.#post(this.#batches[0] ?? this.#seal())
    this.#busy = false
    if (!answer) return this.#later()
    if (this.#tries >= SILENT) this.hears.online(true, this.#kept)
    this.#tries = 0
    if (answer.status === 200) {
      this.#batches.shift()
      this.#seq = answer.body.state.seq
      this.#remember()
      hear(this.id, answer.body.state)
      this.hears.confirmed(answer.body.state, answer.body.events)
    } else if (answer.status === 409 && answer.body.game) {
      this.#overtaken(answer.body.game)
    } else if (answer.status === 400 || answer.status === 413) {
      const game = await ask("GET", this.path)
      if (game?.status !== 200) return this.#later()
      this.#batches.length = this.#waiting.length = 0
      this.#overtaken(game.body)
    } else {
      this.#closed = true
      this.hears.lost()
    }
    this.#pump()
  }

  /** @param {Game} game */
  #overtaken(game) {
    const { unsent } = this
    this.#seq = game.state.seq
    this.#batches = []
    this.#waiting = this.hears.overtaken(game, unsent)
    this.#remember()
    hear(this.id, game.state)
  }

  #later() {
    this.#tries += 1
    if (this.#tries === SILENT) this.hears.online(false, this.#kept)
    const wait = Math.min(LONGEST_WAIT, 100 * 2 ** this.#tries)
    this.#timer = setTimeout(() => this.#pump(), wait * (0.5 + Math.random() / 2))
  }

  #remember() {
    try {
      if (this.unsent.length) {
        localStorage.setItem(this.store, JSON.stringify({ batches: this.#batches, waiting: this.#waiting }))
      } else localStorage.removeItem(this.store)
      this.#kept = true
    } catch {
      // No storage (a private window, or it is full): the game goes on, but unsent moves die with the page.
      this.#kept = false
    }
  }

  #recall() {
    try {
      const kept = JSON.parse(localStorage.getItem(this.store) ?? "null")
      if (isUnsent(kept)) [this.#batches, this.#waiting] = [kept.batches, kept.waiting]
      else localStorage.removeItem(this.store)
    } catch {
      // No storage, or no JSON in it: there is nothing to go on with.
    }
  }
}

/** @typedef {Pick<Link, "unsent" | "send" | "start" | "leave" | "refresh">} AnyLink */
/** @typedef {(game: Game, hears: ConstructorParameters<typeof Link>[1]) => AnyLink} Linking */

/** @type {Linking} */
let linking = (game, hears) => new Link(game, hears)

/** How a page's game is linked: to the server, unless another way was named before. @type {Linking} */
export const linkTo = (game, hears) => linking(game, hears)

/** Names another way. @param {Linking} other */
export function linkBy(other) {
  linking = other
}
