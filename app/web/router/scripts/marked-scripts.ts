import { hash } from 'node:crypto'
import type { PageEdit } from '../page-edits.ts'

/** An inline script with the mark of its page's rendering. */
interface MarkedScript {
  /** The policy's source for it. */
  source: string
  /** Its position in the page. */
  start: number
  end: number
}

/**
 * The inline scripts that the router wrote into a page, recognised by the nonce with which the page was rendered.
 * Injected markup cannot know it, and gets no source.
 */
export function markedScripts(html: string, mark: string): MarkedScript[] {
  const marked = new RegExp(`<script nonce="${mark}"[^>]*>([\\s\\S]*?)</script>`, 'g')
  return [...html.matchAll(marked)].map(({ 0: whole, 1: text = '', index }) => ({
    source: sourceOf(text),
    start: index,
    end: index + whole.length,
  }))
}

/** Where a page has the mark, which is removed so that the page is the same for everybody. */
export function marksIn(html: string, mark: string): PageEdit[] {
  const attribute = ` nonce="${mark}"`
  const found: PageEdit[] = []
  for (let at = html.indexOf(attribute); at >= 0; at = html.indexOf(attribute, at + 1))
    found.push({ start: at, end: at + attribute.length, text: '' })
  return found
}

/** Cached, because most pages have the same script. */
let last = { text: '', source: '' }

/** The policy's source for an inline script. */
export function sourceOf(text: string): string {
  if (last.text !== text) last = { text, source: `'sha256-${hash('sha256', text, 'base64')}'` }
  return last.source
}
