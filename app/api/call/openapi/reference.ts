import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const folder = dirname(require.resolve('swagger-ui-dist/package.json'))

const TYPES: Record<string, string> = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' }
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js']

/** The reference of everybody's calls and of a company's; the operators' document is read with their own tools. */
const PAGES = {
  '/api/docs': { title: 'API reference', document: '/api/openapi.json' },
  '/api/docs/company': { title: 'API reference for rental companies', document: '/api/company/openapi.json' },
}

const page = ({ title, document }: { title: string; document: string }) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<nav><p>${Object.entries(PAGES)
  .map(([path, one]) => `<a href="${path}">${one.title}</a>`)
  .join(' · ')}</p></nav>
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
 * Answers `/api/docs`, `/api/docs/company` and their files from this server alone, without anything that a strict policy refuses; otherwise
 * null.
 */
export async function showReference(request: Request): Promise<Response | null> {
  const path = new URL(request.url).pathname.replace(/\/$/, '')
  const shown = Object.entries(PAGES).find(([one]) => one === path)?.[1]
  if (shown) return answer(page(shown), 'text/html; charset=utf-8', { 'content-security-policy': POLICY })
  if (path === '/api/docs/start.js') return answer(START, TYPES.js ?? '')
  const file = FILES.find((name) => path === `/api/docs/${name}`)
  if (!file) return null
  return answer(await readFile(join(folder, file)), TYPES[file.split('.').pop() ?? ''] ?? '')
}

function answer(body: string | Buffer, type: string, headers: Record<string, string> = {}): Response {
  const bytes = typeof body === 'string' ? body : new Uint8Array(body)
  return new Response(bytes, {
    headers: { 'content-type': type, 'cache-control': 'public, max-age=3600', ...headers },
  })
}
