import {
  map as createMap,
  marker as createMarker,
  divIcon,
  type Map as LeafletMap,
  type Marker,
  tileLayer,
} from 'leaflet'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from 'react'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { PICKER_ZOOM, roundDegrees, TILE_ZOOMS } from '#app/rules/map/map-picture.ts'
import type { LatLng } from '#app/rules/map/mercator.ts'
import '../../../styles/maps.css'
import { MapBox } from './map-box.live.tsx'

const STEP_PIXELS = 16
const LARGE_STEP_PIXELS = 96
const PIN =
  '<svg viewBox="-16 -40 32 42" width="36" height="47" aria-hidden="true"><path d="M0 0S14-13.5 14-24a14 14 0 0 0-28 0C-14-13.5 0 0 0 0z"/><circle cy="-24" r="5"/></svg>'

/**
 * A map with a marker that can be moved by dragging, by a click and with the arrow keys. The tiles come from our own server, so
 * that it works without any configuration. `moveTo` of `control` moves marker and map.
 */
export default function MapCanvas({
  start,
  onMove,
  control,
}: {
  start: LatLng
  onMove: (at: LatLng) => void
  control?: RefObject<((at: LatLng) => void) | undefined>
}) {
  const t = useText('map')
  const { language } = useLanguage()
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef<{ map: LeafletMap; marker: Marker }>(undefined)
  const said = useRef<HTMLParagraphElement>(null)
  const helpId = useId()

  const placed = (at: LatLng) => {
    const rounded = { lat: roundDegrees(at.lat), lng: roundDegrees(at.lng) }
    if (said.current) {
      const [lat, lng] = [rounded.lat, rounded.lng].map((value) => localDigits(value.toFixed(5), language))
      said.current.textContent = t('markerAt', { lat: lat ?? '', lng: lng ?? '' })
    }
    onMove(rounded)
  }
  const moveTo = (at: LatLng) => {
    shown.current?.marker.setLatLng(at)
    shown.current?.map.panInside(at, { padding: [48, 48], animate: false })
    placed(at)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: Leaflet makes its map once; later moves go through `moveTo`
  useEffect(() => {
    if (!box.current) return
    const map = createMap(box.current, {
      center: start,
      zoom: PICKER_ZOOM,
      minZoom: TILE_ZOOMS.min,
      maxZoom: TILE_ZOOMS.max,
      maxBounds: [
        [-85, -180],
        [85, 180],
      ],
      keyboard: false,
      attributionControl: false,
      zoomControl: false,
    })
    tileLayer(pathIn(language, '/map/tiles/{z}/{x}/{y}.png'), { noWrap: true }).addTo(map)
    const icon = divIcon({ className: 'map-pin', html: PIN, iconSize: [36, 47], iconAnchor: [18, 45] })
    const marker = createMarker(start, { icon, draggable: true, keyboard: false, autoPan: true }).addTo(map)
    marker.on('dragend', () => placed(marker.getLatLng()))
    map.on('click', ({ latlng }) => moveTo(latlng.wrap()))
    shown.current = { map, marker }
    if (control) {
      control.current = (at) => {
        map.setView(at, Math.max(map.getZoom(), PICKER_ZOOM), { animate: false })
        moveTo(at)
      }
    }
    return () => {
      shown.current = undefined
      map.remove()
    }
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    const { map, marker } = shown.current ?? {}
    if (!map || !marker || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '+' || event.key === '=') map.zoomIn()
    else if (event.key === '-') map.zoomOut()
    else {
      const direction = ARROWS[event.key]
      if (!direction) return
      const step = event.shiftKey ? LARGE_STEP_PIXELS : STEP_PIXELS
      const from = map.latLngToContainerPoint(marker.getLatLng())
      moveTo(map.containerPointToLatLng(from.add([direction[0] * step, direction[1] * step])).wrap())
    }
    event.preventDefault()
  }

  return (
    <MapBox
      ref={box}
      zoom={(by) => shown.current?.map.setZoom(shown.current.map.getZoom() + by)}
      aria-label={t('canvas')}
      aria-describedby={helpId}
      onKeyDown={onKeyDown}
    >
      <p className="vh" id={helpId}>
        {t('keys')}
      </p>
      <p className="vh" aria-live="polite" ref={said} />
    </MapBox>
  )
}

const ARROWS: Record<string, [x: number, y: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}
