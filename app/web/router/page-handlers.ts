import { createRequestHandler, type RequestHandler, type ServerBuild } from 'react-router'
import { DEFAULT_LANGUAGE, type Language } from '#app/rules/constants.ts'
import { isOwn } from './switches.ts'

type Routes = ServerBuild['routes']
type ServerRoute = NonNullable<Routes[string]>

/**
 * React Router's handlers of a build, by language and by a path without the language's prefix. There is one tree of
 * routes, mounted once per language: the prefix is the basename, so links, forms, redirects and data requests have it
 * automatically, and an unknown prefix is a 404. Each handler has a build of only the routes below the first segment of
 * its path, because for each page React Router recreates objects for every route of a build. Piece `segment-builds`: 15
 * % of the CPU time of a rendered page.
 */
export function createPageHandlers(built: ServerBuild, mode: string) {
  const build = isOwn('page-style') ? withOwnSheets(built) : built
  const builds = isOwn('segment-builds') ? buildsBySegment(build) : new Map([['', build]])
  const made = new Map<string, RequestHandler>()
  return (language: Language, path: string): RequestHandler => {
    const asked = firstSegment(path.slice(1)).replace(/\.data$/, '')
    const segment = builds.has(asked) ? asked : ''
    const key = `${language}/${segment}`
    const known = made.get(key)
    if (known) return known
    const basename = language === DEFAULT_LANGUAGE ? '/' : `/${language}`
    const handler = createRequestHandler({ ...(builds.get(segment) ?? build), basename }, mode)
    made.set(key, handler)
    return handler
  }
}

function buildsBySegment(build: ServerBuild): Map<string, ServerBuild> {
  const named = Object.values(build.routes).flatMap((route) => segmentOf(build.routes, route) ?? [])
  const builds = new Map(['', ...named].map((segment) => [segment, buildBelow(build, segment)]))
  return builds.set(MANIFEST, build)
}

/**
 * The build without the sheet of all pages among those of single routes: it is on every page, and a second one that is
 * loaded after a route's own, on navigation in the browser, would override it.
 */
function withOwnSheets(build: ServerBuild): ServerBuild {
  const { root, ...others } = build.assets.routes
  const ofAll = root?.css ?? []
  const own = Object.entries(others).map(([id, route]) => [
    id,
    route?.css ? { ...route, css: route.css.filter((sheet) => !ofAll.includes(sheet)) } : route,
  ])
  return { ...build, assets: { ...build.assets, routes: { ...build.assets.routes, ...Object.fromEntries(own) } } }
}

/** Where the browser's router requests the routes of unknown links: from the whole build. */
const MANIFEST = '__manifest'

/** Paths are matched ignoring case. */
function firstSegment(path: string): string {
  return (path.split('/', 1)[0] ?? '').toLowerCase()
}

/** The first segment of a route's path; undefined if it has none, or a parameter. */
function segmentOf(routes: Routes, route: ServerRoute | undefined): string | undefined {
  const parent = routes[route?.parentId ?? '']
  if (parent && parent.parentId !== undefined) return segmentOf(routes, parent)
  const segment = firstSegment(route?.path ?? '')
  return segment === '' || /[:*?]/.test(segment) ? undefined : segment
}

/** A build with the routes below a segment and those without one. */
function buildBelow(build: ServerBuild, segment: string): ServerBuild {
  const isKnown = ([, route]: [string, { id: string } | undefined]) =>
    [undefined, segment].includes(segmentOf(build.routes, build.routes[route?.id ?? '']))
  const only = <Route extends { id: string } | undefined>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(isKnown))
  return { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } }
}
