import { isLatLng, roundDegrees } from './map-picture.ts'
import type { LatLng } from './mercator.ts'

/** No map site makes longer links. */
const MAX_LINK = 2000

/**
 * The place that a map link points to: `geo:`, OpenStreetMap, Google, Neshan, Balad, Apple and Waze; undefined where it
 * names none. Short links are not followed: the server requests no URL that a visitor chose (SSRF). Source:
 * protocols/maps.md §5.
 */
export function readMapLink(link: string): LatLng | undefined {
  const text = link.trim()
  if (text.length > MAX_LINK) return undefined
  if (/^geo:/i.test(text)) return readGeo(text.slice(4))
  const url = parseUrl(text)
  if (!url || !isMap(url)) return undefined
  return fromQuery(url.searchParams) ?? fromHash(url.hash) ?? fromPath(decodePath(url.pathname))
}

/** A link to a place, which every device can open: what a message with a location carries. */
export function mapHref({ lat, lng }: LatLng): string {
  const place = `${roundDegrees(lat)}/${roundDegrees(lng)}`
  return `https://www.openstreetmap.org/?mlat=${roundDegrees(lat)}&mlon=${roundDegrees(lng)}#map=16/${place}`
}

/** The same for the apps of a phone. Source: RFC 5870. */
export function geoHref({ lat, lng }: LatLng): string {
  const place = `${roundDegrees(lat)},${roundDegrees(lng)}`
  return `geo:${place}?q=${place}`
}

/** Maps that people have on their phones, in the browser or as an app, with their links to a place. */
export const MAP_APPS = {
  google: ({ lat, lng }: LatLng) =>
    `https://www.google.com/maps/search/?api=1&query=${roundDegrees(lat)},${roundDegrees(lng)}`,
  apple: ({ lat, lng }: LatLng) => `https://maps.apple.com/?q=${roundDegrees(lat)},${roundDegrees(lng)}`,
  neshan: ({ lat, lng }: LatLng) => `https://nshn.ir/?lat=${roundDegrees(lat)}&lng=${roundDegrees(lng)}`,
  balad: ({ lat, lng }: LatLng) =>
    `https://balad.ir/location?latitude=${roundDegrees(lat)}&longitude=${roundDegrees(lng)}`,
} as const

/** Hosts whose links we can read. We never send requests to them. */
const MAP_HOSTS = [
  /^(www\.)?openstreetmap\.org$/,
  /^((www|maps)\.)?google\.[a-z]{2,3}(\.[a-z]{2})?$/,
  /^maps\.apple\.com$/,
  /^((www|app|platform)\.)?(neshan|balad)\.(org|ir)$/,
  /^nshn\.ir$/,
  /^(www\.)?waze\.com$/,
]

function isMap({ hostname, pathname }: URL): boolean {
  // On Google's domains only /maps is about places.
  if (/^(www\.)?google\./.test(hostname) && !pathname.startsWith('/maps')) return false
  return MAP_HOSTS.some((known) => known.test(hostname))
}

/** `26.52,53.98;u=30?q=26.52,53.98(Airport)`: the query counts where the place itself is 0,0, as Android has it. */
function readGeo(text: string): LatLng | undefined {
  const [place = '', query = ''] = text.split('?', 2)
  const at = pairIn(place.split(';', 1)[0] ?? '')
  const asked = pairIn(new URLSearchParams(query).get('q') ?? '')
  return at && (at.lat !== 0 || at.lng !== 0) ? at : (asked ?? at)
}

const PAIR_FIELDS = ['q', 'query', 'll', 'destination', 'daddr', 'center', 'coordinate']

function fromQuery(query: URLSearchParams): LatLng | undefined {
  const separate = latLng(
    query.get('mlat') ?? query.get('lat') ?? query.get('latitude'),
    query.get('mlon') ?? query.get('lng') ?? query.get('lon') ?? query.get('longitude'),
  )
  if (separate) return separate
  for (const field of PAIR_FIELDS) {
    const pair = pairIn((query.get(field) ?? '').replace(/^loc:/, ''))
    if (pair) return pair
  }
  return undefined
}

/** `#map=16/26.52/53.98`, and Neshan's `#c26.52-53.98-16z-0p`. */
function fromHash(hash: string): LatLng | undefined {
  const [, lat, lng] =
    /^#map=[\d.]{1,5}\/(-?[\d.]{1,20})\/(-?[\d.]{1,20})/.exec(hash) ??
    /^#c(-?[\d.]{1,20})-(-?[\d.]{1,20})-/.exec(hash) ??
    []
  return latLng(lat, lng)
}

/** `/@26.52,53.98,16z`, and the marker's own place in `!3d26.52!4d53.98`, which counts more. */
function fromPath(path: string): LatLng | undefined {
  const marker = /!3d(-?[\d.]{1,20})!4d(-?[\d.]{1,20})/.exec(path)
  const middle = /@(-?[\d.]{1,20}),(-?[\d.]{1,20})/.exec(path)
  const named = /\/(?:place|search|dir)\/(-?[\d.]{1,20}),\+?(-?[\d.]{1,20})(?:\/|$)/.exec(path)
  const [, lat, lng] = marker ?? named ?? middle ?? []
  return latLng(lat, lng)
}

function pairIn(text: string): LatLng | undefined {
  const [, lat, lng] = /^\s*(-?[\d.]{1,20})\s*,\s*(-?[\d.]{1,20})(?:\s*\(.*\)|,[\d.-]{1,20})?\s*$/.exec(text) ?? []
  return latLng(lat, lng)
}

function latLng(lat: string | null | undefined, lng: string | null | undefined): LatLng | undefined {
  if (!isDegrees(lat) || !isDegrees(lng)) return undefined
  const at = { lat: roundDegrees(Number(lat)), lng: roundDegrees(Number(lng)) }
  return isLatLng(at) ? at : undefined
}

function isDegrees(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && /^-?\d{1,3}(\.\d{1,20})?$/.test(text)
}

function parseUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url : undefined
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
