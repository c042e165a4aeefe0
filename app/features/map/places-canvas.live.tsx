import {
  map as createMap,
  marker as createMarker,
  divIcon,
  type Map as LeafletMap,
  latLngBounds,
  tileLayer,
} from 'leaflet'
import { useEffect, useRef } from 'react'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { TILE_ZOOMS } from '#app/rules/map/map-picture.ts'
import type { LatLng } from '#app/rules/map/mercator.ts'
import '../../../styles/maps.css'
import { MapBox } from './map-box.live.tsx'

/** Padding for markers at the edge, in pixels. */
const EDGE: [number, number] = [40, 40]
/** The closest initial zoom, for a single place. */
const CLOSEST = 15

/** A place on an interactive map, with its number in the list beside it. */
export type MarkedPlace = LatLng & { number: number; name: string }

/** A map of some places, used by dragging, with the arrow keys, and with plus and minus; its tiles come from our own server. */
export default function PlacesCanvas({ places, label }: { places: readonly MarkedPlace[]; label: string }) {
  const t = useText('map')
  const { language } = useLanguage()
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef<LeafletMap>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: Leaflet makes its map once
  useEffect(() => {
    if (!box.current) return
    const map = createMap(box.current, {
      minZoom: TILE_ZOOMS.min,
      maxZoom: TILE_ZOOMS.max,
      maxBounds: [
        [-85, -180],
        [85, 180],
      ],
      attributionControl: false,
      zoomControl: false,
    })
    map.fitBounds(latLngBounds(places.map(({ lat, lng }) => [lat, lng])), { padding: EDGE, maxZoom: CLOSEST })
    tileLayer(pathIn(language, '/map/tiles/{z}/{x}/{y}.png'), { noWrap: true }).addTo(map)
    for (const place of places) {
      const icon = divIcon({
        className: 'map-mark',
        html: localDigits(place.number, language),
        iconSize: [28, 28],
        iconAnchor: [14, 14],
      })
      createMarker(place, { icon, title: place.name, keyboard: false, interactive: false }).addTo(map)
    }
    shown.current = map
    box.current.focus({ preventScroll: true })
    return () => {
      map.remove()
    }
  }, [])

  return (
    <MapBox
      ref={box}
      zoom={(by) => shown.current?.setZoom(shown.current.getZoom() + by)}
      aria-label={`${label}. ${t('moveKeys')}`}
    />
  )
}
