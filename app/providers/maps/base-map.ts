import { project, unproject, type WorldPoint } from '#app/rules/map/mercator.ts'
import { colours, mapColours } from '../../../tailwind.config.ts'

/** A name on the map. */
export type MapLabel = { lat: number; lng: number; name: string }
/** The part of the world that a picture shows, in pixels at a zoom level, from its north-west corner. */
export type MapView = { zoom: number; corner: WorldPoint; width: number; height: number }
/** Draws the inside of an SVG that shows a view. */
export type BaseMap = (view: MapView, labels: readonly MapLabel[]) => string
/** The colour tokens of maps. */
export type MapTokens = Pick<typeof colours, 'brand' | 'canvas' | 'ink'>

/** Outlines are clipped so far outside the picture that the cut edge is not visible. */
const MARGIN_PIXELS = 8
/** A name that starts so far outside the picture may still reach into it. */
const LABEL_PIXELS = 110
const CLOSEST_POINTS = 0.6
const GRID_PIXELS = 90
const GRID_DEGREES = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const RING_BYTES = 24

type Box = { west: number; south: number; east: number; north: number }

/** The base map that comes with the site, from the outlines that `packBaseMap` made: land, borders, a grid, cities. */
export function createBaseMap(packed: Uint8Array, tokens: MapTokens = colours): BaseMap {
  const data = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const rings = data.getUint32(0, true)
  const points = 4 + rings * RING_BYTES

  return (view, labels) => {
    const land = landIn(boxOf(view, MARGIN_PIXELS), view)
    return (
      `<rect width="${view.width}" height="${view.height}" fill="${mapColours.sea}"/>` +
      `<path d="${land}" fill="${tokens.canvas}" fill-rule="evenodd" stroke="${mapColours.border}" stroke-width="1.2" stroke-linejoin="round"/>` +
      `<path d="${gridIn(view)}" fill="none" stroke="${mapColours.grid}" stroke-opacity=".7"/>` +
      labelsIn(view, labels, tokens)
    )
  }

  function landIn(box: Box, view: MapView): string {
    let path = ''
    for (let ring = 0; ring < rings; ring++) {
      const head = 4 + ring * RING_BYTES
      const [west, south, east, north] = [0, 4, 8, 12].map((at) => data.getFloat32(head + at, true)) as [
        number,
        number,
        number,
        number,
      ]
      if (west > box.east || east < box.west || south > box.north || north < box.south) continue
      const isInside = west >= box.west && east <= box.east && south >= box.south && north <= box.north
      const outline = pointsOf(data.getUint32(head + 16, true), data.getUint32(head + 20, true))
      path += pathOf(isInside ? outline : clip(outline, box), view)
    }
    return path
  }

  function pointsOf(start: number, count: number): number[] {
    const outline = new Array<number>(count * 2)
    for (let at = 0; at < count * 2; at++) outline[at] = data.getFloat32(points + start * 8 + at * 4, true)
    return outline
  }
}

function boxOf({ zoom, corner, width, height }: MapView, margin: number): Box {
  const first = unproject({ x: corner.x - margin, y: corner.y - margin }, zoom)
  const last = unproject({ x: corner.x + width + margin, y: corner.y + height + margin }, zoom)
  return { west: first.lng, north: first.lat, east: last.lng, south: last.lat }
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

function pathOf(outline: number[], { zoom, corner }: MapView): string {
  let path = ''
  let [lastX, lastY] = [Number.NaN, Number.NaN]
  for (let at = 0; at < outline.length; at += 2) {
    const point = project({ lng: outline[at]!, lat: outline[at + 1]! }, zoom)
    const [x, y] = [point.x - corner.x, point.y - corner.y]
    if (Math.abs(x - lastX) < CLOSEST_POINTS && Math.abs(y - lastY) < CLOSEST_POINTS) continue
    path += `${path ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`
    lastX = x
    lastY = y
  }
  return path && `${path}Z`
}

/** Meridians and parallels at round degrees, about a thumb's width apart, which show how far the map has moved. */
function gridIn(view: MapView): string {
  const box = boxOf(view, 0)
  const wanted = ((box.east - box.west) / view.width) * GRID_PIXELS
  const step = GRID_DEGREES.find((degrees) => degrees >= wanted) ?? 10
  let path = ''
  for (let lng = Math.ceil(box.west / step) * step; lng <= box.east; lng += step) {
    path += `M${(project({ lat: 0, lng }, view.zoom).x - view.corner.x).toFixed(1)} 0V${view.height}`
  }
  for (let lat = Math.ceil(box.south / step) * step; lat <= box.north; lat += step) {
    path += `M0 ${(project({ lat, lng: 0 }, view.zoom).y - view.corner.y).toFixed(1)}H${view.width}`
  }
  return path
}

function labelsIn(view: MapView, labels: readonly MapLabel[], { brand, ink }: MapTokens): string {
  const box = boxOf(view, LABEL_PIXELS)
  return labels
    .filter(({ lat, lng }) => lat > box.south && lat < box.north && lng > box.west && lng < box.east)
    .map(({ name, ...place }) => {
      const point = project(place, view.zoom)
      const [x, y] = [(point.x - view.corner.x).toFixed(1), (point.y - view.corner.y).toFixed(1)]
      return (
        `<circle cx="${x}" cy="${y}" r="3.5" fill="${brand}" stroke="#fff" stroke-width="1.5"/>` +
        `<text x="${x}" y="${Number(y) - 8}" text-anchor="middle" font-family="sans-serif" font-size="13" ` +
        `fill="${ink}" stroke="#fff" stroke-width="3" paint-order="stroke">${escapeXml(name)}</text>`
      )
    })
    .join('')
}

/** Escapes text for use in an SVG. */
export function escapeXml(text: string): string {
  return text
    .replace(/[\p{Cc}\ufffe\uffff]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
