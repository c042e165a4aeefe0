import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { WITH_EXAMPLES } from '#app/api/call/openapi/openapi.ts'
import { DOCS, type DocLink, docNav, REFERENCES } from './page.ts'

const require = createRequire(import.meta.url)
const folder = dirname(require.resolve('swagger-ui-dist/package.json'))

const TYPES: Record<string, string> = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' }
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js']

/** The reference of everybody's calls and of a company's, by address; the operators' document is read with their own tools. */
const PAGES: Record<string, { title: string; document: string }> = {
  '': { title: 'API reference', document: WITH_EXAMPLES },
  company: { title: 'API reference for rental companies', document: '/api/company/openapi.json' },
}

const page = ({ title, document, nav }: { title: string; document: string; nav: string }) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
${nav}
<main id="reference" data-document="${document}"></main>
<noscript><p>The reference is drawn by a script; the same document is at <a href="${document}">${document}</a>.</p></noscript>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
`
const START = `const { document: url } = document.getElementById('reference').dataset
SwaggerUIBundle({ url, dom_id: '#reference', validatorUrl: null, deepLinking: true })
`

/** Only what the page needs: its own two scripts and style sheet, the document, and icons in the style sheet. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Answers the reference at `/api/docs` and `/api/docs/company`, and its files, from this server alone, without anything that a strict
 * policy refuses; otherwise null.
 * @param path the rest of the address
 * @param guides links to the guides, which also stand on these pages
 */
export async function showReference(path: string, guides: readonly DocLink[]): Promise<Response | null> {
  const shown = PAGES[path]
  if (shown) {
    const nav = docNav([...guides, ...REFERENCES], path ? `${DOCS}/${path}` : DOCS)
    return answer(page({ ...shown, nav }), 'text/html; charset=utf-8', { 'content-security-policy': POLICY })
  }
  if (path === 'start.js') return answer(START, TYPES.js ?? '')
  const file = FILES.find((name) => path === name)
  if (!file) return null
  return answer(await readFile(join(folder, file)), TYPES[file.split('.').pop() ?? ''] ?? '')
}

function answer(body: string | Buffer, type: string, headers: Record<string, string> = {}): Response {
  const bytes = typeof body === 'string' ? body : new Uint8Array(body)
  return new Response(bytes, {
    headers: { 'content-type': type, 'cache-control': 'public, max-age=3600', ...headers },
  })
}
