/** How long an answer of the API is reused. */
const COUNTS_MS = 10_000
const MOST = 10_000

/** When the API last accepted each access token; the oldest first. */
const seenAlive = new Map<string, number>()

/** Whether the API accepted this access token recently. */
export function wasLive(access: string): boolean {
  const seen = seenAlive.get(access)
  if (seen !== undefined && Date.now() - seen < COUNTS_MS) return true
  forgetLive(access)
  return false
}

/** Remembers that the API has just accepted this access token, and forgets the oldest one where there are too many. */
export function noteLive(access: string) {
  const [oldest] = seenAlive.keys()
  if (oldest !== undefined && seenAlive.size >= MOST) seenAlive.delete(oldest)
  seenAlive.set(access, Date.now())
}

/** Forgets a token whose sign-in ended or changed, so that the next page asks the API again. */
export function forgetLive(access: string) {
  seenAlive.delete(access)
}
