import { hash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const MODULE = 'virtual:savari/plain-forms'
const RESOLVED = `\0${MODULE}`
const SOURCE = fileURLToPath(new URL('../../../ui/connection/plain-forms.live.ts', import.meta.url))

/**
 * Bundles the script of pages without React that have a form (`ui/connection/plain-forms.live.ts`) into a file of its
 * own, and passes its address to the server.
 * @param options.bundle bundles a module with all its imports into one script
 */
export function plainForms({ bundle }: { bundle: (file: string) => Promise<string> }): Plugin {
  let made: Promise<{ fileName: string; source: string }> | undefined
  const file = () => {
    made ??= bundle(SOURCE).then((source) => {
      const version = hash('sha256', source, 'base64url').slice(0, 8)
      return { fileName: `assets/plain-forms-${version}.js`, source }
    })
    return made
  }
  return {
    name: 'savari:plain-forms',
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    async load(id) {
      if (id !== RESOLVED) return
      return `export const plainForms = ${JSON.stringify(`/${(await file()).fileName}`)}`
    },
    async generateBundle() {
      if (this.environment.name === 'client') this.emitFile({ type: 'asset', ...(await file()) })
    },
  }
}
