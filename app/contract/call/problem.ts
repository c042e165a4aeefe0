/** The media type of all errors of the API. Source: RFC 9457, §3. */
export const PROBLEM_TYPE = 'application/problem+json'

/** What every error has; `detail` is a sentence about this occurrence. */
type Problem = { type: string; title: string; status: number; detail: string }

/**
 * An error's body without what is special to its code (fields, data). `type` is the code (§8), a reference relative to
 * the page that lists all codes; `title` names the code in English and never changes. Source: RFC 9457, §3.1.
 */
export function problemOf({ type, status, detail }: Omit<Problem, 'title'>): Problem {
  return { detail, type, title: titleOf(type), status }
}

/** `VEHICLE_TAKEN` is “Vehicle taken”. */
function titleOf(code: string): string {
  const words = code.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
