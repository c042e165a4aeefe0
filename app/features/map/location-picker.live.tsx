import { useRef, useState } from 'react'
import { useText } from '#app/i18n/text/text.tsx'
import { withTexts } from '#app/i18n/text/with-texts.tsx'
import type { LatLng } from '#app/rules/map/mercator.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import Sheet from '#app/ui/dialog.live.tsx'
import MapCanvas from './map-canvas.live.tsx'

const LOCATE_MS = 10_000

/** A dialog to choose a place on a map (§2, "Location picker"). Load it lazily, because it includes Leaflet. */
export default withTexts(['map', 'errors', 'common'], LocationPicker)

function LocationPicker({
  start,
  confirmText,
  onConfirm,
  onClose,
}: {
  start: LatLng
  confirmText: string
  onConfirm: (at: LatLng) => void
  onClose: () => void
}) {
  const t = useText('map')
  const errors = useText('errors')
  const [at, setAt] = useState(start)
  const control = useRef<(at: LatLng) => void>(undefined)
  const { locate, isLocating, failure } = useOwnLocation((found) => control.current?.(found))
  return (
    <Sheet title={t('title')} onClose={onClose}>
      <div className="stack stack-2">
        <MapCanvas start={start} onMove={setAt} control={control} />
        {/* There from the start, so that what it says is announced. */}
        <p role="alert" className={failure ? 'note note-bad' : undefined}>
          {failure && errors(failure)}
        </p>
        <div className="row between">
          <button type="button" className="btn" aria-busy={isLocating || undefined} onClick={locate}>
            <Icon name="pin" />
            {t('showMine')}
          </button>
          <button type="button" className="btn btn-go" onClick={() => onConfirm(at)}>
            {confirmText}
          </button>
        </div>
      </div>
    </Sheet>
  )
}

/** Asks the browser for its position, only when a person asks for it; both kinds of failure have a message (§8). */
export function useOwnLocation(onFound: (at: LatLng) => void) {
  const [isLocating, setLocating] = useState(false)
  const [failure, setFailure] = useState<'location_not_supported' | 'cant_find_location'>()
  const locate = () => {
    if (isLocating) return
    setFailure(undefined)
    if (!('geolocation' in navigator)) return setFailure('location_not_supported')
    setLocating(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLocating(false)
        onFound({ lat: coords.latitude, lng: coords.longitude })
      },
      () => {
        setLocating(false)
        setFailure('cant_find_location')
      },
      { enableHighAccuracy: true, timeout: LOCATE_MS, maximumAge: 60_000 },
    )
  }
  return { locate, isLocating, failure }
}
