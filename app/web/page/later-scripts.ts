import type { PageScripts } from './page-scripts.server.ts'

/** Where React Router writes its script for the place to which a page was scrolled (`root.tsx`). */
const PLACE = /<script>\(\(storageKey[\s\S]*?<\/script>/

/** What is put into a rendered page to make it come alive, and the policy's sources for it. */
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
 * Writes a page's scripts into it. They wait for the visitor (`starter.ts`), unless the page has something to do at once:
 * on a slow line the page is not kept waiting for a framework that it does not need to be read, and who only reads never
 * pays for it. A page without a place for scripts stays as it is. Source: quality.md, "Slow connections"; the way is *ours*.
 * @param data the page's data, as the block that the module reads
 * @param texts files of messages, to be fetched with the module's own
 */
export function writeScripts(
  html: string,
  {
    scripts,
    data,
    texts,
    isEager,
    starter,
    scroller,
  }: {
    scripts: PageScripts
    data: string
    texts: readonly string[]
    isEager: boolean
    starter: InlineScript
    scroller: InlineScript
  },
): WrittenScripts {
  const place = PLACE.exec(html)
  if (!place) return { html, sources: [] }
  const files = [...texts, ...scripts.files]
  const [before, after] = [html.slice(0, place.index), html.slice(place.index + place[0].length)]
  if (!isEager) {
    const later = `<script type="later" data-files="${files.join(' ')}">${scripts.module}</script>`
    return {
      html: `${before}<script>${starter.text}</script>${data}${later}${after}`,
      sources: [starter.source, scripts.source],
    }
  }
  const preloads = files.map((file) => `<link rel="modulepreload" href="${file}"/>`).join('')
  const now = `<script>${scroller.text}</script>${data}<script type="module" async>${scripts.module}</script>`
  return {
    html: before.replace('</head>', () => `${preloads}</head>`) + now + after,
    sources: [scroller.source, scripts.source],
  }
}
