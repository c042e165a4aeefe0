import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import type { CompiledArea } from '#app/i18n/text/compile-message.ts'
import { withoutPrototypes } from '#app/i18n/text/null-prototype.ts'
import { TextProvider, type TextStore } from '#app/i18n/text/text.tsx'
import { LANGUAGES } from '#app/rules/constants.ts'
import { fetchPart, loadRequestedPage, onPreloadError } from '#app/ui/connection/failed-chunk.live.ts'
import { keyOfForm } from '#app/ui/connection/form-key.live.ts'
import { loadHeldMessage } from '#app/ui/connection/held-place.tsx'
import {
  expectLine,
  LostLine,
  lastPressed,
  subscribeToHeld,
  untilThrough,
  watchPresses,
} from '#app/ui/connection/held-request.live.ts'
import { loadAfterFailedRoute } from '#app/web/router/failed-route.ts'
import { holdRouterRequests } from '#app/web/router/held-requests.live.ts'
import { replayEarlyChanges } from '#app/web/router/scripts/early-changes.ts'
import { DATA_ID, pageStream } from '#app/web/router/scripts/page-data.ts'
import { isOwn } from '#app/web/router/switches.ts'

const { textBase = '', areas = '', language: named, person = '', search = '' } = document.documentElement.dataset
const language = LANGUAGES.find((known) => known === named) ?? 'fa'
const store = createStore(textBase)

watchPresses()
if (isOwn('held-requests')) holdRouterRequests({ lastPressed, keyOfForm, untilThrough, expectLine, LostLine })
if (isOwn('failed-route')) loadAfterFailedRoute(loadRequestedPage)
addEventListener('vite:preloadError', onPreloadError)
// The page's texts must be loaded before React hydrates its HTML. As long as they cannot be loaded, the page stays as the
// server sent it: it works by links and forms, and what is typed is kept across a reload.
const endWaiting = subscribeToHeld(keepUnhydrated)
Promise.all(areas.split(' ').filter(Boolean).map(store.load)).then(hydrate, () => {})

function keepUnhydrated() {
  endWaiting()
  loadHeldMessage().then(
    ({ keepForms }) => keepForms(person),
    () => {},
  )
}

function hydrate() {
  endWaiting()
  // What the page does not read, as `utm_source`, was not there when the server rendered it (`query-filter.ts`): with it, React would render all again.
  if (location.search !== search) history.replaceState(history.state, '', location.pathname + search + location.hash)
  const data = document.getElementById(DATA_ID)
  // It is set by the router's own scripts.
  if (data && window.__reactRouterContext) window.__reactRouterContext.stream = pageStream(data) ?? undefined
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <TextProvider language={language} store={store}>
          <Replay>
            <HydratedRouter />
          </Replay>
        </TextProvider>
      </StrictMode>,
    )
  })
}

/**
 * Its effect runs after those of the page, when all listeners for changes are attached. If a click made React hydrate
 * early, the change that belongs to it is dispatched right after without being seen, so the replay waits for the next
 * task.
 */
function Replay({ children }: { children: ReactNode }) {
  useEffect(() => {
    setTimeout(replayEarlyChanges)
  }, [])
  return children
}

function createStore(base: string): TextStore {
  const loaded = new Map<string, CompiledArea>()
  const loading = new Map<string, Promise<CompiledArea>>()
  const fetchArea = async (area: string): Promise<CompiledArea> => {
    const file = await fetchPart<{ default: CompiledArea }>(() => import(/* @vite-ignore */ `${base}${area}.js`))
    const compiled = withoutPrototypes(file.default)
    loaded.set(area, compiled)
    return compiled
  }
  const load = (area: string) => {
    const known = loading.get(area)
    if (known) return known
    const promise = fetchArea(area)
    loading.set(area, promise)
    return promise
  }
  return { base, at: (area) => loaded.get(area), load }
}
