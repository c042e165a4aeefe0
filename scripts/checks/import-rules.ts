import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'vite'
import { orderViolations } from './api-order.ts'

/** Which room of `app/` may import which, as in the README's tour. */
export const ROOMS: Record<string, string[]> = {
  rules: [],
  tracing: [],
  i18n: ['rules'],
  contract: ['rules'],
  db: ['rules', 'tracing'],
  providers: ['rules', 'tracing'],
  api: ['contract', 'rules', 'db', 'providers', 'i18n', 'tracing'],
  ui: ['i18n', 'rules'],
  web: ['contract', 'i18n', 'rules', 'tracing'],
  features: ['web', 'ui', 'contract', 'i18n', 'rules'],
  routes: ['features', 'web', 'ui', 'contract', 'i18n', 'rules'],
}
/** The one file of `web/` that reaches the API. */
export const DOOR = 'app/web/api.server.ts'
/** Types outside the rooms that every server room may import. */
const SHARED_TYPES = ['app/config.ts', 'app/site.ts']

export interface Import {
  from: string
  /** A file of the project, relative to its root; or the name of a package. */
  to: string
  isTypeOnly: boolean
}

/** The imports of every file under `app/`, including those of types. */
export function importsOf(folder: string): Import[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => importsOfFile(join(folder, name).replaceAll('\\', '/')))
}

/** The violations of the rules, one line each. */
function violations(imports: readonly Import[], declared: ReadonlySet<string>): string[] {
  const own = imports.filter(({ to }) => to.startsWith('app/'))
  return [
    ...own.filter((found) => !mayImport(found)).map(({ from, to }) => `${from} may not import ${to}`),
    ...orderViolations(own),
    ...imports
      .filter(({ to }) => isUndeclared(to, declared))
      .map(({ from, to }) => `${from}: package.json lacks ${to}`),
    ...imports
      .filter(({ to }) => /^\.|^app\/[^?]*(?<!\.[a-z]+)(\?|$)/.test(to))
      .map(({ from, to }) => `${from}: ${to} lacks its suffix`),
    ...cyclesOf(own).map((cycle) => `cycle: ${cycle.join(' → ')}`),
  ]
}

function mayImport({ from, to, isTypeOnly }: Import): boolean {
  const room = roomOf(from)
  const target = roomOf(to)
  // The composition roots (app/server.ts, app/site.ts and so on) are above the rooms.
  if (room === 'routes' && target === 'routes') return routeFolderOf(from) === routeFolderOf(to)
  if (room === undefined || room === target) return true
  if (target === undefined) return isTypeOnly && SHARED_TYPES.includes(to)
  if (from === DOOR && target === 'api') return true
  return ROOMS[room]?.includes(target) ?? false
}

/** The room of a file of `app/`; undefined for the files above the rooms. */
export function roomOf(file: string): string | undefined {
  const [, room, rest] = file.split('/')
  return rest === undefined ? undefined : room
}

/** A route never imports another route: what two of them share is in `features/`. */
function routeFolderOf(file: string): string | undefined {
  return file.split('/')[2]
}

function isUndeclared(name: string, declared: ReadonlySet<string>): boolean {
  if (/^(app\/|node:|virtual:|\.)/.test(name)) return false
  const [scope = '', second = ''] = name.split('/')
  return !declared.has(scope.startsWith('@') ? `${scope}/${second}` : scope)
}

/** Cycles of runtime imports; each is reported once. */
function cyclesOf(imports: readonly Import[]): string[][] {
  const next = Map.groupBy(
    imports.filter(({ isTypeOnly }) => !isTypeOnly),
    ({ from }) => from,
  )
  const done = new Set<string>()
  const cycles: string[][] = []
  const visit = (file: string, path: string[]) => {
    const start = path.indexOf(file)
    if (start >= 0) cycles.push([...path.slice(start), file])
    if (start >= 0 || done.has(file)) return
    for (const { to } of next.get(file) ?? []) visit(to, [...path, file])
    done.add(file)
  }
  for (const file of next.keys()) visit(file, [])
  return cycles
}

function importsOfFile(file: string): Import[] {
  const source = readFileSync(file, 'utf8')
  const { module } = parseSync(file, source)
  const named = [...module.staticImports, ...module.staticExports].flatMap(({ entries, ...statement }) => {
    const requests =
      'moduleRequest' in statement
        ? [statement.moduleRequest]
        : entries.map((entry) => 'moduleRequest' in entry && entry.moduleRequest)
    const isTypeOnly = entries.length > 0 && entries.every((entry) => entry.isType)
    return requests.flatMap((request) => (request ? [{ name: request.value, isTypeOnly }] : []))
  })
  const lazy = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const written = /^['"`]([^'"`$]+)['"`]$/.exec(source.slice(start, end))?.[1]
    return written ? [{ name: written, isTypeOnly: false }] : []
  })
  const found = new Map([...named, ...lazy].map((entry) => [`${entry.name} ${entry.isTypeOnly}`, entry]))
  return [...found.values()]
    .filter(({ name }) => !name.includes('+types/'))
    .map(({ name, isTypeOnly }) => ({ from: file, to: resolveName(file, name), isTypeOnly }))
}

function resolveName(file: string, name: string): string {
  if (/^#(app|fetched)\//.test(name)) return name.replace(/^#\w+/, 'app')
  if (!name.startsWith('.')) return name
  const resolved = relative('.', join(dirname(file), name)).replaceAll('\\', '/')
  return resolved.startsWith('app/') ? resolved : `virtual:${resolved}`
}

if (process.argv[1] === import.meta.filename) {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const development = ['vite', '@react-router/dev']
  const found = violations(importsOf('app'), new Set([...Object.keys(dependencies), ...development]))
  for (const line of found) console.error(line)
  process.exitCode = found.length ? 1 : 0
}
