import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { apiRoomOf } from './api-order.ts'
import { type Import, importsOf } from './import-rules.ts'

/** Folders with more files are reported: they may contain two ideas. */
const FILES_OF_A_FOLDER = 15

/** Folders that stay as they are, each with the reason. */
const WHOLE_FOLDERS: Record<string, string> = {
  'app/db/migrations': 'in the order of their numbers; one that has run is neither changed nor moved',
}

/** Words to replace in names and comments, each with the usual term. */
const WORDS: Record<string, RegExp> = {
  'action (not deed)': /\bdeeds?\b/i,
  'notify (not tell)': /\b(tells?|told)\b/i,
  'request (not wish)': /\bwish(es|ed)?\b/i,
  'validation error (not fault)': /(?<!_dev\/|simulator\/)\bfault(s|y)?\b(?! Settings)/i,
  'status (not standing)': /\bstandings?\b/i,
  'encrypt (not seal)': /\b(un)?seal(s|ed)?\b(?! (cookie|answer)\b)/i,
  'broken by search and replace': /\b(is|are|was|were|customer|to be) notice\b|\ba requested of\b/,
}

/**
 * Exceptions: "fault injection" is the usual term (the patterns of `WORDS` leave its names out, too), and a migration that has run is never
 * edited. The purposes "sealed cookie" and "sealed answer" are part of keys: what was encrypted before needs them as they are.
 */
const KEEPS_WORDS = /gateways\/simulator\/|bank-simulator|app\/db\/(migrations|connection\/schema)/

/** The reasons for each piece of `OWN_INFRASTRUCTURE`, and its lines, which `npm run house` writes there. */
const REASONS = 'docs/decisions/libraries-or-our-own.md'

/** Infrastructure of our own for which libraries exist, by the names in the table of `REASONS`. */
const OWN_INFRASTRUCTURE: Record<string, RegExp> = {
  'requests, answers and static files of the process': /^app\/web\/edge\//,
  'what differs from React Router as published': /^app\/web\/router\//,
  'requests that wait for the connection': /^app\/ui\/connection\//,
  'sockets on top of Socket.IO':
    /^app\/(api\/live\/|api\/chat\/socket-ticket|features\/chat\/live\/connection|features\/desk\/desk-socket)/,
  'embedded PostgreSQL': /^app\/db\/embedded\//,
  'messages and formats':
    /^app\/i18n\/(text\/(compile-message|format-message|read-messages|vite-messages)|format\/(dates|numerals))/,
  'local times and instants': /^app\/rules\/time\/(rental-time|time-zone)/,
  'pictures of maps': /^app\/providers\/.*map/,
  'encryption of cookies and answers': /^app\/rules\/access\/encryption/,
  'access tokens': /^app\/api\/call\/admission\/access-token/,
  'payment orders, calendars and spreadsheets that we write':
    /^app\/rules\/(money\/(payment\/payment-order|sepa-text)|time\/calendar-event|text\/csv)/,
  "fetching of partners' calendars": /^app\/providers\/.*calendar/,
}

interface Source {
  file: string
  text: string
  lines: number
}

/** Lists places in the code that may need work, as lines of text. These are hints, not limits. */
function findings(sources: readonly Source[], imports: readonly Import[]): string[] {
  return [
    ...section('Files and lines by room', roomSizes(sources)),
    ...section(`Folders with more than ${FILES_OF_A_FOLDER} files`, fullFolders(sources)),
    ...section('Rooms of api/ that import each other', mutualRooms(imports)),
    ...section('Exported functions without a docstring, outside routes', undocumented(sources)),
    ...section('Words that the house replaces', replacedWords(sources)),
    ...section('Own infrastructure', ownInfrastructure(sources)),
  ]
}

function section(title: string, rows: string[]): string[] {
  return ['', `${title} (${rows.length})`, ...rows.map((row) => `  ${row}`)]
}

function roomSizes(sources: readonly Source[]): string[] {
  const rooms = Map.groupBy(sources, ({ file }) => roomOf(file))
  return [...rooms].map(([room, files]) => {
    const sizes = files.map(({ lines }) => lines).sort((one, other) => one - other)
    const sum = sizes.reduce((total, lines) => total + lines, 0)
    const p90 = sizes[Math.floor(sizes.length * 0.9)]
    return `${room}: ${files.length} files, ${sum} lines (median ${sizes[sizes.length >> 1]}, p90 ${p90})`
  })
}

function fullFolders(sources: readonly Source[]): string[] {
  const folders = Map.groupBy(sources, ({ file }) => dirname(file))
  return [...folders]
    .filter(([, files]) => files.length > FILES_OF_A_FOLDER)
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([folder, files]) => {
      const reason = WHOLE_FOLDERS[folder]
      return `${folder}: ${files.length} files${reason ? ` (${reason})` : ''}`
    })
}

/** Pairs of rooms in `api/` that import each other, with the number of imports in each direction. */
function mutualRooms(imports: readonly Import[]): string[] {
  const crossing = imports
    .map(({ from, to }) => [apiRoomOf(from), apiRoomOf(to)] as const)
    .filter(([from, to]) => from && to && from !== to)
  const counts = new Map<string, number>()
  for (const [from, to] of crossing) counts.set(`${from} ${to}`, (counts.get(`${from} ${to}`) ?? 0) + 1)
  return [...counts].flatMap(([pair, count]) => {
    const [from = '', to = ''] = pair.split(' ')
    const back = counts.get(`${to} ${from}`)
    return back && from < to ? [`${from} ⇄ ${to}: ${count} there, ${back} back`] : []
  })
}

function undocumented(sources: readonly Source[]): string[] {
  return sources
    .filter(({ file }) => /^app\/(?!routes\/|root|entry)/.test(file))
    .flatMap(({ file, text }) => {
      const { program } = parseSync(file, text)
      const declared = program.body.flatMap((statement) => {
        const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null
        if (declaration?.type !== 'FunctionDeclaration' && declaration?.type !== 'TSDeclareFunction') return []
        const isDocumented = text.slice(0, statement.start).trimEnd().endsWith('*/')
        return [{ name: declaration.id?.name, isDocumented }]
      })
      // The overloads of a function share the docstring of the first.
      const overloads = Map.groupBy(declared, ({ name }) => name)
      return [...overloads].flatMap(([name, of]) => (of.some((one) => one.isDocumented) ? [] : [`${file}: ${name}`]))
    })
}

function replacedWords(sources: readonly Source[]): string[] {
  return Object.entries(WORDS).flatMap(([term, word]) => {
    const places = sources
      .filter(({ file }) => !KEEPS_WORDS.test(file))
      .flatMap(({ file, text }) => {
        const names = basename(file).replaceAll(/[-.]/g, ' ')
        const isFound = (line: string) => word.test(line.replaceAll(/([a-z])([A-Z])/g, '$1 $2'))
        const found = [names, ...text.split('\n')].filter(isFound)
        return found.length ? [`${file} ${found.length}`] : []
      })
    return places.length ? [`${term}: ${places.length} files`, ...places.map((place) => `  ${place}`)] : []
  })
}

function ownInfrastructure(sources: readonly Source[]): string[] {
  const pieces = ownPieces(sources)
  return [
    ...pieces.map(({ name, files, lines }) => `${name}: ${files} files, ${lines} lines`),
    `in all: ${sumOf(pieces)} lines`,
  ]
}

function ownPieces(sources: readonly Source[]) {
  return Object.entries(OWN_INFRASTRUCTURE).map(([name, files]) => {
    const own = sources.filter(({ file }) => files.test(file))
    return { name, files: own.length, lines: sumOf(own) }
  })
}

function sumOf(counted: readonly { lines: number }[]): number {
  return counted.reduce((total, { lines }) => total + lines, 0)
}

/** The page of reasons with today's lines in its table. Throws if the table lacks a piece. */
function withLines(page: string, sources: readonly Source[]): string {
  const pieces = ownPieces(sources)
  return [...pieces, { name: '**in all**', lines: sumOf(pieces) }].reduce((text, { name, lines }) => {
    const row = text
      .split('\n')
      .find((line) => line.startsWith(`| ${name}`) && /^\| [^|]+ \| \**[\d,]+\** \|/.test(line))
    if (!row) throw new Error(`${REASONS} lacks a row for ${name}`)
    return text.replace(row, () => row.replace(/[\d,]+(?=\**( lines)? \|)/, lines.toLocaleString('en')))
  }, page)
}

function roomOf(file: string): string {
  const [top = '', room, rest] = file.split('/')
  return rest === undefined ? top : `${top}/${room}`
}

function readSources(): Source[] {
  return ['app', 'tests', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name).replaceAll('\\', '/'))
      .filter((file) => /\.(tsx?|mjs)$/.test(file) && file !== 'scripts/checks/house.ts')
      .map((file) => {
        const text = readFileSync(file, 'utf8')
        return { file, text, lines: text.split('\n').length - 1 }
      }),
  )
}

if (process.argv[1] === import.meta.filename) {
  const sources = readSources()
  console.log(findings(sources, importsOf('app')).join('\n').trim())
  writeFileSync(REASONS, withLines(readFileSync(REASONS, 'utf8'), sources))
}
