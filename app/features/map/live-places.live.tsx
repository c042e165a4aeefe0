import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useText } from '#app/i18n/text/text.tsx'
import { fetchPart } from '#app/ui/connection/failed-chunk.live.ts'
import { useHydrated } from '#app/ui/form/form.tsx'
import type { MarkedPlace } from './places-canvas.live.tsx'

const PlacesCanvas = lazy(() => fetchPart(() => import('./places-canvas.live.tsx')))

/** The picture of some places and, with scripts, a button that replaces it by an interactive map. */
export function LivePlaces({
  places,
  label,
  picture,
}: {
  places: readonly MarkedPlace[]
  label: string
  picture: ReactNode
}) {
  const t = useText('map')
  const isHydrated = useHydrated()
  const [isOpen, setOpen] = useState(false)
  if (isOpen) {
    return (
      <Suspense fallback={picture}>
        <PlacesCanvas places={places} label={label} />
      </Suspense>
    )
  }
  return (
    <>
      {picture}
      {isHydrated && (
        <div>
          <button type="button" className="btn btn-s" onClick={() => setOpen(true)}>
            {t('move')}
          </button>
        </div>
      )}
    </>
  )
}
