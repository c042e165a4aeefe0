import type { ErrorCode } from '#app/contract/call/errors.ts'
import { isCallError, type Refusable, refused, secondsOf } from '#app/web/page/call-errors.server.ts'
import type { FieldErrors } from '#app/web/page/forms.ts'

/** The time between two codes; a longer wait means too many tries. */
const LONGEST_SECONDS = 120

/**
 * Shows a form about one-time codes again with the API's error; rethrows unexpected errors. `at` maps error codes to
 * the fields that they belong to, as for a wrong proof.
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
