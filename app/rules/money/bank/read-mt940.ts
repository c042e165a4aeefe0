import { isCalendarDate } from '#app/rules/time/calendar-date.ts'
import {
  BANK_LINES_MAX,
  type BankFile,
  type BankLine,
  type BankUnit,
  currencyOfUnit,
  LONGEST,
  minorOf,
  plainWords,
  UnreadableBankFile,
  unitOfCode,
} from './bank-line.ts'

interface Field {
  tag: string
  value: string
  line: number
}

/**
 * A statement of SWIFT, MT940, with the fields of German banks within `:86:` where it has them. Throws `UnreadableBankFile`. Source:
 * SWIFT, "MT 940 Customer Statement Message".
 */
export function readMt940(text: string): BankFile {
  const fields = fieldsOf(text)
  const valuesOf = (...tags: string[]) => fields.filter(({ tag }) => tags.includes(tag))
  const accounts = new Set(valuesOf('25').map(({ value }) => value.replace(/\s/g, '')))
  if (accounts.size > 1) throw new UnreadableBankFile('bank_file_accounts')
  const balances = valuesOf('60F', '60M', '62F', '62M')
  const read = balances.map(balanceIn)
  const codes = new Set(read.map(({ code }) => code))
  if (codes.size > 1) throw new UnreadableBankFile('bank_file_currencies')
  const unit = unitOfCode([...codes][0] ?? '')
  if (!unit) throw new UnreadableBankFile('bank_file_currency')
  if (valuesOf('61').length > BANK_LINES_MAX) throw new UnreadableBankFile('bank_file_lines')
  const lines = fields.flatMap((field, index) =>
    field.tag === '61' ? lineOf(field, { next: fields[index + 1], unit }) : [],
  )
  const days = [...lines.map(({ on }) => on), ...read.map(({ on }) => on)].sort()
  const amountOf = (one: (typeof read)[number] | undefined) => {
    const amount = one && minorOf(one.amount, unit)
    return amount === undefined ? null : (one?.sign ?? 1) * amount
  }
  return {
    ...{ format: 'MT940', account: plainWords([...accounts][0] ?? '', 34) || null, currency: currencyOfUnit(unit) },
    ...{ from: days[0]!, to: days.at(-1)! },
    opening: amountOf(read[balances.findIndex(({ tag }) => tag.startsWith('60'))]),
    closing: amountOf(read[balances.findLastIndex(({ tag }) => tag.startsWith('62'))]),
    lines,
  }
}

/** Fields begin with `:NN:` at a line's start; other lines continue them. */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = []
  for (const [index, line] of text.split(/\r?\n|\r/).entries()) {
    const begun = /^(?:\{.*\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(line)
    if (begun) fields.push({ tag: begun[1] ?? '', value: begun[2] ?? '', line: index + 1 })
    else if (!/^(-\}?.*|\{.*|)$/.test(line)) {
      const last = fields.at(-1)
      if (last) last.value += `\n${line}`
    }
  }
  return fields
}

function balanceIn({ value, line }: Field) {
  const found = /^([CD])(\d{6})([A-Z]{3})([\d,]{1,15})/.exec(value)
  const on = found && dayOf(found[2] ?? '')
  if (!found || !on) throw new UnreadableBankFile('bank_file_line', line)
  return { sign: found[1] === 'C' ? 1 : -1, on, code: found[3] ?? '', amount: found[4] ?? '' }
}

/** `2612030312D12,50NTRFREF//BANK`: value day, booking day, side, amount, kind, the payer's number and the bank's. */
const LINE = /^(\d{6})(\d{4})?(R?[CD])[A-Z]?([\d,]{1,15})[A-Z][A-Z0-9]{3}([^\n]{0,16}?)(?:\/\/([^\n]*))?(?:\n|$)/

function lineOf({ value, line }: Field, { next, unit }: { next: Field | undefined; unit: BankUnit }): BankLine[] {
  const found = LINE.exec(value)
  const [, valued = '', booked, side = '', written = '', payer = '', bank = ''] = found ?? []
  const on = bookingDay(dayOf(valued), booked)
  const amount = minorOf(written, unit)
  if (!found || !on || amount === undefined) throw new UnreadableBankFile('bank_file_line', line)
  if (amount === 0) return []
  const { name, text, end } = detailsOf(next?.tag === '86' ? next.value : '')
  const number = end || (payer === 'NONREF' ? '' : payer) || bank
  return [
    {
      on,
      // What reverses a debit comes in, and what reverses a credit goes out.
      amount: side === 'C' || side === 'RD' ? amount : -amount,
      reference: plainWords(number, LONGEST.reference),
      name: plainWords(name, LONGEST.name),
      text: plainWords(text, LONGEST.text),
    },
  ]
}

/** The words of `:86:`: as fields `?20` to `?63` (purpose) and `?32`, `?33` (name), or as plain text. */
function detailsOf(value: string): { name: string; text: string; end: string } {
  const joined = value.replaceAll('\n', '')
  if (!/^\d{3}\?/.test(joined)) {
    const text = value.replaceAll('\n', ' ')
    return { name: '', text, end: /EREF[+:]\s*([^\s+/]+)/.exec(text)?.[1] ?? '' }
  }
  const parts = joined
    .slice(3)
    .split('?')
    .map((part) => ({ number: Number(part.slice(0, 2)), words: part.slice(2) }))
  const within = (...ranges: [number, number][]) =>
    parts.filter(({ number }) => ranges.some(([from, to]) => number >= from && number <= to)).map(({ words }) => words)
  const text = within([0, 0], [20, 29], [60, 63]).join(' ')
  const purpose = within([20, 29], [60, 63]).join('')
  const [, end = ''] = /EREF\+(.+?)(?=[A-Z]{4}\+|$)/.exec(purpose) ?? []
  return { name: within([32, 33]).join(''), text, end: end.trim() }
}

function dayOf(written: string): string | undefined {
  const day = `20${written.slice(0, 2)}-${written.slice(2, 4)}-${written.slice(4, 6)}`
  return isCalendarDate(day) ? day : undefined
}

/** The booking day has no year: it is the one nearest to the value day. */
function bookingDay(valued: string | undefined, booked: string | undefined): string | undefined {
  if (!valued || !booked) return valued
  const year = Number(valued.slice(0, 4))
  const days = [year - 1, year, year + 1]
    .map((one) => `${one}-${booked.slice(0, 2)}-${booked.slice(2)}`)
    .filter(isCalendarDate)
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(valued))
  return days.sort((one, other) => distance(one) - distance(other))[0]
}
