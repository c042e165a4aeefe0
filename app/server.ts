import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as setTimeoutAsync } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { createHttpHandler } from '#app/web/edge/http-handler.ts'
import { createLog } from '#app/web/edge/log.ts'
import { staticFiles } from '#app/web/edge/static-files.ts'
import { isLocalhost } from '#app/web/session/cookies.ts'
import { type Config, ConfigError, describeProviders, loadEnvironmentFile, readConfig } from './config.ts'
import type { Site } from './site.ts'

const STOP_WITHIN_MS = 9000
/** How long new visitors are still taken after readiness has begun to fail, so that a balancer can notice. */
const NOTICE_MS = 200
const HEADERS_WITHIN_MS = 15_000
const REQUEST_WITHIN_MS = 60_000
const PLAIN_HTTP =
  'Over plain http, elsewhere than on localhost, the cookie of a sign-in is not Secure. Set ORIGIN to an https address.'

await main()

/** The one process: reads the settings, starts the site, listens, and stops gracefully when told to. */
async function main() {
  const config = configOrExit()
  const { log, flush } = createLog()
  for (const line of describeProviders(config)) log('provider', line)
  let stopping = false
  const server = createServer({
    headersTimeout: HEADERS_WITHIN_MS,
    requestTimeout: REQUEST_WITHIN_MS,
    keepAliveTimeout: 65_000,
  })
  const { site, files, closeTools } = config.mode === 'development' ? await developed() : await built()
  server.on('request', createHttpHandler({ config, log, site, files, isStopping: () => stopping }))
  server.listen(config.port, config.host, () => {
    const address = server.address()
    const port = address !== null && typeof address === 'object' ? address.port : config.port
    log('listening', { address: config.origin ?? `http://localhost:${port}`, mode: config.mode })
    // Without an ORIGIN the visitors' own addresses count, whatever they are.
    const isTrusted = config.origin?.startsWith('https:') || (config.origin && isLocalhost(config.origin))
    if (!isTrusted) log('warning', { detail: PLAIN_HTTP })
    flush()
  })
  server.on('error', (error) => {
    console.error(`The site cannot listen: ${error.message}`)
    process.exit(1)
  })
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)

  async function stop() {
    stopping = true
    log('stopping')
    setTimeout(() => end('stopped late'), STOP_WITHIN_MS).unref()
    await setTimeoutAsync(NOTICE_MS)
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    const idle = setInterval(() => server.closeIdleConnections(), 100)
    await closed
    clearInterval(idle)
    await site.close()
    await closeTools?.()
    end('stopped')
  }

  function end(event: string) {
    log(event)
    flush()
    process.exit(0)
  }

  async function built() {
    const folder = join(import.meta.dirname, '..', 'build')
    const { createSite } = await import(pathToFileURL(join(folder, 'server', 'index.js')).href)
    const site: Site = await createSite({ config, log })
    return { site, files: staticFiles(join(folder, 'client')), closeTools: undefined }
  }

  /** Vite in middleware mode: it serves sources and files, and loads the site anew when a file of it changed. */
  async function developed() {
    const { startDevelopment } = await import('./development.ts')
    return startDevelopment({ config, log, server })
  }
}

function configOrExit(): Config {
  try {
    loadEnvironmentFile()
    return readConfig(process.env)
  } catch (fieldError) {
    if (!(fieldError instanceof ConfigError)) throw fieldError
    console.error(fieldError.message)
    process.exit(1)
  }
}
