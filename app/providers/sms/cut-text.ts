/** The start of a text, as long as a provider takes: `longest` units of UTF-16, as they count, and no half of a sign. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text
  const cut = text.slice(0, longest)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
