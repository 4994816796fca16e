/**
 * The service worker: keeps what the game is played with when there is no network, and answers from it then, never when
 * the server answers itself. The server puts `BUILD` before it: a hash of all that is kept, the version of the static
 * files, and the addresses of files and pages.
 */

const KEPT = `paishan-${BUILD.build}`
/** The pages of games that were opened, as they came last. */
const GAMES = "paishan-games"
const MOST_GAMES = 12
/** Milliseconds after which a page that can be shown without the server is. */
const PATIENCE = 10_000
const GAME = /^\/play\/[\w-]+$/
const VERSION = /\/static\/[0-9a-f]{12}\//g
const HOME = "/offline"

addEventListener("install", (event) => event.waitUntil(fill()))
addEventListener("activate", (event) => event.waitUntil(begin()))

async function fill() {
  const cache = await caches.open(KEPT)
  await cache.addAll(BUILD.files)
  await keepPages(cache)
  await skipWaiting()
}

/** The pages, in the language that is chosen now. @param {Cache} cache */
const keepPages = (cache) => cache.addAll(BUILD.pages.map((path) => new Request(path, { cache: "no-cache" })))

async function begin() {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith("paishan-") && name !== KEPT && name !== GAMES)
  await Promise.all(old.map((name) => caches.delete(name)))
  await registration.navigationPreload?.enable()
  await clients.claim()
}

addEventListener("fetch", (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return
  if (request.mode === "navigate") event.respondWith(page(event, pathname))
  else if (request.method !== "GET") return
  else if (pathname.startsWith("/static/") || pathname === "/api/pack") event.respondWith(file(event, pathname))
})

/**
 * What is kept at an address; nothing where the browser does not tell, for then the server is still there.
 * @param {string} name  of the cache
 * @param {string} pathname
 */
const kept = (name, pathname) => caches.match(pathname, { cacheName: name }).catch(() => undefined)

/** Keeps something beside an answer; what there is no room for is not kept. @param {Promise<unknown>} keeping */
const beside = (event, keeping) => event.waitUntil(keeping.catch(() => {}))

/** A file of this build, else whatever the server gives, else the file of the same name. */
async function file(event, pathname) {
  const known = await kept(KEPT, pathname)
  if (known) return known
  try {
    const answer = await fetch(event.request)
    if (answer.ok && pathname.startsWith(`/static/${BUILD.version}/`)) beside(event, keepFile(pathname, answer.clone()))
    return answer
  } catch (error) {
    const other = await kept(KEPT, pathname.replace(VERSION, `/static/${BUILD.version}/`))
    if (other) return other
    throw error
  }
}

/** @param {string} pathname  @param {Response} answer */
async function keepFile(pathname, answer) {
  await (await caches.open(KEPT)).put(pathname, answer)
}

/** A page from the server; without one, what there is in its place. */
async function page(event, pathname) {
  const { request } = event
  const asked = ask(event)
  asked.catch(() => {})
  try {
    const answer = await (request.method === "GET" && (await isKept(pathname)) ? soon(asked) : asked)
    // A gateway whose server is away.
    if (answer.status === 502 || answer.status === 504) return (await instead(request, pathname)) ?? answer
    if (answer.ok && request.method === "GET" && GAME.test(pathname)) beside(event, keepGame(pathname, answer.clone()))
    beside(event, keepLanguage(answer.headers.get("content-language")))
    return answer
  } catch {
    return (await instead(request, pathname)) ?? Response.error()
  }
}

/** Keeps the pages anew when others come in another language, chosen here or elsewhere. @param {string | null} spoken */
async function keepLanguage(spoken) {
  const before = (await kept(KEPT, HOME))?.headers.get("content-language")
  if (before && spoken && before !== spoken) await keepPages(await caches.open(KEPT))
}

/** Fails when an answer takes too long. @param {Promise<Response>} asked */
const soon = (asked) => Promise.race([asked, new Promise((_, fail) => setTimeout(fail, PATIENCE))])

async function ask({ request, preloadResponse }) {
  return (await preloadResponse) ?? fetch(request)
}

/** Whether a page can be shown without the server. @param {string} pathname */
async function isKept(pathname) {
  return Boolean((await kept(GAMES, pathname)) ?? (await kept(KEPT, pathname)))
}

/** What is shown without the server. @param {Request} request  @param {string} pathname */
async function instead({ method }, pathname) {
  // What a form was sent to is no page that could be asked for again.
  if (method !== "GET") return Response.redirect(`${HOME}#missing`, 303)
  const game = GAME.test(pathname) && (await kept(GAMES, pathname))
  return game ? renewed(game) : ((await kept(KEPT, pathname)) ?? kept(KEPT, HOME))
}

/** A page of an earlier build, with the files of this one. @param {Response} before */
async function renewed(before) {
  const text = (await before.text()).replace(VERSION, `/static/${BUILD.version}/`)
  const headers = new Headers(before.headers)
  for (const name of ["content-encoding", "content-length"]) headers.delete(name)
  return new Response(text, { headers })
}

/** Keeps a game's page as the last; where there is no room, the earlier one stays. @param {Response} answer */
async function keepGame(pathname, answer) {
  const games = await caches.open(GAMES)
  await games.put(pathname, answer)
  const all = await games.keys()
  await Promise.all(all.slice(0, -MOST_GAMES).map((old) => games.delete(old)))
}
