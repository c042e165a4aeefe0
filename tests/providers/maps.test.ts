import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyPlaces } from '#app/db/demonstration/companies/places.ts'
import { createBaseMap } from '#app/providers/maps/base-map.ts'
import { openMapCache } from '#app/providers/maps/map-cache.ts'
import { createMaps, type MapDeps } from '#app/providers/maps/maps.ts'
import { isWithin, readOutlines } from '#app/providers/maps/outlines.ts'
import { packBaseMap } from '#app/providers/maps/pack-base-map.ts'
import { createTileSource } from '#app/providers/maps/tile-source.ts'
import type { MapPicture } from '#app/rules/map/map-picture.ts'
import { signedMapPath } from '#app/rules/map/map-signature.server.ts'
import { project } from '#app/rules/map/mercator.ts'
import { rasterArchive } from './raster-archive.ts'

const SECRET = 'a secret of the tests'
const KISH: MapPicture = { at: { lat: 26.5262, lng: 53.9801 }, zoom: 12, size: 'place', scale: 1 }
const SEA = [207, 230, 230]
const PAPER = [247, 243, 234]
const folder = mkdtempSync(join(tmpdir(), 'savari-maps-'))
const baseMapFile = join(folder, 'base-map.bin')

beforeAll(() => {
  writeFileSync(
    baseMapFile,
    packBaseMap(
      JSON.parse(readFileSync('node_modules/world-atlas/countries-10m.json', 'utf8')),
      JSON.parse(readFileSync('art/map/coasts.topojson', 'utf8')),
    ),
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

function mapsWith(changes: Partial<MapDeps> = {}) {
  const reports: string[] = []
  const deps: MapDeps = {
    folder: mkdtempSync(join(folder, 'kept-')),
    baseMapFile,
    secret: SECRET,
    labels: async () => [
      { lat: 26.54, lng: 53.98, name: '<کیش & "Kish">' },
      { lat: 52.52, lng: 13.405, name: 'Berlin' },
      { lat: 52.3667, lng: 13.5033, name: 'Berlin airport', kind: 'airport' },
    ],
    north: () => 'N',
    report: (message) => reports.push(message),
    ...changes,
  }
  const maps = createMaps(deps)
  const picture = (shown: MapPicture) => {
    const [path = '', query] = signedMapPath(shown, SECRET).split('?')
    return maps(path, new URLSearchParams(query).get('sig'), 'fa')
  }
  return { maps, picture, reports, deps }
}

/** The colour at a point without text. */
async function colourAt(response: Response, left: number, top: number) {
  const image = sharp(await response.arrayBuffer()).removeAlpha()
  const { data } = await image.extract({ left, top, width: 1, height: 1 }).raw().toBuffer({ resolveWithObject: true })
  return [...data]
}

test('the base map shows Kish as land in the sea, under a marker', async () => {
  const { picture } = mapsWith()
  const response = await picture(KISH)
  expect(response.headers.get('content-type')).toBe('image/png')
  expect(response.headers.get('cache-control')).toContain('immutable')
  const bytes = await response.clone().arrayBuffer()
  expect(bytes.byteLength).toBeLessThan(12_000)
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 600, height: 300 })
  expect(await colourAt(response.clone(), 20, 20)).toEqual(SEA)
  expect(await colourAt(response.clone(), 400, 200)).not.toEqual(SEA)
  expect(await colourAt(response, 300, 140)).toEqual([0, 107, 117])
})

test('the coast is right to some hundred metres where a region has a finer one', async () => {
  const { picture } = mapsWith()
  // In the middle the Bosporus, to the left and right of it the two parts of Istanbul.
  const response = await picture({ at: { lat: 41.03, lng: 29.0 }, zoom: 12, size: 'place', scale: 1 })
  expect(await colourAt(response.clone(), 285, 250)).toEqual(SEA)
  expect(await colourAt(response.clone(), 120, 60)).toEqual(PAPER)
  expect(await colourAt(response, 500, 60)).toEqual(PAPER)
})

test('where the view is finer than the outlines, a plan without land and sea says where the city and its airport lie', async () => {
  const { picture } = mapsWith()
  for (const at of [
    { lat: 52.53, lng: 13.3 },
    { lat: 26.5262, lng: 53.9801 },
  ]) {
    const response = await picture({ at, zoom: 14, size: 'place', scale: 1 })
    const { data, info } = await sharp(await response.arrayBuffer())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const colours = new Set<string>()
    for (let at = 0; at < data.length; at += info.channels) colours.add([...data.subarray(at, at + 3)].join())
    expect(colours).not.toContain(SEA.join())
    expect(colours).toContain(PAPER.join())
  }
  const base = createBaseMap(readFileSync(baseMapFile))
  const corner = {
    x: project({ lat: 52.53, lng: 13.3 }, 14).x - 300,
    y: project({ lat: 52.53, lng: 13.3 }, 14).y - 150,
  }
  const options = { isTile: false, north: 'N', kilometres: (km: number) => `${km.toFixed(1)} km` }
  const { svg, attribution } = base(
    { zoom: 14, corner, width: 600, height: 300 },
    await mapsWith().deps.labels('fa'),
    options,
  )
  expect(attribution).toBe('')
  expect([...svg.matchAll(/>([^<>]+)<\/text>/g)].map(([, text]) => text)).toEqual([
    'N',
    'Berlin · 7.2 km',
    'Berlin airport · 22.8 km',
  ])
})

test('every place of the demonstration near a coast is on land', () => {
  const [, ...coasts] = readOutlines(readFileSync(baseMapFile))
  const near = companyPlaces.flatMap(({ latitude: lat, longitude: lng, address }) => {
    if (lat === null || lng === null || lat === undefined || lng === undefined) return []
    const at = { west: lng - 1e-5, east: lng + 1e-5, south: lat - 1e-5, north: lat + 1e-5 }
    const coast = coasts.find(({ region }) => isWithin(at, region))
    return coast ? [{ address, rings: coast.landIn(at).filter((ring) => ring.length > 0).length }] : []
  })
  expect(near.length).toBeGreaterThan(100)
  // Within land and within a lake of it are two rings.
  expect(near.filter(({ rings }) => rings % 2 === 0)).toEqual([])
})

test('a picture for high-resolution screens has twice the pixels', async () => {
  const { picture } = mapsWith()
  const response = await picture({ ...KISH, size: 'message', scale: 2 })
  expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ width: 640, height: 280 })
})

test('a picture is drawn once and then read from the disk', async () => {
  const { picture, deps } = mapsWith()
  const first = Buffer.from(await (await picture(KISH)).arrayBuffer())
  await expect.poll(() => readdirSync(deps.folder).filter((name) => name.endsWith('.png'))).toHaveLength(1)
  const again = createMaps({ ...deps, baseMapFile: '/nowhere' })
  const [path = '', query] = signedMapPath(KISH, SECRET).split('?')
  const second = await again(path, new URLSearchParams(query).get('sig'), 'fa')
  expect(first.equals(Buffer.from(await second.arrayBuffer()))).toBe(true)
})

test('a picture without the right signature is not drawn', async () => {
  const { maps } = mapsWith()
  const [path = '', query] = signedMapPath(KISH, SECRET).split('?')
  const signature = new URLSearchParams(query).get('sig')!
  for (const wrong of [
    null,
    '',
    'x',
    signature.slice(1),
    `A${signature.slice(1)}`.replace(signature, 'B'),
    signature.repeat(50),
  ]) {
    expect((await maps(path, wrong, 'fa')).status).toBe(404)
  }
  expect((await maps(path.replace('26.5', '26.6'), signature, 'fa')).status).toBe(404)
})

test('a limited number of maps is drawn at once, and further requests have to come again', async () => {
  const { maps } = mapsWith()
  const asked = Array.from({ length: 120 }, (_, index) => maps(`/map/tiles/12/${2600 + index}/1700.png`, null, 'fa'))
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(80)
})

test('the cache removes what was unused the longest, and files left half written by a crash', async () => {
  const kept = mkdtempSync(join(folder, 'cache-'))
  writeFileSync(join(kept, '.draft'), 'half')
  const cache = await openMapCache(kept, 2500)
  for (const name of ['a', 'b']) await cache.put(name, Buffer.alloc(1000))
  await cache.get('a')
  await cache.put('c', Buffer.alloc(1000))
  await expect.poll(() => readdirSync(kept).sort()).toEqual(['a.png', 'c.png'])
  const reopened = await openMapCache(kept, 2500)
  expect(await reopened.get('a')).toHaveLength(1000)
  expect(await reopened.get('b')).toBeUndefined()
})

const red = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#ff0000' } })
  .png()
  .toBuffer()

async function tileServer(answer: (path: string) => { status: number; body: Buffer }) {
  const asked: { path: string; agent: string | undefined }[] = []
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', agent: request.headers['user-agent'] })
    const { status, body } = answer(request.url ?? '')
    response.writeHead(status).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/{z}/{x}/{y}.png`
  return { url, asked, [Symbol.dispose]: () => void server.close() }
}

const tilesOf = (url: string, report: (message: string) => void, maxZoom = 17) => ({
  source: createTileSource({ url, maxZoom, userAgent: 'Savari (tests)' }, report),
  name: url,
  attribution: '© Testers',
})

test('configured tiles are fetched by the server, joined, and credited', async () => {
  using server = await tileServer(() => ({ status: 200, body: red }))
  const { picture, reports } = mapsWith({ tiles: tilesOf(server.url, () => {}) })
  const response = await picture(KISH)
  expect((await colourAt(response, 500, 40))[0]).toBeGreaterThan(240)
  expect(server.asked.every(({ agent }) => agent === 'Savari (tests)')).toBe(true)
  expect(server.asked.length).toBeGreaterThanOrEqual(4)
  expect(server.asked.length).toBeLessThanOrEqual(9)
  expect(reports).toEqual([])
})

test.each([
  ['answers 500', { status: 500, body: Buffer.from('no') }],
  ['sends what is no picture', { status: 200, body: Buffer.from('<html>') }],
  ['sends too much', { status: 200, body: Buffer.alloc(1_100_000) }],
])('if the tile server %s, the base map is used for a minute', async (_, answer) => {
  using server = await tileServer(() => answer)
  const reports: string[] = []
  const { maps, deps } = mapsWith({ tiles: tilesOf(server.url, (message) => reports.push(message)) })
  const response = await maps('/map/tiles/12/2600/1700.png', null, 'fa')
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('public, max-age=60')
  expect(reports).toHaveLength(1)
  expect(readdirSync(deps.folder)).toEqual([])
})

test('beyond the highest zoom, a part of the closest tile is shown', async () => {
  using server = await tileServer(() => ({ status: 200, body: red }))
  const { maps } = mapsWith({ tiles: tilesOf(server.url, () => {}, 10) })
  const response = await maps('/map/tiles/13/5321/3474.png', null, 'fa')
  expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ width: 256, height: 256 })
  expect(server.asked.map(({ path }) => path)).toEqual(['/10/665/434.png'])
})

test('tiles are read from a PMTiles file', async () => {
  const file = join(folder, 'fixture.pmtiles')
  writeFileSync(file, rasterArchive([{ z: 5, x: 20, y: 13, bytes: red }]))
  const { maps } = mapsWith({ tiles: tilesOf(file, (message) => expect.fail(message), 5) })
  const there = await maps('/map/tiles/5/20/13.png', null, 'fa')
  expect((await colourAt(there, 100, 100))[0]).toBeGreaterThan(240)
  const missing = await maps('/map/tiles/5/21/13.png', null, 'fa')
  expect(missing.headers.get('cache-control')).toBe('public, max-age=60')
})

test('a missing PMTiles file is reported, and the base map is used', async () => {
  const reports: string[] = []
  const { maps } = mapsWith({ tiles: tilesOf('/nowhere/iran.pmtiles', (message) => reports.push(message)) })
  expect((await maps('/map/tiles/5/20/13.png', null, 'fa')).status).toBe(200)
  expect(reports[0]).toContain('ENOENT')
})
