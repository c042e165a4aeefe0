import { CsvError, parse } from 'csv-parse/sync'
import { toLatinDigits } from '#app/rules/text/digits.ts'
import { parseDate } from '#app/rules/time/calendar-date.ts'
import {
  BANK_LINES_MAX,
  type BankFile,
  type BankLine,
  type BankUnit,
  currencyOfUnit,
  isStatementDay,
  LONGEST,
  minorOf,
  plainWords,
  UnreadableBankFile,
} from './bank-line.ts'

/** The names of columns that banks of five languages use, without spaces, signs and case. */
const COLUMNS = {
  on: 'date bookingdate valuedate transactiondate buchungstag buchungsdatum wertstellung valutadatum datum تاریخ تاریختراکنش tarih işlemtarihi valör التاريخ',
  amount: 'amount betrag umsatz مبلغ tutar işlemtutarı المبلغ',
  into: 'credit haben gutschrift paidin بستانکار واریز مبلغواریز alacak دائن إيداع',
  out: 'debit soll lastschrift paidout بدهکار برداشت مبلغبرداشت borç مدين سحب',
  reference:
    'reference transactionid referenz kundenreferenz endtoendreferenz شمارهپیگیری کدپیگیری پیگیری شمارهسند سند referans dekontno fişno المرجع رقمالمرجع',
  name: 'name payee payer counterparty begünstigterzahlungspflichtiger beguenstigterzahlungspflichtiger auftraggeberempfänger zahlungspflichtiger نام صاحبحساب واریزکننده isim gönderen ad الاسم',
  text: 'text description details purpose verwendungszweck buchungstext شرح توضیحات açıklama الوصف البيان',
} as const
type Column = keyof typeof COLUMNS

/** A statement's head is among its first lines; longer cells are no column's name. */
const HEAD_WITHIN = 39
const COLUMN_NAME_MAX = 80

/**
 * A statement from a spreadsheet, with commas, semicolons or tabs. The first line with a day's and an amount's column names them; lines
 * before it are left out. Days are of either calendar, digits of any script. Throws `UnreadableBankFile`. Source: *ours*.
 */
export function readBankCsv(text: string, unit: BankUnit): BankFile {
  const records = recordsOf(text)
  const headAt = records.slice(0, HEAD_WITHIN).findIndex(({ cells }) => isHead(columnsOf(cells)))
  const head = records[headAt]
  if (!head) throw new UnreadableBankFile('bank_file_columns')
  const columns = columnsOf(head.cells)
  const rows = records.slice(headAt + 1)
  if (rows.length > BANK_LINES_MAX) throw new UnreadableBankFile('bank_file_lines')
  const lines = rows.flatMap((row) => lineOf(row, { columns, unit }))
  const days = lines.map(({ on }) => on).sort()
  const [from] = days
  const to = days.at(-1)
  if (from === undefined || to === undefined) throw new UnreadableBankFile('bank_file_empty')
  return {
    ...{ format: 'CSV', account: null, currency: currencyOfUnit(unit), from, to },
    ...{ opening: null, closing: null, lines },
  }
}

interface Row {
  cells: string[]
  line: number
}

function recordsOf(text: string): Row[] {
  const [delimiter] = [';', '\t', ','].toSorted((one, other) => mostOf(text, other) - mostOf(text, one))
  try {
    const found: unknown = parse(text, {
      ...{ bom: true, trim: true, skip_empty_lines: true, relax_column_count: true, relax_quotes: true, info: true },
      ...{ delimiter: delimiter ?? ',', max_record_size: 5000 },
      // A head, some lines before it, and one more than allowed.
      to: BANK_LINES_MAX + HEAD_WITHIN + 1,
    })
    return (found as { record: string[]; info: { lines: number } }[]).map(({ record, info }) => ({
      cells: record,
      line: info.lines,
    }))
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableBankFile('bank_file_unknown')
    throw error
  }
}

/** The most of a separator in one of the first lines. */
function mostOf(text: string, separator: string): number {
  return Math.max(
    ...text
      .slice(0, 5000)
      .split('\n', 30)
      .map((line) => line.split(separator).length),
  )
}

const keyOf = (name: string) =>
  name
    .slice(0, COLUMN_NAME_MAX)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ي', 'ی')
    .replaceAll('ك', 'ک')
    .replace(/\([^()]*\)|[^\p{L}\p{N}]/gu, '')
const BY_NAME = new Map(
  Object.entries(COLUMNS).flatMap(([column, names]) => names.split(' ').map((name) => [keyOf(name), column as Column])),
)

function columnsOf(cells: readonly string[]): Map<Column, number> {
  const found = new Map<Column, number>()
  for (const [index, cell] of cells.entries()) {
    const column = BY_NAME.get(keyOf(cell))
    // The first of several: the booking day comes before the value day.
    if (column && !found.has(column)) found.set(column, index)
  }
  return found
}

const isHead = (columns: Map<Column, number>) =>
  columns.has('on') && (columns.has('amount') || (columns.has('into') && columns.has('out')))

function lineOf({ cells, line }: Row, { columns, unit }: { columns: Map<Column, number>; unit: BankUnit }): BankLine[] {
  const cell = (column: Column) => cells[columns.get(column) ?? -1] ?? ''
  const read = parseDate(cell('on').slice(0, 10), { calendar: 'gregorian', today: '2000-01-01' })
  const isTotal = cell('on') === ''
  if (isTotal) return []
  const amount = columns.has('amount')
    ? signed(cell('amount'), unit)
    : difference(signed(cell('into') || '0', unit), signed(cell('out') || '0', unit))
  if (!read.ok || !isStatementDay(read.date) || amount === undefined)
    throw new UnreadableBankFile('bank_file_line', line)
  if (amount === 0) return []
  return [
    {
      ...{ on: read.date, amount },
      reference: plainWords(cell('reference'), LONGEST.reference),
      name: plainWords(cell('name'), LONGEST.name),
      text: plainWords(cell('text'), LONGEST.text),
    },
  ]
}

function difference(into: number | undefined, out: number | undefined): number | undefined {
  return into === undefined || out === undefined ? undefined : Math.abs(into) - Math.abs(out)
}

/**
 * `-1.234,56`, `1,234.56-`, `(1 234)`, `۱٬۲۳۴`: separators of thousands stand between groups of three, and the last separator is a
 * fraction's only where it is no such. An amount in another currency than the statement's is undefined.
 */
function signed(written: string, unit: BankUnit): number | undefined {
  const plain = toLatinDigits(written)
    .replace(/[\s\u200c\u200e\u200f\u00a0'’٬]/gu, '')
    .replace(unit === 'EUR' ? /EUR|€/g : /IRR|IRT|تومان|ریال/g, '')
    .replaceAll('٫', '.')
  const found = /^([-−+(]?)([\d.,]+)([-−)]?)$/.exec(plain)
  if (!found) return undefined
  const [, before = '', digits = '', after = ''] = found
  const cut = /^(\d{1,3}(?:[.,]\d{3})+|\d*)(?:[.,](\d{1,5}))?$/.exec(digits)
  if (!cut) return undefined
  const whole = (cut[1] ?? '').replace(/[.,]/g, '')
  const amount = minorOf(cut[2] === undefined ? whole : `${whole || '0'}.${cut[2]}`, unit)
  if (amount === undefined) return undefined
  return /[-−(]/.test(before) || /[-−)]/.test(after) ? -amount : amount
}
