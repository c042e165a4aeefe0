import { isNotFoundAnswer } from '#app/web/page/answers.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'

/** Whether the call with a mail link's token worked; false where the token has expired or was never valid. */
export async function isTokenValid(call: Promise<unknown>): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    if (isNotFoundAnswer(error) || isCallError(error, 'INVALID_FIELDS')) return false
    throw error
  }
}
