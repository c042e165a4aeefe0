import type { Left } from '#app/api/call/limits.ts'

/**
 * Adds a limit and what is left of it to the headers of an answer: those of the call and of the key that makes it stand side by side. A
 * limit is named as its bucket: calls with the same name count together. Source: IETF draft "RateLimit header fields for HTTP", -10.
 */
export function noteLimit(
  headers: Headers | undefined,
  { bucket, most, window, left }: { bucket: string; most: number; window: number; left: Left },
): void {
  headers?.append('ratelimit-policy', `"${bucket}";q=${most};w=${window}`)
  headers?.append('ratelimit', `"${bucket}";r=${Math.max(0, left.tries)};t=${left.seconds}`)
}
