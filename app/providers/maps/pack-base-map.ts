import { feature } from 'topojson-client'

export type Topology = Parameters<typeof feature>[0]
type Countries = Extract<Topology['objects'][string], { type: 'GeometryCollection' }>

const HEADER_BYTES = 4
const RING_BYTES = 24

/**
 * Packs the countries' outlines: the number of rings; for each ring its box (west, south, east, north), the index of its first
 * point and its number of points; then all points. The build makes it, because parsing the source takes 200 ms and reading this
 * takes no time.
 * @param topology the countries of `world-atlas` (Natural Earth)
 */
export function packBaseMap(topology: Topology): Uint8Array {
  const countries = feature(topology, topology.objects.countries as Countries)
  const rings = countries.features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return geometry.coordinates
    return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : []
  })
  const points = rings.reduce((sum, ring) => sum + ring.length, 0)
  const bytes = new ArrayBuffer(HEADER_BYTES + rings.length * RING_BYTES + points * 8)
  const view = new DataView(bytes)
  view.setUint32(0, rings.length, true)
  let start = 0
  for (const [index, ring] of rings.entries()) {
    const [xs, ys] = [ring.map(([x = 0]) => x), ring.map(([, y = 0]) => y)]
    const head = HEADER_BYTES + index * RING_BYTES
    const box = [smallest(xs), smallest(ys), largest(xs), largest(ys)]
    for (const [place, value] of box.entries()) view.setFloat32(head + place * 4, value, true)
    view.setUint32(head + 16, start, true)
    view.setUint32(head + 20, ring.length, true)
    for (const [place, [x = 0, y = 0]] of ring.entries()) {
      const at = HEADER_BYTES + rings.length * RING_BYTES + (start + place) * 8
      view.setFloat32(at, x, true)
      view.setFloat32(at + 4, y, true)
    }
    start += ring.length
  }
  return new Uint8Array(bytes)
}

function smallest(values: number[]): number {
  return values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)
}

function largest(values: number[]): number {
  return values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
}
