import { isMapPath, languageOf, pathIn } from '#app/i18n/language.ts'
import type { Language } from '#app/rules/constants.ts'
import type { FetchEvent, WorkerScope } from '../push/worker-scope.ts'
import { forgetTrip, forgetTrips, keepTrip, keptTrip, keptTrips } from './kept-trips.ts'

const OFFLINE = 'offline'
const A_DAY = 86_400_000

/** Both pages of a trip; its id is the same in both. */
const TRIP = /^\/(?:voucher|profile\/reservation)\/([\w-]{22,64})$/
const ENDS_VISIT = /^\/(?:logout|profile\/profile\/delete)$/

/**
 * Makes the worker store the trips that somebody visits, for reading offline until they sign out; every other page is then
 * replaced by one that says that there is no network. With a network, every page comes from there.
 */
export function serveTrips(scope: WorkerScope): void {
  scope.addEventListener('install', (event) => event.waitUntil(keepOfflinePages(scope)))
  scope.addEventListener('activate', (event) => {
    event.waitUntil(Promise.all([scope.registration.navigationPreload?.enable(), scope.clients.claim()]))
  })
  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const { origin, pathname } = new URL(request.url)
    if (origin !== scope.location.origin) return
    if (request.method === 'POST' && ENDS_VISIT.test(languageOf(pathname).rest)) event.waitUntil(forgetTrips())
    if (request.method !== 'GET') return
    if (request.mode === 'navigate') event.respondWith(answerPage(event, pathname))
    else if (isMapPath(pathname)) event.respondWith(caches.match(request, ANY).then((kept) => kept ?? fetch(request)))
  })
}

/** Answers have `Vary: Cookie`, but a worker does not see cookies. */
const ANY = { ignoreVary: true }

async function answerPage(event: FetchEvent, pathname: string): Promise<Response> {
  const { language, rest } = languageOf(pathname)
  const [, id] = TRIP.exec(rest) ?? []
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request))
    event.waitUntil(keepOfflinePage(language))
    // Not for a redirect, which leads to the sign-in: this person may no longer see the page.
    if (id && answer.ok) event.waitUntil(keepTrip(id, pathIn(language, `/voucher/${id}/offline`)))
    else if (id && answer.status < 500) event.waitUntil(forgetTrip(id))
    return answer
  } catch (error) {
    const kept = id ? await keptTrip(id) : await caches.match(event.request, ANY)
    const shown = kept ?? (await offlinePage(language))
    if (!shown) throw error
    return shown
  }
}

/** The offline page in the page's language, or in another one that is stored, with a list of the stored trips. */
async function offlinePage(language: Language): Promise<Response | undefined> {
  const cache = await caches.open(OFFLINE)
  const kept = (await cache.match(offlinePath(language), ANY)) ?? (await cache.matchAll())[0]
  if (!kept) return undefined
  const trips = await keptTrips()
  const links = trips.map(({ id, title }) => `<li><a class="btn" href="/voucher/${id}">${title}</a></li>`)
  const html = (await kept.text()).replace(/<div data-trips="([^"]*)"><\/div>/, (_, title: string) =>
    links.length > 0 ? `<h2>${title}</h2><ul class="stack stack-2">${links.join('')}</ul>` : '',
  )
  return new Response(html, { status: 503, headers: kept.headers })
}

const offlinePath = (language: Language) => pathIn(language, '/offline')

/** Fetches it without cookies, so that it contains no name. */
async function keepOfflinePage(language: Language): Promise<void> {
  const cache = await caches.open(OFFLINE)
  const kept = await cache.match(offlinePath(language), ANY)
  if (kept && Date.now() - Date.parse(kept.headers.get('date') ?? '') < A_DAY) return
  const page = await fetch(offlinePath(language), { credentials: 'omit' })
  if (page.ok) await cache.put(offlinePath(language), page)
}

/** Stores it in the languages of the open pages. The worker is installed even if that fails. */
async function keepOfflinePages({ clients }: WorkerScope): Promise<void> {
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const languages = new Set(open.map(({ url }) => languageOf(new URL(url).pathname).language))
  await Promise.all([...languages].map(keepOfflinePage)).catch(() => {})
}
