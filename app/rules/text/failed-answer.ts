/** The result of a failed request of a page's script; without a status where no answer came. */
export type FailedAnswer = { status: number | undefined; body?: unknown }

/** What the toast says: a key of `error` in `common.json`, or a sentence from the server. */
export type FailureToast =
  | { key: 'connectionLost' | 'server' | 'unavailable' | 'unauthorized' | 'unexpected' }
  | { text: string }

/** The delay and the longest text of an error's toast (§8, §9). */
export const ERROR_TOAST_DELAY_MS = 500
const ERROR_TOAST_LETTERS = 100

/**
 * The toast about a failed request; undefined for none. Of a 401 only those get here that do not lead to the sign-in page
 * (`require-sign-in.ts`). Source: §8, the global handler and the snackbar.
 */
export function failureToast({ status, body }: FailedAnswer): FailureToast | undefined {
  if (status === undefined) return { key: 'connectionLost' }
  if (status === 404) return undefined
  if (status === 500 || status === 502) return { key: 'server' }
  if (status === 503) return { key: 'unavailable' }
  if (status === 401) return { key: 'unauthorized' }
  const text = firstSentence(body)
  return text ? { text: cut(text) } : { key: 'unexpected' }
}

/** The first item of an array, the message, the first field's first error, or the body as it came. */
function firstSentence(body: unknown): string | undefined {
  if (typeof body === 'string') return body.trim() || undefined
  if (Array.isArray(body)) return firstSentence(body[0])
  if (typeof body !== 'object' || body === null) return undefined
  const { detail, error, message, fields } = body as Record<string, unknown>
  const named = [detail, error, message].find((text) => typeof text === 'string' && text.trim() !== '')
  if (named) return String(named)
  const [first] = Object.values(typeof fields === 'object' && fields !== null ? fields : body)
  return firstSentence(first) ?? JSON.stringify(body)
}

function cut(text: string): string {
  const letters = [...text]
  return letters.length > ERROR_TOAST_LETTERS ? `${letters.slice(0, ERROR_TOAST_LETTERS - 1).join('')}…` : text
}
