import { readFileSync, writeFileSync } from 'node:fs'
import { API_ORDER } from './api-order.ts'
import { DOOR, type Import, importsOf, ROOMS, roomOf } from './import-rules.ts'

/** The document with the picture and the list, and the markers around each. */
const PAGE = 'docs/architecture.md'
const PICTURE = { start: '<!-- rooms: drawn by npm run house -->', end: '<!-- rooms end -->' }
const API_LIST = { start: '<!-- rooms of the API: drawn by npm run house -->', end: '<!-- rooms of the API end -->' }

/** The text in each room's box. */
const PURPOSES: Record<string, string> = {
  routes: 'pages, by address',
  features: 'pieces of several pages',
  ui: 'pieces that know no domain',
  web: 'requests, sessions, forms',
  api: 'the calls, done',
  contract: 'the calls, as data',
  i18n: 'languages, dates, money',
  db: 'schema, migrations',
  providers: 'the outside world',
  rules: 'pure functions',
  tracing: 'what runs, for logs and traces',
}

/** Every room is drawn above those that it imports, so they are declared in this order. */
const ORDER = Object.keys(ROOMS).toReversed()

/**
 * Draws which room imports which as a Mermaid picture. It has only rooms and directions, so that it changes with the structure and
 * not with each file. Every room may import `rules`; only those that import nothing else have an arrow to it.
 */
function drawRooms(imports: readonly Import[]): string {
  const found = new Set(
    imports.flatMap(({ from, to }) => {
      const [room, target] = [roomOf(from), to.startsWith('app/') ? roomOf(to) : undefined]
      if (!room || !target || room === target || !(target in ROOMS)) return []
      return [from === DOOR && target === 'api' ? `${room} -. one door .-> ${target}` : `${room} --> ${target}`]
    }),
  )
  const arrows = ORDER.flatMap((room) => {
    const all = ORDER.flatMap((target) => [`${room} -. one door .-> ${target}`, `${room} --> ${target}`])
    const own = all.filter((arrow) => found.has(arrow))
    const others = own.filter((arrow) => !arrow.endsWith('> rules'))
    return others.length ? others : own
  })
  const boxes = ORDER.map((room) => `${room}["<b>${room}</b><br/>${PURPOSES[room] ?? ''}"]`)
  return ['```mermaid', 'flowchart TD', ...[...boxes, ...arrows].map((line) => `  ${line}`), '```'].join('\n')
}

/** The rooms of the API in their order, each with its reason. */
function listApiRooms(): string {
  return Object.entries(API_ORDER)
    .map(([room, reason], at) => `${at + 1}. **${room}**: ${reason}`)
    .join('\n')
}

/** The document with what is drawn between two markers. Throws when it has no such markers. */
function withDrawn(page: string, markers: typeof PICTURE, drawn: string): string {
  const [start, end] = [page.indexOf(markers.start), page.indexOf(markers.end)]
  if (start < 0 || end < start) throw new Error(`${PAGE} lacks ${markers.start}`)
  return `${page.slice(0, start)}${markers.start}\n${drawn}\n${page.slice(end)}`
}

const page = readFileSync(PAGE, 'utf8')
const drawn = withDrawn(withDrawn(page, PICTURE, drawRooms(importsOf('app'))), API_LIST, listApiRooms())
if (process.argv.includes('--write')) writeFileSync(PAGE, drawn)
else if (drawn !== page) {
  console.error(`${PAGE} shows other rooms than the code has: npm run house draws them`)
  process.exitCode = 1
}
