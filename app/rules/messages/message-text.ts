/** Bidirectional overrides and isolates, which can reverse the text after them or disguise a URL. */
const OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/g
/** Anything but spaces and characters that only shape their neighbours. */
const VISIBLE = /[^\p{White_Space}\p{Cf}]/u
const LINE_ENDS = /\r\n?/g
const MANY_EMPTY_LINES = /\n{4,}/g

/**
 * A message as it is stored: LF line ends, no bidirectional overrides, at most two empty lines in a row. It is plain
 * text and shown as such (§5).
 */
export function cleanMessage(text: string): string {
  const clean = withoutOverrides(text.replace(LINE_ENDS, '\n')).replace(MANY_EMPTY_LINES, '\n\n\n').trim()
  return VISIBLE.test(clean) ? clean : ''
}

/** A text without bidirectional overrides and isolates. */
export function withoutOverrides(text: string): string {
  return text.replace(OVERRIDES, '')
}
