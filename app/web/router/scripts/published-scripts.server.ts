import type { EntryContext } from 'react-router'
import type { WrittenScripts } from './later-scripts.ts'
import { markedScripts, withoutMark } from './marked-scripts.ts'
import { encodedData } from './page-scripts.server.ts'

/**
 * A page with React Router's own scripts, with its data after them as they expect, and the policy's sources.
 * @param mark the nonce with which the page was rendered
 */
export async function publishScripts(html: string, entry: EntryContext, mark: string): Promise<WrittenScripts> {
  const whole = html.includes('window.__reactRouterContext') ? await withStreamedData(html, entry, mark) : html
  return { html: withoutMark(whole, mark), sources: markedScripts(whole, mark).map(({ source }) => source) }
}

async function withStreamedData(html: string, entry: EntryContext, mark: string): Promise<string> {
  const text = JSON.stringify(await encodedData(entry)).replaceAll('<', '\\u003c')
  const controller = 'window.__reactRouterContext.streamController'
  const script = `<script nonce="${mark}">${controller}.enqueue(${text});${controller}.close()</script>`
  return html.replace('</body>', () => `${script}</body>`)
}
