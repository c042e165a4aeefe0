import { DAY_MS, SECOND_MS } from '#app/rules/time/durations.ts'
import { type AskSettings, ask, load } from '../load.ts'
import { type Served, serveBytes, serveSite } from '../site.ts'
import { atMost, measured, type Row, spread } from '../table.ts'

const WARM_UP = 300
const ROUNDS = 5
/** Sent in each round: what is kept is too fast to be timed by fewer; what is computed takes longer. */
const [KEPT, COMPUTED] = [3_000, 200]
/** In bare answers of the same bytes: of what is kept, and of what the caller has already. */
const [KEPT_BUDGET, SAME_BUDGET] = [3, 2]
const P99 = 0.99

type Call = { what: string; path: string; settings?: AskSettings; isKept: boolean }
type Speed = { perSecond: number; p99: number }

/**
 * The ten calls that are made most: how many answers a second, and the time within which 99 of 100 are there, beside a bare server of
 * Node that answers the same bytes, in turns.
 */
export async function measureCalls(): Promise<Row[]> {
  const site = await serveSite()
  try {
    const calls = await hottest(site.origin)
    const rows: Row[] = []
    for (const call of calls) rows.push(...(await compared(site, call)))
    const [vehicle] = calls
    return vehicle ? [...rows, ...(await comparedUnchanged(site, vehicle))] : rows
  } finally {
    await site.stop()
  }
}

async function hottest(origin: string): Promise<Call[]> {
  const day = (ahead: number) => new Date(Date.now() + ahead * DAY_MS).toISOString().slice(0, 10)
  const time = { start_date: day(20), start_time: '10:00', end_date: day(24), end_time: '10:00' }
  const query = new URLSearchParams(time)
  const search = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ city: 'kish', ...time }),
  }
  const searched = '/api/business/rent/ad/search/?size=24'
  const { body } = await ask(origin + searched, undefined, { ...search, headers: { ...search.headers, ...PLAIN } })
  const id = (JSON.parse(body.toString()) as { results: { id: number }[] }).results[0]?.id ?? 1
  const kept = (what: string, path: string): Call => ({ what, path: `/api${path}`, isKept: true })
  return [
    kept('a vehicle with dates', `/business/rent/ad/${id}/?${query}`),
    kept('a rental', `/v2/rentals/${id}/?${query}`),
    kept('a vehicle’s free time', `/business/rent/ad/${id}/available_ranges/`),
    kept('offers', `/v2/offers/?city=kish&${query}`),
    kept('cities', '/business/rent/cities/'),
    kept('companies', '/business/rent/companies/'),
    kept('filters', '/filters/'),
    kept('brands', '/vehicles/brands/'),
    kept('currencies', '/currency/'),
    { what: 'a search', path: searched, settings: search, isKept: false },
  ]
}

const PLAIN = { 'accept-encoding': 'identity' }

async function compared(site: Served, { what, path, settings, isKept }: Call): Promise<Row[]> {
  const { body } = await ask(site.origin + path, undefined, settings)
  const bare = await serveBytes(body.length)
  try {
    const times = isKept ? KEPT : COMPUTED
    const { perSecond, slower, late } = await inTurns({ site, bare, path, settings, times })
    const rows = [measured(`${what} (${body.length} bytes), a second`, perSecond, '')]
    if (!isKept) return [...rows, measured(`${what}, in bare answers`, slower, 'times', 1)]
    return [
      ...rows,
      atMost(`${what}, in bare answers`, slower, KEPT_BUDGET, 'times', 2),
      atMost(`${what}, 99 of 100 within, in bare answers`, late, KEPT_BUDGET, 'times', 2),
    ]
  } finally {
    await bare.stop()
  }
}

/** The same read by a caller who has the answer already. */
async function comparedUnchanged(site: Served, { what, path }: Call): Promise<Row[]> {
  const { tag = '' } = await ask(site.origin + path)
  const bare = await serveBytes(0)
  try {
    const settings = { headers: { 'if-none-match': tag }, status: 304 }
    const { slower, late } = await inTurns({ site, bare, path, settings, times: KEPT })
    return [
      atMost(`${what}, unchanged, in bare answers`, slower, SAME_BUDGET, 'times', 2),
      atMost(`${what}, unchanged, 99 of 100 within, in bare answers`, late, SAME_BUDGET, 'times', 2),
    ]
  } finally {
    await bare.stop()
  }
}

type Turns = { site: Served; bare: Served; path: string; settings?: AskSettings | undefined; times: number }

/** Both servers in turns; the medians of the rounds, as the machine may be busy with something else in one of them. */
async function inTurns({ site, bare, path, settings, times }: Turns) {
  const ours = (count: number) => speedOf(site, () => path, count, settings)
  const theirs = (count: number) => speedOf(bare, () => '/', count)
  await ours(Math.min(WARM_UP, times))
  await theirs(WARM_UP)
  const rounds: { own: Speed; raw: Speed }[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push({ own: await ours(times), raw: await theirs(KEPT) })
  const median = (whose: 'own' | 'raw', of: keyof Speed) => spread(rounds.map((one) => one[whose][of])).median
  return {
    perSecond: median('own', 'perSecond'),
    slower: median('raw', 'perSecond') / median('own', 'perSecond'),
    late: median('own', 'p99') / median('raw', 'p99'),
  }
}

async function speedOf(
  { origin }: Served,
  paths: () => string,
  times: number,
  settings: AskSettings = {},
): Promise<Speed> {
  const begun = performance.now()
  const took = (await load(origin, paths, times, settings)).sort((one, other) => one - other)
  return {
    perSecond: (times * SECOND_MS) / (performance.now() - begun),
    p99: took[Math.floor(took.length * P99)] ?? 0,
  }
}
