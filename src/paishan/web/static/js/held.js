/**
 * The player's own cards: what of them is chosen to be played, and why something cannot be; the stacks that show it, a
 * stack for every figure that is held, family by family; and the keys that they are played with.
 *
 * Which plays are allowed the server says; here they are only looked through. What a tap or a key does is not known here.
 */

import { counted, FAMILIES, headOf, make } from "./dominoes.js"
import { capital, dialogOpen, el } from "./shell.js"

/** @typedef {import("./dominoes.js").Domino} Domino */
/** @typedef {import("./dominoes.js").Dominoes} Dominoes */
/** @typedef {{family: string, first: number, plays: number[][]}} Group */
/**
 * @typedef {object} Situation  what a choice is made in
 * @property {number[]} hand
 * @property {Group[]} legal
 * @property {{seat: number, cards: number[]} | null} to_beat
 */
/** @typedef {{key: string, values: Record<string, string | number>}} Why */
/** @typedef {import("./table.js").State} State */
/**
 * What touches and keys do.
 * @typedef {object} Acts
 * @property {(figure: number) => void} tap
 * @property {(figure: number, number: number) => void} choose
 * @property {() => void} play
 * @property {() => void} clear
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => void} hint
 * @property {() => void} pause
 * @property {() => void} summary
 * @property {() => void} seen
 * @property {() => void} help
 * @property {() => boolean} covered  whether the hand is not to be seen, and no key but that of the pause does anything
 * @property {() => number[]} playable  the figures that beat
 */

export class Held {
  /** The figure whose stack is the one tab stop of the hand. */
  stop = 0
  /** @type {HTMLButtonElement[]} by figure */
  #stacks
  /** @type {HTMLElement[]} */
  #families
  /** What further keys do. @type {Record<string, () => void>} */
  #letters

  /**
   * @param {Dominoes} dominoes
   * @param {import("./shell.js").Say} say
   * @param {Choice} choice
   * @param {Acts} acts
   */
  constructor(dominoes, say, choice, acts) {
    this.dominoes = dominoes
    this.say = say
    this.choice = choice
    this.acts = acts
    const { clear, undo, redo, hint, summary, seen, help } = acts
    this.#letters = { Escape: clear, u: undo, r: redo, h: hint, b: summary, s: seen, "?": help }
    this.#stacks = dominoes.all.map(({ number }) => {
      const stack = document.createElement("button")
      stack.type = "button"
      stack.className = "stk"
      stack.dataset.figure = String(number)
      stack.tabIndex = -1
      stack.hidden = true
      stack.addEventListener("click", () => acts.tap(number))
      stack.addEventListener("focus", () => this.#settle(number))
      return stack
    })
    this.#families = FAMILIES.map((family) => {
      const section = make("div", "fam")
      const row = make("div")
      row.append(...dominoes.all.filter((domino) => domino.family === family).map(({ number }) => this.#stacks[number]))
      const title = make("p", "", capital(say(`family.${family}`)))
      title.ariaHidden = "true"
      section.append(title, row)
      return section
    })
    el("held").append(...this.#families)
    document.addEventListener("keydown", (event) => this.#key(event))
    // The space bar presses a button when it comes up.
    el("held").addEventListener("keyup", (event) => event.key === " " && event.preventDefault())
  }

  /** @param {number} [figure] */
  focus(figure = this.stop) {
    this.#stacks[figure].focus()
  }

  /** Shakes the figure that was refused. @param {number} figure */
  shake(figure) {
    const stack = this.#stacks[figure]
    stack.classList.add("refused")
    setTimeout(() => stack.classList.remove("refused"), 500)
  }

  /**
   * @param {State} state
   * @param {boolean} asked  whether it is the player's turn
   */
  draw(state, asked) {
    const { counts } = this.choice
    const held = counted(state.hand)
    const hinted = counted((asked && state.hint) || [])
    const playable = asked && state.to_beat ? state.playable : null
    const focus = this.#stacks.indexOf(/** @type {any} */ (document.activeElement))
    for (const { number: figure } of this.dominoes.all)
      this.#drawStack(figure, held.get(figure) ?? 0, counts.get(figure) ?? 0, playable, hinted.has(figure))
    for (const family of this.#families) family.hidden = !family.querySelector("button:not([hidden])")
    const left = this.#figures()
    if (!left.length) return void (focus >= 0 && el("play").focus())
    const near = (/** @type {number} */ figure) => left.find((other) => other >= figure) ?? left[left.length - 1]
    if (this.#stacks[this.stop].hidden || this.#stacks[this.stop].tabIndex) this.#settle(near(this.stop))
    if (focus >= 0 && this.#stacks[focus].hidden) this.focus(near(focus))
  }

  /**
   * The figure in the direction of an arrow: the row itself goes on at its end, other rows by what lies nearest.
   * @param {string} key
   */
  #arrowed(key) {
    const left = this.#figures()
    const at = left.indexOf(this.stop)
    if (key === "ArrowLeft" || key === "ArrowRight") return left[at + (key === "ArrowRight" ? 1 : -1)] ?? null
    const box = (/** @type {number} */ figure) => this.#stacks[figure].getBoundingClientRect()
    const from = box(this.stop)
    const down = key === "ArrowDown" ? 1 : -1
    let [found, least] = [/** @type {number | null} */ (null), Infinity]
    for (const figure of left) {
      const to = box(figure)
      const rows = (to.top - from.top) * down
      const cost = rows * 10 + Math.abs(to.left - from.left)
      if (rows > 20 && cost < least) [found, least] = [figure, cost]
    }
    return found
  }

  /** The next of some figures, from the first again after the last. @param {number[]} wanted */
  #next(wanted) {
    const figures = this.#figures().filter((figure) => wanted.includes(figure))
    return figures.find((figure) => figure > this.stop) ?? figures[0] ?? null
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || dialogOpen()) return
    const { key, target } = event
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return
    const { acts, stop } = this
    if (key === "p" || key === "P") return acts.pause()
    if (acts.covered()) return
    const inHand = target instanceof HTMLElement && target.closest("#held") !== null
    const here = inHand || target === document.body
    if (key.startsWith("Arrow") && here) {
      event.preventDefault()
      const to = this.#arrowed(key)
      if (to !== null || !inHand) this.focus(to ?? stop)
    } else if (key === " " && here) {
      event.preventDefault()
      if (!event.repeat) acts.play()
    } else if (key === "Backspace" && inHand) acts.choose(stop, (this.choice.counts.get(stop) ?? 0) - 1)
    else if (/^[1-4]$/.test(key) && inHand) acts.choose(stop, Number(key))
    else if (key.toLowerCase() === "f") {
      const to = this.#next(acts.playable())
      if (to !== null) this.focus(to)
    } else if (!event.repeat) this.#letters[key.length === 1 ? key.toLowerCase() : key]?.()
  }

  /** The figures that are held. */
  #figures() {
    return this.dominoes.all.map(({ number }) => number).filter((figure) => !this.#stacks[figure].hidden)
  }

  /** @param {number} figure */
  #settle(figure) {
    this.#stacks[this.stop].tabIndex = -1
    this.stop = figure
    this.#stacks[this.stop].tabIndex = 0
  }

  /**
   * @param {number} figure
   * @param {number} n  how many are held
   * @param {number} chosen  how many of them are chosen
   * @param {number[] | null} playable  the figures that beat, when that is told
   * @param {boolean} hinted
   */
  #drawStack(figure, n, chosen, playable, hinted) {
    const { dominoes, say } = this
    const stack = this.#stacks[figure]
    stack.hidden = !n
    if (!n) return
    const can = Boolean(playable?.includes(figure))
    stack.classList.toggle("can", can)
    stack.classList.toggle("no", playable !== null && !can)
    stack.classList.toggle("pick", chosen > 0)
    stack.classList.toggle("hint", hinted)
    stack.ariaPressed = String(chosen > 0)
    const [domino, pips, family] = [dominoes.name(figure), dominoes.pipsInWords(figure), dominoes.family(figure)]
    const parts = [say("stack", { domino, pips, family, held: n })]
    if (can) parts.push(say("stack.beats"))
    if (hinted) parts.push(say("stack.short"))
    if (chosen) parts.push(say("stack.chosen", { chosen }))
    stack.ariaLabel = parts.join(say("comma"))
    const now = `${n} ${chosen} ${dominoes.numerals}`
    if (stack.dataset.drawn === now) return
    stack.dataset.drawn = now
    const badge = n > 1 ? [make("em", "", chosen ? `${chosen}/${n}` : String(n))] : []
    const cards = Array.from({ length: n }, () => dominoes.draw(figure))
    stack.replaceChildren(...cards, ...badge, make("small", "", dominoes.pips(figure)))
  }
}

/**
 * What is chosen. A tap on a figure chooses as many of it as some allowed play has together with what is chosen already,
 * then the next number that one has, then none.
 */
export class Choice {
  /** @type {Map<number, number>} how many of each figure are chosen */
  counts = new Map()
  /** @type {Map<number, number>[]} */
  #plays = []

  /** @param {Domino[]} all */
  constructor(all) {
    this.all = all
    /** @type {Situation} */
    this.now = { hand: [], legal: [], to_beat: null }
  }

  /**
   * A situation, which is a new one unless the same is asked of the same hand: only then what was chosen stays.
   * @param {Situation} now
   */
  meet(now) {
    if (!alike(now.hand, this.now.hand) || !alike(now.to_beat?.cards, this.now.to_beat?.cards)) this.clear()
    this.now = now
    this.#plays = now.legal.flatMap(({ plays }) => plays).map((cards) => counted(cards))
    if (!this.#plays.some((play) => within(this.counts, play))) this.clear()
  }

  clear() {
    this.counts = new Map()
  }

  /** The cards that are chosen, ascending. */
  get cards() {
    return [...this.counts].sort(([a], [b]) => a - b).flatMap(([figure, n]) => Array(n).fill(figure))
  }

  /** Whether what is chosen can be played. */
  get legal() {
    return this.#plays.some((play) => same(this.counts, play))
  }

  /** @param {number[]} cards */
  choose(cards) {
    this.counts = counted(cards)
  }

  /**
   * The numbers of a figure that can be chosen with the other chosen figures, ascending.
   * @param {number} figure
   * @param {Map<number, number>} others
   */
  #numbers(figure, others) {
    const fitting = this.#plays.filter((play) => play.has(figure) && within(others, play))
    return [...new Set(fitting.map((play) => play.get(figure) ?? 0))].sort((a, b) => a - b)
  }

  /**
   * Chooses the next number of a figure. Null, or why none can be chosen.
   * @param {number} figure
   * @returns {Why | null}
   */
  tap(figure) {
    const others = new Map(this.counts)
    others.delete(figure)
    const numbers = this.#numbers(figure, others)
    const chosen = this.counts.get(figure) ?? 0
    if (!numbers.length) return this.set(figure, this.#numbers(figure, new Map())[0] ?? 1)
    return this.set(figure, numbers.find((n) => n > chosen) ?? 0)
  }

  /**
   * Chooses so many of a figure, and lets go what does not go with them. Null, or why they cannot be chosen.
   * @param {number} figure
   * @param {number} number
   * @returns {Why | null}
   */
  set(figure, number) {
    const others = new Map(this.counts)
    others.delete(figure)
    if (number <= 0) {
      this.counts = others
      return null
    }
    if (this.#numbers(figure, others).includes(number)) this.counts = others.set(figure, number)
    else if (this.#numbers(figure, new Map()).includes(number)) this.counts = new Map([[figure, number]])
    else return this.why(figure)
    return null
  }

  /**
   * Why a figure of the hand is in no play that is allowed.
   * @param {number} figure
   * @returns {Why}
   */
  why(figure) {
    const { to_beat, hand } = this.now
    const held = hand.filter((card) => card === figure).length
    if (!to_beat) return { key: "why.few", values: { n: held, figure, wanted: held + 1 } }
    const wanted = to_beat.cards.length
    const other = to_beat.cards[0]
    if (new Set(to_beat.cards).size > 1) {
      const head = headOf(this.all, figure)
      const target = Math.min(...to_beat.cards)
      if (head === null) return { key: "why.figure-combination", values: { figure } }
      if (head >= target) return { key: "why.lower-combination", values: { head, target } }
      return { key: "why.few-combination", values: { head, wanted } }
    }
    const [mine, theirs] = [this.all[figure], this.all[other]]
    if (mine.family !== theirs.family) return { key: "why.family", values: { figure, family: theirs.family } }
    if (figure === other) return { key: "why.same", values: { figure } }
    if (mine.rank === theirs.rank) return { key: "why.equal", values: { figure, other } }
    if (mine.rank > theirs.rank) return { key: "why.lower", values: { figure, other } }
    return { key: "why.few", values: { n: held, figure, wanted } }
  }

  /** Why what is chosen cannot be played yet. @returns {Why} */
  whyNotYet() {
    if (!this.counts.size) return { key: "why.nothing", values: {} }
    return { key: "why.incomplete", values: { n: this.now.to_beat?.cards.length ?? 2 } }
  }
}

/**
 * What is chosen, in words.
 * @param {Choice} choice
 * @param {Dominoes} dominoes
 */
export function chosenWords({ cards, legal }, dominoes) {
  const { say } = dominoes
  if (!cards.length) return say("chosen.none")
  const head = dominoes.head(cards)
  const words = dominoes.cards(cards)
  if (head !== null) return say("chosen.combination", { cards: words, combination: say(`combination.${head}`) })
  return say(legal ? "chosen.legal" : "chosen", { cards: words })
}

/**
 * Why something cannot be chosen, or what is chosen cannot be played, in words.
 * @param {Why} why
 * @param {number[]} cards  what is chosen
 * @param {Dominoes} dominoes
 */
export function reason({ key, values }, cards, dominoes) {
  const { say } = dominoes
  const { figure, other, family, head, target, n, wanted } = values
  const name = (/** @type {unknown} */ number) => (typeof number === "number" ? dominoes.name(number) : "")
  const combination = (/** @type {unknown} */ number) =>
    typeof number === "number" ? say(`combination.${number}`) : ""
  return say(key, {
    ...(typeof n === "number" ? { n } : {}),
    domino: name(figure),
    other: key === "why.lower-combination" ? combination(target) : name(other),
    combination: combination(head),
    family: typeof figure === "number" ? dominoes.family(figure) : "",
    wanted: family ? say(`family.${family}`) : dominoes.word(Number(wanted)),
    count: dominoes.word(typeof n === "number" ? n : Number(wanted)),
    Cards: capital(cards.length ? dominoes.cards(cards) : ""),
  })
}

/** Whether cards are the same. @param {number[]} [cards]  @param {number[]} [others] */
const alike = (cards, others) => cards?.join() === others?.join()

/** Whether a play has at least so many of each. @param {Map<number, number>} counts  @param {Map<number, number>} play */
const within = (counts, play) => [...counts].every(([figure, n]) => (play.get(figure) ?? 0) >= n)

/** @param {Map<number, number>} a  @param {Map<number, number>} b */
const same = (a, b) => a.size === b.size && [...a].every(([figure, n]) => b.get(figure) === n)
