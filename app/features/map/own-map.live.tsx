import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useText } from '#app/i18n/text/text.tsx'
import type { LatLng } from '#app/rules/map/mercator.ts'
import { fetchPart } from '#app/ui/connection/failed-chunk.live.ts'
import { useHydrated } from '#app/ui/form/form.tsx'

const LocationPicker = lazy(() => fetchPart(() => import('./location-picker.live.tsx')))

/**
 * A form's picture of a place and, with scripts, a button that opens a map to choose another. It fills the form's hidden
 * fields `lat` and `lng` and submits it.
 */
export function OwnMap({ at, children }: { at: LatLng; children: ReactNode }) {
  const t = useText('map')
  const isHydrated = useHydrated()
  const [isPicking, setPicking] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const use = (chosen: LatLng) => {
    setPicking(false)
    const form = place.current?.closest('form')
    for (const name of ['lat', 'lng'] as const) {
      const field = form?.elements.namedItem(name)
      if (field instanceof HTMLInputElement) field.value = chosen[name].toFixed(5)
    }
    form?.submit()
  }
  return (
    <div className="stack stack-2" ref={place}>
      {children}
      {isHydrated && (
        <div>
          <button type="button" className="btn btn-s" onClick={() => setPicking(true)}>
            {t('page.choose')}
          </button>
        </div>
      )}
      {isPicking && (
        <Suspense fallback={null}>
          <LocationPicker start={at} confirmText={t('page.use')} onConfirm={use} onClose={() => setPicking(false)} />
        </Suspense>
      )}
    </div>
  )
}
