import { Marked } from 'marked'

const marked = new Marked({ gfm: true, async: false })
marked.use({
  renderer: {
    heading({ tokens, depth }) {
      const text = this.parser.parseInline(tokens)
      return `<h${depth} id="${anchorOf(text)}">${text}</h${depth}>\n`
    },
    // The language's further words are for the test that executes the commands.
    code({ text }) {
      return `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`
    },
    table(token) {
      const row = (cells: typeof token.header, tag: string) =>
        `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`
      const rows = token.rows.map((cells) => row(cells, 'td')).join('\n')
      return `<div class="wide" role="region" aria-label="Table" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>\n${rows}</tbody></table></div>\n`
    },
  },
})

/** Our own Markdown (CommonMark and tables) as HTML. Headings have ids, codes of errors as they are written. */
export function asHtml(markdown: string): string {
  return marked.parse(markdown) as string
}

function anchorOf(text: string): string {
  return /^[A-Z_]+$/.test(text)
    ? text
    : text
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '')
}

/** Text as it stands in HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
