import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Language } from '#app/rules/constants.ts'
import { readMapPicturePath, readTilePath } from '#app/rules/map/map-picture.ts'
import { isSignedMapPath } from '#app/rules/map/map-signature.server.ts'
import { colours } from '../../../tailwind.config.ts'
import { type BaseMap, createBaseMap } from './base-map.ts'
import { type DrawnMap, drawPicture, drawTile, type MapGround } from './draw-map.ts'
import { openMapCache } from './map-cache.ts'
import type { MapLabel, MapTokens } from './map-view.ts'
import type { TileSource } from './tile-source.ts'

export type MapDeps = {
  /** Where drawn maps are cached. */
  folder: string
  /** The outlines that the build made (`packBaseMap`). */
  baseMapFile: string
  /** Configured tiles; without them the base map is drawn. */
  tiles?: { source: TileSource; name: string; attribution: string }
  /** The brand's colours, where they are not the design's. */
  palette?: Partial<MapTokens>
  /** Signs the addresses of pictures. */
  secret: string
  /** The cities whose names the base map shows. */
  labels: (language: Language) => Promise<readonly MapLabel[]>
  /** The letter of an arrow to the north. */
  north: (language: Language) => string
  report: (message: string) => void
}

/** Answers with maps: `/map/static/…`, signed, and `/map/tiles/…`. */
export type Maps = (pathname: string, signature: string | null, language: Language) => Promise<Response>

const KEPT_BYTES = 200_000_000
const DRAWN_AT_ONCE = 2
const WAITING_AT_MOST = 80
const TOO_MANY = { status: 503, headers: { 'retry-after': '2', 'cache-control': 'no-store' } }
const FOR_EVER = 'public, max-age=31536000, immutable'
const A_WEEK = 'public, max-age=604800'
/** For a replacement of a tile that could not be fetched. */
const A_MINUTE = 'public, max-age=60'

/**
 * Draws maps as pictures and keeps them in `folder`. Without `tiles` they are drawn from the base map of the
 * repository.
 */
export function createMaps({ folder, baseMapFile, tiles, palette, secret, labels, north, report }: MapDeps): Maps {
  const { brand, canvas, ink } = { ...colours, ...palette }
  const tokens = { brand, canvas, ink }
  const cache = once(() => openMapCache(folder, KEPT_BYTES))
  const base = once(async (): Promise<BaseMap> => createBaseMap(await readFile(baseMapFile), tokens))
  const drawing = new Map<string, Promise<DrawnMap>>()
  const turns = createTurns()
  const ground = async (language: Language): Promise<MapGround> => ({
    base,
    tiles: tiles?.source,
    attribution: tiles?.attribution ?? '',
    language,
    labels: tiles ? [] : await labels(language),
    tokens,
    north: north(language),
  })

  return async (pathname, signature, language) => {
    const picture = readMapPicturePath(pathname)
    if (picture) {
      if (!isSignedMapPath(pathname, signature, secret)) return notFound()
      return answer(pathname, language, FOR_EVER, (on) => drawPicture(picture, on))
    }
    const tile = readTilePath(pathname)
    return tile ? answer(pathname, language, A_WEEK, (on) => drawTile(tile, on)) : notFound()
  }

  async function answer(
    pathname: string,
    language: Language,
    life: string,
    draw: (on: MapGround) => Promise<DrawnMap>,
  ) {
    const name = createHash('sha256')
      .update(JSON.stringify([STYLE, tokens, tiles?.name, tiles?.attribution, language, pathname]))
      .digest('hex')
    const kept = await (await cache()).get(name)
    if (kept) return asPicture(kept, life)
    const underWay = drawing.get(name)
    if (!underWay && turns.isFull()) return new Response('Too many maps at once.\n', TOO_MANY)
    const promise = underWay ?? turns.take(async () => draw(await ground(language)))
    if (!underWay) {
      drawing.set(name, promise)
      void promise
        .then(({ png, isWhole }) => (isWhole ? keep(name, png) : undefined), noop)
        .finally(() => drawing.delete(name))
    }
    const { png, isWhole } = await promise
    return asPicture(png, isWhole ? life : A_MINUTE)
  }

  async function keep(name: string, png: Buffer) {
    await (await cache()).put(name, png).catch((error: Error) => report(`A map could not be kept: ${error.message}`))
  }
}

/** Ignores an error that callers who wait for the drawing get themselves. */
function noop() {}

/** Increase it when drawn maps look different, so that cached ones are no longer served. */
const STYLE = 2

function asPicture(png: Buffer, life: string): Response {
  return new Response(new Uint8Array(png), {
    headers: { 'content-type': 'image/png', 'content-length': String(png.length), 'cache-control': life },
  })
}

function notFound(): Response {
  return new Response('Not found\n', { status: 404 })
}

/** The value of the first call that succeeds. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}

/** Runs two drawings at a time, first come, first served. */
function createTurns() {
  const waiting: (() => void)[] = []
  let active = 0
  return {
    isFull: () => waiting.length >= WAITING_AT_MOST,
    async take<Value>(work: () => Promise<Value>): Promise<Value> {
      if (active >= DRAWN_AT_ONCE) await new Promise<void>((start) => waiting.push(start))
      else active++
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else active--
      }
    },
  }
}
