import type { RouterContextProvider } from 'react-router'
import { siteContext } from './context.ts'

/**
 * Loads an optional part of a page: `decoration(context, 'similar', similarTo(…), [])`. A failure is logged and the
 * page uses `otherwise`. Thrown redirects, such as to the sign-in page, still apply. Source: *ours*.
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
