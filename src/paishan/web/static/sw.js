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
  else if (pathname.startsWith("/static/")) event.respondWith(file(request, pathname))
  else if (pathname === "/api/pack") event.respondWith(file(request, pathname))
})

/** A file of this build, else whatever the server gives, else the file of the same name. */
async function file(request, pathname) {
  const cache = await caches.open(KEPT)
  const kept = await cache.match(pathname)
  if (kept) return kept
  try {
    const answer = await fetch(request)
    if (answer.ok && pathname.startsWith(`/static/${BUILD.version}/`)) await cache.put(pathname, answer.clone())
    return answer
  } catch (error) {
    const other = await cache.match(pathname.replace(VERSION, `/static/${BUILD.version}/`))
    if (other) return other
    throw error
  }
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
    if (answer.ok && request.method === "GET" && GAME.test(pathname)) event.waitUntil(keepGame(pathname, answer.clone()))
    event.waitUntil(keepLanguage(answer.headers.get("content-language")))
    return answer
  } catch {
    return (await instead(request, pathname)) ?? Response.error()
  }
}

/** Keeps the pages anew when others come in another language, chosen here or elsewhere. @param {string | null} spoken */
async function keepLanguage(spoken) {
  const cache = await caches.open(KEPT)
  const kept = (await cache.match(HOME))?.headers.get("content-language")
  if (kept && spoken && kept !== spoken) await keepPages(cache)
}

/** Fails when an answer takes too long. @param {Promise<Response>} asked */
const soon = (asked) => Promise.race([asked, new Promise((_, fail) => setTimeout(fail, PATIENCE))])

async function ask({ request, preloadResponse }) {
  return (await preloadResponse) ?? fetch(request)
}

/** Whether a page can be shown without the server. @param {string} pathname */
async function isKept(pathname) {
  return Boolean((await (await caches.open(GAMES)).match(pathname)) ?? (await (await caches.open(KEPT)).match(pathname)))
}

/** What is shown without the server. @param {Request} request  @param {string} pathname */
async function instead({ method }, pathname) {
  // What a form was sent to is no page that could be asked for again.
  if (method !== "GET") return Response.redirect(`${HOME}#missing`, 303)
  const cache = await caches.open(KEPT)
  const game = GAME.test(pathname) && (await (await caches.open(GAMES)).match(pathname))
  return game ? renewed(game) : ((await cache.match(pathname)) ?? (await cache.match(HOME)))
}

/** A page of an earlier build, with the files of this one. @param {Response} kept */
async function renewed(kept) {
  const text = (await kept.text()).replace(VERSION, `/static/${BUILD.version}/`)
  const headers = new Headers(kept.headers)
  for (const name of ["content-encoding", "content-length"]) headers.delete(name)
  return new Response(text, { headers })
}

/** @param {string} pathname  @param {Response} answer */
async function keepGame(pathname, answer) {
  const games = await caches.open(GAMES)
  await games.delete(pathname)
  await games.put(pathname, answer)
  const all = await games.keys()
  await Promise.all(all.slice(0, -MOST_GAMES).map((old) => games.delete(old)))
}
