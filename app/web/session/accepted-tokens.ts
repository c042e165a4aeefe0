/** How long an answer of the API is reused. */
const COUNTS_MS = 10_000
const MOST = 10_000

/** When the API last accepted each access token, by a clock that never jumps; the oldest first. */
const acceptedAt = new Map<string, number>()

/** Whether the API accepted this access token recently. */
export function wasJustAccepted(access: string): boolean {
  const seen = acceptedAt.get(access)
  if (seen !== undefined && performance.now() - seen < COUNTS_MS) return true
  forgetAccepted(access)
  return false
}

/** Remembers that the API has just accepted this access token, and forgets the oldest one where there are too many. */
export function rememberAccepted(access: string) {
  const [oldest] = acceptedAt.keys()
  if (oldest !== undefined && acceptedAt.size >= MOST) acceptedAt.delete(oldest)
  acceptedAt.set(access, performance.now())
}

/** Forgets a token whose sign-in ended or changed, so that the next page asks the API again. */
export function forgetAccepted(access: string) {
  acceptedAt.delete(access)
}
