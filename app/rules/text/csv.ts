const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Rows as comma-separated text that spreadsheets read as UTF-8 (RFC 4180). Spreadsheets of some locales, German and
 * Turkish among them, split at semicolons even inside quotes, so formulas are escaped after every separator, not only
 * at the start of a cell. Source: *ours*, after OWASP, "CSV Injection".
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

const NUMBER = /^-?\d+(\.\d+)?$/
const NEEDS_QUOTES = /[",;|\t\r\n]/
/** A character that begins a formula (also full-width), after characters that some programs skip. */
const FORMULA = /(^|[,;|\t\r\n])([\s"\p{Cc}\p{Cf}]*)(?=[=+\-@＝＋－＠])/gu

/**
 * Numbers keep their sign except in the first cell: a program that splits at other separators reads that cell together
 * with what follows.
 */
function cell(text: string, at: number): string {
  const safe = at > 0 && NUMBER.test(text) ? text : text.replace(FORMULA, "$1$2'")
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
