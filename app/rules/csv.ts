const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Rows as comma-separated text that spreadsheets read as UTF-8 (RFC 4180). Spreadsheets of some languages, German and Turkish
 * among them, split at semicolons whatever the quotes say in the middle of a line, so that what a spreadsheet would take for a
 * formula is marked as text after every separator, too. Source: *ours*, after OWASP, "CSV Injection".
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

const NUMBER = /^-?\d+(\.\d+)?$/
const NEEDS_QUOTES = /[",;|\t\r\n]/
/** The sign, wide or not, with which a formula begins; what some programs skip before it stands between. */
const FORMULA = /(^|[,;|\t\r\n])([\s"\p{Cc}\p{Cf}]*)(?=[=+\-@＝＋－＠])/gu

/** A number keeps its sign, but not where it begins the line: whoever splits elsewhere takes it and what follows for one cell. */
function cell(text: string, at: number): string {
  const safe = at > 0 && NUMBER.test(text) ? text : text.replace(FORMULA, "$1$2'")
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
