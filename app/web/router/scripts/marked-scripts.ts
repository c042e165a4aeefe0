import { hash } from 'node:crypto'
import type { PageEdit } from '../page-edits.ts'

const CLOSING = '</script>'

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
  const opening = `<script nonce="${mark}"`
  const found: MarkedScript[] = []
  // Not by a regular expression: each mark would need a new one, which takes longer than the search itself.
  for (let start = html.indexOf(opening); start >= 0; start = html.indexOf(opening, start + 1)) {
    const text = html.indexOf('>', start) + 1
    const closing = html.indexOf(CLOSING, text)
    if (closing < 0) break
    found.push({ source: sourceOf(html.slice(text, closing)), start, end: closing + CLOSING.length })
  }
  return found
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
