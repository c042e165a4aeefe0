/**
 * The start of a text, at most `longest` UTF-16 units, as providers count them, and without half a character at its
 * end.
 */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text
  const cut = text.slice(0, longest)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
