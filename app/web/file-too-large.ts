import type { IncomingMessage, ServerResponse } from 'node:http'
import { languageOf } from '#app/i18n/language.ts'
import { textFor } from '#app/i18n/texts.server.ts'
import { flashCookie } from './cookies.ts'
import { redirectTo } from './plain-answers.ts'

/** What is read of a file only to throw it away; who sends more meets a closed connection. */
const MOST_BYTES = 60_000_000

/** Whether a person may have sent a page's form with a file that is larger than any that is taken. */
export function isLargeFile({ method, headers }: IncomingMessage, pathname: string): boolean {
  const isForm = method === 'POST' && (headers['content-type'] ?? '').startsWith('multipart/form-data')
  const isPage = !pathname.endsWith('.data') && pathname !== '/api' && !pathname.startsWith('/api/')
  // A body without a length could go on for ever.
  const bytes = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY)
  return isForm && isPage && bytes <= MOST_BYTES
}

/**
 * Leads back to the form's page, which says that the file is too large (§5). Browsers listen only once they have sent all
 * of it, so it is read and thrown away first.
 */
export function answerLargeFile(
  request: IncomingMessage,
  response: ServerResponse,
  place: { target: string; origin: string },
) {
  const { language } = languageOf(place.target)
  const flash = flashCookie({ kind: 'error', message: textFor(language, 'errors')('file_size') }, place.origin)
  const headers = { 'set-cookie': flash, 'cache-control': 'private, no-store' }
  request.once('end', () => redirectTo(response, 303, place.origin + place.target, headers))
  request.resume()
}
