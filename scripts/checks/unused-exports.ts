import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'vite'

/** Exports that a framework, a command or a configuration loader reads by name. */
const READ_BY_OTHERS: { file: RegExp; names: RegExp }[] = [
  {
    file: /^app\/(routes\/|root\.tsx)/,
    names:
      /^(default|loader|action|clientLoader|clientAction|clientMiddleware|meta|links|headers|handle|middleware|shouldRevalidate|ErrorBoundary|Layout)$/,
  },
  { file: /^app\/entry\.server\.tsx$/, names: /^(default|handleError)$/ },
  { file: /^app\/site\.ts$/, names: /^createSite$/ },
  { file: /^app\/db\/migrations\//, names: /^(up|down)$/ },
  { file: /^[\w.-]+\.config\.ts$|^tests\/support\/server\/database\/database-setup\.ts$/, names: /^default$/ },
]

interface Module {
  /** The values that it exports, without types. */
  exported: string[]
  /** What it imports from the project's files; `*` is everything. */
  imported: { from: string; name: string }[]
}

/** The exported values that no other file imports: `app/rules/identity/phone.ts: isPhone`. Names that frameworks read are left out. */
function unusedExports(files: readonly string[]): string[] {
  const modules = new Map(files.map((file) => [file, moduleOf(file)]))
  const used = new Set(
    [...modules.values()].flatMap(({ imported }) => imported.map(({ from, name }) => `${from}: ${name}`)),
  )
  return [...modules].flatMap(([file, { exported }]) =>
    exported
      .filter((name) => !READ_BY_OTHERS.some((reader) => reader.file.test(file) && reader.names.test(name)))
      .map((name) => `${file}: ${name}`)
      .filter((line) => !used.has(line) && !used.has(`${file}: *`)),
  )
}

function moduleOf(file: string): Module {
  const source = readFileSync(file, 'utf8')
  const { module } = parseSync(file, source)
  const entries = module.staticExports.flatMap((statement) => statement.entries)
  const exported = entries
    .filter((entry) => !entry.isType && !entry.moduleRequest)
    .map(({ exportName }) => (exportName.kind === 'Name' ? (exportName.name ?? '') : 'default'))
  const imports = module.staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.map(({ importName }) => ({ request: moduleRequest.value, name: nameOf(importName) })),
  )
  const passedOn = entries.flatMap(({ moduleRequest, importName }) =>
    moduleRequest ? [{ request: moduleRequest.value, name: nameOf(importName) }] : [],
  )
  const lazy = [...source.matchAll(/import\(\s*['"`]([^'"`]+)['"`]/g)].map(([, request = '']) => ({
    request,
    name: '*',
  }))
  const imported = [...imports, ...passedOn, ...lazy].flatMap(({ request, name }) => {
    return ownFiles(file, request).map((from) => ({ from, name }))
  })
  return { exported, imported }
}

function nameOf({ kind, name }: { kind: string; name: string | null }): string {
  if (kind === 'Default') return 'default'
  return kind === 'Name' ? (name ?? '*') : '*'
}

/** The project's files that an import resolves to: two when browsers get another one (`imports` in package.json). */
function ownFiles(importer: string, request: string): string[] {
  const [path = ''] = request.split('?')
  if (path.startsWith('#app/')) return [path.slice(1)]
  if (path.startsWith('#fetched/')) {
    const file = path.replace('#fetched', 'app')
    return [file, file.replace(/\.tsx$/, '.live.tsx')]
  }
  return path.startsWith('.') ? [relative('.', join(dirname(importer), path)).replaceAll('\\', '/')] : []
}

if (process.argv[1] === import.meta.filename) {
  const isSource = (name: string) => /\.(tsx?|mjs)$/.test(name)
  const inFolders = ['app', 'scripts', 'tests'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name).replaceAll('\\', '/')),
  )
  const files = [...readdirSync('.'), ...inFolders].filter(isSource)
  const found = unusedExports(files)
  for (const line of found) console.error(`${line} is exported, and nothing imports it`)
  process.exitCode = found.length ? 1 : 0
}
