import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import type { StylePart } from './select-style.ts'
import { takeApart } from './style-parts.ts'

const MODULE = 'virtual:savari/page-styles'
const RESOLVED = `\0${MODULE}`

/**
 * Passes the style sheet in parts to the server, which selects each page's critical style from it, and the custom
 * properties that the site's drawings use.
 * @param app the folder of the site's sources
 */
export function pageStyles({ app }: { app: string }): Plugin {
  let parts: StylePart[] = []
  return {
    name: 'savari:page-styles',
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    // The server is built after the browser's part.
    load(id) {
      if (id !== RESOLVED) return
      const drawings = readFileSync(resolve(app, 'ui/brand/icons.svg'), 'utf8')
      const properties = [...new Set(drawings.match(/--[\w-]+/g))]
      return `export const styleParts = ${JSON.stringify(parts)}; export const drawnWith = ${JSON.stringify(properties)}`
    },
    generateBundle(_options, bundle) {
      if (this.environment.name === 'client') parts = takeApart(sheetOf(bundle))
    },
  }
}

/** The sheet of all pages, followed by those of parts of the site; the first is by far the longest. */
function sheetOf(bundle: Rolldown.OutputBundle): string {
  const sheets = Object.values(bundle).flatMap((file) =>
    file.type === 'asset' && file.fileName.endsWith('.css') ? [file.source.toString()] : [],
  )
  return sheets.sort((one, other) => other.length - one.length).join('')
}
