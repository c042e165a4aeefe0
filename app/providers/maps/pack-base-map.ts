import { feature } from 'topojson-client'

export type Topology = Parameters<typeof feature>[0]
type Shape = Topology['objects'][string]
type Shapes = Extract<Shape, { type: 'GeometryCollection' }>
type Land = Extract<Shape, { type: 'MultiPolygon' }>
type Ring = number[][]

const SECTION_BYTES = 24
const RING_BYTES = 24

/**
 * Packs outlines into sections: the world's countries, then the coasts of each region that has a finer one. The number of
 * sections; for each its region (west, south, east, north), where it begins and its length. Within a section the number of
 * rings; for each ring its box, the index of its first point and its number of points; then all points. The build makes it,
 * because parsing the sources takes 200 ms and reading this takes no time.
 * @param world the countries of `world-atlas` (Natural Earth)
 * @param coasts land by region (GSHHG, `art/map`)
 */
export function packBaseMap(world: Topology, coasts?: Topology): Uint8Array {
  const countries = feature(world, world.objects.countries as Shapes).features.flatMap(({ geometry }) =>
    ringsOf(geometry),
  )
  const fine = Object.values(coasts?.objects ?? {}).map((shape) => ({
    region: shape.bbox ?? [],
    rings: ringsOf(feature(coasts!, shape as Land).geometry),
  }))
  const sections = [{ region: [-180, -90, 180, 90], rings: countries }, ...fine].map(({ region, rings }) => ({
    region,
    bytes: packRings(rings),
  }))
  const start = 4 + sections.length * SECTION_BYTES
  const whole = new Uint8Array(sections.reduce((sum, { bytes }) => sum + bytes.length, start))
  const view = new DataView(whole.buffer)
  view.setUint32(0, sections.length, true)
  let at = start
  for (const [index, { region, bytes }] of sections.entries()) {
    const head = 4 + index * SECTION_BYTES
    for (const [place, degrees] of region.entries()) view.setFloat32(head + place * 4, degrees, true)
    view.setUint32(head + 16, at, true)
    view.setUint32(head + 20, bytes.length, true)
    whole.set(bytes, at)
    at += bytes.length
  }
  return whole
}

function ringsOf(geometry: { type: string; coordinates?: unknown }): Ring[] {
  if (geometry.type === 'Polygon') return geometry.coordinates as Ring[]
  return geometry.type === 'MultiPolygon' ? (geometry.coordinates as Ring[][]).flat() : []
}

function packRings(rings: readonly Ring[]): Uint8Array {
  const points = rings.reduce((sum, ring) => sum + ring.length, 0)
  const bytes = new ArrayBuffer(4 + rings.length * RING_BYTES + points * 8)
  const view = new DataView(bytes)
  view.setUint32(0, rings.length, true)
  let start = 0
  for (const [index, ring] of rings.entries()) {
    const [xs, ys] = [ring.map(([x = 0]) => x), ring.map(([, y = 0]) => y)]
    const head = 4 + index * RING_BYTES
    const box = [smallest(xs), smallest(ys), largest(xs), largest(ys)]
    for (const [place, value] of box.entries()) view.setFloat32(head + place * 4, value, true)
    view.setUint32(head + 16, start, true)
    view.setUint32(head + 20, ring.length, true)
    for (const [place, [x = 0, y = 0]] of ring.entries()) {
      const at = 4 + rings.length * RING_BYTES + (start + place) * 8
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
