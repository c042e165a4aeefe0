// `node --import ./scripts/tsx-hooks.mjs`: lets Node load the e-mails' components: it strips types by itself, but not JSX.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'rolldown/experimental'

registerHooks({
  load(url, context, next) {
    if (!url.endsWith('.tsx')) return next(url, context)
    const path = fileURLToPath(url)
    const { code } = transformSync(path, readFileSync(path, 'utf8'), { jsx: { runtime: 'automatic' } })
    return { format: 'module', source: code, shortCircuit: true }
  },
})
