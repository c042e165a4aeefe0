import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { minifySync, type Plugin, transformWithOxc } from 'vite'

const MODULE = 'virtual:savari/starter'
const RESOLVED = `\0${MODULE}`
const SOURCE = fileURLToPath(new URL('./starter.ts', import.meta.url))
/** Where React Router writes the markup that `later-scripts.ts` changes. */
const MARKUP_FROM = /\/react-router\/dist\/\w+\/lib\/dom\/ssr\/components\.js$/
const MARKUP = [/rel: "modulepreload"/, /type: "module",\s*async: true/]

/**
 * Compiles `starter.ts` into one inline script, and gives it to the server with its source in the policy. Fails the build
 * where React Router no longer writes the markup that the starter relies on.
 */
export function starter(): Plugin {
  return {
    name: 'savari:starter',
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    async load(id) {
      if (id !== RESOLVED) return
      this.addWatchFile(SOURCE)
      const text = await compileStarter()
      const source = `'sha256-${hash('sha256', text, 'base64')}'`
      return `export const starter = ${JSON.stringify({ text, source })}`
    },
    generateBundle() {
      if (this.environment.name !== 'client') return
      const code = [...this.getModuleIds()]
        .filter((id) => MARKUP_FROM.test(id))
        .map((id) => this.getModuleInfo(id)?.code)
      if (!MARKUP.every((markup) => code.some((text) => text && markup.test(text)))) {
        this.error('React Router writes other markup for its modules than later-scripts.ts expects.')
      }
    },
  }
}

/** The starter as the browser gets it. */
export async function compileStarter(): Promise<string> {
  const { code } = await transformWithOxc(readFileSync(SOURCE, 'utf8'), SOURCE, { sourcemap: false })
  const whole = `(()=>{${code.replace(/^export \{\};?$/m, '')}})()`
  return minifySync('starter.js', whole, { compress: true, mangle: true }).code.trim()
}
