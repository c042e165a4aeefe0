import { brotliDecompressSync } from 'node:zlib'
import { ask, type LoadSettings, load } from './load.ts'
import { cpuOf, type Served, serveBareRender, serveBytes } from './site.ts'
import { atMost, measured, type Row } from './table.ts'

const WARM_UP = 300
const RENDERED = 600
const KEPT = 12_000
const CLIENTS = 32
const COLD_PAGES = 10
/** As Chromium and Firefox send it: what is sent once then goes with zstd, and what is kept with Brotli. */
const AS_BROWSERS = 'gzip, deflate, br, zstd'

/**
 * Server CPU of a results page: rendered for one person, rendered for the cache (which compresses it better), and sent
 * from the cache; as a multiple of a raw answer of the same size in the same run (quality.md, "Server"), and beside a bare render of
 * as long a page by React.
 */
export async function measureCpu(site: Served, path: string): Promise<Row[]> {
  // A signed-in visitor gets no cached page.
  const known = { authorization: 'Bearer bench', 'accept-encoding': AS_BROWSERS }
  await load(site.origin, () => path, WARM_UP, { headers: known })
  const rendered = await cpuPerAnswer(site, () => path, RENDERED, { headers: known })
  // The lowest price makes every address different, although the page shows the same.
  const another = (from: number) => (index: number) => `${path}&from=${from + index}`
  await load(site.origin, another(1), WARM_UP)
  const renderedToKeep = await cpuPerAnswer(site, another(1 + WARM_UP), RENDERED)
  const { body } = await ask(site.origin + path)
  const raw = await serveBytes(body.length)
  await load(raw.origin, () => '/', WARM_UP)
  const rawCost = await cpuPerAnswer(raw, () => '/', KEPT)
  const bare = await serveBareRender(brotliDecompressSync(body).length)
  await load(bare.origin, () => '/', WARM_UP)
  const bareCost = await cpuPerAnswer(bare, () => '/', RENDERED)
  await bare.stop()
  await load(site.origin, () => path, WARM_UP)
  const kept = await cpuPerAnswer(site, () => path, KEPT)
  const unread = await cpuPerAnswer(site, (index) => `${path}&utm_source=${index}&gclid=${index}`, KEPT)
  await load(raw.origin, () => '/', WARM_UP, { connections: CLIENTS })
  const rawCrowd = await cpuPerAnswer(raw, () => '/', KEPT, { connections: CLIENTS })
  const crowd = await cpuPerAnswer(site, () => path, KEPT, { connections: CLIENTS })
  await raw.stop()
  // One uncached page takes only a few ticks of the CPU clock, so several are measured, each requested by all clients
  // at once.
  let cold = 0
  for (let from = 1; from <= COLD_PAGES; from++) {
    cold += await cpuPerAnswer(site, () => another(10_000)(from), CLIENTS, { connections: CLIENTS })
  }
  cold /= COLD_PAGES
  return [
    measured('results page, rendered for one person', rendered, 'ms CPU', 2),
    measured('results page, rendered and kept', renderedToKeep, 'ms CPU', 2),
    measured('bare React render of a page as long', bareCost, 'ms CPU', 2),
    measured('raw answer of the same bytes', rawCost * 1000, 'µs CPU', 1),
    measured('results page, kept', kept * 1000, 'µs CPU', 1),
    atMost('rendered for one person, in raw answers', rendered / rawCost, 75, 'times', 1),
    atMost('rendered and kept, in raw answers', renderedToKeep / rawCost, 75, 'times', 1),
    atMost('kept, in raw answers', kept / rawCost, 1.3, 'times', 2),
    atMost('kept, asked with parameters that nobody reads, in raw answers', unread / rawCost, 1.3, 'times', 2),
    atMost(`kept, ${CLIENTS} clients at once, in raw answers to as many`, crowd / rawCrowd, 1.3, 'times', 2),
    atMost(
      `a cold page for ${CLIENTS} clients at once, in rendered pages`,
      (cold * CLIENTS) / renderedToKeep,
      3,
      'times',
      1,
    ),
  ]
}

async function cpuPerAnswer(
  { origin, pid }: Served,
  paths: (index: number) => string,
  times: number,
  settings: LoadSettings = {},
) {
  const before = cpuOf(pid)
  await load(origin, paths, times, settings)
  return (cpuOf(pid) - before) / times
}
