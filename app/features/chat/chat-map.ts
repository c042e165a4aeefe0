import type { MapSource } from '#app/features/map/static-map.tsx'
import { pathIn } from '#app/i18n/language.ts'
import type { Language } from '#app/rules/constants.ts'
import type { LatLng } from '#app/rules/map/mercator.ts'

/**
 * The address of a map picture for a place in a message. A browser cannot sign the picture's own address, so this one
 * redirects signed-in people to it (`routes/profile/chat/map.ts`).
 */
export function chatMapSource({ lat, lng }: LatLng, language: Language): MapSource {
  const src = pathIn(language, `/profile/chat/map/${lat.toFixed(5)},${lng.toFixed(5)}`)
  return { src, sharp: `${src}@2x` }
}
