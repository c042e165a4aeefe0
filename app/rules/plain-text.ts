/**
 * Whether a text holds only what people write: no control characters (PostgreSQL refuses U+0000, terminals and logs obey
 * others) and no half of a surrogate pair. `lines`: tabs and line breaks are allowed. Source: *ours*.
 */
export function isPlainText(text: string, { lines = false }: { lines?: boolean } = {}): boolean {
  const written = lines ? text.replace(/\r\n|[\t\n]/g, ' ') : text
  return !/\p{Cc}/u.test(written) && written.isWellFormed()
}
