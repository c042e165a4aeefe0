import type { EntryContext } from 'react-router'
import { insertionBefore } from '../page-edits.ts'
import type { WrittenScripts } from './later-scripts.ts'
import { markedScripts, marksIn, sourceOf } from './marked-scripts.ts'
import { encodedData } from './page-scripts.server.ts'

/**
 * A page with React Router's own scripts, with its data after them as they expect, and the policy's sources.
 * @param mark the nonce with which the page was rendered
 */
export async function publishScripts(html: string, entry: EntryContext, mark: string): Promise<WrittenScripts> {
  const edits = marksIn(html, mark)
  const sources = markedScripts(html, mark).map(({ source }) => source)
  if (!html.includes('window.__reactRouterContext')) return { edits, sources }
  const data = await streamedData(entry)
  return {
    edits: [...edits, ...insertionBefore(html, '</body>', `<script>${data}</script>`)],
    sources: [...sources, sourceOf(data)],
  }
}

async function streamedData(entry: EntryContext): Promise<string> {
  const text = JSON.stringify(await encodedData(entry)).replaceAll('<', '\\u003c')
  const controller = 'window.__reactRouterContext.streamController'
  return `${controller}.enqueue(${text});${controller}.close()`
}
