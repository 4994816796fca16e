/* What does not fit on the page as it stands: a list of [what, which, more]. Run by `finding.py`. */
() => {
  const found = []
  const sheet = [...document.querySelectorAll("dialog[open]")].at(-1)
  const top = sheet ?? document.body
  const style = (element) => getComputedStyle(element)
  const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  // A form may have a field that is called as one of its methods is.
  const forEars = (element) => element.classList.contains("sr") || /inset\(50%\)/.test(style(element).clipPath)
  const unseen = (element) =>
    element.closest("[inert], dialog:not([open]), .trace") !== null || [element, ...ancestors(element)].some(forEars)
  const told = (element) => (element.ariaLabel || element.textContent || element.id || element.className || "").trim().replace(/\s+/g, " ").slice(0, 60)
  const where = (element) => `${element.localName}${element.id ? `#${element.id}` : element.classList.length ? `.${element.classList[0]}` : ""} "${told(element)}"`
  const scrolls = (element) => /auto|scroll/.test(`${style(element).overflowX} ${style(element).overflowY}`)

  if (document.documentElement.scrollWidth > innerWidth) found.push(["sideways", `${document.documentElement.scrollWidth} > ${innerWidth}`])
  if (sheet && sheet.scrollWidth > sheet.clientWidth + 1) found.push(["sideways", where(sheet)])

  // What a sheet is about is read first, unless a window is too low for the title and what is chosen.
  const title = sheet?.querySelector("h2")
  if (title && innerHeight >= 320 && title.getBoundingClientRect().top < sheet.getBoundingClientRect().top)
    found.push(["scrolled away", where(title)])

  // Lines of text, each with its own box.
  const texts = []
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!node.data.trim() || !element || element.closest("script, style, option, noscript, svg") || unseen(element) || !shown(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const box of range.getClientRects()) if (box.width > 1 && box.height > 1) texts.push({ element, box, text: node.data.trim() })
  }
  const slack = 1.5
  for (const { element, box, text } of texts) {
    for (let around = element; around && around !== document.documentElement; around = around.parentElement) {
      const edge = around.getBoundingClientRect()
      const { overflowX, overflowY, textOverflow } = style(around)
      const out = Math.max(box.right - edge.right, edge.left - box.left)
      const down = Math.max(box.bottom - edge.bottom, edge.top - box.top)
      if (scrolls(around)) break
      if (out > slack && /hidden|clip/.test(overflowX)) found.push(["cut off", where(around), `${text.slice(0, 50)} by ${Math.round(out)}`])
      else if (down > slack + 2 && /hidden|clip/.test(overflowY)) found.push(["cut off below", where(around), `${text.slice(0, 50)} by ${Math.round(down)}`])
      else if ((out > slack || down > slack + 2) && around.matches("button, .btn, .opt, .chip, label, select, .card, .tag, td, th, .toast, .tip, .combo"))
        found.push(["sticks out", where(around), `${text.slice(0, 50)} by ${Math.round(Math.max(out, down))}`])
      if (textOverflow === "ellipsis" && around.scrollWidth > around.clientWidth) found.push(["ellipsis", where(around)])
      if (style(around).position === "fixed") break
    }
    if (box.right > innerWidth + slack || box.left < -slack) {
      if (![...ancestors(element)].some(scrolls)) found.push(["off the page", where(element), text.slice(0, 50)])
    }
  }
  function* ancestors(element) {
    for (let around = element.parentElement; around; around = around.parentElement) yield around
  }

  // What is written on something keeps away from its edges: three pixels are seen as touching less than two are.
  const coloured = (colour) => !/^rgba\(.*, 0\)$|\/ 0\)$|^transparent$/.test(colour)
  const drawn = (element) => {
    const { backgroundColor, backgroundImage, borderLeftWidth, borderLeftColor } = style(element)
    return coloured(backgroundColor) || backgroundImage !== "none" || (parseFloat(borderLeftWidth) > 0 && coloured(borderLeftColor))
  }
  for (const { element, box, text } of texts) {
    if (!element.textContent.trim() || element.closest("em, kbd, small, mark, .board, .tile, .dom")) continue
    const surface = [element, ...ancestors(element)].find((each) => style(each).display !== "inline" && drawn(each))
    if (!surface || surface === document.body || surface === document.documentElement || scrolls(surface)) continue
    const edge = surface.getBoundingClientRect()
    const room = Math.min(box.left - edge.left, edge.right - box.right)
    if (room < 3) found.push(["at the edge", where(surface), `${text.slice(0, 50)} by ${room.toFixed(1)}`])
  }

  // What stands in an empty field is seen whole.
  const ruler = document.createElement("canvas").getContext("2d")
  for (const field of top.querySelectorAll("input[placeholder]:placeholder-shown")) {
    if (!shown(field) || unseen(field)) continue
    const { font, paddingLeft, paddingRight } = style(field)
    ruler.font = font
    const needs = ruler.measureText(field.placeholder).width
    const has = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
    if (needs > has + 0.5) found.push(["cut off", where(field), `${field.placeholder} by ${Math.ceil(needs - has)}`])
  }

  // So is what has been chosen from a list, beside the arrow.
  const arrow = 18
  for (const field of top.querySelectorAll("select")) {
    if (!shown(field) || unseen(field)) continue
    const { font, paddingLeft, paddingRight } = style(field)
    const text = field.selectedOptions[0]?.text ?? ""
    ruler.font = font
    const needs = ruler.measureText(text).width + arrow
    const has = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
    if (needs > has + 0.5) found.push(["cut off", where(field), `${text} by ${Math.ceil(needs - has)}`])
  }

  // A box that hides what is too long for it leaves what hangs below the line.
  for (const { element, box, text } of texts) {
    const around = [element, ...ancestors(element)].find((each) => scrolls(each) || /hidden|clip/.test(style(each).overflowY))
    if (!around || scrolls(around)) continue
    ruler.font = style(element).font
    const { fontBoundingBoxDescent, actualBoundingBoxDescent } = ruler.measureText(text)
    const out = box.bottom - fontBoundingBoxDescent + actualBoundingBoxDescent - around.getBoundingClientRect().bottom
    if (out > 0.3 && box.top < around.getBoundingClientRect().bottom) found.push(["cut off below", where(around), `letters by ${out.toFixed(1)}`])
  }

  // Headings and buttons begin with a capital; the names of days and months do not in some languages. A program may call itself as it likes.
  for (const element of top.querySelectorAll("h1, h2, h3, h4, legend, .btn:not(.files *), .chip, .opt b, .tool span, option:checked:not(.ch *)"))
    if (shown(element) && !unseen(element) && /^\p{Ll}/u.test(element.textContent.trim())) found.push(["begins small", where(element)])

  // Cards beside one another end at one height.
  for (const list of top.querySelectorAll(".gal, .tests")) {
    const cards = [...list.children].map((item) => item.querySelector(":scope > .card") ?? item).filter(shown)
    cards.forEach((card, at) => {
      const [one, next] = [card, cards[at + 1]].map((each) => each?.getBoundingClientRect())
      if (next && Math.abs(one.top - next.top) < 1 && Math.abs(one.bottom - next.bottom) > 1)
        found.push(["uneven", where(card), `${Math.round(one.height)} beside ${Math.round(next.height)}`])
    })
  }

  // Things that are pressed: large enough, and none over another.
  const pressed = [...top.querySelectorAll("a[href], button, input, select, summary, [role=button], [tabindex='0']")].filter(
    (element) => shown(element) && !unseen(element) && !element.disabled && element.type !== "hidden" && !element.closest(".board"),
  )
  const boxes = pressed.map((element) => {
    // What covers a whole label, or is drawn by it, is as large as the label.
    const label = element.matches("input") ? element.closest("label") : null
    return { element, box: (label ?? element).getBoundingClientRect() }
  }).filter(({ box }) => box.width && box.height)
  const thumb = (element) => element.closest(".tools, .veil") !== null || element.matches(".ib")
  for (const { element, box } of boxes) {
    const inline = style(element).display === "inline" && element.parentElement.textContent.trim() !== element.textContent.trim()
    const least = thumb(element) ? 44 : 24
    if (!inline && (box.width < least - 0.5 || box.height < least - 0.5))
      found.push(["small", where(element), `${box.width.toFixed(0)} × ${box.height.toFixed(0)}, not ${least}`])
    const out = Math.max(-box.left, box.right - innerWidth)
    if (out > 1 && ![...ancestors(element)].some(scrolls)) found.push(["off the page", where(element), `by ${out.toFixed(0)}`])
  }
  const layer = (element) => [element, ...ancestors(element)].find((each) => /fixed|sticky/.test(style(each).position)) ?? null
  const over = (a, b) => Math.min(Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))
  // What of a box is to be seen in what scrolls around it; null if nothing is.
  const part = ({ element, box, ...rest }) => {
    let { left, top, right, bottom } = box
    const edges = [...ancestors(element)].filter(scrolls).map((around) => around.getBoundingClientRect())
    for (const edge of [...edges, { left: 0, top: 0, right: innerWidth, bottom: innerHeight }]) {
      left = Math.max(left, edge.left)
      top = Math.max(top, edge.top)
      right = Math.min(right, edge.right)
      bottom = Math.min(bottom, edge.bottom)
    }
    return right > left && bottom > top ? { element, box: { left, top, right, bottom, height: bottom - top }, ...rest } : null
  }
  const near = boxes.map(part).filter(Boolean)
  near.forEach(({ element, box }, at) => {
    for (const other of near.slice(at + 1)) {
      if (element.contains(other.element) || other.element.contains(element)) continue
      if (element.closest("label") && element.closest("label") === other.element.closest("label")) continue
      // A field leaves room for a button that lies in it.
      if (element.localName === "input" && other.element.getAttribute("aria-controls") === element.id) continue
      if (layer(element) === layer(other.element) && over(box, other.box) > 2) found.push(["overlap", where(element), where(other.element)])
    }
  })
  const lines = texts.map(part).filter(Boolean)
  const block = (element) => [element, ...ancestors(element)].find((each) => style(each).display !== "inline")
  lines.forEach(({ element, box, text }, at) => {
    for (const other of lines.slice(at + 1)) {
      // What is fixed over the page covers what passes under it.
      if (other.element === element || layer(other.element) !== layer(element)) continue
      // Boxes of lines are higher than their letters, and may touch; what is meant is writing over writing.
      if (over(box, other.box) > Math.max(5, 0.3 * Math.min(box.height, other.box.height))) found.push(["written over", text.slice(0, 40), other.text.slice(0, 40)])
      // Two words that stand side by side and are not of one line have a gap between them.
      const apart = Math.max(other.box.left - box.right, box.left - other.box.right)
      const level = Math.abs(box.bottom - other.box.bottom) < 2
      const [one, next] = [block(element), block(other.element)]
      if (level && Math.abs(apart) < 2 && !one.contains(next) && !next.contains(one)) found.push(["run together", text.slice(0, 40), other.text.slice(0, 40)])
    }
  })

  // Everything that is said, for eyes or ears.
  const said = texts.map(({ element, text }) => [element.closest("[lang]").lang, text])
  for (const element of top.querySelectorAll("*"))
    for (const name of ["aria-label", "placeholder", "title", "alt", "aria-description", "aria-valuetext"]) {
      const text = element.getAttribute(name)
      if (text?.trim()) said.push([element.closest("[lang]").lang, text.trim()])
    }
  return { lang: document.documentElement.lang, title: document.title, found: [...new Set(found.map((each) => each.join(" | ")))], said }
}
