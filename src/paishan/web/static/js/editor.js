/**
 * The drawing table: what hands do to the plan, how it is drawn, and what the server proves of it meanwhile.
 */

import { applyLook, chosenLook, offerSettings, openSheet, speaker } from "./shell.js"
import { ask, copy, takeAlong, toast, wrong } from "./parts.js"
import { MOST, pack, unpack } from "./places.js"
import { centred, HIGH, LAYERS, Plan, WIDE } from "./plan.js"
import { relief, seenAt, THICK } from "./state.js"

/** @typedef {import("./state.js").Slot} Slot */

const DRAFT = "paishan.draft"
const RULESET = "paishan.ruleset"
/** Widths of a tile in pixels. */
const SIZES = [16, 20, 25, 31, 38, 46, 56, 68]
const TOUCHABLE = 38
/** The space around the grid, in tile widths. */
const PAD = { x: 1.2, y: 1.2 }
const PATIENCE = 350

const el = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id))
const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (el(id))
const sheet = (/** @type {string} */ name) => /** @type {HTMLDialogElement} */ (el(`sheet-${name}`))
const json = (/** @type {string} */ id) => JSON.parse(el(id).textContent ?? "null")
const { lang } = document.documentElement
const say = speaker(json("texts"), lang)
const percent = new Intl.NumberFormat(lang, { style: "percent" })
const [stage, board] = [el("stage"), el("plan")]

const plan = new Plan()
/** @type {{x: 0 | 1, y: 0 | 1}} where the grid of whole tiles begins, in half tiles */
let phase = { x: 0, y: 0 }
let layer = 0
let half = false
let moving = false
let all = false
let width = TOUCHABLE
/** @type {Slot | null} the tile that was picked to be moved */
let picked = null
let cursor = { x: WIDE / 2, y: HIGH / 2 }
/** @type {{id: string, drawn: string} | null} what was saved last, and what was on the table then */
let saved = null

applyLook(chosenLook())

const nameOf = () => input("name").value.trim() || say("mine")
const tell = (/** @type {string} */ text) => (el("live").textContent = text)

// Drawing.

/** @type {Map<string, HTMLElement>} */
const tiles = new Map()

/** @param {HTMLElement} node @param {Slot} slot */
function lay(node, slot) {
  const [x, y] = seenAt(slot)
  node.style.left = `${(x + PAD.x) * width}px`
  node.style.top = `${(y + PAD.y) * width}px`
}

function newTile() {
  const tile = document.createElement("span")
  const face = document.createElement("span")
  face.className = "face"
  tile.append(face)
  return tile
}

function drawTiles() {
  const slots = plan.slots
  const shown = slots.map(([, , z]) => all || z <= layer)
  const { drops } = slots.length ? relief(slots, shown) : { drops: [] }
  const known = new Set()
  let changed = false
  slots.forEach((slot, at) => {
    const key = slot.join()
    known.add(key)
    let tile = tiles.get(key)
    if (!tile) {
      tile = newTile()
      tiles.set(key, tile)
      changed = true
    }
    const bright = all ? plan.isFree(slot) : slot[2] === layer
    const kind = shown[at] ? (bright ? "free" : "blocked") : "over"
    const chosen = picked && picked.join() === key ? " sel" : ""
    const name = `tile ${kind}${chosen}`
    if (tile.className !== name) tile.className = name
    tile.style.setProperty("--z", String(slot[2]))
    tile.style.setProperty("--d", String(drops[at] ?? 0))
    lay(tile, slot)
  })
  for (const [key, tile] of tiles) {
    if (known.has(key)) continue
    tile.remove()
    tiles.delete(key)
  }
  if (!changed) return
  // To the right and below lies over its neighbour of the same layer.
  const order = [...slots].sort((a, b) => a[0] + a[1] - b[0] - b[1] || a[1] - b[1])
  board.append(...order.map((slot) => /** @type {HTMLElement} */ (tiles.get(slot.join()))))
}

function drawGrid() {
  board.style.setProperty("--w", `${width}px`)
  board.style.width = `${(WIDE / 2 + 2 * PAD.x) * width}px`
  board.style.height = `${((HIGH * 2) / 3 + 2 * PAD.y) * width}px`
  const grid = el("grid")
  lay(grid, [0, 0, layer])
  grid.style.width = `${(WIDE / 2) * width}px`
  grid.style.height = `${((HIGH * 2) / 3) * width}px`
  grid.style.backgroundPosition = `${(phase.x * width) / 2}px ${(phase.y * width * 2) / 3}px`
  grid.classList.toggle("half", half)
  grid.style.zIndex = String(2 * layer)
  for (const [id, on, slot] of /** @type {[string, boolean, Slot][]} */ ([
    ["axis-across", plan.mirror.across, [WIDE / 2, 0, layer]],
    ["axis-down", plan.mirror.down, [0, HIGH / 2, layer]],
  ])) {
    el(id).hidden = !on
    lay(el(id), slot)
  }
  el("axis-across").style.height = grid.style.height
  el("axis-down").style.width = grid.style.width
  drawCursor()
}

function drawCursor() {
  lay(el("cursor"), [cursor.x, cursor.y, layer])
}

function drawFacts() {
  const facts = plan.facts()
  const parts = facts.tiles
    ? [
        say("tiles", { n: facts.tiles }),
        say("plan.free", { n: facts.free }),
        say("layers", { n: facts.layers }),
        say("plan.size", { columns: facts.columns, rows: facts.rows }),
        ...(facts.phone ? [say("plan.phone")] : []),
      ]
    : [say("plan.empty")]
  el("facts").replaceChildren(
    ...parts.map((part) => Object.assign(document.createElement("span"), { textContent: part })),
  )
  el("empty").hidden = facts.tiles > 0
  const layers = 1 + Math.max(-1, ...plan.slots.map(([, , z]) => z))
  el("layer").textContent =
    layer < layers
      ? say("plan.layer", { layer: layer + 1, layers })
      : say("plan.layer-new", { layer: layer + 1 })
  const able = (/** @type {string} */ id, /** @type {boolean} */ is) =>
    (/** @type {HTMLButtonElement} */ (el(id)).disabled = !is)
  able("undo", plan.canUndo)
  able("redo", plan.canRedo)
  able("up", layer < LAYERS - 1)
  able("down", layer > 0)
  able("farther", SIZES.indexOf(width) > 0)
  able("nearer", SIZES.indexOf(width) < SIZES.length - 1)
  for (const id of ["save", "play"]) able(id, facts.tiles > 0 && facts.tiles % 2 === 0)
}

function draw() {
  drawGrid()
  drawTiles()
  drawFacts()
}

// What the server proves while somebody draws.

const drawing = Math.random().toString(36).slice(2)
let timer = 0
/** @type {AbortController | null} */
let asking = null
/** @type {string | null} what was measured last */
let proved = null

/** @param {string} text @param {"" | "warn" | "busy"} [how] */
function prove(text, how = "") {
  el("proof").textContent = text
  el("proof").className = `num ${how}`
}

function measure() {
  const now = pack(plan.slots)
  if (now === proved) return
  proved = now
  clearTimeout(timer)
  asking?.abort()
  if (!plan.size) return prove(say("plan.start"))
  if (plan.size % 2) return prove(say("plan.odd"), "warn")
  el("proof").classList.add("busy")
  timer = setTimeout(async () => {
    const stop = (asking = new AbortController())
    if (!el("proof").textContent || el("proof").classList.contains("warn"))
      prove(say("plan.measuring"), "busy")
    const path = `/api/layouts/measure?drawing=${drawing}`
    const answer = await ask("POST", path, { slots: plan.slots }, stop.signal)
    if (stop.signal.aborted) return
    if (answer?.status !== 200) return prove(wrong(answer, say("net")), "warn")
    const { deals, share, hardly_ever: hardly, decided, can_be_dealt: dealt } = answer.body
    if (!dealt) prove(say("plan.stuck"), "warn")
    else if (hardly) prove(say("plan.hardly", { n: deals }), "warn")
    else if (!decided) prove(say("plan.unsure", { n: deals }), "warn")
    else prove(say("plan.share", { n: decided, share: percent.format(share) }))
  }, PATIENCE)
}

/** What follows every change of the tiles. */
function changed() {
  draw()
  measure()
  keepDraft()
}

function keepDraft() {
  try {
    localStorage.setItem(DRAFT, JSON.stringify({ s: pack(plan.slots), name: input("name").value, phase }))
  } catch {
    // No storage: the table lasts as long as the page.
  }
}

// Hands.

/**
 * Where a tile would be laid by a press at a point, in half tiles, and the tile of this layer that lies there.
 * @param {MouseEvent} event
 * @returns {{place: Slot, tile: Slot | null}}
 */
function aim(event) {
  const box = board.getBoundingClientRect()
  const across = 2 * ((event.clientX - box.left) / width - PAD.x + layer * THICK.x)
  const along = 1.5 * ((event.clientY - box.top) / width - PAD.y + layer * THICK.y)
  const tile = plan.at(Math.floor(across), Math.floor(along), layer)
  if (!half) {
    const whole = (/** @type {number} */ at, /** @type {0 | 1} */ begins) =>
      2 * Math.floor((at - begins) / 2) + begins
    return { place: [whole(across, phase.x), whole(along, phase.y), layer], tile }
  }
  const nearest = (/** @type {number} */ at) => Math.round(at - 1)
  /** @type {Slot[]} */
  const around = []
  for (const dx of [0, -1, 1])
    for (const dy of [0, -1, 1]) around.push([nearest(across) + dx, nearest(along) + dy, layer])
  const distance = (/** @type {Slot} */ [x, y]) => Math.hypot(x + 1 - across, y + 1 - along)
  around.sort((a, b) => distance(a) - distance(b))
  return { place: around.find((slot) => plan.fits(slot)) ?? around[0], tile }
}

/**
 * Lays a tile, or takes the one away that lies there; moves one while tiles are being moved.
 * @param {Slot} place @param {Slot | null} tile
 */
function act(place, tile) {
  cursor = { x: tile ? tile[0] : place[0], y: tile ? tile[1] : place[1] }
  if (moving) return carry(place, tile)
  if (tile) {
    plan.remove(tile)
    tell(say("said.taken", { tiles: say("tiles", { n: plan.size }) }))
  } else {
    const done = plan.place(place)
    if (done === "full") toast(say("plan.full", { n: MOST }))
    else if (done === "taken") tell(say("said.no-room"))
    else tell(say("said.placed", { n: done, tiles: say("tiles", { n: plan.size }) }))
  }
  changed()
}

/** @param {Slot} place @param {Slot | null} tile */
function carry(place, tile) {
  if (picked && tile && tile.join() !== picked.join()) picked = tile
  else if (picked && tile) picked = null
  else if (picked) {
    if (plan.move(picked, place)) {
      picked = null
      tell(say("said.moved"))
    } else toast(say("said.no-room"))
  } else if (tile) picked = tile
  else tell(say("said.pick"))
  if (picked) tell(say("said.put"))
  changed()
}

/** @type {"lay" | "take" | null} what a mouse that is held down does */
let painting = null
let pressed = false

board.addEventListener("pointerdown", (event) => {
  pressed = event.pointerType === "mouse"
  if (!pressed || event.button !== 0) return
  const { place, tile } = aim(event)
  painting = moving ? null : tile ? "take" : "lay"
  act(place, tile)
})
board.addEventListener("click", (event) => {
  // A mouse has acted when it was pressed; a finger acts here, so that it can push the table about.
  if (pressed) return
  const { place, tile } = aim(event)
  act(place, tile)
})
board.addEventListener("pointermove", (event) => {
  if (event.pointerType !== "mouse") return
  const { place, tile } = aim(event)
  const hover = el("hover")
  hover.hidden = Boolean(tile) || !plan.fits(place) || (moving && !picked)
  lay(hover, place)
  hover.style.zIndex = String(2 * layer + 1)
  if (!(event.buttons & 1)) painting = null
  if (painting === "lay" && !tile && plan.fits(place)) act(place, null)
  else if (painting === "take" && tile) act(place, tile)
})
board.addEventListener("pointerleave", () => (el("hover").hidden = true))
addEventListener("pointerup", () => (painting = null))

/** @param {number} to */
function goTo(to) {
  layer = Math.max(0, Math.min(LAYERS - 1, to))
  picked = null
  draw()
  tell(el("layer").textContent ?? "")
}

/** @param {string} id @param {boolean} on */
function shows(id, on) {
  el(id).setAttribute("aria-pressed", String(on))
  tell(say(on ? "said.on" : "said.off", { tool: el(id).textContent ?? "" }))
  draw()
}

const does = {
  undo: () => {
    picked = null
    if (plan.undo()) changed()
  },
  redo: () => {
    picked = null
    if (plan.redo()) changed()
  },
  move: () => {
    moving = !moving
    picked = null
    shows("move", moving)
    if (moving) toast(say("said.pick"))
  },
  mirror: () => {
    plan.mirror.across = !plan.mirror.across
    shows("mirror", plan.mirror.across)
  },
  flip: () => {
    plan.mirror.down = !plan.mirror.down
    shows("flip", plan.mirror.down)
  },
  half: () => {
    half = !half
    shows("half", half)
  },
  look: () => {
    all = !all
    shows("look", all)
  },
  up: () => goTo(layer + 1),
  down: () => goTo(layer - 1),
  nearer: () => resize(1),
  farther: () => resize(-1),
}
for (const [id, act] of Object.entries(does)) el(id).addEventListener("click", act)

/** @type {Record<string, keyof typeof does>} */
const KEYS = {
  m: "mirror",
  v: "flip",
  g: "half",
  t: "move",
  l: "look",
  u: "undo",
  r: "redo",
  PageUp: "up",
  PageDown: "down",
  "+": "nearer",
  "-": "farther",
}
const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
})

/** @param {number} dx @param {number} dy */
function step(dx, dy) {
  const by = half ? 1 : 2
  const onto = (/** @type {number} */ at, /** @type {0 | 1} */ begins, /** @type {number} */ most) => {
    const whole = half ? at : 2 * Math.floor((at - begins) / 2) + begins
    return Math.max(half ? 0 : begins, Math.min(most - (half ? 0 : (most - begins) % 2), whole))
  }
  cursor = {
    x: onto(cursor.x + dx * by, phase.x, WIDE - 2),
    y: onto(cursor.y + dy * by, phase.y, HIGH - 2),
  }
  drawCursor()
  el("cursor").scrollIntoView({ block: "nearest", inline: "nearest" })
  const tile = plan.at(cursor.x, cursor.y, layer)
  const what = say(tile ? (plan.isFree(tile) ? "said.tile-free" : "said.tile") : "said.nothing")
  tell(
    say("said.where", {
      column: (cursor.x - phase.x) / 2 + 1,
      row: (cursor.y - phase.y) / 2 + 1,
      layer: layer + 1,
      what,
    }),
  )
}

document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target)
  if (document.querySelector("dialog[open]") || target.localName === "input" || event.altKey) return
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (event.ctrlKey || event.metaKey) {
    if (key !== "z" && key !== "y") return
    event.preventDefault()
    does[key === "y" || event.shiftKey ? "redo" : "undo"]()
    return
  }
  const onTable = target === board || target === document.body
  if (key in KEYS) does[KEYS[key]]()
  else if (onTable && key in ARROWS) step(...ARROWS[key])
  else if (onTable && (key === "Enter" || key === " "))
    act([cursor.x, cursor.y, layer], plan.at(cursor.x, cursor.y, layer))
  else if (onTable && (key === "Delete" || key === "Backspace")) {
    const tile = plan.at(cursor.x, cursor.y, layer)
    if (tile) act(tile, tile)
  } else if (key === "Escape" && picked) {
    picked = null
    draw()
  } else return
  event.preventDefault()
})

// What is in view.

/** @param {1 | -1} by */
function resize(by) {
  const middle = [
    (stage.scrollLeft + stage.clientWidth / 2) / width,
    (stage.scrollTop + stage.clientHeight / 2) / width,
  ]
  width = SIZES[Math.max(0, Math.min(SIZES.length - 1, SIZES.indexOf(width) + by))]
  draw()
  stage.scrollTo(
    middle[0] * width - stage.clientWidth / 2,
    middle[1] * width - stage.clientHeight / 2,
  )
}

/** Shows all that is drawn, as large as a finger needs at least; an empty table in its middle. */
function fit() {
  const slots = plan.slots.length ? plan.slots : /** @type {Slot[]} */ ([[WIDE / 2 - 1, HIGH / 2 - 1, 0]])
  const seen = slots.map(seenAt)
  const [left, right] = [Math.min(...seen.map(([x]) => x)), Math.max(...seen.map(([x]) => x)) + 1.12]
  const [top, bottom] = [Math.min(...seen.map(([, y]) => y)), Math.max(...seen.map(([, y]) => y)) + 1.5]
  const roomy = stage.clientWidth >= 700
  const most = roomy ? 56 : TOUCHABLE
  const wanted = Math.min(stage.clientWidth / (right - left + 1), stage.clientHeight / (bottom - top + 1), most)
  width = SIZES.filter((size) => size <= Math.max(wanted, roomy ? SIZES[1] : TOUCHABLE)).at(-1) ?? TOUCHABLE
  draw()
  stage.scrollTo(
    ((left + right) / 2 + PAD.x) * width - stage.clientWidth / 2,
    ((top + bottom) / 2 + PAD.y) * width - stage.clientHeight / 2,
  )
}

// Keeping, playing, taking along.

const drawn = () => ({ name: nameOf(), slots: plan.slots })

/** Saves what is drawn; gives the layout's name in game codes, or null when it could not be saved. */
async function save() {
  const now = pack(plan.slots)
  if (saved?.drawn === now) return { id: saved.id, status: "there", known_as: "" }
  const answer = await ask("POST", "/api/layouts", drawn())
  if (!answer || answer.status >= 300) {
    toast(wrong(answer, say("net")))
    return null
  }
  saved = { id: answer.body.id, drawn: now }
  return answer.body
}

el("save").addEventListener("click", async () => {
  const kept = await save()
  if (!kept) return
  const name = kept.status === "built-in" ? kept.known_as : nameOf()
  toast(say(`said.${kept.status === "added" ? "saved" : kept.status}`, { name }), {
    label: say("act.show"),
    act: () => location.assign(`/layouts#${kept.id}`),
  })
})

/** How the player chose to play last; none where the browser keeps nothing. */
function lastRuleset() {
  try {
    return localStorage.getItem(RULESET) ?? ""
  } catch {
    return ""
  }
}

el("play").addEventListener("click", async () => {
  const kept = await save()
  if (!kept) return
  const form = document.createElement("form")
  form.method = "post"
  form.action = "/games"
  for (const [name, value] of [
    ["layout", kept.id],
    ["ruleset", lastRuleset()],
  ]) {
    const field = document.createElement("input")
    field.type = "hidden"
    field.name = name
    field.value = value
    form.append(field)
  }
  document.body.append(form)
  form.submit()
})

el("menu").addEventListener("click", () => {
  input("link").hidden = true
  openSheet(sheet("menu"))
})
el("m-share").addEventListener("click", async () => {
  const link = `${location.origin}/editor#s=${pack(plan.slots)}&n=${encodeURIComponent(nameOf())}`
  if (await copy(link)) {
    sheet("menu").close()
    return toast(say("said.copied"))
  }
  // Without a secure context there is no clipboard to write to: the link is there to be taken by hand.
  input("link").hidden = false
  input("link").value = link
  input("link").select()
})
el("m-clear").addEventListener("click", () => {
  sheet("menu").close()
  plan.clear()
  layer = 0
  picked = null
  changed()
  toast(say("said.cleared"), { label: say("undo"), act: does.undo })
})
el("m-surprise").addEventListener("click", async () => {
  sheet("menu").close()
  const number = Math.floor(Math.random() * 1_000_000)
  const phone = Number(stage.clientWidth < 700)
  const difficulty = 1 + (number % 4)
  const path = `/api/layouts/generated?number=${number}&difficulty=${difficulty}&phone=${phone}`
  const answer = await ask("GET", path)
  if (answer?.status !== 200) return toast(wrong(answer, say("net")))
  bring(unpack(answer.body.slots), answer.body.name)
  layer = Math.max(0, ...plan.slots.map(([, , z]) => z))
  picked = null
  changed()
  fit()
})
offerSettings("m-settings", () => {}, (settings) => {
  sheet("menu").close()
  openSheet(settings)
})
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-format]")))
  button.addEventListener("click", async () => {
    const taken = await takeAlong("/api/layouts/export", say("net"), { ...drawn(), format: button.dataset.format })
    toast("file" in taken ? say("file.saved", taken) : taken.error)
  })
input("name").addEventListener("input", () => {
  saved = null
  keepDraft()
})

// What is on the table at first: a draft, and over it what a link or the gallery brings.

function readDraft() {
  try {
    const draft = JSON.parse(localStorage.getItem(DRAFT) ?? "null")
    if (!draft) return
    plan.replace(unpack(draft.s) ?? [])
    phase = draft.phase ?? phase
    input("name").value = draft.name ?? ""
  } catch {
    // A draft that cannot be read is as good as none.
  }
}

/** @param {Slot[] | null} slots @param {string} name */
function bring(slots, name) {
  const there = plan.size
  const placed = slots && centred(slots)
  if (!placed) return toast(say(slots ? "said.too-large" : "said.bad-link", { name }))
  plan.replace(placed.slots)
  phase = /** @type {typeof phase} */ (placed.phase)
  input("name").value = name
  if (there) toast(say("said.loaded", { name }))
}

function readLink() {
  if (!location.hash.startsWith("#s=")) return
  const link = new URLSearchParams(location.hash.slice(1))
  bring(unpack(link.get("s") ?? ""), (link.get("n") ?? say("mine")).slice(0, 60))
  history.replaceState(null, "", "/editor")
}

readDraft()
/** @type {{name: string, slots: string} | null} */
const start = json("start")
if (start) {
  bring(unpack(start.slots), start.name)
  // Loaded again, the page shows what became of it.
  history.replaceState(null, "", "/editor")
}
readLink()
addEventListener("hashchange", () => {
  readLink()
  changed()
  fit()
})
layer = Math.max(0, ...plan.slots.map(([, , z]) => z))
cursor = { x: WIDE / 2 - 2 + phase.x, y: HIGH / 2 - 2 + phase.y }
changed()
fit()
let stageWidth = stage.clientWidth
new ResizeObserver(() => {
  if (Math.abs(stage.clientWidth - stageWidth) < 80) return
  stageWidth = stage.clientWidth
  fit()
}).observe(stage)
board.dataset.ready = "true"
