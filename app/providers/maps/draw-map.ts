import sharp from 'sharp'
import { type Language, LOCALE_TAGS } from '#app/rules/constants.ts'
import { MAP_SIZES, type MapPicture, type MapTile } from '#app/rules/map/map-picture.ts'
import { type LatLng, metresPerPixel, project, TILE_PIXELS, worldPixels } from '#app/rules/map/mercator.ts'
import { mapColours } from '../../../tailwind.config.ts'
import type { BaseMap } from './base-map.ts'
import { escapeXml, type MapLabel, type MapTokens, type MapView } from './map-view.ts'
import type { TileSource } from './tile-source.ts'

/** What maps are drawn from: configured tiles, or the base map where there are none or one cannot be fetched. */
export type MapGround = {
  base: () => Promise<BaseMap>
  tiles?: TileSource
  /** Whose the tiles are; the base map knows its own sources. */
  attribution: string
  language: Language
  labels: readonly MapLabel[]
  tokens: MapTokens
  /** The letter of an arrow to the north. */
  north: string
}
/** A drawing. It is not whole when tiles were missing, and then it is not cached. */
export type DrawnMap = { png: Buffer; isWhole: boolean }

const SCALE_PIXELS = 80
const SCALE_METRES = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000]
const PALETTE = { palette: true, colours: 64, effort: 4 }

/** Draws a tile for the location picker's map. */
export async function drawTile(tile: MapTile, ground: MapGround): Promise<DrawnMap> {
  const png = await ground.tiles?.(tile)
  if (png) return { png, isWhole: true }
  const corner = { x: tile.x * TILE_PIXELS, y: tile.y * TILE_PIXELS }
  const view = { zoom: tile.z, corner, width: TILE_PIXELS, height: TILE_PIXELS }
  const { svg } = await baseMapIn(view, ground, true)
  const drawn = await render(svg, view, 1)
  return { png: await sharp(drawn).png(PALETTE).toBuffer(), isWhole: !ground.tiles }
}

/** Draws the picture of a place: the map around it, a marker, a scale, and the attribution. */
export async function drawPicture({ at, zoom, size, scale, marks }: MapPicture, ground: MapGround): Promise<DrawnMap> {
  const { width, height } = MAP_SIZES[size]
  const middle = project(at, zoom)
  const view = {
    zoom,
    corner: { x: Math.round(middle.x - width / 2), y: Math.round(middle.y - height / 2) },
    width,
    height,
  }
  const markers = marks ? marksIn(view, marks, ground) : markerIn(width / 2, height / 2, ground.tokens)
  const over = markers + scaleIn(view, at.lat, ground)
  if (!ground.tiles) {
    const { svg, attribution } = await baseMapIn(view, ground, false)
    const drawn = await render(svg + over + attributionIn(view, attribution, ground), view, scale)
    return { png: await sharp(drawn).png(PALETTE).toBuffer(), isWhole: true }
  }
  const { png, isWhole } = await joinTiles(view, ground)
  const joined = await sharp(png)
    .resize(width * scale, height * scale)
    .composite([{ input: await render(over + attributionIn(view, ground.attribution, ground), view, scale) }])
    .png({ ...PALETTE, colours: 128 })
    .toBuffer()
  return { png: joined, isWhole }
}

async function joinTiles(view: MapView, ground: MapGround): Promise<DrawnMap> {
  const { zoom, corner, width, height } = view
  const span = (from: number, length: number) => {
    const first = Math.floor(from / TILE_PIXELS)
    return Array.from(
      { length: Math.floor((from + length - 1) / TILE_PIXELS) - first + 1 },
      (_, index) => first + index,
    )
  }
  const count = worldPixels(zoom) / TILE_PIXELS
  const places = span(corner.x, width).flatMap((x) => span(corner.y, height).map((y) => ({ x, y })))
  const inWorld = places.filter(({ y }) => y >= 0 && y < count)
  const drawn = await Promise.all(
    inWorld.map(async ({ x, y }) => ({
      ...(await drawTile({ z: zoom, x: ((x % count) + count) % count, y }, ground)),
      x,
      y,
    })),
  )
  const columns = span(corner.x, width)
  const rows = span(corner.y, height)
  const origin = { x: (columns[0] ?? 0) * TILE_PIXELS, y: (rows[0] ?? 0) * TILE_PIXELS }
  const whole = await sharp({
    create: {
      width: columns.length * TILE_PIXELS,
      height: rows.length * TILE_PIXELS,
      channels: 3,
      background: mapColours.sea,
    },
  })
    .composite(
      drawn.map(({ png, x, y }) => ({ input: png, left: x * TILE_PIXELS - origin.x, top: y * TILE_PIXELS - origin.y })),
    )
    .png()
    .toBuffer()
  const png = await sharp(whole)
    .extract({ left: corner.x - origin.x, top: corner.y - origin.y, width, height })
    .png()
    .toBuffer()
  return { png, isWhole: drawn.every((tile) => tile.isWhole) }
}

async function baseMapIn(view: MapView, ground: MapGround, isTile: boolean) {
  const { base, labels, north, language } = ground
  return (await base())(view, labels, { isTile, north, kilometres: (distance) => lengthIn(language, distance * 1000) })
}

function render(inside: string, { width, height }: MapView, scale: number): Promise<Buffer> {
  const size = `width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}"`
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${inside}</svg>`))
    .png()
    .toBuffer()
}

/** A numbered marker for each place. Northern ones come first, so that none covers the number of another. */
function marksIn({ zoom, corner }: MapView, marks: readonly LatLng[], { language, tokens }: MapGround): string {
  return marks
    .map((mark, index) => ({
      ...project(mark, zoom),
      text: new Intl.NumberFormat(LOCALE_TAGS[language]).format(index + 1),
    }))
    .sort((a, b) => a.y - b.y)
    .map(({ x, y, text }) => markerIn(x - corner.x, y - corner.y, tokens, text))
    .join('')
}

function markerIn(x: number, y: number, { brand, ink }: MapTokens, text?: string): string {
  const inside = text
    ? `<text y="-19" text-anchor="middle" font-family="sans-serif" font-size="14" font-weight="700" fill="#fff">${text}</text>`
    : '<circle cy="-24" r="5" fill="#fff"/>'
  return (
    `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"><ellipse rx="7" ry="2.5" fill="${ink}" opacity=".3"/>` +
    `<path d="M0 0S14-13.5 14-24a14 14 0 0 0-28 0C-14-13.5 0 0 0 0z" fill="${brand}" stroke="#fff" stroke-width="2"/>${inside}</g>`
  )
}

function scaleIn(view: MapView, lat: number, { language, tokens }: MapGround): string {
  const metresOfPixel = metresPerPixel(lat, view.zoom)
  const metres = SCALE_METRES.findLast((known) => known / metresOfPixel <= SCALE_PIXELS) ?? SCALE_METRES[0]!
  const width = (metres / metresOfPixel).toFixed(1)
  const text = lengthIn(language, metres)
  const y = view.height - 8
  return (
    `<path d="M8 ${y - 4}v4h${width}v-4" fill="none" stroke="#fff" stroke-width="4" stroke-opacity=".8"/>` +
    `<path d="M8 ${y - 4}v4h${width}v-4" fill="none" stroke="${tokens.ink}" stroke-width="1.5"/>` +
    `<text x="${8 + Number(width) / 2}" y="${y - 7}" text-anchor="middle" ${textIn(tokens)}>${escapeXml(text)}</text>`
  )
}

/** A length as people say it: 200 m, 3.4 km, 12 km. */
function lengthIn(language: Language, metres: number): string {
  const [amount, unit] = metres < 1000 ? [metres, 'meter'] : [metres / 1000, 'kilometer']
  const digits = { maximumFractionDigits: unit === 'kilometer' && amount < 10 ? 1 : 0 }
  return new Intl.NumberFormat(LOCALE_TAGS[language], { style: 'unit', unit, ...digits }).format(amount)
}

function attributionIn({ width, height }: MapView, attribution: string, { tokens }: MapGround): string {
  return `<text x="${width - 6}" y="${height - 6}" text-anchor="end" ${textIn(tokens)}>${escapeXml(attribution)}</text>`
}

const textIn = ({ ink }: MapTokens) =>
  `font-family="sans-serif" font-size="10" fill="${ink}" stroke="#fff" stroke-width="2.5" paint-order="stroke"`
