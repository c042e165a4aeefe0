import type { CurrencyCode } from '#app/rules/constants.ts'
import { toLatinDigits } from '#app/rules/text/digits.ts'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'

/** The formats in which banks give statements: ISO 20022, SWIFT, and a spreadsheet. */
export const BANK_FORMATS = ['CAMT053', 'MT940', 'CSV'] as const
export type BankFormat = (typeof BANK_FORMATS)[number]

/** The largest statement in bytes, and the most lines in it. Source: *ours*. */
export const BANK_FILE_BYTES = 2_000_000
export const BANK_LINES_MAX = 2000

/** The units in which banks write amounts; a rial is a tenth of our toman. */
export const BANK_UNITS = ['IRR', 'IRT', 'EUR'] as const
export type BankUnit = (typeof BANK_UNITS)[number]

export interface BankLine {
  on: CalendarDate
  /** In the minor unit: positive where money came in. Never 0. */
  amount: number
  /** The bank's number or the payer's; may be empty, as the two below. */
  reference: string
  /** Of the other side. */
  name: string
  text: string
}

export interface BankFile {
  format: BankFormat
  /** The number of the account, where the file has it. */
  account: string | null
  currency: CurrencyCode
  from: CalendarDate
  to: CalendarDate
  /** Balances before and after, in the minor unit, where the file has them. */
  opening: number | null
  closing: number | null
  lines: BankLine[]
}

/** Why a statement cannot be read: a key of `errors.json`, with the line of the file. */
export class UnreadableBankFile extends Error {
  readonly key: string
  readonly line: number | undefined
  constructor(key: string, line?: number) {
    super(line === undefined ? key : `${key} in line ${line}`)
    this.key = key
    this.line = line
  }
}

export const LONGEST = { account: 34, reference: 70, name: 140, text: 500 } as const

/** A text of a statement in one line, without characters that nobody types, cut to a length. */
export function plainWords(text: string, longest: number): string {
  return text
    .replace(/\p{Cc}|\s/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed()
}

const FIRST_DAY = '2010-01-01'
const LAST_DAY = '2100-01-01'

/** Whether a day can be a statement's: a mistyped year would push all others out of sight. */
export function isStatementDay(day: CalendarDate): boolean {
  return day >= FIRST_DAY && day < LAST_DAY
}

/** Our currency for a bank's code, or undefined. */
export function unitOfCode(code: string): BankUnit | undefined {
  const upper = code.trim().toUpperCase()
  return BANK_UNITS.find((unit) => unit === upper)
}

export const currencyOfUnit = (unit: BankUnit): CurrencyCode => (unit === 'EUR' ? 'EUR' : 'IRT')

/**
 * An amount without a sign in the minor unit: from digits of any script with a point or a comma before the fraction, which is cents of
 * a euro; rials are rounded to toman. Undefined where it is none.
 */
export function minorOf(written: string, unit: BankUnit): number | undefined {
  const found = /^(\d{1,12})(?:[.,](\d{0,5}))?$/.exec(toLatinDigits(written).trim())
  if (!found) return undefined
  const [, whole = '', fraction = ''] = found
  if (unit === 'EUR') {
    if (/[^0]/.test(fraction.slice(2))) return undefined
    return Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'))
  }
  if (unit === 'IRR') return Math.round(Number(`${whole}.${fraction || '0'}`) / 10)
  return /[^0]/.test(fraction) ? undefined : Number(whole)
}
