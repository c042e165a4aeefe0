import { data } from 'react-router'

/** `throw notFound()` in a loader or action: the page's place is empty. Also the answer to who may not see a thing. */
export function notFound() {
  return data(null, { status: 404, statusText: 'Not Found' })
}

/** Whether what was thrown is such a 404 answer, where a form has its own words for it. */
export function isNotFoundAnswer(thrown: unknown): boolean {
  if (typeof thrown !== 'object' || thrown === null || !('init' in thrown)) return false
  return (thrown.init as ResponseInit | null)?.status === 404
}

/** Waits for a removal; what is gone already counts as removed: a button may be pressed twice. */
export async function goneAlready(removal: Promise<unknown>): Promise<void> {
  try {
    await removal
  } catch (error) {
    if (!isNotFoundAnswer(error)) throw error
  }
}
