/**
 * An address or name whose numbers stay on the line of the word before them: «باجهٔ ۴», `desk 4`. Source: *ours*.
 */
export function withoutLoneNumbers(text: string): string {
  return text.replace(/(?<=\S) (?=[\d۰-۹٠-٩])/g, '\u00a0')
}
