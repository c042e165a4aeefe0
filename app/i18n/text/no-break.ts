/** Joins numbers to the word before them with no-break spaces: «باجهٔ ۴», `desk 4`. Source: *ours*. */
export function withoutLoneNumbers(text: string): string {
  return text.replace(/(?<=\S) (?=[\d۰-۹٠-٩])/g, '\u00a0')
}
