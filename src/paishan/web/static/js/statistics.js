/** Statistics and lists: keeps the name that lists show. */

import "./home.js"
import { ask, wrong } from "./parts.js"
import { el, speaker } from "./shell.js"

const say = speaker(JSON.parse(el("texts").textContent ?? "{}"), document.documentElement.lang)

// Lists show an account by its own name.
document.getElementById("name-form")?.addEventListener("submit", async (event) => {
  const field = /** @type {HTMLInputElement} */ (el("name"))
  event.preventDefault()
  const name = field.value.trim() || null
  const answer = await ask("POST", "/api/player", { name })
  if (answer?.status !== 200) el("name-said").textContent = wrong(answer, say("net"))
  else {
    field.value = answer.body.name ?? ""
    el("name-said").textContent = answer.body.name ? say("name.kept", { name: answer.body.name }) : say("name.gone")
  }
  field.setAttribute("aria-invalid", String(answer?.status === 400 || answer?.status === 409))
})
