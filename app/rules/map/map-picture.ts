import { type LatLng, project } from './mercator.ts'

/** The zooms and sizes of maps that our server draws: a fixed set, so that their number is bounded. Source: *ours*. */
export const MAP_ZOOMS = [6, 8, 10, 12, 14, 16] as const
export const MAP_SIZES = { message: { width: 320, height: 140 }, place: { width: 600, height: 300 } } as const
export type MapSize = keyof typeof MAP_SIZES
export type MapZoom = (typeof MAP_ZOOMS)[number]

/** Zooms of the tiles under the location picker. */
export const TILE_ZOOMS = { min: 5, max: 17 } as const
/** Zoom of the location picker (§9). */
export const PICKER_ZOOM = 12

/**
 * What a picture shows: a place in the middle, under a marker; with `marks` these places instead, under numbers from 1.
 */
export type MapPicture = { at: LatLng; zoom: MapZoom; size: MapSize; scale: 1 | 2; marks?: readonly LatLng[] }

/** More marks than these would cover each other. */
const MOST_MARKS = 9
/** Room that a marker needs on each side, in pixels. */
const MARK_ROOM = 40

/** The middle and the largest zoom of a picture that shows all of some places, at most the first nine; undefined without places. */
export function pictureAround(
  places: readonly LatLng[],
  { size, closest }: { size: MapSize; closest: MapZoom },
): Required<Pick<MapPicture, 'at' | 'zoom' | 'size' | 'marks'>> | undefined {
  const marks = places.slice(0, MOST_MARKS).map(({ lat, lng }) => ({ lat: roundDegrees(lat), lng: roundDegrees(lng) }))
  if (marks.length === 0) return undefined
  const middleOf = (degrees: number[]) => roundDegrees((Math.min(...degrees) + Math.max(...degrees)) / 2)
  const at = { lat: middleOf(marks.map(({ lat }) => lat)), lng: middleOf(marks.map(({ lng }) => lng)) }
  const { width, height } = MAP_SIZES[size]
  const fits = (zoom: MapZoom) => {
    const middle = project(at, zoom)
    return marks.every((mark) => {
      const { x, y } = project(mark, zoom)
      return Math.abs(x - middle.x) <= width / 2 - MARK_ROOM && Math.abs(y - middle.y) <= height / 2 - MARK_ROOM
    })
  }
  const zoom = MAP_ZOOMS.findLast((known) => known <= closest && fits(known)) ?? MAP_ZOOMS[0]
  return { at, zoom, size, marks }
}

const DECIMALS = 5

/** Rounds degrees to five decimals, about a metre, so that nearly equal places share a picture. */
export function roundDegrees(degrees: number): number {
  // Adding zero turns a negative zero into zero.
  return Number(degrees.toFixed(DECIMALS)) + 0
}

/** Whether latitude and longitude are within their ranges. */
export function isLatLng({ lat, lng }: LatLng): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180
}

/**
 * The path of a picture, without its signature: `/map/static/12/35.68920/51.38900/320x140@2x.png`. Marks stand before the
 * size: `/35.68920,51.38900;35.70000,51.40000/`.
 */
export function mapPicturePath({ at, zoom, size, scale, marks }: MapPicture): string {
  const { width, height } = MAP_SIZES[size]
  const place = `${at.lat.toFixed(DECIMALS)}/${at.lng.toFixed(DECIMALS)}`
  const marked = marks?.map(({ lat, lng }) => `${lat.toFixed(DECIMALS)},${lng.toFixed(DECIMALS)}`).join(';')
  return `/map/static/${zoom}/${place}/${marked ? `${marked}/` : ''}${width}x${height}${scale === 2 ? '@2x' : ''}.png`
}

const PICTURE_PATH =
  /^\/map\/static\/(\d{1,2})\/(-?\d{1,2}\.\d{5})\/(-?\d{1,3}\.\d{5})\/(?:([-\d.,;]{1,200})\/)?(\d{3})x(\d{3})(@2x)?\.png$/

/** The picture at a path; undefined where we draw none. */
export function readMapPicturePath(path: string): MapPicture | undefined {
  const [, z = '', lat = '', lng = '', marked, width, height, twice] = PICTURE_PATH.exec(path) ?? []
  const zoom = MAP_ZOOMS.find((known) => String(known) === z)
  const sizes = Object.entries(MAP_SIZES) as [MapSize, { width: number; height: number }][]
  const size = sizes.find(([, known]) => String(known.width) === width && String(known.height) === height)?.[0]
  const at = { lat: roundDegrees(Number(lat)), lng: roundDegrees(Number(lng)) }
  const marks = marked === undefined ? undefined : readMarks(marked)
  if (!zoom || !size || !isLatLng(at) || (marked !== undefined && !marks)) return undefined
  return { at, zoom, size, scale: twice ? 2 : 1, ...(marks && { marks }) }
}

function readMarks(text: string): LatLng[] | undefined {
  const marks = text.split(';').map((mark) => {
    const [lat, lng, ...more] = mark.split(',').map(Number)
    return lat === undefined || lng === undefined || more.length > 0 ? undefined : { lat, lng }
  })
  const known = marks.filter((mark) => mark !== undefined && isLatLng(mark)) as LatLng[]
  return known.length === marks.length && known.length <= MOST_MARKS ? known : undefined
}

export type MapTile = { z: number; x: number; y: number }

/** The tile at a path (`/map/tiles/12/2632/1620.png`); undefined where there is none. */
export function readTilePath(path: string): MapTile | undefined {
  const [, z, x, y] = /^\/map\/tiles\/(\d{1,2})\/(\d{1,6})\/(\d{1,6})\.png$/.exec(path) ?? []
  const tile = { z: Number(z), x: Number(x), y: Number(y) }
  const isKnown = z !== undefined && tile.z >= TILE_ZOOMS.min && tile.z <= TILE_ZOOMS.max
  return isKnown && tile.x < 2 ** tile.z && tile.y < 2 ** tile.z ? tile : undefined
}
