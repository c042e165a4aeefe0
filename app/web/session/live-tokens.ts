/** How long an answer of the API counts for the pages that follow. */
const COUNTS_MS = 10_000
const MOST = 10_000

/** When the API last said that a sign-in lives, by its access token; the oldest first. */
const seenAlive = new Map<string, number>()

/** Whether the API has said a moment ago that this token's sign-in lives. */
export function wasLive(access: string): boolean {
  const seen = seenAlive.get(access)
  if (seen !== undefined && Date.now() - seen < COUNTS_MS) return true
  forgetLive(access)
  return false
}

export function noteLive(access: string) {
  const [oldest] = seenAlive.keys()
  if (oldest !== undefined && seenAlive.size >= MOST) seenAlive.delete(oldest)
  seenAlive.set(access, Date.now())
}

/** The next page reads the API again: the sign-in was ended or changed here. */
export function forgetLive(access: string) {
  seenAlive.delete(access)
}
