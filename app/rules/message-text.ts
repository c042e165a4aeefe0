/** Marks that turn the direction of everything after them: the text of another line, or a link's address. */
const OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/g
/** Anything but spaces and characters that only shape their neighbours. */
const VISIBLE = /[^\p{White_Space}\p{Cf}]/u
const LINE_ENDS = /\r\n?/g
const MANY_EMPTY_LINES = /\n{4,}/g

/**
 * A message as it is stored: one kind of line end, no marks that reverse what surrounds them, never more than two empty
 * lines in a row. It stays plain text: pages show it as such (§5).
 */
export function cleanMessage(text: string): string {
  const clean = withoutOverrides(text.replace(LINE_ENDS, '\n')).replace(MANY_EMPTY_LINES, '\n\n\n').trim()
  return VISIBLE.test(clean) ? clean : ''
}

/** A text without the marks that turn the direction of everything after them. */
export function withoutOverrides(text: string): string {
  return text.replace(OVERRIDES, '')
}
