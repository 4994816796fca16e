/**
 * The player's own cards: a stack for every figure that is held, family by family, and the one tab stop among them.
 *
 * It shows what is held and chosen and what the state says of it; what a tap means is not known here.
 */

import { counted, FAMILIES, make } from "./dominoes.js"
import { capital, el } from "./shell.js"

/** @typedef {import("./table.js").State} State */

export class Held {
  /** The figure whose stack is the one tab stop of the hand. */
  stop = 0
  /** @type {HTMLButtonElement[]} by figure */
  #stacks
  /** @type {HTMLElement[]} */
  #families

  /**
   * @param {import("./dominoes.js").Dominoes} dominoes
   * @param {import("./shell.js").Say} say
   * @param {(figure: number) => void} tap
   */
  constructor(dominoes, say, tap) {
    this.dominoes = dominoes
    this.say = say
    this.#stacks = dominoes.all.map(({ number }) => {
      const stack = document.createElement("button")
      stack.type = "button"
      stack.className = "stk"
      stack.dataset.figure = String(number)
      stack.tabIndex = -1
      stack.hidden = true
      stack.addEventListener("click", () => tap(number))
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
   * @param {Map<number, number>} chosen  how many of each figure
   * @param {boolean} asked  whether it is the player's turn
   */
  draw(state, chosen, asked) {
    const held = counted(state.hand)
    const hinted = counted((asked && state.hint) || [])
    const playable = asked && state.to_beat ? state.playable : null
    const focus = this.#stacks.indexOf(/** @type {any} */ (document.activeElement))
    for (const { number: figure } of this.dominoes.all)
      this.#drawStack(figure, held.get(figure) ?? 0, chosen.get(figure) ?? 0, playable, hinted.has(figure))
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
  arrowed(key) {
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
  next(wanted) {
    const figures = this.#figures().filter((figure) => wanted.includes(figure))
    return figures.find((figure) => figure > this.stop) ?? figures[0] ?? null
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
