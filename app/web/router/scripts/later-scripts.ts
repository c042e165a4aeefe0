import { insertionBefore, type PageEdit } from '../page-edits.ts'
import { isOwn } from '../switches.ts'
import { markedScripts, marksIn } from './marked-scripts.ts'
import type { PageScripts } from './page-scripts.server.ts'

/** What is inserted into a rendered page to hydrate it, and the policy's sources for it. */
export interface WrittenScripts {
  edits: PageEdit[]
  sources: string[]
}

/** An inline script of the build and its source in the policy. */
export interface InlineScript {
  text: string
  source: string
}

/**
 * Inserts a page's scripts. They wait for an interaction (`starter.ts`), unless the page has to act at once: on a slow
 * connection the page does not wait for a framework that it does not need for reading, and visitors who only read never
 * load it. They are inserted where React Router's `ScrollRestoration` writes its script; a page without that has none.
 * Source: quality.md, "Slow connections"; the method is *ours*. Piece `later-scripts`: 121 kB less for visitors who
 * only read.
 * @param mark the nonce with which the page was rendered
 * @param data the page's data, as the block that the module reads
 * @param texts files of messages, to be loaded with the module's own
 * @param inline the starter, the scroller that replaces the router's, and both in one
 */
export function writeScripts(
  html: string,
  {
    scripts,
    data,
    texts,
    isEager,
    inline,
    mark,
  }: {
    scripts: PageScripts
    data: string
    texts: readonly string[]
    isEager: boolean
    inline: Record<'starter' | 'scroller' | 'both', InlineScript>
    mark: string
  },
): WrittenScripts {
  const [published] = markedScripts(html, mark)
  const marks = marksIn(html, mark)
  if (!published) return { edits: marks, sources: [] }
  const files = [...texts, ...scripts.files]
  const scrolls = isOwn('scroller')
  const { start, end } = scrolls ? published : { start: published.end, end: published.end }
  const others = marks.filter((one) => one.end <= start || one.start >= end)
  const scroller = scrolls ? [] : [published.source]
  if (!isEager) {
    const starter = scrolls ? inline.both : inline.starter
    const later = `<script type="text/later" data-files="${files.join(' ')}">${scripts.module}</script>`
    return {
      edits: [...others, { start, end, text: `<script>${starter.text}</script>${data}${later}` }],
      sources: [...scroller, starter.source, scripts.source],
    }
  }
  const preloads = files.map((file) => `<link rel="modulepreload" href="${file}"/>`).join('')
  const first = scrolls ? `<script>${inline.scroller.text}</script>` : ''
  const now = `${first}${data}<script type="module" async>${scripts.module}</script>`
  return {
    edits: [...others, ...insertionBefore(html, '</head>', preloads), { start, end, text: now }],
    sources: [...(scrolls ? [inline.scroller.source] : scroller), scripts.source],
  }
}
