import cluster from 'node:cluster'
import { createServer, type IncomingMessage } from 'node:http'
import { Server as NetServer } from 'node:net'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { tooOldFor } from '#app/db/connection/too-old.ts'
import type { Log } from '#app/tracing/log-line.ts'
import { turnTracingOn } from '#app/tracing/spans.ts'
import { limitConnections } from '#app/web/edge/connection-limit.ts'
import { createHttpHandler } from '#app/web/edge/http-handler.ts'
import { createLog } from '#app/web/edge/log.ts'
import { createMetrics, serveMetrics } from '#app/web/edge/metrics.ts'
import { matcherOf } from '#app/web/edge/request/client-address.ts'
import { readDictionaries } from '#app/web/edge/response/dictionary.ts'
import { staticFiles } from '#app/web/edge/response/static-files.ts'
import { isLocalhost } from '#app/web/session/cookie/cookies.ts'
import { type Config, ConfigError, describeProviders, loadEnvironmentFile, readConfig } from './config.ts'
import { portProblem, whyNotFree } from './port-problem.ts'
import type { Site } from './site.ts'
import { superviseWorkers, workerNumber } from './workers.ts'

/** How long current requests may take to finish, from the end of the notice on. */
const STOP_WITHIN_MS = 7000
/** How long open connections may still send a request. */
const LAST_REQUESTS_MS = 500
/** For how long a stopping process waits for a collector of traces. */
const LAST_SPANS_MS = 1_000
/** A turn of the event loop that is shorter did hardly anything. */
const QUIET_TURN_MS = 2
const HEADERS_WITHIN_MS = 15_000
/** An upload on a slow connection takes minutes; stalled bodies are ended sooner (receive-body.ts). */
const REQUEST_WITHIN_MS = 600_000
/** The exit code that says that another start would change nothing. Source: sysexits.h, EX_CONFIG. */
const EXIT_MISCONFIGURED = 78
const PLAIN_HTTP =
  'Over plain http, elsewhere than on localhost, the cookie of a sign-in is not Secure. Set ORIGIN to an https address.'

if (cluster.isPrimary) await first()
else await main(configOrExit())

/** The process that was started: the site itself, or, with `WORKERS`, the one that keeps several of them running. */
async function first() {
  const config = configOrExit()
  // Before anything is started that would have to be stopped again. Not in a worker: all share one socket, so visitors' connections would get to
  // the probe there, which answers none.
  const busy = portProblem(await whyNotFree(config.port, config.host), config)
  if (busy) misconfigured(busy)
  const tooOld = await whyTooOld(config)
  if (tooOld) misconfigured(tooOld)
  if (config.workers === 1) return main(config)
  const { log, flush } = createLog()
  log('workers', { count: config.workers })
  await superviseWorkers({ count: config.workers, finalCode: EXIT_MISCONFIGURED, log })
  flush()
  process.exit()
}

/** Starts the site, listens, and stops gracefully on SIGTERM. */
async function main(config: Config) {
  const { log, flush } = createLog()
  for (const line of describeProviders(config)) log('provider', line)
  const sendTraces = config.tracing && (await turnOn(config.tracing, log))
  let stopping = false
  const server = createServer({
    headersTimeout: HEADERS_WITHIN_MS,
    requestTimeout: REQUEST_WITHIN_MS,
    keepAliveTimeout: 65_000,
    // Requests for any other protocol are answered as if they had not asked for it (`curl --http2`).
    shouldUpgradeCallback: (request) => isSocket(request) || config.mode === 'development',
  })
  limitConnections(server, {
    perSubscriber: config.connectionsPerAddress,
    isProxy: matcherOf(config.trustedProxies),
  })
  const { site, files, dictionaries, closeTools } = await started()
  const metrics = config.metrics && createMetrics(site)
  const handler = createHttpHandler({
    ...{ config, log, site, files, dictionaries, routeOf: site.routeOf },
    isStopping: () => stopping,
    observe: metrics?.observe,
  })
  server.on('request', handler)
  if (metrics && config.metrics) {
    // Each worker has numbers of its own, so none of them shares its port.
    const { host } = config.metrics
    const port = config.metrics.port && config.metrics.port + workerNumber()
    serveMetrics(metrics)
      .on('error', (error) => misconfigured(`METRICS_PORT: ${error.message}`))
      .listen({ port, host, exclusive: true }, () => log('metrics', { address: `http://${host}:${port}/metrics` }))
  }
  server.on('upgrade', (request, connection, head) => {
    if (isSocket(request)) site.upgrade(request, connection, head)
    // In development, Vite handles its own.
    else if (config.mode !== 'development') connection.destroy()
  })
  server.listen(config.port, config.host, () => {
    const address = server.address()
    const port = address !== null && typeof address === 'object' ? address.port : config.port
    log('listening', { address: config.origin ?? `http://localhost:${port}`, mode: config.mode, pid: process.pid })
    // Without an ORIGIN, the address of each visitor's request is used.
    const isTrusted = config.origin?.startsWith('https:') || (config.origin && isLocalhost(config.origin))
    if (!isTrusted) log('warning', { message: PLAIN_HTTP })
    flush()
  })
  server.on('error', async (error) => {
    await site.close()
    misconfigured(portProblem(error, config) ?? `The site cannot listen: ${error.message}`)
  })
  // Ctrl-C reaches a worker twice: from the terminal, and from the process that started it.
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  /**
   * First the process is not ready but still answers, so that a load balancer can notice; then it refuses connections.
   */
  async function stop() {
    if (stopping) return
    stopping = true
    log('stopping')
    flush()
    await sleep(config.stopNoticeMs)
    setTimeout(() => end('stopped late'), STOP_WITHIN_MS).unref()
    await quietTurn()
    await site.leaveSockets()
    // `close` of the HTTP server would also end connections whose first request has not arrived yet.
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(server, () => resolve())
    })
    await Promise.race([closed, sleep(LAST_REQUESTS_MS)])
    server.closeIdleConnections()
    const idle = setInterval(() => server.closeIdleConnections(), 100)
    await closed
    clearInterval(idle)
    await site.close()
    await closeTools?.()
    await Promise.race([sendTraces?.(), sleep(LAST_SPANS_MS)])
    end('stopped')
  }

  /** Waits until the system has no connection for us that we have not accepted, because it would be reset. */
  async function quietTurn() {
    const end = performance.now() + LAST_REQUESTS_MS
    for (let last = performance.now(); last < end; ) {
      await nextTurn()
      const now = performance.now()
      if (now - last < QUIET_TURN_MS) return
      last = now
    }
  }

  function end(event: 'stopped' | 'stopped late') {
    log(event)
    flush()
    process.exit(0)
  }

  async function started() {
    try {
      return await (config.mode === 'development' ? developed() : built())
    } catch (error) {
      const problem = portProblem(error, config) ?? releaseProblem(error)
      if (!problem) throw error
      flush()
      misconfigured(problem)
    }
  }

  async function built() {
    const folder = join(import.meta.dirname, '..', 'build')
    const { createSite } = await import(pathToFileURL(join(folder, 'server', 'index.js')).href)
    const site: Site = await createSite({ config, log })
    const client = join(folder, 'client')
    const dictionaries = config.hasDictionaries ? readDictionaries(client) : []
    return { site, files: staticFiles(client), dictionaries, closeTools: undefined }
  }

  /** Vite in middleware mode: it serves sources and files, and reloads the site when one of its files changed. */
  async function developed() {
    const { startDevelopment } = await import('./development.ts')
    return startDevelopment({ config, log, server })
  }
}

/** Asked before the build is loaded, which takes a second and more. The embedded database does not run yet; it is asked when it does. */
async function whyTooOld({ databaseUrl, databaseSessionUrl }: Config): Promise<string | undefined> {
  const url = databaseSessionUrl ?? databaseUrl
  return url && tooOldFor(url)
}

/** Before the site is made, so that all of it can be traced. */
async function turnOn(settings: NonNullable<Config['tracing']>, log: Log) {
  const { startTracing } = await import('#app/tracing/start-tracing.ts')
  turnTracingOn()
  return startTracing(settings, (message) => log('traces', { message }))
}

/** Why this release does not run on its database; the error comes from the build, whose classes are others than those of the sources. */
function releaseProblem(error: unknown): string | undefined {
  return error instanceof Error && error.name === 'ReleaseTooOld' ? error.message : undefined
}

/** Whether a request is for the chat's socket. */
function isSocket({ url }: IncomingMessage): boolean {
  return /^\/socket\.io\/(\?|$)/.test(url ?? '')
}

function configOrExit(): Config {
  try {
    loadEnvironmentFile()
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    misconfigured(error.message)
  }
}

function misconfigured(message: string): never {
  console.error(message)
  process.exit(EXIT_MISCONFIGURED)
}
