import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTileSource } from '#app/providers/maps/tile-source.ts'
import { listenHere } from '../../support/server/process/listen-here.ts'
import { rasterArchive } from '../raster-archive.ts'
import { describeTileSource } from './tile-source-suite.ts'

const userAgent = 'Savari (tests)'
const NEIGHBOURS = [19, 20, 21]

describeTileSource('A tile server', {
  open: (tiles, { maxZoom, report }) =>
    overServer(
      (request, response) => {
        const [, z, x, y] = /^\/(\d+)\/(\d+)\/(\d+)\.png$/.exec(request.url ?? '') ?? []
        const bytes = tiles({ z: Number(z), x: Number(x), y: Number(y) })
        response.writeHead(bytes ? 200 : 404).end(bytes)
      },
      { maxZoom, report },
    ),
  troubles: {
    away: (report) => overServer((_, response) => void response.writeHead(500).end(), { report }),
    silent: (report) => overServer(() => {}, { report, timeoutMs: 100 }),
    'too large': (report) => overServer((_, response) => void response.end(Buffer.alloc(1_100_000)), { report }),
  },
})

describeTileSource('A PMTiles file', {
  async open(tiles, { maxZoom, report }) {
    const folder = await mkdtemp(join(tmpdir(), 'tiles-'))
    const url = join(folder, 'tiles.pmtiles')
    const kept = NEIGHBOURS.flatMap((x) => {
      const bytes = tiles({ z: 5, x, y: 13 })
      return bytes ? [{ z: 5, x, y: 13, bytes }] : []
    })
    await writeFile(url, rasterArchive(kept))
    const source = createTileSource({ url, maxZoom, userAgent }, report)
    return { source, close: () => rm(folder, { recursive: true }) }
  },
  troubles: {
    away: async (report) => ({
      source: createTileSource({ url: '/nowhere/iran.pmtiles', maxZoom: 5, userAgent }, report),
      close: async () => {},
    }),
  },
})

async function overServer(
  answer: RequestListener,
  { maxZoom = 5, report, timeoutMs }: { maxZoom?: number; report: (message: string) => void; timeoutMs?: number },
) {
  const server = createServer(answer)
  const port = await listenHere(server)
  const url = `http://127.0.0.1:${port}/{z}/{x}/{y}.png`
  return {
    source: createTileSource({ url, maxZoom, userAgent, ...(timeoutMs && { timeoutMs }) }, report),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
