import { isCallError, type Placing, type Refusable, refused, secondsOf } from '#app/web/page/call-errors.server.ts'

/** The time between two codes; a longer wait means too many tries. */
const LONGEST_SECONDS = 120

/**
 * Shows a form about one-time codes again with the API's error; rethrows unexpected errors. `at` maps error codes to
 * the fields that they belong to, as for a wrong proof.
 */
export function refusedCode(error: unknown, form: Refusable, at?: Placing['at']) {
  return refused(error, form, codeErrors(at)(error))
}

/** The `placing` of `answerForm` for a form about one-time codes, with `at` as in `refusedCode`. */
export function codeErrors(at: Placing['at'] = {}) {
  return (error: unknown): Placing => {
    const seconds = isCallError(error, 'TOO_MANY_REQUESTS') ? secondsOf(error) : Number.POSITIVE_INFINITY
    const wait = { TOO_MANY_REQUESTS: { '': [{ key: 'code_wait', values: { n: seconds } }] } }
    return { at: { ...at, ...(seconds <= LONGEST_SECONDS && wait) } }
  }
}
