/**
 * The choice of a ruleset: from Taipei's options follows its id, whose meaning the server tells. What was chosen last is
 * chosen again.
 */

const LAST = "paishan.ruleset"
const TAIPEI = "paishan.taipei"

const place = /** @type {HTMLElement} */ (document.getElementById("ruleset"))
const options = /** @type {HTMLElement} */ (document.getElementById("taipei-options"))
const told = /** @type {HTMLElement} */ (document.getElementById("explained"))
const later = /** @type {HTMLElement} */ (document.getElementById("explained-later"))
const radios = /** @type {HTMLInputElement[]} */ ([...place.querySelectorAll("input[name=ruleset]")])
const taipei = radios.find((radio) => radio.dataset.base === "taipei")
/** In the order of their words in an id. */
const controls = /** @type {(HTMLSelectElement | HTMLInputElement)[]} */ ([
  ...options.querySelectorAll("[data-rank]"),
]).sort((a, b) => Number(a.dataset.rank) - Number(b.dataset.rank))

/** @param {string} key */
function recall(key) {
  try {
    return localStorage.getItem(key) ?? ""
  } catch {
    return ""
  }
}

/** @param {string} key  @param {string} value */
function keep(key, value) {
  try {
    localStorage.setItem(key, value)
  } catch {
    // No storage: the choice holds until the page is left.
  }
}

/** @param {HTMLSelectElement | HTMLInputElement} control */
const word = (control) =>
  control.closest("[hidden].ch") || (control instanceof HTMLInputElement && !control.checked) ? "" : control.value

const words = () => controls.map(word).filter(Boolean)

/** @param {HTMLElement} part  whether what is chosen leaves a place for it */
function fits(part) {
  const chosen = words()
  const { needs, unless } = part.dataset
  return (!needs || needs.split(" ").some((one) => chosen.includes(one))) && !(unless && chosen.includes(unless))
}

/** Shows the options that what is chosen leaves a place for, and takes back those that it does not. */
function fit() {
  for (const label of /** @type {NodeListOf<HTMLElement>} */ (options.querySelectorAll("label.ch")))
    label.hidden = !fits(label)
  for (const option of /** @type {NodeListOf<HTMLOptionElement>} */ (options.querySelectorAll("option[data-needs]"))) {
    option.disabled = !fits(option)
    if (option.disabled && option.selected) option.selected = false
  }
}

/** @param {string} id  sets Taipei's options as an id has them */
function set(id) {
  const among = (/** @type {string} */ value) => value !== "" && `${id}-`.includes(`-${value}-`)
  for (const control of controls)
    if (control instanceof HTMLInputElement) control.checked = among(control.value)
    else control.value = [...control.options].find((option) => among(option.value))?.value ?? ""
}

/** @type {Map<string, string[]>} what the server told, by id */
const known = new Map()

/** @param {string} id  the sentences about a ruleset that the page did not come with, or null */
async function explanation(id) {
  const before = known.get(id)
  if (before) return before
  try {
    const answer = await fetch(`/api/rulesets/${id}`)
    if (!answer.ok) return null
    const { explained } = await answer.json()
    known.set(id, explained)
    return /** @type {string[]} */ (explained)
  } catch {
    return null
  }
}

/** Shows what the chosen ruleset means. @param {string} id */
async function explain(id) {
  const lists = /** @type {HTMLElement[]} */ ([...told.querySelectorAll("ul")])
  const own = lists.find((list) => list.dataset.ruleset === id)
  const shown = own ?? lists.find((list) => list.dataset.ruleset === "") ?? told.appendChild(made())
  if (!own) {
    const sentences = await explanation(id)
    if (chosen()?.value !== id) return
    // A sentence that stays is left where it is, so that only what is new is read out.
    const before = new Map([...shown.children].map((line) => [line.textContent, line]))
    shown.replaceChildren(...(sentences ?? []).map((text) => before.get(text) ?? line(text)))
    later.hidden = sentences !== null
  } else later.hidden = true
  for (const list of lists.concat(shown)) list.hidden = list !== shown
}

function made() {
  const list = document.createElement("ul")
  list.className = "said"
  list.dataset.ruleset = ""
  return list
}

/** @param {string} text */
const line = (text) => Object.assign(document.createElement("li"), { textContent: text })

const chosen = () => radios.find((radio) => radio.checked)

/** Takes over what is chosen on the page. */
function choose() {
  fit()
  const id = ["taipei", ...words()].join("-")
  if (taipei) taipei.value = id
  const now = chosen()
  options.hidden = now !== taipei
  if (!now) return
  keep(LAST, now.value)
  if (now === taipei) keep(TAIPEI, id)
  explain(now.value)
}

/** Chooses what was chosen last. */
function restore() {
  const last = recall(LAST)
  const base = last === "taipei" || last.startsWith("taipei-") ? "taipei" : last
  set(base === "taipei" ? last : recall(TAIPEI))
  const radio = radios.find((one) => one.dataset.base === base)
  if (radio) radio.checked = true
  choose()
}

place.addEventListener("input", choose)
// A browser that goes back fills in what was chosen, after the page has run.
addEventListener("pageshow", restore)
restore()
