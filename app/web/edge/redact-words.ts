/** The facts that somebody else has worded: an error's message may quote what was entered. */
const WORDED = new Set(['message', 'stack', 'detail'])
/** Of digits of any script: phone numbers, national ids, cards, also in groups; no dates. */
const LONG_NUMBER = /(?!\d{4}-\d\d-\d\d)\+?[\d۰-۹٠-٩](?:[ -]?[\d۰-۹٠-٩]){9,}/g
const E_MAIL = /(?<![\p{L}\p{N}._+-])[\p{L}\p{N}._+-]+@[\p{L}\p{N}-]+\.[\p{L}\p{N}.-]+/gu
/** Keys for programs, and what else is long and random; hyphens alone part the names of packages and folders. */
const SECRET = /\bsvr_\w+|(?<![\w/-])(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{32,}|(?<![\w/-])[\w-]{20,}(?:\.[\w-]{20,})+/g

/** No more of a text is read or written, so that a long one blocks nothing. */
const MOST_LETTERS = 4_000

/**
 * For JSON.stringify: takes what could be a person or a secret out of the words of a log line. It is the last resort: whoever writes a line
 * gives it none. Source: quality.md, "Safe".
 */
export function redactWords(name: string, value: unknown): unknown {
  if (!WORDED.has(name) || typeof value !== 'string') return value
  return value.slice(0, MOST_LETTERS).replace(SECRET, '…').replace(E_MAIL, '…').replace(LONG_NUMBER, '…')
}
