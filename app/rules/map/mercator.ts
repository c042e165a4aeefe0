/** Web Mercator, the projection of all map tiles; a tile measures 256 pixels. Source: protocols/maps.md §4. */

export type LatLng = { lat: number; lng: number }
/** Pixels from the north-west corner of the world, at a zoom. */
export type WorldPoint = { x: number; y: number }

export const TILE_PIXELS = 256
/** Beyond these latitudes the projection has no tiles. */
const MAX_LATITUDE = 85.0511
const EQUATOR_METRES = 40_075_016.686

/** How wide the world is at a zoom, in pixels. */
export function worldPixels(zoom: number): number {
  return TILE_PIXELS * 2 ** zoom
}

/** Where a place lies on the world's picture. */
export function project({ lat, lng }: LatLng, zoom: number): WorldPoint {
  const angle = (Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat)) * Math.PI) / 180
  const size = worldPixels(zoom)
  return {
    x: ((lng + 180) / 360) * size,
    y: ((1 - Math.log(Math.tan(angle) + 1 / Math.cos(angle)) / Math.PI) / 2) * size,
  }
}

/** The place at a point of the world's picture. */
export function unproject({ x, y }: WorldPoint, zoom: number): LatLng {
  const size = worldPixels(zoom)
  return {
    lat: (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / size))) * 180) / Math.PI,
    lng: (x / size) * 360 - 180,
  }
}

/** How many metres of the ground a pixel shows. */
export function metresPerPixel(lat: number, zoom: number): number {
  return (EQUATOR_METRES * Math.cos((lat * Math.PI) / 180)) / worldPixels(zoom)
}

const EARTH_KILOMETRES = 6371

/** How far two places are from each other in a straight line. */
export function kilometresBetween(from: LatLng, to: LatLng): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const half = (a: number, b: number) => Math.sin(radians(b - a) / 2) ** 2
  const chord =
    half(from.lat, to.lat) + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * half(from.lng, to.lng)
  return 2 * EARTH_KILOMETRES * Math.asin(Math.sqrt(chord))
}
