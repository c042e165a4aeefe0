import { Marked, type Token, type Tokens } from 'marked'
import sanitizeHtml from 'sanitize-html'
import type { Heading } from '#app/rules/text/content.ts'
import type { Report, TextError } from './content-error.ts'

/** Rendered Markdown: HTML to be stored and shown, and what lists, search and tables of contents need. */
export interface Rendered {
  html: string
  /** The sections (`##`), in order. */
  headings: Heading[]
  /** The first paragraph as plain text. */
  lead: string
  /** All of it as plain text. */
  text: string
}

interface Options {
  /** The line of the file where the Markdown begins. */
  line: number
  report: Report
  /** Converts the address of a link, and reports those that lead nowhere. */
  link: (href: string, line: number) => string
}

/** Elements and attributes that a text can have; everything else is removed, whatever the renderer produces. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'br'],
    ...['a', 'strong', 'em', 'del', 'code', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: { a: ['href', 'rel'], h2: ['id'], h3: ['id'], ol: ['start'] },
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowProtocolRelative: false,
}

/** The renderer recurses into nested quotations and lists; nobody means nine levels. */
const TOO_DEEP = /(?:>[ \t]*|(?:[-+*]|\d{1,9}[.)])[ \t]+){9}/

/** A heading can set its own id: `## Booking {#booking}`. */
const OWN_ID = /\s*\{#([a-z][a-z0-9-]*)\}\s*$/

/**
 * Renders Markdown (CommonMark and tables) to sanitised HTML. Reports forbidden content with its line: HTML, pictures,
 * a first-level heading, repeated ids.
 */
export function renderMarkdown(markdown: string, { line, report, link }: Options): Rendered {
  const headings: Heading[] = []
  const ids = new Set<string>()
  let at = line
  const marked = new Marked({ gfm: true, async: false })
  const deep = TOO_DEEP.exec(markdown)
  if (deep) {
    report(line + markdown.slice(0, deep.index).split('\n').length - 1, 'quotations or lists are too deep', {
      key: 'text_depth',
    })
    return { html: '', headings, lead: '', text: '' }
  }
  const tokens = marked.lexer(markdown)
  const lines = new Map<Token, number>()
  for (const token of tokens) {
    reportForbidden(token, at, report)
    for (const inner of withInner(token)) lines.set(inner, at + linesBefore(token, inner))
    at += token.raw.split('\n').length - 1
  }
  marked.use({
    renderer: {
      heading(this: { parser: { parseInline(tokens: Token[]): string } }, token: Tokens.Heading) {
        const inner = this.parser.parseInline(token.tokens)
        const own = OWN_ID.exec(inner)?.[1]
        const title = inner.replace(OWN_ID, '')
        if (token.depth > 3) return `<h4>${title}</h4>\n`
        const id = own ?? `${token.depth === 2 ? 'section' : 'question'}-${ids.size + 1}`
        if (ids.has(id))
          report(lines.get(token) ?? line, `there are two headings with the address #${id}`, {
            key: 'text_twice',
            values: { name: id },
          })
        ids.add(id)
        if (token.depth === 2) headings.push({ id, title: plain(title) })
        return `<h${token.depth} id="${id}">${title}</h${token.depth}>\n`
      },
      link(this: { parser: { parseInline(tokens: Token[]): string } }, token: Tokens.Link) {
        const href = link(token.href, lines.get(token) ?? line)
        const rel = href.startsWith('/') || href.startsWith('#') ? '' : ' rel="noopener"'
        return `<a href="${attribute(href)}"${rel}>${this.parser.parseInline(token.tokens)}</a>`
      },
    },
  })
  const html = inRegions(sanitizeHtml(marked.parser(tokens), ALLOWED))
  const [lead = ''] = /<p>[\s\S]*?<\/p>/.exec(html) ?? []
  return { html, headings, lead: plain(lead), text: plain(html) }
}

type Forbidden = { why: string; key: TextError['key'] }

const FORBIDDEN: Record<string, Forbidden> = {
  html: { why: 'HTML is not taken; Markdown alone is', key: 'text_html' },
  image: { why: 'pictures are not taken inside a text', key: 'text_picture' },
}

function reportForbidden(block: Token, line: number, report: Report) {
  for (const token of withInner(block)) {
    const found = FORBIDDEN[token.type] ?? (token.type === 'heading' && token.depth === 1 ? FIRST_ORDER : undefined)
    if (found) report(line + linesBefore(block, token), found.why, { key: found.key })
  }
}

const FIRST_ORDER: Forbidden = {
  why: 'the title is the only heading of the first order: begin with ##',
  key: 'text_heading',
}

function withInner(token: Token): Token[] {
  const inner = [
    ...('tokens' in token && token.tokens ? token.tokens : []),
    ...(token.type === 'list' ? (token as Tokens.List).items : []),
    ...(token.type === 'table' ? cellsOf(token as Tokens.Table) : []),
  ]
  return [token, ...inner.flatMap(withInner)]
}

function cellsOf({ header, rows }: Tokens.Table): Token[] {
  return [...header, ...rows.flat()].flatMap(({ tokens }) => tokens)
}

/** The number of a block's lines before a part of it. */
function linesBefore(block: Token, piece: Token): number {
  const found = block.raw.indexOf(piece.raw)
  return found > 0 ? block.raw.slice(0, found).split('\n').length - 1 : 0
}

/** A wide table scrolls by itself, also by keyboard, and has the name of its section. */
function inRegions(html: string): string {
  let section = ''
  return html.replace(/<h[23] id="([^"]+)">|<table>|<\/table>/g, (tag, id: string | undefined) => {
    if (id !== undefined) section = id
    if (tag === '</table>') return '</table></div>'
    if (tag !== '<table>') return tag
    const name = section ? ` role="region" aria-labelledby="${section}"` : ''
    return `<div class="sideways" tabindex="0"${name}><table>`
  })
}

function plain(html: string): string {
  const text = sanitizeHtml(html.replace(/<\/(p|li|h\d|td|th)>|<br \/>/g, '$& '), {
    allowedTags: [],
    allowedAttributes: {},
  })
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
