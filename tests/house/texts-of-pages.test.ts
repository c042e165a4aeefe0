import { readFileSync } from 'node:fs'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { importsOf } from '../../scripts/checks/import-rules.ts'

/**
 * A page names the areas of its texts, and the browser loads them before React hydrates the page. An area that is missing stops
 * the hydration of its part, and what somebody has typed there by then is lost.
 */

/** Areas of parts that are on the server's page only sometimes: messages of refused forms, and of a price that is held. */
const SOMETIMES = ['errors', 'held']
/** Areas of parts that no server's page has, and that are shown once their texts are there. */
const LATER = ['days']

const imports = Map.groupBy(
  importsOf('app').filter(({ isTypeOnly, to }) => !isTypeOnly && /^app\/.*\.tsx?$/.test(to)),
  ({ from }) => from,
)

function filesOf(page: string): Set<string> {
  const found = new Set([page])
  for (const file of found) for (const { to } of imports.get(file) ?? []) if (!to.includes('.server.')) found.add(to)
  return found
}

const texts = new Map<string, string>()
function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, 'utf8')
  texts.set(file, text)
  return text
}

interface Handle {
  areas: string[]
  noJs: boolean | undefined
}

/** What the page's file declares, read from its text: importing all pages would start the server's side of them. */
function handleOf(file: string): Handle {
  const declared = /export const handle: PageHandle = (\{.*?\})\n/s.exec(`${textOf(file)}\n`)?.[1] ?? ''
  const areas = /areas: \[([^\]]*)\]/.exec(declared)?.[1] ?? ''
  const noJs = /noJs: (true|false)/.exec(declared)?.[1]
  return {
    areas: [...areas.matchAll(/'([\w-]+)'/g)].map(([, area = '']) => area),
    noJs: noJs === undefined ? undefined : noJs === 'true',
  }
}

function pagesOf(entries: readonly RouteConfigEntry[], around: readonly string[] = []): string[][] {
  return entries.flatMap(({ file, children }) => {
    const files = [...around, `app/${file}`]
    return children ? pagesOf(children, files) : [files]
  })
}

const pages = pagesOf(routes as RouteConfigEntry[]).map((files) => {
  const handles = files.map(handleOf)
  return {
    name: files.at(-1) ?? '',
    files,
    areas: new Set(['common', ...SOMETIMES, ...LATER, ...handles.flatMap(({ areas }) => areas)]),
    noJs: handles.findLast(({ noJs }) => noJs !== undefined)?.noJs ?? false,
  }
})
const withScripts = pages.filter(({ name, noJs }) => !noJs && textOf(name).includes('export default'))

test('pages with scripts are found', () => {
  expect(withScripts.length).toBeGreaterThan(40)
})

test.each(withScripts)('$name names the areas of its texts', ({ files, areas }) => {
  const used = [...new Set(files.flatMap((file) => [...filesOf(file)]))].flatMap((file) =>
    [...textOf(file).matchAll(/^(?! \*|\/\*).*\buseText\('([\w-]+)'\)/gm)].map(([, area = '']) => `${area} of ${file}`),
  )
  expect(used.filter((use) => !areas.has(use.split(' ')[0] ?? ''))).toEqual([])
})
