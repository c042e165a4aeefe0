import { CsvError, parse } from 'csv-parse/sync'
import type { z } from 'zod'
import type { FineRow } from '#app/contract/company/fleet/fines.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import type { CurrencyCode, Language } from '#app/rules/constants.ts'
import { FINE_ROWS_MAX } from '#app/rules/fleet/fine.ts'
import { typedAmount } from '#app/rules/money/typed-amount.ts'

/** The columns in their order. */
const COLUMNS = ['plate', 'fined_on', 'fined_at', 'amount', 'what', 'notice', 'kind'] as const

type Row = z.infer<typeof FineRow>
export interface TypedRow {
  /** As typed, one text of a line. */
  text: string
  row: Row
}

/**
 * The notices of a pasted sheet or a CSV file, with commas, semicolons or tabs; a first line without any digit is its head. Amounts
 * become minor units; one that cannot be read stays as typed, and the call refuses it. A key of `errors.json` where the list as a whole
 * cannot be read.
 */
export function typedRows(
  text: string,
  { currency, language }: { currency: CurrencyCode; language: Language },
): { rows: TypedRow[] } | { error: 'required' | 'invalid' | 'too_many_rows' } {
  const lines = linesOf(text)
  if (!lines) return { error: 'invalid' }
  const [head] = lines
  const own = head && !/\d|[۰-۹]|[٠-٩]/.test(head.join('')) ? lines.slice(1) : lines
  if (own.length === 0) return { error: 'required' }
  if (own.length > FINE_ROWS_MAX) return { error: 'too_many_rows' }
  const toll = textFor(language, 'fines')('kind.TOLL').toLowerCase()
  return {
    rows: own.map((cells) => {
      const typed = Object.fromEntries(COLUMNS.map((name, index) => [name, cells[index] || undefined])) as Row
      const amount = typedAmount(String(typed.amount ?? ''), currency)
      const kind = typed.kind?.toLowerCase()
      return {
        text: cells.map(quoted).join(', '),
        row: {
          ...typed,
          kind: kind === 'toll' || kind === toll ? 'TOLL' : 'FINE',
          amount: 'minor' in amount ? String(amount.minor) : typed.amount && 'x',
        },
      }
    }),
  }
}

function linesOf(text: string): string[][] | undefined {
  try {
    return parse(text, {
      ...{ bom: true, trim: true, skip_empty_lines: true, relax_column_count: true, relax_quotes: true },
      delimiter: [',', ';', '\t'],
      max_record_size: 2000,
      // One more than allowed and a head, so that too many are noticed.
      to: FINE_ROWS_MAX + 2,
    })
  } catch (error) {
    if (error instanceof CsvError) return undefined
    throw error
  }
}

function quoted(cell: string): string {
  return /[",;\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
