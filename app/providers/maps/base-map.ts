import { project, unproject } from '#app/rules/map/mercator.ts'
import { colours, mapColours } from '../../../tailwind.config.ts'
import { drawText, type MapLabel, type MapTokens, type MapView } from './map-view.ts'
import { type Box, isWithin, type Outlines, readOutlines } from './outlines.ts'
import { drawBearings } from './plan.ts'

/** The inside of an SVG that shows a view, and whose data it shows; a plan shows none. */
export type DrawnGround = { svg: string; attribution: string }
/** Draws a view; what stands beside others as one of their tiles is no plan where they are none. */
export type BaseMap = (view: MapView, labels: readonly MapLabel[], options: GroundOptions) => DrawnGround
type GroundOptions = {
  isTile: boolean
  /** The letter of an arrow to the north. */
  north: string
  /** A distance in words. */
  kilometres: (distance: number) => string
}
/** The closest zooms at which the data are still right to the pixel or two: 2 km and 200 m on the ground. */
const CLOSEST = { world: 8, coast: 13 }
const ATTRIBUTION = { world: 'Natural Earth', coast: 'GSHHG' }
/** Outlines are clipped so far outside the picture that the cut edge is not visible. */
const MARGIN_PIXELS = 8
/** A name that starts so far outside a tile may still reach into it. */
const LABEL_PIXELS = 110
/** A place so near to the edge of a picture has no room for its name. */
const EDGE_PIXELS = 20
/** Nearer than this an airport's name does not cover its city's. */
const AIRPORTS_FROM = 10
const CLOSEST_POINTS = 0.6
const GRID_PIXELS = 90
const GRID_DEGREES = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/**
 * The base map that comes with the site, from the outlines that `packBaseMap` made: land, borders, a grid, cities. Where
 * the outlines are coarser than the view, or no coast is in sight, it is a plan without land and sea: the grid, cities and
 * airports, and where the next ones lie. Source: decisions.md, "Decided after the second look".
 */
export function createBaseMap(packed: Uint8Array, tokens: MapTokens = colours): BaseMap {
  const [world, ...coasts] = readOutlines(packed)

  return (view, labels, options) => {
    const ground = groundOf(view, options)
    // What stands beside other tiles shares the names that begin there.
    const box = boxOf(view, options.isTile ? LABEL_PIXELS : -EDGE_PIXELS)
    const shown = labels.filter(
      ({ kind, lat, lng }) =>
        (kind !== 'airport' || view.zoom >= AIRPORTS_FROM) &&
        isWithin({ west: lng, east: lng, south: lat, north: lat }, box),
    )
    const names = gridIn(view) + labelsIn(view, shown, tokens)
    if (!ground) {
      const away = labels.filter((label) => !shown.includes(label))
      const bearings = options.isTile ? '' : drawBearings(view, away, { ...options, tokens })
      return { svg: rectOf(view, tokens.canvas) + names + bearings, attribution: '' }
    }
    const land = ground
      .landIn(boxOf(view, MARGIN_PIXELS))
      .map((outline) => pathOf(outline, view))
      .join('')
    return {
      svg:
        rectOf(view, mapColours.sea) +
        `<path d="${land}" fill="${tokens.canvas}" fill-rule="evenodd" stroke="${mapColours.border}" stroke-width="1.2" stroke-linejoin="round"/>` +
        names,
      attribution: ground === world ? ATTRIBUTION.world : ATTRIBUTION.coast,
    }
  }

  function groundOf(view: MapView, { isTile }: GroundOptions): Outlines | undefined {
    const box = boxOf(view, MARGIN_PIXELS)
    const coast = view.zoom > CLOSEST.coast ? undefined : coasts.find(({ region }) => isWithin(box, region))
    if (coast && (isTile || coast.hasCoastIn(boxOf(view, 0)))) return coast
    return view.zoom <= CLOSEST.world ? world : undefined
  }
}

function rectOf({ width, height }: MapView, fill: string): string {
  return `<rect width="${width}" height="${height}" fill="${fill}"/>`
}

function boxOf({ zoom, corner, width, height }: MapView, margin: number): Box {
  const first = unproject({ x: corner.x - margin, y: corner.y - margin }, zoom)
  const last = unproject({ x: corner.x + width + margin, y: corner.y + height + margin }, zoom)
  return { west: first.lng, north: first.lat, east: last.lng, south: last.lat }
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
  return `<path d="${path}" fill="none" stroke="${mapColours.grid}" stroke-opacity=".7"/>`
}

function labelsIn(view: MapView, labels: readonly MapLabel[], { brand, ink }: MapTokens): string {
  return labels
    .map(({ name, kind, ...place }) => {
      const point = project(place, view.zoom)
      const [x, y] = [point.x - view.corner.x, point.y - view.corner.y]
      return (
        `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3.5" fill="${kind ? ink : brand}" stroke="#fff" stroke-width="1.5"/>` +
        // Below its dot: markers stand above.
        drawText(name, { x, y: y + (kind ? 14 : 16), size: kind ? 11 : 13, ink })
      )
    })
    .join('')
}
