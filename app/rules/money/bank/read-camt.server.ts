import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { isCalendarDate } from '#app/rules/time/calendar-date.ts'
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
  unitOfCode,
} from './bank-line.ts'

const MANY = ['Stmt', 'Ntry', 'Bal', 'NtryDtls', 'TxDtls', 'Ustrd']
const PARSER = new XMLParser({
  ...{ ignoreAttributes: false, attributeNamePrefix: '@', removeNSPrefix: true },
  ...{ parseTagValue: false, parseAttributeValue: false, trimValues: true },
  isArray: (name) => MANY.includes(name),
})

/**
 * An account statement of ISO 20022, camt.053, of any version: its booked entries. Only XML without declarations is read, so that
 * nothing is expanded or fetched. Throws `UnreadableBankFile`. Source: ISO 20022, "Bank-to-Customer Statement".
 */
export function readCamt(xml: string): BankFile {
  // Before anything is parsed: neither document types nor entities, and not more entries than are stored.
  if (/<!(?!--|\[CDATA\[)/.test(xml)) throw new UnreadableBankFile('bank_file_declarations')
  if (countOf(xml, /<(?:\w+:)?Ntry[\s>]/g) > BANK_LINES_MAX) throw new UnreadableBankFile('bank_file_lines')
  const validity = XMLValidator.validate(xml)
  if (validity !== true) throw new UnreadableBankFile('bank_file_xml', validity.err.line)
  const statements = listAt(parsed(xml), 'Document', 'BkToCstmrStmt', 'Stmt')
  const [first] = statements
  if (!first) throw new UnreadableBankFile('bank_file_unknown')
  const account = accountOf(first)
  if (statements.some((one) => accountOf(one) !== account)) throw new UnreadableBankFile('bank_file_accounts')
  const entries = statements.flatMap((one) => listAt(one, 'Ntry'))
  if (entries.length > BANK_LINES_MAX) throw new UnreadableBankFile('bank_file_lines')
  const balances = statements.flatMap((one) => listAt(one, 'Bal'))
  const codes = new Set([...entries, ...balances].map((one) => textAt(one, 'Amt', '@Ccy')))
  if (codes.size > 1) throw new UnreadableBankFile('bank_file_currencies')
  const unit = unitOfCode([...codes][0] ?? textAt(first, 'Acct', 'Ccy'))
  if (!unit) throw new UnreadableBankFile('bank_file_currency')
  const lines = entries.flatMap((entry, index) => lineOf(entry, { unit, number: index + 1 }))
  const days = lines
    .map(({ on }) => on)
    .concat(balances.map(dayIn).filter((day) => isCalendarDate(day) && isStatementDay(day)))
    .sort()
  const [from] = days
  const to = days.at(-1)
  if (from === undefined || to === undefined) throw new UnreadableBankFile('bank_file_empty')
  const balance = (code: string, which: 0 | -1) =>
    balanceOf(balances.filter((one) => textAt(one, 'Tp', 'CdOrPrtry', 'Cd') === code).at(which), unit)
  return {
    ...{ format: 'CAMT053', account: account || null, currency: currencyOfUnit(unit), from, to },
    ...{ opening: balance('OPBD', 0) ?? balance('PRCD', 0), closing: balance('CLBD', -1), lines },
  }
}

/** The parser refuses some valid documents with an error of its own, such as tags nested too deep. */
function parsed(xml: string): unknown {
  try {
    return PARSER.parse(xml)
  } catch {
    throw new UnreadableBankFile('bank_file_xml')
  }
}

/** Only what is booked; what is expected comes again. */
function lineOf(entry: unknown, { unit, number }: { unit: BankUnit; number: number }): BankLine[] {
  const state = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts')
  if (state !== '' && state !== 'BOOK') return []
  const amount = signedAmount(entry, unit)
  const on = dayIn({ Dt: at(entry, 'BookgDt') }) || dayIn({ Dt: at(entry, 'ValDt') })
  if (amount === undefined || !isCalendarDate(on) || !isStatementDay(on))
    throw new UnreadableBankFile('bank_file_entry', number)
  if (amount === 0) return []
  const details = listAt(entry, 'NtryDtls').flatMap((one) => listAt(one, 'TxDtls'))
  const other = amount > 0 ? 'Dbtr' : 'Cdtr'
  const names = details.map(
    (one) => textAt(one, 'RltdPties', other, 'Nm') || textAt(one, 'RltdPties', other, 'Pty', 'Nm'),
  )
  const ends = details.map((one) => textAt(one, 'Refs', 'EndToEndId')).filter((id) => id !== 'NOTPROVIDED')
  const words = details.flatMap((one) => listAt(one, 'RmtInf', 'Ustrd').map(textOf))
  const joined = (texts: string[]) => [...new Set(texts.filter(Boolean))].join(' ')
  return [
    {
      ...{ on, amount },
      reference: plainWords(joined(ends) || textAt(entry, 'AcctSvcrRef'), LONGEST.reference),
      name: plainWords(joined(names), LONGEST.name),
      text: plainWords(joined([...words, textAt(entry, 'AddtlNtryInf')]), LONGEST.text),
    },
  ]
}

function signedAmount(node: unknown, unit: BankUnit): number | undefined {
  const side = textAt(node, 'CdtDbtInd')
  const amount = minorOf(textAt(node, 'Amt'), unit)
  if (amount === undefined || (side !== 'CRDT' && side !== 'DBIT')) return undefined
  return side === 'CRDT' ? amount : -amount
}

const balanceOf = (node: unknown, unit: BankUnit): number | null => signedAmount(node, unit) ?? null

/** The day of `Dt`, which holds a day or a time. */
function dayIn(node: unknown): string {
  return (textAt(node, 'Dt', 'Dt') || textAt(node, 'Dt', 'DtTm') || textAt(node, 'Dt')).slice(0, 10)
}

const accountOf = (statement: unknown) =>
  plainWords(textAt(statement, 'Acct', 'Id', 'IBAN') || textAt(statement, 'Acct', 'Id', 'Othr', 'Id'), 34)

function at(node: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (found, name) =>
      typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[name] : undefined,
    node,
  )
}

function listAt(node: unknown, ...path: string[]): unknown[] {
  const found = at(node, ...path)
  if (found === undefined || found === '') return []
  return Array.isArray(found) ? found : [found]
}

const textAt = (node: unknown, ...path: string[]) => textOf(at(node, ...path))

function textOf(node: unknown): string {
  if (typeof node === 'string') return node
  const text = at(node, '#text')
  return typeof text === 'string' ? text : ''
}

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
