import type { Left } from '#app/api/call/limits.ts'

/**
 * Adds a call's limit and what is left of it to the headers of its answer. A limit is named as its bucket: calls with the same name
 * count together. Source: IETF draft "RateLimit header fields for HTTP", -10.
 */
export function noteLimit(
  headers: Headers | undefined,
  { bucket, most, window, left }: { bucket: string; most: number; window: number; left: Left },
): void {
  headers?.set('ratelimit-policy', `"${bucket}";q=${most};w=${window}`)
  headers?.set('ratelimit', `"${bucket}";r=${Math.max(0, left.tries)};t=${left.seconds}`)
}
