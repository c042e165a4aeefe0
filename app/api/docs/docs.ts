import { textFor } from '#app/i18n/text/texts.server.ts'
import { type Guide, readGuides } from './guides.ts'
import { DOCS, type DocPage, docHtml, docMarkdown } from './page.ts'
import { showReference } from './reference.ts'
import { STYLE } from './style.ts'
import { deprecationsAsMarkdown, errorsAsMarkdown, errorTypes } from './tables.ts'

/** Everything comes from this server, and nothing runs. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Answers the documentation at `/api/docs`: guides as HTML and Markdown, every type of error, and the reference; otherwise null.
 * Source: issue 20, C.
 */
export async function showDocs(request: Request): Promise<Response | null> {
  const { pathname } = new URL(request.url)
  if (pathname !== DOCS && !pathname.startsWith(`${DOCS}/`)) return null
  const path = pathname.replace(/\/$/, '').slice(DOCS.length + 1)
  if (path === 'guides.css') return answer(STYLE, 'text/css; charset=utf-8')
  const guides = await readGuides()
  const links = guides.map(({ name, title }) => ({ path: `${DOCS}/${name}`, title }))
  const reference = await showReference(path, links)
  if (reference) return reference
  const isMarkdown = path.endsWith('.md')
  const page = pageAt(isMarkdown ? path.slice(0, -'.md'.length) : path, guides)
  if (!page) return null
  if (isMarkdown) return answer(docMarkdown(page), 'text/markdown; charset=utf-8')
  return answer(docHtml(page, links), 'text/html; charset=utf-8', { 'content-security-policy': POLICY })
}

function pageAt(name: string, guides: readonly Guide[]): DocPage | undefined {
  const types = () => errorTypes(textFor('en', 'errors'))
  const found = guides.find((guide) => guide.name === name)
  if (found?.name === 'errors') return { ...found, text: `${found.text}\n${errorsAsMarkdown(types())}` }
  if (found?.name === 'versions') return { ...found, text: `${found.text}\n${deprecationsAsMarkdown()}` }
  if (found) return found
  const [folder, code] = name.split('/')
  const type = folder === 'errors' ? types().find((one) => one.code === code) : undefined
  if (!type) return undefined
  const text = `Status ${type.status}.\n\n**What to do:** ${type.remedy}\n\n[All types of errors](${DOCS}/errors)\n`
  return { name, title: type.code, description: type.cause, text }
}

function answer(body: string, type: string, headers: Record<string, string> = {}): Response {
  return new Response(body, {
    headers: { 'content-type': type, 'cache-control': 'public, max-age=300', ...headers },
  })
}
