/** The account: what its forms say to the server, passkeys, codes for recovery, and taking everything away. */

import { forget, send } from "./follow.js"
import { handAllOver } from "./kept.js"
import { ask, copy, wrong } from "./parts.js"
import { applyLook, chosenLook, el, offerSettings, openSheet, press, sheet, speaker } from "./shell.js"

/** @typedef {{password?: string, passkey?: object}} Proof */
/** @typedef {import("./parts.js").Reply} Reply */

applyLook(chosenLook())
offerSettings("settings", () => {})
addEventListener("pageshow", (event) => event.persisted && location.reload())

const say = speaker(JSON.parse(el("texts").textContent ?? "{}"), document.documentElement.lang)
const { name = "", account } = el("account").dataset
const here = (/** @type {string} */ id) => document.getElementById(id)
const field = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (el(id))
const good = (/** @type {Reply} */ reply) => reply !== null && reply.status < 300

/** What went wrong, as a sentence. @param {Reply} reply */
const said = (reply) => wrong(reply, say("net"))

/** Tells what went wrong beside where it was asked for; nothing where nothing did. @param {string} id  @param {string} [said] */
function complain(id, said) {
  el(id).textContent = said ?? ""
  el(id).hidden = !said
}

/**
 * Has a form ask the server, once at a time, and tell beside itself what was wrong.
 * @param {string} id
 * @param {() => Promise<Reply>} send
 * @param {(reply: {status: number, body: any}) => void} done
 */
function onSubmit(id, send, done) {
  const form = /** @type {HTMLFormElement | null} */ (here(id))
  let busy = false
  form?.addEventListener("submit", async (event) => {
    event.preventDefault()
    if (busy) return
    busy = true
    form.setAttribute("aria-busy", "true")
    complain(`${id}-error`)
    const reply = await send()
    busy = false
    form.removeAttribute("aria-busy")
    if (reply && good(reply)) done(reply)
    else complain(`${id}-error`, said(reply))
  })
}

const anew = () => location.reload()

for (const eye of document.querySelectorAll("button.eye"))
  eye.addEventListener("click", () => {
    const input = field(eye.getAttribute("aria-controls") ?? "")
    const shown = input.type === "password"
    input.type = shown ? "text" : "password"
    eye.setAttribute("aria-pressed", String(shown))
    input.focus()
  })

// What was played without a network, and what was chosen, belongs to whoever plays here now.
const brought = () => Promise.all([send(), handAllOver().catch(() => 0)])

/** Begins anew with whoever has logged in, and with their settings. */
function arrive() {
  forget()
  anew()
}

onSubmit(
  "signup",
  () => ask("POST", "/api/account", { name: field("signup-name").value, password: field("signup-password").value }),
  ({ body }) => showCodes(body.codes, body.name),
)

onSubmit(
  "login",
  async () => {
    await brought()
    return ask("POST", "/api/account/login", { name: field("login-name").value, password: field("login-password").value })
  },
  arrive,
)

onSubmit(
  "recover",
  async () => {
    await brought()
    const [code, password] = [field("recover-code").value, field("recover-password").value]
    return ask("POST", "/api/account/recover", { name: field("recover-name").value, code, password })
  },
  arrive,
)

onSubmit(
  "rename",
  () => ask("POST", "/api/account/name", { name: field("new-name").value }),
  ({ body }) => {
    field("new-name").value = body.name
    el("who-title").textContent = body.name
    el("name-said").textContent = say("renamed", { name: body.name })
    for (const hidden of document.querySelectorAll("input[name=username]"))
      /** @type {HTMLInputElement} */ (hidden).value = body.name
  },
)

here("listed")?.addEventListener("change", async () => {
  const listed = field("listed").checked
  const reply = await ask("POST", "/api/account/name", { listed })
  if (!good(reply)) field("listed").checked = !listed
  el("name-said").textContent = good(reply) ? say(listed ? "listed" : "unlisted") : said(reply)
})

onSubmit(
  "password",
  () => {
    const [password, fresh] = [field("old-password").value, field("new-password").value]
    return ask("POST", "/api/account/password", { password, new: fresh })
  },
  () => {
    const form = /** @type {HTMLFormElement} */ (el("password"))
    form.reset()
    el("password-said").textContent = say("password.changed")
    for (const other of document.querySelectorAll("[data-session]")) other.closest("li")?.remove()
    here("end-others")?.remove()
  },
)

/** @param {object} ending  what is to end */
async function endSession(ending) {
  const reply = await ask("POST", "/api/account/sessions/end", ending)
  if (good(reply) || reply?.status === 404) anew()
  else complain("devices-error", said(reply))
}

for (const button of document.querySelectorAll("[data-session]"))
  button.addEventListener("click", () =>
    endSession({ session: /** @type {HTMLElement} */ (button).dataset.session }),
  )
here("end-others")?.addEventListener("click", () => endSession({ others: true }))

here("logout")?.addEventListener("click", async () => {
  await brought()
  const reply = await ask("POST", "/api/account/logout")
  if (!good(reply) && reply?.status !== 401) return complain("devices-error", said(reply))
  // Whoever comes next finds nothing of these games; what the server has not heard yet stays for the next login.
  await forgetHere((key) => key.startsWith("paishan.heard."))
  forget()
  anew()
})

/**
 * Takes from this browser what it has kept.
 * @param {(key: string) => boolean} which  by the keys of the storage
 */
async function forgetHere(which) {
  try {
    for (const key of Object.keys(localStorage).filter(which)) localStorage.removeItem(key)
    await caches.delete("paishan-games")
  } catch {
    // No storage: then nothing was kept.
  }
}

// Codes for recovery

/** @param {string[]} codes  @param {string} whose  the name of the account */
function showCodes(codes, whose) {
  const shown = sheet("codes")
  el("codes").replaceChildren(
    ...codes.map((code) => Object.assign(document.createElement("li"), { textContent: code })),
  )
  press("codes-copy", async () => {
    el("codes-said").textContent = say((await copy(codes.join("\n"))) ? "codes.copied" : "codes.by-hand")
  })
  press("codes-save", () => {
    const link = document.createElement("a")
    const text = `${say("codes.file", { name: whose })}\n\n${codes.join("\n")}\n`
    link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }))
    link.download = "paishan-codes.txt"
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  })
  shown.addEventListener("close", anew)
  // A press beside the sheet does not close it: the codes are not shown again.
  shown.showModal()
}

// Showing that it is the owner who asks

/** @typedef {{act: (proof: Proof) => Promise<Reply>, done: (reply: {status: number, body: any}) => void}} Wish */
/** What is wanted once the owner has shown who asks. @type {Wish | undefined} */
let wanted
/** What the server was asked for: meanwhile something else may be wanted. @type {Wish | undefined} */
let asked

/**
 * Asks for the password or a passkey, and does something with it.
 * @param {"codes" | "passkey" | "delete"} what
 * @param {(proof: Proof) => Promise<Reply>} act
 * @param {(reply: {status: number, body: any}) => void} done
 */
function prove(what, act, done) {
  wanted = { act, done }
  el("proof-title").textContent = say(`proof.${what}.title`)
  el("proof-said").textContent = say(`proof.${what}.said`)
  el("proof-go").textContent = say(`proof.${what}.go`)
  complain("proof-error")
  openSheet(sheet("proof"))
  here("proof-password")?.focus()
}

/** @param {Proof} proof */
const proved = async (proof) => {
  asked = wanted
  return asked ? asked.act(proof) : null
}

/** @param {{status: number, body: any}} reply */
function finish(reply) {
  /** @type {HTMLFormElement} */ (el("proof")).reset()
  sheet("proof").close()
  asked?.done(reply)
}

onSubmit("proof", () => proved(account === "yes" ? { password: field("proof-password").value } : {}), finish)

here("proof-passkey")?.addEventListener("click", async () => {
  complain("proof-error")
  const passkey = await sign()
  if (!passkey) return complain("proof-error", say("passkey.cancelled"))
  const reply = await proved({ passkey })
  if (reply && good(reply)) finish(reply)
  else complain("proof-error", said(reply))
})

here("new-codes")?.addEventListener("click", () =>
  prove(
    "codes",
    (proof) => ask("POST", "/api/account/codes", proof),
    ({ body }) => showCodes(body.codes, name),
  ),
)

press("delete", () =>
  prove(
    "delete",
    (proof) => ask("POST", "/api/account/delete", proof),
    async () => {
      await forgetHere((key) => key.startsWith("paishan."))
      for (const cookie of ["paishan-table", "paishan-offset"]) document.cookie = `${cookie}=; Path=/; Max-Age=0`
      location.href = "/"
    },
  ),
)

// Passkeys

/** Whether this browser has passkeys for this address, which has to be a name. */
const able =
  typeof PublicKeyCredential === "function" &&
  "parseRequestOptionsFromJSON" in PublicKeyCredential &&
  !/^[\d.]+$|:/.test(location.hostname)
/** @type {AbortController | undefined} */
let waiting

/**
 * Has a passkey sign what the server asks for; null when that was called off.
 * @param {CredentialMediationRequirement} [mediation]
 */
async function sign(mediation) {
  waiting?.abort()
  const asked = await ask("POST", "/api/account/passkeys/ask")
  if (!asked || !good(asked)) return null
  const mine = (waiting = new AbortController())
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked.body)
    const signed = await navigator.credentials.get({ publicKey, mediation, signal: mine.signal })
    return signed instanceof PublicKeyCredential ? signed.toJSON() : null
  } catch {
    return null
  }
}

/** @param {object} passkey */
async function enter(passkey) {
  await brought()
  const reply = await ask("POST", "/api/account/passkeys/login", { passkey })
  if (good(reply)) arrive()
  else complain("login-error", said(reply))
}

for (const id of ["login-passkey", "add-passkey", "proof-passkey"]) {
  const button = here(id)
  if (button) button.hidden = !able
}
const none = here("no-passkeys")
if (none) none.hidden = able

here("login-passkey")?.addEventListener("click", async () => {
  complain("login-error")
  const passkey = await sign()
  if (passkey) await enter(passkey)
  else complain("login-error", say("passkey.cancelled"))
})

// Where the browser can, it offers passkeys in the field of the name; it is asked when somebody is about to write there.
const PATIENCE = 4 * 60_000
let offered = -PATIENCE
here("login-name")?.addEventListener("focus", async () => {
  // The server waits five minutes for an answer.
  if (!able || performance.now() - offered < PATIENCE) return
  offered = performance.now()
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
  const passkey = await sign("conditional")
  if (passkey) await enter(passkey)
})

here("add-passkey")?.addEventListener("click", () =>
  prove(
    "passkey",
    (proof) => ask("POST", "/api/account/passkeys/new", proof),
    async ({ body }) => {
      complain("passkeys-error")
      /** @type {Credential | null} */
      let made = null
      try {
        const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(body)
        made = await navigator.credentials.create({ publicKey })
      } catch {
        // Called off, or not to be done here.
      }
      if (!(made instanceof PublicKeyCredential)) return complain("passkeys-error", say("passkey.not-made"))
      const reply = await ask("POST", "/api/account/passkeys", { passkey: made.toJSON() })
      if (good(reply)) anew()
      else complain("passkeys-error", said(reply))
    },
  ),
)

for (const button of document.querySelectorAll("[data-passkey]"))
  button.addEventListener("click", async () => {
    const { passkey } = /** @type {HTMLElement} */ (button).dataset
    const reply = await ask("POST", "/api/account/passkeys/remove", { passkey })
    if (good(reply) || reply?.status === 404) anew()
    else complain("passkeys-error", said(reply))
  })
