import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { TileSource } from '#app/providers/maps/tile-source.ts'
import type { MapTile } from '#app/rules/map/map-picture.ts'
import { TILE_PIXELS } from '#app/rules/map/mercator.ts'

/** What is in the place of tiles: bytes for a tile, nothing, or a place that fails. */
export type Tiles = (tile: MapTile) => Buffer | undefined
export type TileTrouble = 'away' | 'silent' | 'too large'

export type TileSourceCase = {
  /** A source of these tiles, whose highest zoom is `maxZoom`. */
  open: (tiles: Tiles, given: { maxZoom: number; report: (message: string) => void }) => Promise<OpenSource>
  /** The failures that this kind of source can have; the suite tries each. */
  troubles: Partial<Record<TileTrouble, (report: (message: string) => void) => Promise<OpenSource>>>
}
type OpenSource = { source: TileSource; close: () => Promise<void> }

const TILE: MapTile = { z: 5, x: 20, y: 13 }

/** What every source of map tiles must do; ours pass. */
export function describeTileSource(name: string, { open, troubles }: TileSourceCase) {
  describe(`${name} as a source of map tiles`, () => {
    let opened: OpenSource[] = []
    let red: Buffer
    let quarters: Buffer
    const reports: string[] = []

    beforeAll(async () => {
      red = await coloured('#ff0000')
      const blue = await sharp(await coloured('#0000ff'))
        .resize(128, 128)
        .png()
        .toBuffer()
      quarters = await sharp(red)
        .composite([{ input: blue, left: 128, top: 0 }])
        .png()
        .toBuffer()
    })
    afterEach(async () => {
      for (const one of opened.splice(0)) await one.close()
      reports.length = 0
    })

    async function from(tiles: Tiles, maxZoom = 5) {
      const source = await open(tiles, { maxZoom, report: (message) => reports.push(message) })
      opened = [...opened, source]
      return source.source
    }

    test('an existing tile is a picture of 256 pixels', async () => {
      const tile = await (await from((asked) => (isTile(asked) ? red : undefined)))(TILE)
      expect(await sharp(tile).metadata()).toMatchObject({ width: TILE_PIXELS, height: TILE_PIXELS, format: 'png' })
      expect(await colourOf(tile)).toEqual([255, 0, 0])
      expect(reports).toEqual([])
    })

    test('a missing tile is undefined, and no error', async () => {
      const source = await from((asked) => (isTile(asked) ? red : undefined))
      expect(await source({ ...TILE, x: 21 })).toBeUndefined()
      expect(reports).toEqual([])
    })

    test('beyond the highest zoom, a part of the closest tile is shown', async () => {
      const source = await from((asked) => (isTile(asked) ? quarters : undefined))
      const [left, right] = [await source({ z: 6, x: 40, y: 26 }), await source({ z: 6, x: 41, y: 26 })]
      expect([await colourOf(left), await colourOf(right)]).toEqual([
        [255, 0, 0],
        [0, 0, 255],
      ])
    })

    test.each([
      ['a page', Buffer.from('<html>no</html>')],
      ['half a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])],
      ['noise', Buffer.from(Array.from({ length: 500 }, (_, at) => (at * 7919) % 256))],
    ])('%s instead of a picture is reported, and there is no such tile', async (_, bytes) => {
      expect(await (await from(() => bytes))(TILE)).toBeUndefined()
      expect(reports).toHaveLength(1)
    })

    test('a picture with more pixels than a tile is not decoded', async () => {
      const huge = await sharp({ create: { width: 3_000, height: 3_000, channels: 3, background: 'red' } })
        .png()
        .toBuffer()
      expect(await (await from(() => huge))(TILE)).toBeUndefined()
      expect(reports).toHaveLength(1)
    })

    test.each(Object.entries(troubles))(
      'a tile that is %s is reported, and there is no such tile',
      async (_, openTrouble) => {
        const source = await openTrouble((message) => reports.push(message))
        opened.push(source)
        expect(await source.source(TILE)).toBeUndefined()
        expect(reports).toHaveLength(1)
      },
    )
  })
}

function isTile({ z, x, y }: MapTile): boolean {
  return z === TILE.z && x === TILE.x && y === TILE.y
}

function coloured(background: string): Promise<Buffer> {
  return sharp({ create: { width: 256, height: 256, channels: 3, background } })
    .png()
    .toBuffer()
}

/** The colour in the middle of a tile. */
async function colourOf(tile: Buffer | undefined): Promise<number[]> {
  const middle = sharp(tile).removeAlpha().extract({ left: 128, top: 128, width: 1, height: 1 })
  return [...(await middle.raw().toBuffer())]
}
