import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import type { CompiledArea } from '#app/i18n/text/compile-message.ts'
import { withoutPrototypes } from '#app/i18n/text/null-prototype.ts'
import { TextProvider, type TextStore } from '#app/i18n/text/text.tsx'
import { LANGUAGES } from '#app/rules/constants.ts'
import { fetchPart, loadRequestedPage, onPreloadError, requestedPage } from '#app/ui/connection/failed-chunk.live.ts'
import { keyOfForm } from '#app/ui/connection/form-key.live.ts'
import { LostLine, lastPressed, untilThrough, watchPresses } from '#app/ui/connection/held-request.live.ts'
import { loadAfterFailedRoute } from '#app/web/router/failed-route.ts'
import { holdRouterRequests } from '#app/web/router/held-requests.live.ts'
import { replayEarlyChanges } from '#app/web/router/scripts/early-changes.ts'
import { DATA_ID, pageStream } from '#app/web/router/scripts/page-data.ts'
import { isOwn } from '#app/web/router/switches.ts'

const { textBase = '', areas = '', language: named } = document.documentElement.dataset
const language = LANGUAGES.find((known) => known === named) ?? 'fa'
const store = createStore(textBase)

watchPresses()
if (isOwn('held-requests')) holdRouterRequests({ lastPressed, keyOfForm, untilThrough, LostLine })
if (isOwn('failed-route')) loadAfterFailedRoute(requestedPage, loadRequestedPage)
addEventListener('vite:preloadError', onPreloadError)
// The page's texts must be at hand when React meets its HTML. Where they cannot be had, the page is left as the server
// sent it: it works by links and forms.
Promise.all(areas.split(' ').filter(Boolean).map(store.load)).then(hydrate, () => {})

function hydrate() {
  const data = document.getElementById(DATA_ID)
  // The router's own scripts set it.
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
 * Its effect comes after those of the page: by then all that listens to changes does. A click may have made React hurry;
 * the change that belongs to it comes right after, unseen, so the replay waits for the next task.
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
