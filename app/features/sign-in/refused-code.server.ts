import type { ErrorCode } from '#app/contract/call/errors.ts'
import { isCallError, type Refusable, refused, secondsOf } from '#app/web/page/call-errors.server.ts'
import type { FieldErrors } from '#app/web/page/forms.ts'

/** The time between two codes; a longer wait means too many tries. */
const LONGEST_SECONDS = 120

/**
 * A form about one-time codes again with what the API has against it; throws on what is no expected error. `at` has
 * the errors that belong to a field, as a wrong proof does.
 */
export function refusedCode(error: unknown, form: Refusable, at: Partial<Record<ErrorCode, FieldErrors>> = {}) {
  const seconds = isCallError(error, 'TOO_MANY_REQUESTS') ? secondsOf(error) : Number.POSITIVE_INFINITY
  const waits = seconds <= LONGEST_SECONDS
  return refused(error, form, {
    at: {
      ...at,
      ...(waits && { TOO_MANY_REQUESTS: { '': [{ key: 'code_wait', values: { n: seconds } }] } }),
    },
  })
}
