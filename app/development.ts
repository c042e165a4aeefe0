import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'vite'
import type { Log } from '#app/tracing/log-line.ts'
import { staticFiles } from '#app/web/edge/response/static-files.ts'
import type { Config } from './config.ts'
import type { Arrival, Site } from './site.ts'

/** Where `npm run dev` puts the pictures of vehicles. */
const PICTURES = 'node_modules/.cache/development'

/** The site from its sources, through Vite: pages and styles change in the browser as files are saved. */
export async function startDevelopment({ config, log, server }: { config: Config; log: Log; server: Server }) {
  const vite = await createServer({ appType: 'custom', server: { middlewareMode: true, hmr: { server } } })
  let loaded: unknown
  let current: Promise<Site> | undefined

  const site: Site = {
    handle: async (request: Request, arrival: Arrival) => (await latest()).handle(request, arrival),
    // During development, pages get every query parameter.
    queryOfPage: () => undefined,
    routeOf: () => 'development',
    measure: async () => (await latest()).measure(),
    upgrade: (request, connection, head) => {
      latest().then(
        (site) => site.upgrade(request, connection, head),
        () => connection.destroy(),
      )
    },
    onStalePages: () => {},
    leaveSockets: async () => (await current)?.leaveSockets(),
    ready: async () => (await latest()).ready(),
    close: async () => (await current)?.close(),
  }
  const icons = staticFiles('public')
  const pictures = staticFiles(PICTURES)
  return { site, files: throughVite, dictionaries: [], closeTools: () => vite.close() }

  /**
   * Vite returns the same module until a file that it depends on changes; then the old site is closed and a new one
   * made.
   */
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
    if (pictures(request, response, pathname) || icons(request, response, pathname)) return true
    if (!/^\/(@|app\/|art\/|node_modules\/|styles\/|assets\/|\.react-router\/|tailwind\.config\.ts$)/.test(pathname))
      return false
    vite.middlewares(request, response, () => response.writeHead(404).end())
    return true
  }
}
