import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createMetrics, serveMetrics } from '#app/web/edge/metrics.ts'

const routeOf = (pathname: string) => (pathname.startsWith('/rent/') ? '/rent/:city' : 'none')

test('requests are counted by the pattern of their address, never by the address', async () => {
  const metrics = createMetrics({ routeOf, measure: async () => [] })
  for (const city of ['kish', 'antalya', 'x'.repeat(500)])
    metrics.observe({ method: 'GET', pathname: `/rent/${city}`, status: 200, ms: 12 })
  metrics.observe({ method: 'BREW', pathname: '/rent/kish', status: 405, ms: 1 })
  const text = await metrics.text()
  expect(text).toContain('savari_request_seconds_count{method="GET",route="/rent/:city",status="2xx"} 3')
  expect(text).toContain('savari_request_seconds_bucket{le="0.005",method="GET",route="/rent/:city",status="2xx"} 0')
  expect(text).toContain('savari_request_seconds_bucket{le="0.025",method="GET",route="/rent/:city",status="2xx"} 3')
  expect(text).toContain('savari_request_seconds_count{method="other",route="/rent/:city",status="4xx"} 1')
  expect(text).not.toContain('antalya')
})

test('the numbers of the product are read once for several readers, and what has gone is gone', async () => {
  let reads = 0
  const measure = async () => {
    reads += 1
    return [{ name: 'savari_jobs', help: 'Jobs', labels: { queue: 'sweep' }, value: 7 }]
  }
  const metrics = createMetrics({ routeOf, measure })
  const [text] = await Promise.all([metrics.text(), metrics.text()])
  expect(text).toContain('savari_jobs{queue="sweep"} 7')
  expect(text).toContain('savari_measured 1')
  expect(reads).toBe(1)
})

test('while they cannot be read, everything else can', async () => {
  const metrics = createMetrics({ routeOf, measure: () => Promise.reject(new Error('the database is away')) })
  const text = await metrics.text()
  expect(text).toContain('savari_measured 0')
  expect(text).toContain('savari_process_cpu_seconds_total')
})

test('they are served at one address only', async () => {
  const server = serveMetrics(createMetrics({ routeOf, measure: async () => [] })).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const answer = await fetch(`${origin}/metrics`)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect((await fetch(`${origin}/`)).status).toBe(404)
  server.close()
})

test('each metric of an alert is described', () => {
  const rules = readFileSync('deploy/prometheus/alerts.yml', 'utf8')
  const described = readFileSync('docs/metrics.md', 'utf8')
  const named = new Set(rules.match(/savari_\w+/g))
  const unknown = [...named].filter((name) => {
    const family = name.replace(/_(count|bucket|seconds)$/, '')
    return !described.includes(family) && !/^savari_(nodejs|process)_/.test(name)
  })
  expect(unknown).toEqual([])
  for (const alert of rules.match(/(?<=alert: )\w+/g) ?? []) expect(described, alert).toContain(`\`${alert}\``)
})
