import type { RouterContextProvider } from 'react-router'
import { siteContext } from './context.ts'

/**
 * What a page would like to show besides what it is there for: `decoration(context, 'similar', similarTo(…), [])`. Where it
 * cannot be had, the failure is logged and the page does without (`otherwise`). An answer that leads elsewhere, such as to
 * the sign-in page, still does. Source: *ours*.
 */
export async function decoration<Content, Otherwise>(
  context: Readonly<RouterContextProvider>,
  name: string,
  content: Promise<Content>,
  otherwise: Otherwise,
): Promise<Content | Otherwise> {
  try {
    return await content
  } catch (error) {
    if (error instanceof Response) throw error
    const { log, requestId } = context.get(siteContext)
    log('left-out', { requestId, decoration: name, message: messageOf(error) })
    return otherwise
  }
}

/** The API door throws answers without a message (`data(null, { status })`). */
function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message
  const status = (error as { init?: { status?: number } } | null)?.init?.status
  return status ? `status ${status}` : 'unknown'
}
