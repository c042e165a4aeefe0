import { expectLine, LostLine, saveTyped, untilThrough } from './held-request.live.ts'

const FLAG = 'reloaded-after-failed-chunk'
const ONCE_WITHIN_MS = 60_000
const FAILURES_OF_A_NEW_VERSION = 3

/**
 * After a deployment, an open page requests files that no longer exist; one reload loads the new version (§2). A second
 * failure within a minute, or one without a network, has another cause and is left to the error page. What is typed is stored
 * first; the page stays if that isn't possible.
 */
function reloadOnce(): boolean {
  const isRecent = Date.now() - Number(sessionStorage.getItem(FLAG)) < ONCE_WITHIN_MS
  if (!navigator.onLine || isRecent || !saveTyped()) return false
  sessionStorage.setItem(FLAG, String(Date.now()))
  location.reload()
  return true
}

let optional = 0

/**
 * Loads a part that the page can do without, or whose failure the caller handles. The page is then not reloaded,
 * which would lose what somebody is choosing.
 */
export async function fetchOptional<Part>(load: () => Promise<Part>): Promise<Part> {
  optional++
  try {
    return await load()
  } finally {
    optional--
  }
}

/** A file of the build could not be fetched. */
export function onPreloadError(event: Event) {
  if (optional === 0 && reloadOnce()) event.preventDefault()
}

/**
 * Loads a file of the build, as soon as there is a network. A request that is lost alone is sent again, as a reload would lose what
 * is being typed. If it fails again and again although there is a network, a newer version has been deployed, and the page is
 * reloaded, once; after that it stays as it is.
 */
export function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  let failures = 0
  return untilThrough(async () => {
    try {
      return await fetchOptional(load)
    } catch {
      await expectLine()
      failures++
      if (failures === FAILURES_OF_A_NEW_VERSION && reloadOnce()) return new Promise<Part>(() => {})
      throw new LostLine()
    }
  })
}

/**
 * Loads the requested page with a full navigation when its files could not be fetched although there is a network. It never
 * loops.
 * @param requested the address of the page that is requested by then, if any
 */
export async function loadRequestedPage(requested: () => string | undefined) {
  await untilThrough(expectLine)
  const target = requested()
  if (target) location.assign(target)
  else reloadOnce()
}
