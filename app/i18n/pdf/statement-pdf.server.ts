import { setImmediate as nextTurn } from 'node:timers/promises'
import { type CurrencyCode, HOME_ZONE, type Language } from '#app/rules/constants.ts'
import { formatInstant } from '../format/dates.ts'
import { formatMoney, unitOf } from '../format/money.ts'
import { numberIn } from '../text/ltr-text.ts'
import { textFor } from '../text/texts.server.ts'
import { LEADING, PdfPage, SIZE } from './pdf-page.server.ts'

/** How many lines a statement's PDF has at most, the latest ones: the CSV file has all. Source: *ours*. */
export const STATEMENT_LINES = 300

/** How many rows are drawn at once: some milliseconds. Source: quality.md, "Server". */
const AT_ONCE = 3

/** In points: a row with three lines of text, which is the tallest. */
const TALLEST_ROW = 4 * SIZE.text * LEADING

const PARTS = ['shares', 'charges', 'refunds', 'corrections', 'payouts'] as const
const BILL = { shares: [0.72, 0.28], amountsFrom: 1 }
const LINES = { shares: [0.42, 0.18, 0.2, 0.2], amountsFrom: 2 }

/** A company's account; amounts are in the minor unit, instants ISO. */
export type StatementFacts = {
  company: Record<'name' | 'legal_name' | 'legal_id' | 'tax_number' | 'address', string | null>
  currency: CurrencyCode
  account: Record<(typeof PARTS)[number] | 'balance', number>
  on_its_way: number
  count: number
  results: readonly {
    at: string
    kind: 'COMMISSION' | 'RETAINED' | 'REFUND' | 'CHARGE' | 'UNDONE' | 'PAYOUT' | 'CORRECTION'
    number: string | null
    amount: number
    balance: number
  }[]
}

/** The account of a company as a PDF on A4, its latest lines first; `at` is when it was made. */
export async function statementPdf(
  { company, currency, account, on_its_way, count, results }: StatementFacts,
  { language, brand, at }: { language: Language; brand: string; at: Date },
): Promise<Buffer> {
  const t = textFor(language, 'payouts')
  const amount = (sum: number) => formatMoney(sum, currency, language)
  const day = (instant: Date) => formatInstant(instant, HOME_ZONE, language, 'numeric')
  const page = new PdfPage(language, t('statement.title'))
  page.text(`\u2068${brand}\u2069 · ${day(at)}`, { font: 'regular', size: SIZE.text })
  page.text(`${t('statement.title')} · ${unitOf(currency, language)}`, { font: 'bold', size: SIZE.title })
  page.rule()
  const { name, legal_name, legal_id, tax_number, address } = company
  const numbers = [legal_id, tax_number].flatMap((number) => (number ? [numberIn(language, number)] : []))
  for (const line of [legal_name ?? name, address, numbers.join(' · ')]) {
    if (line) page.text(`\u2068${line}\u2069`, { font: 'regular', size: SIZE.text })
  }
  page.space(SIZE.text)
  for (const part of PARTS) {
    if (part === 'shares' || account[part] !== 0) page.row([t(`statement.parts.${part}`), amount(account[part])], BILL)
  }
  page.row([t('statement.balance'), amount(account.balance)], { ...BILL, font: 'bold' })
  if (on_its_way > 0) page.row([t('statement.onItsWay'), amount(on_its_way)], BILL)
  page.space(SIZE.text)
  page.text(t('statement.lines'), { font: 'bold', size: SIZE.clause })
  const heads = [t('statement.what'), t('statement.day'), t('amount'), t('statement.after')]
  const addHeads = () => page.row(heads, { ...LINES, font: 'bold' })
  if (results.length === 0) page.text(t('statement.none'), { font: 'regular', size: SIZE.text })
  else addHeads()
  for (const [index, line] of results.entries()) {
    if (index > 0 && index % AT_ONCE === 0) await nextTurn()
    if (page.keep(TALLEST_ROW)) addHeads()
    const what = [t(`statement.kind.${line.kind}`), line.number && numberIn(language, line.number)].filter(Boolean)
    page.row([what.join(' '), day(new Date(line.at)), amount(line.amount), amount(line.balance)], LINES)
  }
  if (count > results.length) {
    page.space(3)
    page.text(t('statement.latest', { n: results.length, count }), { font: 'regular', size: SIZE.small })
  }
  return page.finish()
}
