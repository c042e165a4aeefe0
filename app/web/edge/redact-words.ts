/** The facts that somebody else has worded: an error's message may quote what was entered. */
const WORDED = new Set(['message', 'stack', 'detail'])
/** Of digits of any script: phone numbers, national ids, cards. */
const LONG_NUMBER = /\+?[\d۰-۹٠-٩]{10,}/g
const E_MAIL = /[\w.+-]+@[\w-]+\.[\w.-]+/g
/** Keys for programs, and what else is long and random; hyphens alone part the names of packages and folders. */
const SECRET = /\bsvr_\w+|(?<![\w/.-])(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{32,}/g

/**
 * For JSON.stringify: takes what could be a person or a secret out of the words of a log line. It is the last resort: whoever writes a line
 * gives it none. Source: quality.md, "Safe".
 */
export function redactWords(name: string, value: unknown): unknown {
  if (!WORDED.has(name) || typeof value !== 'string') return value
  return value.replace(SECRET, '…').replace(E_MAIL, '…').replace(LONG_NUMBER, '…')
}
