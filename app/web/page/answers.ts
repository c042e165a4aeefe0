import { data } from 'react-router'

/** `throw notFound()` in a loader or action answers 404. Also used for things that the visitor may not see. */
export function notFound() {
  return data(null, { status: 404, statusText: 'Not Found' })
}

/**
 * The data of a page for one action: with status 409 if that is no longer possible, because somebody else was faster.
 * Then the page shows the present state.
 */
export function orGone<Page>(page: Page, isPossible: boolean) {
  return data(page, { status: isPossible ? 200 : 409 })
}

/** Whether a thrown value is such a 404, for forms that have their own message for it. */
export function isNotFoundAnswer(thrown: unknown): boolean {
  if (typeof thrown !== 'object' || thrown === null || !('init' in thrown)) return false
  return (thrown.init as ResponseInit | null)?.status === 404
}

/** Awaits a removal and ignores a 404: the button may have been pressed twice. */
export async function goneAlready(removal: Promise<unknown>): Promise<void> {
  try {
    await removal
  } catch (error) {
    if (!isNotFoundAnswer(error)) throw error
  }
}
