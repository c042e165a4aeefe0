import { isOwn } from '../switches.ts'
import { markedScripts, withoutMark } from './marked-scripts.ts'
import type { PageScripts } from './page-scripts.server.ts'

/** What is inserted into a rendered page to hydrate it, and the policy's sources for it. */
export interface WrittenScripts {
  html: string
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
  if (!published) return { html: withoutMark(html, mark), sources: [] }
  const files = [...texts, ...scripts.files]
  const scrolls = isOwn('scroller')
  const before = withoutMark(html.slice(0, scrolls ? published.start : published.end), mark)
  const after = withoutMark(html.slice(published.end), mark)
  const scroller = scrolls ? [] : [published.source]
  if (!isEager) {
    const starter = scrolls ? inline.both : inline.starter
    const later = `<script type="text/later" data-files="${files.join(' ')}">${scripts.module}</script>`
    return {
      html: `${before}<script>${starter.text}</script>${data}${later}${after}`,
      sources: [...scroller, starter.source, scripts.source],
    }
  }
  const preloads = files.map((file) => `<link rel="modulepreload" href="${file}"/>`).join('')
  const first = scrolls ? `<script>${inline.scroller.text}</script>` : ''
  const now = `${first}${data}<script type="module" async>${scripts.module}</script>`
  return {
    html: before.replace('</head>', () => `${preloads}</head>`) + now + after,
    sources: [...(scrolls ? [inline.scroller.source] : scroller), scripts.source],
  }
}
