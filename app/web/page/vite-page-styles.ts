import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { Plugin, Rolldown } from 'vite'
import { type MentionedClasses, selectStyle } from './select-style.ts'

const MODULE = 'virtual:savari/page-styles'
const RESOLVED = `\0${MODULE}`
/** What no page begins with but those that carry the whole sheet: failures (`entry.server.tsx`). */
const OF_OTHER_PAGES = /\/app\/ui\/(layout\/error-page|error-summary)\.tsx/

/** The style of one route's pages, and its source in the policy. */
export interface PageStyle {
  css: string
  source: string
}

/**
 * Works out at build, for each route, which part of the style sheet its pages can need: the rules whose class names occur
 * in a text of the route's modules and of those that they import. So every state of a page is in, whatever it shows at
 * first. What is imported later (dialogs) is not: by then the whole sheet is there (`root.tsx`). *Ours*.
 * @param app the folder of the routes' files, of which `root.tsx` belongs to every page
 */
export function pageStyles({ app, routes }: { app: string; routes: readonly RouteConfigEntry[] }): Plugin {
  let styles: Record<string, PageStyle> = {}
  return {
    name: 'savari:page-styles',
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    // The server is built after the browser's part.
    load: (id) => (id === RESOLVED ? `export const pageStyles = ${JSON.stringify(styles)}` : undefined),
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return
      const sheet = sheetOf(bundle)
      const drawings = readFileSync(resolve(app, 'ui/icons.svg'), 'utf8')
      const found = new Map<string, MentionedClasses>()
      const classesIn = (file: string) => {
        const known = found.get(file) ?? collectClasses(this, resolve(app, file))
        found.set(file, known)
        return known
      }
      styles = Object.fromEntries(
        [['root', []] as const, ...chainsOf(routes)].map(([id, files]) => {
          const classes = joined(['root.tsx', ...files].map(classesIn))
          addWords(drawings, classes)
          const css = selectStyle(sheet, classes)
          return [id, { css, source: `'sha256-${hash('sha256', css, 'base64')}'` }]
        }),
      )
    },
  }
}

function sheetOf(bundle: Rolldown.OutputBundle): string {
  const sheets = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.css'))
  const [sheet] = sheets
  if (sheets.length !== 1 || sheet?.type !== 'asset') throw new Error('The site has one style sheet, in its root.')
  return sheet.source.toString()
}

/** Each route by its id, with the files of the routes around it and its own. */
function chainsOf(routes: readonly RouteConfigEntry[], around: string[] = []): [id: string, files: string[]][] {
  return routes.flatMap(({ id, file, children = [] }) => {
    const files = [...around, file]
    return [[id ?? file.replace(/\.\w+$/, ''), files], ...chainsOf(children, files)] as [string, string[]][]
  })
}

/** What the modules mention that a module's page runs at its start. */
function collectClasses(build: Rolldown.PluginContext, file: string): MentionedClasses {
  const classes: MentionedClasses = { whole: new Set(), beginnings: new Set(), ends: new Set(), properties: new Set() }
  const waiting = [...build.getModuleIds()].filter((id) => id === file || id.startsWith(`${file}?`))
  const seen = new Set(waiting)
  for (const id of waiting) {
    const { code, importedIds = [] } = build.getModuleInfo(id) ?? {}
    if (id.includes('/node_modules/') || OF_OTHER_PAGES.test(id) || !code) continue
    if (/\.[cm]?[jt]sx?(\?|$)/.test(id)) addMentioned(build.parse(code), classes)
    for (const next of importedIds) {
      if (seen.has(next)) continue
      seen.add(next)
      waiting.push(next)
    }
  }
  return classes
}

/** Every word of a text in the source may be a class; `toast-${kind}` is one that begins like that. */
function addMentioned(node: unknown, classes: MentionedClasses) {
  if (Array.isArray(node)) for (const child of node) addMentioned(child, classes)
  if (node === null || typeof node !== 'object' || !('type' in node)) return
  if (node.type === 'Literal' && 'value' in node && typeof node.value === 'string') addWords(node.value, classes)
  if (node.type === 'TemplateLiteral' && 'quasis' in node) {
    const parts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
    for (const [place, part] of parts.entries()) {
      const words = addWords(part, classes)
      const [first, last] = [words[0], words.at(-1)]
      if (place > 0 && first && !/^\s/.test(part)) classes.ends.add(first)
      if (place < parts.length - 1 && last && !/\s$/.test(part)) classes.beginnings.add(last)
    }
  }
  for (const [name, child] of Object.entries(node)) {
    if (name !== 'source' && child && typeof child === 'object') addMentioned(child, classes)
  }
}

function addWords(text: string, { whole, beginnings, properties }: MentionedClasses): string[] {
  for (const [name] of text.matchAll(/--[\w-]+/g)) properties.add(name)
  const words = text.split(/\s+/).filter((word) => /^-?[a-z][\w:./[\]()%-]*$/i.test(word))
  for (const word of words) {
    whole.add(word)
    if (word.endsWith('-')) beginnings.add(word)
  }
  return words
}

function joined(all: readonly MentionedClasses[]): MentionedClasses {
  const union = (part: keyof MentionedClasses) => new Set(all.flatMap((classes) => [...classes[part]]))
  return {
    whole: union('whole'),
    beginnings: union('beginnings'),
    ends: union('ends'),
    properties: union('properties'),
  }
}
