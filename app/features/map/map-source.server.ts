import type { RouterContextProvider } from 'react-router'
import { pathIn } from '#app/i18n/language.ts'
import { type MapPicture, type MapZoom, roundDegrees } from '#app/rules/map/map-picture.ts'
import { signedMapPath } from '#app/rules/map/map-signature.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { MapSource } from './static-map.tsx'

/** How near a picture of places is: streets where there are tiles, else the coast and the way to the airport. */
export function closestZoom(context: Readonly<RouterContextProvider>): MapZoom {
  return context.get(siteContext).config.maps.tilesUrl ? 14 : 12
}

/** The addresses of a place's picture, in the page's language. Coordinates are rounded to five decimals. */
export function mapSource(
  context: Readonly<RouterContextProvider>,
  { at, ...shown }: Omit<MapPicture, 'scale'>,
): MapSource {
  const { config, language } = context.get(siteContext)
  const rounded = { lat: roundDegrees(at.lat), lng: roundDegrees(at.lng) }
  const path = (scale: 1 | 2) => pathIn(language, signedMapPath({ ...shown, at: rounded, scale }, config.sessionSecret))
  return { src: path(1), sharp: path(2) }
}
