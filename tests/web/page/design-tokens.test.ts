import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { loader as manifest } from '#app/routes/manifest.ts'
import { PAINTS } from '#app/rules/text/picture.ts'
import { type SiteContext, siteContext } from '#app/web/page/context.ts'
import tailwind, { colours, themeColour } from '../../../tailwind.config.ts'

/** Drawings and fonts have no other names for these colours. */
const PLAIN = new Set(['#fff', '#ffffff', '#000', '#000000', '#0000'])

test('manifest, theme colour and icon have the brand’s colour, and so has the style sheet', async () => {
  const context = new RouterContextProvider()
  context.set(siteContext, { config: readConfig({}), language: 'fa' } as SiteContext)
  const answer = await manifest({ context } as unknown as Parameters<typeof manifest>[0])
  expect(await answer.json()).toMatchObject({ theme_color: themeColour, background_color: colours.canvas })
  expect(readFileSync('app/root.tsx', 'utf8')).toContain('<meta name="theme-color" content={themeColour} />')
  expect(readFileSync('public/favicon.svg', 'utf8')).toContain(`fill="${themeColour}"`)
  expect(rootProperties()['--color-brand']).toBe(themeColour)
})

/** Not of the site's style: ink on paper, which no colour scheme changes, and drawings that stand for photos. */
const DRAWN = ['app/i18n/pdf/pdf-page.server.ts', 'styles/contract.css', 'app/providers/files/drawn-photos.ts']

test('no colour is repeated outside the tokens', () => {
  const files = ['app', 'styles', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|css|mjs)$/.test(name))
      .map((name) => join(folder, name)),
  )
  const written = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?<=["':\s])#[\da-f]{3,8}(?=["';,\s])/gi)].map(
      ([colour]) => `${file}: ${colour.toLowerCase()}`,
    ),
  )
  const paints = Object.values(PAINTS).map((colour) => `app/rules/text/picture.ts: ${colour}`)
  const isDrawn = (line: string) => DRAWN.some((file) => line.startsWith(`${file}: `))
  expect(
    written.filter((line) => !isDrawn(line) && !PLAIN.has(line.split(': ')[1] ?? '') && !paints.includes(line)),
  ).toEqual([])
})

test('every custom property in a style is a token or set in the styles', () => {
  const sheets = readdirSync('styles')
    .filter((name) => name.endsWith('.css'))
    .map((name) => readFileSync(join('styles', name), 'utf8'))
    .join('\n')
  const known = new Set([
    ...Object.keys(rootProperties()),
    ...[...sheets.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name),
  ])
  const used = new Set([...sheets.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name ?? ''))
  expect([...used].filter((name) => !known.has(name))).toEqual([])
})

test('white is readable on every toast’s colour', () => {
  for (const kind of ['success', 'warning', 'error', 'info'] as const) {
    expect(contrastWithWhite(colours[`toast-${kind}`])).toBeGreaterThanOrEqual(4.5)
  }
})

/** What the tokens' plugin writes at `:root`. */
function rootProperties(): Record<string, string> {
  let root = {}
  const addBase = (rules: Record<string, object>) => {
    root = rules[':root'] ?? {}
  }
  for (const plugin of tailwind.plugins) plugin({ addBase } as unknown as Parameters<typeof plugin>[0])
  return root
}

function contrastWithWhite(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}
