import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Measurement } from '#app/site.ts'

/** A request that has been answered. `status` is 499 where its caller left. */
export interface Answered {
  method: string
  pathname: string
  status: number
  ms: number
}

/** Seconds; a kept page takes less than a millisecond, and whoever waits for ten has left. */
const BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10]
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** How long measured numbers are good for: several that collect them cause one reading. */
const KEPT_MS = 5_000

export type Metrics = ReturnType<typeof createMetrics>

/**
 * Counts requests by their route, and measures the process and the product, in the format of Prometheus.
 * @param routeOf the pattern of the page or call at a path, so that ids never become labels
 * @param measure the product's own numbers; while it fails they are left out
 */
export function createMetrics({
  routeOf,
  measure,
}: {
  routeOf: (pathname: string) => string
  measure: () => Promise<Measurement[]>
}) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'savari_' })
  const requests = new Histogram({
    name: 'savari_request_seconds',
    help: 'Time to answer requests, by the pattern of their address',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  const up = new Gauge({
    name: 'savari_measured',
    help: '1 if the numbers of the product could be read',
    registers: [registry],
  })
  const gauges = new Map<string, Gauge>()
  let read = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  return {
    observe({ method, pathname, status, ms }: Answered) {
      const labels = {
        method: METHODS.includes(method) ? method : 'other',
        route: routeOf(pathname),
        status: `${Math.floor(status / 100)}xx`,
      }
      requests.observe(labels, ms / 1000)
    },
    contentType: registry.contentType,
    async text(): Promise<string> {
      if (performance.now() - read > KEPT_MS)
        reading ??= measureAll().finally(() => {
          read = performance.now()
          reading = undefined
        })
      await reading
      return registry.metrics()
    },
  }

  /** Those of before go when the new ones are there, and stay away while nothing can be read. */
  async function measureAll() {
    const measured = await measure().catch(() => undefined)
    for (const name of gauges.keys()) registry.removeSingleMetric(name)
    gauges.clear()
    for (const { name, help, labels = {}, value } of measured ?? []) {
      const gauge =
        gauges.get(name) ?? new Gauge({ name, help, labelNames: Object.keys(labels), registers: [registry] })
      gauges.set(name, gauge)
      gauge.set(labels, value)
    }
    up.set(measured ? 1 : 0)
  }
}

/** Serves `/metrics` on an address of its own, which no visitor reaches. */
export function serveMetrics(metrics: Metrics): Server {
  return createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end('Not found\n')
      return
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end('The numbers could not be read.\n'),
    )
  })
}
