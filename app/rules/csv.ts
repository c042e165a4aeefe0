const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Rows as comma-separated text that spreadsheets read as UTF-8 (RFC 4180). A cell that a spreadsheet would take for a
 * formula is marked as text. Source: *ours*.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text)
  const safe = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
