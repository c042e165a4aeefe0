/** Bounds in degrees. */
export type Box = { west: number; south: number; east: number; north: number }

/** The land of the world, or of a region, from a section of the file that `packBaseMap` made. */
export type Outlines = {
  region: Box
  /** The rings of land that reach into a box, clipped to it; their points one after the other, longitude first. */
  landIn(box: Box): number[][]
  /** Whether a coast runs through a box. */
  hasCoastIn(box: Box): boolean
}

const SECTION_BYTES = 24
const RING_BYTES = 24

/** Reads the sections: the world first, then the regions with a finer coast. */
export function readOutlines(packed: Uint8Array): [world: Outlines, ...coasts: Outlines[]] {
  const data = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const sections = Array.from({ length: data.getUint32(0, true) }, (_, index) => {
    const head = 4 + index * SECTION_BYTES
    const [start, length] = [data.getUint32(head + 16, true), data.getUint32(head + 20, true)]
    return outlinesIn(boxAt(data, head), new DataView(data.buffer, data.byteOffset + start, length))
  })
  return sections as [Outlines, ...Outlines[]]
}

/** Whether one box lies within another. */
export function isWithin(inner: Box, outer: Box): boolean {
  const { west, south, east, north } = inner
  return west >= outer.west && east <= outer.east && south >= outer.south && north <= outer.north
}

function boxAt(data: DataView, head: number): Box {
  const [west = 0, south = 0, east = 0, north = 0] = [0, 4, 8, 12].map((at) => data.getFloat32(head + at, true))
  return { west, south, east, north }
}

function outlinesIn(region: Box, data: DataView): Outlines {
  const rings = data.getUint32(0, true)
  const points = 4 + rings * RING_BYTES

  return {
    region,
    landIn(box) {
      return ringsNear(box).map(({ outline, bounds }) => (isWithin(bounds, box) ? outline : clip(outline, box)))
    },
    hasCoastIn(box) {
      return ringsNear(box).some(({ outline }) => {
        for (let at = 0; at < outline.length; at += 2) {
          const [lng, lat] = [outline[at]!, outline[at + 1]!]
          const isCoast = lng > region.west && lng < region.east && lat > region.south && lat < region.north
          if (isCoast && lng > box.west && lng < box.east && lat > box.south && lat < box.north) return true
        }
        return false
      })
    },
  }

  function ringsNear({ west, south, east, north }: Box) {
    return Array.from({ length: rings }, (_, ring) => 4 + ring * RING_BYTES).flatMap((head) => {
      const bounds = boxAt(data, head)
      if (bounds.west > east || bounds.east < west || bounds.south > north || bounds.north < south) return []
      return [{ bounds, outline: pointsOf(data.getUint32(head + 16, true), data.getUint32(head + 20, true)) }]
    })
  }

  function pointsOf(start: number, count: number): number[] {
    const outline = new Array<number>(count * 2)
    for (let at = 0; at < count * 2; at++) outline[at] = data.getFloat32(points + start * 8 + at * 4, true)
    return outline
  }
}

/** Clips a ring to a box. Source: Sutherland and Hodgman, 1974. */
function clip(outline: number[], { west, south, east, north }: Box): number[] {
  const sides: [axis: 0 | 1, bound: number, sign: 1 | -1][] = [
    [0, west, 1],
    [0, east, -1],
    [1, south, 1],
    [1, north, -1],
  ]
  return sides.reduce((kept, [axis, bound, sign]) => clipSide(kept, axis, bound, sign), outline)
}

function clipSide(outline: number[], axis: 0 | 1, bound: number, sign: 1 | -1): number[] {
  const kept: number[] = []
  const last = outline.length - 2
  for (let at = 0; at <= last; at += 2) {
    const before = at === 0 ? last : at - 2
    const [distance, distanceBefore] = [(outline[at + axis]! - bound) * sign, (outline[before + axis]! - bound) * sign]
    if (distance >= 0 !== distanceBefore >= 0) {
      const share = distanceBefore / (distanceBefore - distance)
      kept.push(
        outline[before]! + share * (outline[at]! - outline[before]!),
        outline[before + 1]! + share * (outline[at + 1]! - outline[before + 1]!),
      )
    }
    if (distance >= 0) kept.push(outline[at]!, outline[at + 1]!)
  }
  return kept
}
