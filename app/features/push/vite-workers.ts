import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const MODULE = 'virtual:savari/workers'
const RESOLVED = `\0${MODULE}`
const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const OFFLINE = fileURLToPath(new URL('../offline/', import.meta.url))
const WORKERS = { push: 'push-worker.ts', firebase: 'firebase-worker.ts' }

/** Bundles each service worker into one classic script, and gives the scripts to the server as texts. */
export function workers(): Plugin {
  return {
    name: 'savari:workers',
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    async load(id) {
      if (id !== RESOLVED) return
      for (const folder of [FOLDER, OFFLINE]) for (const file of readdirSync(folder)) this.addWatchFile(folder + file)
      const texts = await Promise.all(
        Object.entries(WORKERS).map(async ([name, file]) => [name, await bundleWorker(FOLDER + file)]),
      )
      return `export const workers = ${JSON.stringify(Object.fromEntries(texts))}`
    },
  }
}

/** Bundles a module and its imports into one script. */
export async function bundleWorker(file: string): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['browser', 'module', 'import', 'default'] },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify: true, rolldownOptions: { input: file, output: { format: 'iife' } } },
  })
  const [first] = Array.isArray(made) ? made : [made]
  const chunk = first && 'output' in first ? first.output[0] : undefined
  if (chunk?.type !== 'chunk') throw new Error(`${file} was not bundled`)
  return chunk.code
}
