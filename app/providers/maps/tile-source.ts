import { type FileHandle, open } from 'node:fs/promises'
import { PMTiles, type Source, TileType } from 'pmtiles'
import sharp from 'sharp'
import type { MapTile } from '#app/rules/map/map-picture.ts'
import { TILE_PIXELS } from '#app/rules/map/mercator.ts'

/** Fetches a tile of 256 pixels as PNG; undefined when that fails. */
export type TileSource = (tile: MapTile) => Promise<Buffer | undefined>

export type TileSettings = {
  /** `https://tiles.example/{z}/{x}/{y}.png`, or the path of a PMTiles file with pictures. */
  url: string
  /** The source's closest zoom; closer ones are cut from it. */
  maxZoom: number
  /** Identifies us to a tile server. */
  userAgent: string
  /** How long a tile server may take. */
  timeoutMs?: number
}

const FETCH_MS = 5000
const MAX_TILE_BYTES = 1_000_000
const MAX_TILE_PIXELS = 1024 * 1024

/** Opens a source of tiles. Errors go to `report`, and the tile is then undefined. */
export function createTileSource(settings: TileSettings, report: (message: string) => void): TileSource {
  const isArchive = !/^https?:/.test(settings.url)
  const read = isArchive ? fromArchive(settings.url) : fromServer(settings)
  return async (tile) => {
    const away = Math.max(0, tile.z - settings.maxZoom)
    const source = { z: tile.z - away, x: tile.x >> away, y: tile.y >> away }
    try {
      const bytes = await read(source)
      return bytes && (await cutTile(bytes, tile, away))
    } catch (error) {
      report(`A map tile could not be fetched: ${error instanceof Error ? error.message : String(error)}`)
      return undefined
    }
  }
}

/** Cuts the requested tile out of a less detailed one; each zoom level has a quarter of the area. */
async function cutTile(bytes: Uint8Array, tile: MapTile, away: number): Promise<Buffer> {
  const whole = sharp(bytes, { limitInputPixels: MAX_TILE_PIXELS }).resize(TILE_PIXELS, TILE_PIXELS)
  if (away === 0) return whole.png().toBuffer()
  const part = Math.max(1, TILE_PIXELS >> away)
  const [left, top] = [tile.x, tile.y].map((place) => (place % 2 ** away) * part) as [number, number]
  return sharp(await whole.png().toBuffer())
    .extract({ left, top, width: part, height: part })
    .resize(TILE_PIXELS, TILE_PIXELS)
    .png()
    .toBuffer()
}

type ReadTile = (tile: MapTile) => Promise<Uint8Array | undefined>

function fromServer({ url, userAgent, timeoutMs = FETCH_MS }: TileSettings): ReadTile {
  return async ({ z, x, y }) => {
    const address = url.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y))
    const response = await fetch(address, {
      headers: { 'user-agent': userAgent, accept: 'image/*' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) {
      await response.body?.cancel()
      // Many servers have no tiles for the open sea, so this is not an error.
      if (response.status === 404) return undefined
      throw new Error(`status ${response.status}`)
    }
    return readBounded(response)
  }
}

async function readBounded(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > MAX_TILE_BYTES) throw new Error('a tile is too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function fromArchive(path: string): ReadTile {
  let archive: Promise<PMTiles> | undefined
  return async ({ z, x, y }) => {
    archive ??= openArchive(path)
    archive.catch(() => {
      archive = undefined
    })
    const tile = await (await archive).getZxy(z, x, y)
    return tile && new Uint8Array(tile.data)
  }
}

async function openArchive(path: string): Promise<PMTiles> {
  const file = await open(path)
  try {
    const archive = new PMTiles(fileSource(path, file))
    const { tileType } = await archive.getHeader()
    if (tileType === TileType.Mvt) throw new Error(`${path} holds vectors; it must hold pictures`)
    return archive
  } catch (error) {
    await file.close()
    throw error
  }
}

function fileSource(path: string, file: FileHandle): Source {
  return {
    getKey: () => path,
    async getBytes(offset, length) {
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset)
      return { data: buffer.buffer.slice(0, bytesRead) }
    },
  }
}
