import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'vite'
import type { Config } from './config.ts'
import type { Arrival, Site } from './site.ts'
import type { Log } from './web/log.ts'

/** The site from its sources, through Vite: pages and styles change in the browser as files are saved. */
export async function startDevelopment({ config, log, server }: { config: Config; log: Log; server: Server }) {
  const vite = await createServer({ appType: 'custom', server: { middlewareMode: true, hmr: { server } } })
  let loaded: unknown
  let current: Promise<Site> | undefined

  const site: Site = {
    handle: async (request: Request, arrival: Arrival) => (await latest()).handle(request, arrival),
    ready: async () => (await latest()).ready(),
    close: async () => (await current)?.close(),
  }
  return { site, files: throughVite, closeTools: () => vite.close() }

  /** Vite gives the same module until a file behind it changed; then the old site is closed and a new one made. */
  async function latest(): Promise<Site> {
    const module = await vite.ssrLoadModule('/app/site.ts')
    if (module !== loaded) {
      loaded = module
      const before = current
      current = Promise.resolve(before?.then((old) => old.close())).then(() => module.createSite({ config, log }))
    }
    return current as Promise<Site>
  }

  function throughVite(request: IncomingMessage, response: ServerResponse, pathname: string): boolean {
    if (
      !/^\/(@|app\/|node_modules\/|styles\/|assets\/|\.react-router|__)|\.(js|mjs|ts|tsx|css|svg|png|woff2|webmanifest)$/.test(
        pathname,
      )
    )
      return false
    if (pathname === '/__manifest') return false
    vite.middlewares(request, response, () => response.writeHead(404).end())
    return true
  }
}
