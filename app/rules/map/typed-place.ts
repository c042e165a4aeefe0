import { toLatinDigits } from '#app/rules/text/digits.ts'
import { readMapLink } from './map-link.ts'
import { isLatLng, roundDegrees } from './map-picture.ts'
import type { LatLng } from './mercator.ts'

const LONGEST = 30

/**
 * A degree as people type it: Persian and Arabic digits, `٫` and `,` as the decimal sign, a sign or a letter for the
 * hemisphere. Undefined where it is no number. Source: protocols/maps.md §5.
 */
export function readDegrees(typed: string): number | undefined {
  const text = toLatinDigits(typed)
    .trim()
    .slice(0, LONGEST)
    .replace(/[\u200e\u200f\u061c°\s]/g, '')
    .replace(/[٫,،]/, '.')
    .replace('−', '-')
  const [, before = '', number, after = ''] = /^([-+NSEW]?)(\d{1,3}(?:\.\d{1,15})?)([NSEW]?)$/i.exec(text) ?? []
  if (number === undefined || (before && after && !/[-+]/.test(before))) return undefined
  const isNegative = /[-SW]/i.test(before) !== /[SW]/i.test(after)
  return roundDegrees(isNegative ? -Number(number) : Number(number))
}

/** Latitude and longitude typed in two fields; undefined where they are no place of this world. */
export function readTypedPlace(latitude: string, longitude: string): LatLng | undefined {
  const [lat, lng] = [readDegrees(latitude), readDegrees(longitude)]
  if (lat === undefined || lng === undefined) return undefined
  return isLatLng({ lat, lng }) ? { lat, lng } : undefined
}

/** A link to a map, or `35.6892, 51.3890`, in any digits. */
export function readLinkOrPair(typed: string): LatLng | undefined {
  const link = readMapLink(typed)
  if (link) return link
  const parts = toLatinDigits(typed)
    .trim()
    .slice(0, 2 * LONGEST)
    .split(/\s*[,،;؛]\s*|\s+/)
  return parts.length === 2 ? readTypedPlace(parts[0] ?? '', parts[1] ?? '') : undefined
}
