import { expectLine, untilThrough } from './held-request.live.ts'

const FLAG = 'reloaded-after-failed-chunk'
const ONCE_WITHIN_MS = 60_000

type Router = { state: { navigation: { location?: { pathname: string; search: string; hash: string } } } }

/**
 * After a new version is deployed, an open page asks for files that are gone: one reload brings the new ones (§2). A second
 * failure within a minute has another cause, as has one without a network: both are left to the error page.
 */
function reloadOnce(): boolean {
  if (!navigator.onLine || Date.now() - Number(sessionStorage.getItem(FLAG)) < ONCE_WITHIN_MS) return false
  sessionStorage.setItem(FLAG, String(Date.now()))
  location.reload()
  return true
}

let optional = 0

/**
 * Fetches a part that the page does without, or that its caller sees to where it cannot be had: then nothing is reloaded,
 * as that would lose what somebody is choosing.
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
 * Fetches a file of the build, once the line is there. Where it is there and the file is not, a newer version has been
 * deployed: the page is loaded anew.
 */
export function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  return untilThrough(async () => {
    try {
      return await fetchOptional(load)
    } catch (error) {
      await expectLine()
      if (!reloadOnce()) throw error
      return new Promise<Part>(() => {})
    }
  })
}

/** The address of the page that the router is on its way to, if any. */
export function requestedPage(): string | undefined {
  // What React Router's browser build leaves for its own tools; `vite-starter.ts` holds it to that.
  const { __reactRouterDataRouter: router } = window as { __reactRouterDataRouter?: Router }
  const target = router?.state.navigation.location
  return target && target.pathname + target.search + target.hash
}

/**
 * Loads the page that was asked for as a whole, where the files that show it could not be fetched and the line is there.
 * That is never a loop.
 */
export async function loadRequestedPage() {
  await untilThrough(expectLine)
  const target = requestedPage()
  if (target) location.assign(target)
  else reloadOnce()
}
