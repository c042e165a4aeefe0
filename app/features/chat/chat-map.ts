import type { MapSource } from '#app/features/map/static-map.tsx'
import { pathIn } from '#app/i18n/language.ts'
import type { Language } from '#app/rules/constants.ts'
import type { LatLng } from '#app/rules/map/mercator.ts'

/**
 * Where the picture of a place in a message is. A browser cannot sign its address, so a signed-in person is led to it
 * (`routes/profile/chat/map.ts`).
 */
export function chatMapSource({ lat, lng }: LatLng, language: Language): MapSource {
  const src = pathIn(language, `/profile/chat/map/${lat.toFixed(5)},${lng.toFixed(5)}`)
  return { src, sharp: `${src}@2x` }
}
