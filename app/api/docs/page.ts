import { asHtml, escaped } from './markdown.ts'

/** A page of the documentation. */
export interface DocPage {
  /** Its address below `/api/docs/`. */
  name: string
  title: string
  description: string
  /** Markdown, from its first paragraph on. */
  text: string
}

/** A link to a page of the documentation. */
export type DocLink = { path: string; title: string }

/** Where the documentation is. */
export const DOCS = '/api/docs'
/** The interactive reference, which stands beside the guides. */
export const REFERENCES: readonly DocLink[] = [
  { path: DOCS, title: 'Reference' },
  { path: `${DOCS}/company`, title: 'Reference for companies' },
]

/** A page as HTML, which needs no script. */
export function docHtml({ name, title, description, text }: DocPage, guides: readonly DocLink[]): string {
  const path = `${DOCS}/${name}`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escaped(title)} — Savari API</title>
<meta name="description" content="${escaped(description)}">
<link rel="icon" href="/favicon.svg">
<link rel="alternate" type="text/markdown" href="${path}.md">
<link rel="stylesheet" href="${DOCS}/guides.css">
<header>
<a class="skip" href="#main">Skip to the text</a>
${docNav([...guides, ...REFERENCES], path)}
</header>
<main id="main">
<h1>${escaped(title)}</h1>
<p class="lead">${escaped(description)}</p>
${asHtml(text)}</main>
<footer><p>This page as <a href="${path}.md">Markdown</a>. The API described for programs: <a href="/api/openapi.json">everybody and customers</a>, <a href="/api/company/openapi.json">companies</a>.</p></footer>
</html>
`
}

/** The links to all pages of the documentation. */
export function docNav(links: readonly DocLink[], path: string): string {
  const item = (link: DocLink) =>
    `<li><a href="${link.path}"${link.path === path ? ' aria-current="page"' : ''}>${escaped(link.title)}</a></li>`
  return `<nav aria-label="Documentation"><ul>\n${links.map(item).join('\n')}\n</ul></nav>`
}

/** A page as Markdown. */
export function docMarkdown({ title, description, text }: DocPage): string {
  return `# ${title}\n\n${description}\n\n${text}`
}
