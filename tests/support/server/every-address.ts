import type { RouteConfigEntry } from '@react-router/dev/routes'
import { callsOf } from '#app/contract/call/calls.ts'
import { contract } from '#app/contract/contract.ts'
import routes from '#app/routes.ts'

/** A value for each path parameter; ids have the right form and belong to nothing. */
const SAMPLES: Record<string, string> = { id: 'x'.repeat(22), kind: 'car', start: '2030-01-10', end: '2030-01-15' }

/** Every address of the site's pages, without a language, with sample parameters. */
export function everyPage(): string[] {
  return pathsIn(routes as RouteConfigEntry[], '').map((path) =>
    path.replace('/book/car/x'.padEnd(31, 'x'), '/book/car/62'),
  )
}

/** Every call of the API: its method, and its path with sample parameters. */
export function everyCall(): { method: string; path: string }[] {
  return callsOf(contract).map(({ method, path }) => ({
    method,
    path: `/api${path.replace(/\{\+?(\w+)\}/g, sampleOf)}`,
  }))
}

function pathsIn(entries: RouteConfigEntry[], parent: string): string[] {
  return entries.flatMap(({ path, index, children }) => {
    const full = `${parent}/${path ?? ''}`.replace(/\/+/g, '/')
    const own = path && !index ? [sampled(full)] : index ? [sampled(full.replace(/(.)\/$/, '$1'))] : []
    return [...own, ...pathsIn(children ?? [], full)]
  })
}

function sampled(path: string): string {
  return path
    .replace(/:(\w+)\??/g, sampleOf)
    .replace('*', 'no-such-page')
    .replaceAll(' ', '%20')
}

function sampleOf(_: string, name: string): string {
  return SAMPLES[name] ?? '62'
}
