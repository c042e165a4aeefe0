/** The prefix of the caches that keep a trip on the visitor's device: its page, its map and its calendar file. *Ours*. */
const PREFIX = 'trip '
const MAX_BYTES = 50_000
const MOST_TRIPS = 5
/** The headers to keep with a copy. `Content-Encoding` is not among them: a stored body is no longer compressed. */
const HEADERS = ['content-type', 'content-disposition', 'content-security-policy', 'expires']

const offlineAddress = (id: string) => `/voucher/${id}/offline`

/** Counts sign-outs: answers to requests from before a sign-out are not stored after it. */
let ended = 0

/**
 * Stores a trip for reading offline: its page, and the files in that page's `Link` header, up to 50 kB in total. A trip
 * that no longer exists, or that this person may no longer see, is deleted.
 */
export async function keepTrip(id: string, path: string): Promise<void> {
  const before = ended
  const page = await fetch(path)
  if (page.status >= 500) return
  if (!page.ok || page.redirected) return forgetTrip(id)
  const files = await Promise.all(linksOf(page).map((file) => fetch(file)))
  const kept: [url: string, copy: Response][] = []
  let bytes = 0
  for (const answer of [page, ...files]) {
    const body = await answer.blob()
    if (!answer.ok || bytes + body.size > MAX_BYTES) continue
    bytes += body.size
    kept.push([answer === page ? offlineAddress(id) : answer.url, copyOf(answer, body)])
  }
  if (ended !== before) return
  // Created again, so that it is the last one: cache names are in the order of creation.
  await forgetTrip(id)
  const cache = await caches.open(PREFIX + id)
  await Promise.all(kept.map(([url, copy]) => cache.put(url, copy)))
  await forgetOldTrips()
}

/** The stored page of a trip. */
export function keptTrip(id: string): Promise<Response | undefined> {
  return caches.match(offlineAddress(id), { cacheName: PREFIX + id })
}

/** The stored trips, the last visited first, with the titles of their pages (HTML). */
export async function keptTrips(): Promise<{ id: string; title: string }[]> {
  const trips = (await tripNames()).reverse().map(async (name) => {
    const id = name.slice(PREFIX.length)
    const html = await (await keptTrip(id))?.text()
    return { id, title: /<title>([^<]*)<\/title>/.exec(html ?? '')?.[1] ?? '' }
  })
  return (await Promise.all(trips)).filter(({ title }) => title)
}

/** Removes the copy of one trip that this browser kept for reading offline. */
export async function forgetTrip(id: string): Promise<void> {
  await caches.delete(PREFIX + id)
}

/** Deletes all trips, at the sign-out. */
export async function forgetTrips(): Promise<void> {
  ended++
  await Promise.all((await tripNames()).map((name) => caches.delete(name)))
}

/** Deletes trips that ended long ago, and the oldest ones when there are too many. */
async function forgetOldTrips(): Promise<void> {
  const names = await tripNames()
  const tooMany = names.slice(0, Math.max(0, names.length - MOST_TRIPS))
  for (const name of names) {
    const page = await keptTrip(name.slice(PREFIX.length))
    const isOver = Date.parse(page?.headers.get('expires') ?? '') < Date.now()
    if (isOver || tooMany.includes(name)) await caches.delete(name)
  }
}

async function tripNames(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX))
}

function copyOf({ headers }: Response, body: Blob): Response {
  const kept = HEADERS.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value] as [string, string]]
  })
  return new Response(body, { headers: kept })
}

function linksOf({ headers }: Response): string[] {
  return [...(headers.get('link') ?? '').matchAll(/<([^>]+)>/g)].map(([, path = '']) => path)
}
