import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { minifySync, type Plugin, transformWithOxc } from 'vite'

const MODULE = 'virtual:savari/starter'
const RESOLVED = `\0${MODULE}`
const STARTER = fileURLToPath(new URL('./starter.ts', import.meta.url))
const SCROLLER = fileURLToPath(new URL('./scroller.ts', import.meta.url))
/**
 * Parts of React Router that our own scripts (`page-scripts.server.ts`, `scroller.ts`, `failed-route.ts`) replace
 * or rely on.
 */
const RELIED_ON: [file: RegExp, text: RegExp][] = [
  [/\/lib\/dom\/lib\.js$/, /"react-router-scroll-positions"/],
  [/\/hydrated-router\.js$/, /__reactRouterContext[\s\S]*__reactRouterManifest[\s\S]*__reactRouterRouteModules/],
  [/\/hydrated-router\.js$/, /window\.__reactRouterDataRouter = /],
  [/\/hydrated-router\.js$/, /ssrInfo\.context\.stream/],
]

/**
 * Compiles `starter.ts` and `scroller.ts` into inline scripts, and passes them to the server with their sources in the
 * policy. Fails the build if React Router no longer is what our scripts rely on.
 */
export function starter(): Plugin {
  return {
    name: 'savari:starter',
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    async load(id) {
      if (id !== RESOLVED) return
      for (const file of [STARTER, SCROLLER]) this.addWatchFile(file)
      const [alone, scroller, both] = await Promise.all([
        compileStarter(),
        compileScript([SCROLLER]),
        compileScript([SCROLLER, STARTER]),
      ])
      return `export const inline = ${JSON.stringify({ starter: withSource(alone), scroller: withSource(scroller), both: withSource(both) })}`
    },
    generateBundle() {
      if (this.environment.name !== 'client') return
      for (const [file, text] of RELIED_ON) {
        const found = [...this.getModuleIds()].filter((id) => file.test(id)).map((id) => this.getModuleInfo(id)?.code)
        if (!found.some((code) => code && text.test(code))) {
          this.error(`React Router no longer has ${text} in ${file}, on which the page's scripts rely.`)
        }
      }
    },
  }
}

/** The starter as browsers get it. */
export function compileStarter(): Promise<string> {
  return compileScript([STARTER])
}

async function compileScript(files: readonly string[]): Promise<string> {
  const parts = await Promise.all(
    files.map(async (file) => {
      const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file, { sourcemap: false })
      return code.replace(/^export \{\};?$/m, '')
    }),
  )
  return minifySync('starter.js', `(()=>{${parts.join('\n')}})()`, { compress: true, mangle: true }).code.trim()
}

function withSource(text: string) {
  return { text, source: `'sha256-${hash('sha256', text, 'base64')}'` }
}
