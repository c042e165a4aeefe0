import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { publicId } from '#app/api/call/public-id.ts'
import { startJobs } from '#app/api/work/jobs.ts'
import { measureProduct } from '#app/api/work/measure.ts'
import { measureSearch, measureSlowQueries } from '#app/api/work/measure-process.ts'
import { HOUR_MS } from '#app/rules/time/durations.ts'
import { createMetrics } from '#app/web/edge/metrics.ts'
import { testDatabase } from '../../support/server/database/database.ts'

interface Panel {
  id: number
  type: string
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string }[]
}

const { panels } = JSON.parse(readFileSync('deploy/grafana/savari.json', 'utf8')) as { panels: Panel[] }
const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
const rules = [
  ...readFileSync('deploy/prometheus/alerts.yml', 'utf8').matchAll(/expr: (?:>-\n)?([\s\S]+?)\n +(?:for|labels):/g),
]

const database = await testDatabase({ demo: true })
/** What `/metrics` gives: the labels of each name, as there they are. */
let given: Map<string, Set<string>>

beforeAll(async () => {
  const { db, url } = database
  const jobs = await startJobs({ url, handlers: { greet: async () => {} }, log: () => {} })
  await jobs.send(db, 'greet', {}, { startAfter: new Date(Date.now() + HOUR_MS) })
  const run = { kind: 'BACKUP', seconds: 1, details: '{}', ended_at: new Date(), succeeded: true }
  await db.insertInto('backup_run').values(run).execute()
  const { id: reservation_id } = await db.selectFrom('reservation').select('id').executeTakeFirstOrThrow()
  const payment = { id: publicId(), reservation_id, gateway: 'saman', currency_id: 6, amount: 1000 } as const
  await db
    .insertInto('payment')
    .values({ ...payment, status: 'CREATED', return_address: '', created_at: new Date() })
    .execute()
  const metrics = createMetrics({
    routeOf: () => '/rent/:city',
    measure: async () => [
      ...(await measureProduct(database)),
      ...measureSearch({
        ...{ isCurrent: () => true, counts: () => ({ memory: 1, database: 0, listings: 1, builds: 1 }) },
      } as unknown as Parameters<typeof measureSearch>[0]),
      ...measureSlowQueries({ counts: () => ({ queries: 1, seconds: 1 }) } as Parameters<typeof measureSlowQueries>[0]),
    ],
  })
  metrics.observe({ method: 'GET', pathname: '/rent/kish', status: 200, ms: 1 })
  given = namesIn(await metrics.text())
  await jobs.stop()
})

test('the dashboard and the alerts name metrics and labels that /metrics gives', () => {
  expect(rules.length).toBeGreaterThan(10)
  const asked = [...expressions, ...rules.map(([, expr = '']) => expr)]
  expect(asked.flatMap((expr) => missingOf(expr).map((missing) => `${missing} in ${expr}`))).toEqual([])
})

test('every metric of docs/metrics.md has a panel', () => {
  const documented = [...readFileSync('docs/metrics.md', 'utf8').matchAll(/^\| (`savari_[^|]+)\|/gm)].flatMap(
    ([, cell = '']) => namesOfCell(cell),
  )
  expect(documented.length).toBeGreaterThan(15)
  const shown = expressions.join('\n')
  expect(documented.filter((name) => !new RegExp(`\\b${name}(_bucket|_count)?\\b`).test(shown))).toEqual([])
})

test('panels have a title, a number of their own and a place that no other one has', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  for (const { title, gridPos } of panels) {
    expect(title).not.toBe('')
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
  }
  const overlapping = panels.flatMap((one, index) =>
    panels.slice(index + 1).filter((other) => overlaps(one.gridPos, other.gridPos)),
  )
  expect(overlapping).toEqual([])
})

test('a name that is not there is found', () => {
  expect(missingOf('rate(savari_requests{job="$job"}[5m])')).toEqual(['savari_requests'])
  expect(missingOf('sum by (place) (savari_jobs{queue="x"})')).toEqual(['savari_jobs{place}'])
})

function namesIn(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const line of text.split('\n').filter((each) => each && !each.startsWith('#'))) {
    const [, name = '', labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? []
    const known = found.get(name) ?? new Set()
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
    found.set(name, known)
  }
  return found
}

/** Labels that Prometheus adds when it collects. */
const OF_PROMETHEUS = ['job', 'instance', 'le']

function missingOf(expression: string): string[] {
  const names = expression.match(/\bsavari_\w+/g) ?? []
  const missing = names.filter((name) => !given.has(name))
  const chosen = [...expression.matchAll(/\b(savari_\w+)\{([^}]*)\}/g)].flatMap(([, name = '', labels = '']) =>
    [...labels.matchAll(/(\w+)\s*(?:=~|!=|!~|=)/g)].map(([, label = '']) => ({ name, label })),
  )
  const grouped = [...expression.matchAll(/\b(?:by|without) \(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(',').flatMap((label) => names.map((name) => ({ name, label: label.trim() }))),
  )
  const unknown = [...chosen, ...grouped]
    .filter(({ name, label }) => given.has(name) && !OF_PROMETHEUS.includes(label) && !given.get(name)?.has(label))
    .map(({ name, label }) => `${name}{${label}}`)
  return [...new Set([...missing, ...unknown])]
}

/** `savari_search_index_current`, `…_listings` is two names that begin alike. */
function namesOfCell(cell: string): string[] {
  const names = [...cell.matchAll(/`([\w…]+)`/g)].map(([, name = '']) => name)
  const [first = ''] = names
  return names
    .filter((name) => !/^savari_(process|nodejs)_/.test(name))
    .map((name) => (name.startsWith('…') ? completed(first, name.slice(1)) : name))
}

/** `…_seconds` comes after the whole first name, `…_builds` in place of its last word. */
function completed(first: string, ending: string): string {
  return given.has(first + ending) ? first + ending : first.replace(/_[a-z]+$/, ending)
}

function overlaps(one: Panel['gridPos'], other: Panel['gridPos']): boolean {
  return one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h
}
