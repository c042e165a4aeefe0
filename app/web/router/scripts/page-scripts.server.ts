import { hash } from 'node:crypto'
import { type EntryContext, matchRoutes, type RouteObject } from 'react-router'
import { isHidden, sentOf } from '../hidden-data.ts'
import { isOwn } from '../switches.ts'
import { DATA_ID, ENCODED, plainJson } from './page-data.ts'

/**
 * Hydrates a page in the browser: React Router's `<Scripts>` in fewer bytes, and without a hash for its data. Piece
 * `page-scripts`: 6 % of a page's bytes.
 */
export interface PageScripts {
  /** The module's text: the same for all pages of a route, so that its source in the policy is computed once. */
  module: string
  /** The policy's source for the module. */
  source: string
  /** The files that the module needs, to be loaded together. */
  files: readonly string[]
}

/** The module of a page's route. Source: React Router's `Scripts`; it sets the same three globals. */
export function pageScripts(entry: EntryContext): PageScripts {
  const ids = entry.staticHandlerContext.matches.map(({ route }) => route.id)
  const key = `${entry.serverHandoffString} ${ids.join(' ')}`
  const known = made.get(key)
  if (known) return known
  const scripts = makeScripts(entry, ids)
  made.set(key, scripts)
  return scripts
}

const made = new Map<string, PageScripts>()

/**
 * The data of a page's loaders as an inert block, from which the browser's entry reads it (`page-data.ts`): as JSON, a
 * quarter smaller than the router's own format, which is only used if JSON cannot represent the data (errors, dates).
 * Piece `page-data`: 5 % of a page's bytes, and a fifth of its CPU time.
 */
export async function pageData(entry: EntryContext): Promise<string> {
  const { loaderData, actionData, errors } = entry.staticHandlerContext
  const plain = errors || !isOwn('page-data') ? undefined : plainJson({ loaderData: sentIn(loaderData), actionData })
  if (plain === undefined && !errors && Object.values(loaderData).some(isHidden))
    throw new Error('The router would not send data that are hidden from it.')
  const text = (plain ?? (await encodedData(entry))).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${DATA_ID}"${plain === undefined ? ` ${ENCODED}` : ''}>${text}</script>`
}

function sentIn(loaderData: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(loaderData).map(([route, data]) => [route, sentOf(data)]))
}

/** The data of a page's loaders in the router's own format. */
export async function encodedData({ serverHandoffStream }: EntryContext): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of serverHandoffStream ?? []) text += decoder.decode(piece, { stream: true })
  return text
}

function makeScripts({ manifest, serverHandoffString }: EntryContext, ids: string[]): PageScripts {
  const modules = ids.map((id) => modulesOf(manifest.routes[id]))
  const imported = modules.flat()
  const routes = [...new Set([...ids, ...idsAround(manifest.routes, ids.at(-1))])].flatMap((id) => {
    const route = manifest.routes[id]
    return route ? [[id, withoutDefaults(ids.includes(id) ? { ...route, css: undefined } : route)] as const] : []
  })
  const known = {
    entry: { module: manifest.entry.module, imports: [] },
    routes: Object.fromEntries(routes),
    url: manifest.url,
    version: manifest.version,
  }
  const module = [
    ...imported.map((file, index) => `import*as r${index} from"${file}"`),
    `window.__reactRouterContext=${handoffOf(serverHandoffString)}`,
    `window.__reactRouterManifest=${JSON.stringify(known)}`,
    `window.__reactRouterRouteModules={${ids.map((id, at) => `${JSON.stringify(id)}:${joinedModule(modules, at)}`).join()}}`,
    `import("${manifest.entry.module}")`,
  ].join(';')
  const imports = ids.flatMap((id) => manifest.routes[id]?.imports ?? [])
  return {
    module,
    source: `'sha256-${hash('sha256', module, 'base64')}'`,
    files: [...new Set([manifest.entry.module, ...manifest.entry.imports, ...imported, ...imports])],
  }
}

/** The files that a route's module is split into: its browser code for forms and data is in separate files. */
function modulesOf(route: ManifestRoute | undefined): string[] {
  if (!route) return []
  const { clientActionModule, clientLoaderModule, clientMiddlewareModule, hydrateFallbackModule, module } = route
  const parts = [clientActionModule, clientLoaderModule, clientMiddlewareModule, hydrateFallbackModule, module]
  return parts.filter((file) => file !== undefined)
}

/** A route's module from its imports: `r2`, or `{...r2,...r3}` if it is split. */
function joinedModule(modules: string[][], at: number): string {
  const first = modules.slice(0, at).flat().length
  const names = modules[at]!.map((_, part) => `r${first + part}`)
  return names.length === 1 ? names[0]! : `{${names.map((name) => `...${name}`).join()}}`
}

/** What the browser's router reads of it: no future flag is on. */
function handoffOf(text = '{}'): string {
  const { basename, routeDiscovery, ssr } = JSON.parse(text) as Record<string, unknown>
  return JSON.stringify({ basename, routeDiscovery, ssr, future: {} })
}

type ManifestRoutes = EntryContext['manifest']['routes']
type ManifestRoute = NonNullable<ManifestRoutes[string]>

/**
 * What the browser's router reads of a route; the files that it imports are on the page or loaded with it, and so are
 * the page's own sheets.
 */
function withoutDefaults({ imports: _, ...route }: ManifestRoute) {
  const isRead = ([name, value]: [string, unknown]) =>
    name !== 'hasDefaultExport' &&
    value !== false &&
    value !== undefined &&
    !(Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(route).filter(isRead))
}

/**
 * The routes at the paths above a route, which the browser's router must know, because otherwise it would use their
 * layouts for the whole page. Source: React Router's `getPartialManifest`, here by the pattern of the path instead of
 * each path.
 */
function idsAround(routes: ManifestRoutes, leaf = ''): string[] {
  const tree = treeBelow(routes, undefined)
  const segments = patternOf(routes, leaf).split('/').filter(Boolean)
  const above = segments.map((_, length) => `/${segments.slice(0, length).join('/')}`)
  return ['/', ...above].flatMap((path) => matchRoutes(tree, path)?.map(({ route }) => route.id ?? '') ?? [])
}

function treeBelow(routes: ManifestRoutes, parent: string | undefined): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route?.parentId === parent)
    .map((route) => {
      const { id, path, index } = route!
      return index ? { id, path, index: true } : { id, path, children: treeBelow(routes, id) }
    })
}

function patternOf(routes: ManifestRoutes, id: string): string {
  const { parentId, path = '' } = routes[id] ?? {}
  return `${parentId ? patternOf(routes, parentId) : ''}/${path.replaceAll('?', '')}`
}
