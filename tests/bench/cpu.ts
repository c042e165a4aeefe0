import { ask, load } from './load.ts'
import { cpuOf, type Served, serveBytes } from './site.ts'
import { atMost, measured, type Row } from './table.ts'

const WARM_UP = 300
const RENDERED = 600
const KEPT = 12_000

/**
 * Server CPU of a results page: rendered anew (each address another one, so that nothing is kept), and kept for
 * everybody, as a multiple of a raw answer of the same bytes in the same run (quality.md, "Server").
 */
export async function measureCpu(site: Served, path: string): Promise<Row[]> {
  const fresh = (index: number) => `${path}&seen=${index}`
  await load(site.origin, (index) => fresh(-index - 1), WARM_UP)
  const rendered = await cpuPerAnswer(site, fresh, RENDERED)
  const { body } = await ask(site.origin + path)
  const raw = await serveBytes(body.length)
  await load(raw.origin, () => '/', WARM_UP)
  const rawCost = await cpuPerAnswer(raw, () => '/', KEPT)
  await raw.stop()
  await load(site.origin, () => path, WARM_UP)
  const kept = await cpuPerAnswer(site, () => path, KEPT)
  return [
    atMost('results page, rendered', rendered, 1.6, 'ms CPU', 2),
    measured('raw answer of the same bytes', rawCost * 1000, 'µs CPU', 1),
    measured('results page, kept', kept * 1000, 'µs CPU', 1),
    atMost('rendered, in raw answers', rendered / rawCost, 75, 'times', 1),
    atMost('kept, in raw answers', kept / rawCost, 1.3, 'times', 2),
  ]
}

async function cpuPerAnswer({ origin, pid }: Served, paths: (index: number) => string, times: number) {
  const before = cpuOf(pid)
  await load(origin, paths, times)
  return (cpuOf(pid) - before) / times
}
