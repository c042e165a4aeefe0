import type { RouterContextProvider } from 'react-router'
import { closestZoom, mapSource } from '#app/features/map/map-source.server.ts'
import type { MapSource } from '#app/features/map/static-map.tsx'
import type { MapSize } from '#app/rules/map/map-picture.ts'
import type { VoucherFacts } from './voucher.server.ts'

type Place = NonNullable<VoucherFacts['receive']['place']>
/** A place of hand-over and its map. */
export interface HandOverMap {
  at: 'receive' | 'return'
  place: Place & { latitude: number; longitude: number }
  source: MapSource
}

/** The maps of a reservation's pick-up and return places; one if they are the same, none for an address without coordinates. */
export function handOverMaps(
  context: Readonly<RouterContextProvider>,
  { receive, return: back }: Pick<VoucherFacts, 'receive' | 'return'>,
  size: MapSize = 'place',
): HandOverMap[] {
  const ends = [{ at: 'receive' as const, place: receive.place }]
  const all = back.place?.id === receive.place?.id ? ends : [...ends, { at: 'return' as const, place: back.place }]
  return all.flatMap(({ at, place }) => {
    if (!isLocated(place)) return []
    const middle = { lat: place.latitude, lng: place.longitude }
    return [{ at, place, source: mapSource(context, { at: middle, zoom: closestZoom(context), size }) }]
  })
}

function isLocated(place: Place | null): place is HandOverMap['place'] {
  return place !== null && place.latitude !== null && place.longitude !== null
}
