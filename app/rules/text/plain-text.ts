/**
 * Whether a text is free of control characters (PostgreSQL refuses U+0000, terminals interpret others) and lone
 * surrogates. `lines` allows tabs and line breaks. Source: *ours*.
 */
export function isPlainText(text: string, { lines = false }: { lines?: boolean } = {}): boolean {
  const written = lines ? text.replace(/\r\n|[\t\n]/g, ' ') : text
  return !/\p{Cc}/u.test(written) && written.isWellFormed()
}
