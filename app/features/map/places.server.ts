import type { RouterContextProvider } from 'react-router'
import { pictureAround } from '#app/rules/map/map-picture.ts'
import { closestZoom, mapSource } from './map-source.server.ts'
import type { MapSource } from './static-map.tsx'

type Located = { latitude: number | null; longitude: number | null }

/**
 * Places in the order of their numbers on the map, those without coordinates last, with the map's picture, which is undefined
 * when no place has coordinates.
 */
export function placesOnMap<Place extends Located>(
  context: Readonly<RouterContextProvider>,
  places: readonly Place[],
): { places: Place[]; source: MapSource | undefined } {
  const located = places.filter(({ latitude, longitude }) => latitude !== null && longitude !== null)
  const shown = pictureAround(
    located.map(({ latitude, longitude }) => ({ lat: latitude ?? 0, lng: longitude ?? 0 })),
    { size: 'place', closest: closestZoom(context) },
  )
  return {
    places: [...located, ...places.filter((place) => !located.includes(place))],
    source: shown && mapSource(context, shown),
  }
}
