import { similarTo } from '../text/similar.ts'

/**
 * What a contract's text can name in braces, `{plate}`, and whether the law asks that it does: parties, licence, vehicle, odometer, fuel,
 * damage, price, insurance and excess, deposit, mileage. Source: issue 19, B.
 */
export const PLACEHOLDERS = {
  'contract.number': false,
  'contract.date': false,
  reservation: false,
  'company.name': false,
  'company.legal': true,
  'company.address': true,
  'company.phone': false,
  'company.tax': false,
  'company.licence': false,
  'company.fine_fee': false,
  'customer.name': true,
  'customer.born': false,
  'customer.id': true,
  'customer.phone': false,
  'customer.licence': true,
  second_driver: false,
  vehicle: true,
  year: false,
  colour: false,
  plate: true,
  vin: true,
  odometer: true,
  fuel: true,
  damage: true,
  start: true,
  end: true,
  'pickup.place': false,
  'return.place': false,
  mileage: true,
  late: false,
  bill: true,
  paid: false,
  due: false,
  insurance: true,
  excess: true,
  deposit: true,
  'deposit.back': true,
  cancellation: false,
  driver: false,
} as const satisfies Record<string, boolean>
export type Placeholder = keyof typeof PLACEHOLDERS
export const PLACEHOLDER_NAMES = Object.keys(PLACEHOLDERS) as Placeholder[]

/** The longest text of a contract, in characters. Source: *ours*. */
export const CONTRACT_TEXT_MAX = 20_000

/** What keeps a text from being used; `line` is counted from 1. */
export type TextProblem =
  | { kind: 'unknown'; line: number; name: string; near: string | null }
  | { kind: 'tag'; line: number; name: string }
  | { kind: 'missing'; name: Placeholder }

const BRACES = /\{([^{}\n]{0,60})\}/g
/** The beginning of a tag, as of `<script>`: texts are plain. */
const TAG = /<\/?([a-z][a-z0-9-]{0,30})/gi
const PROBLEMS_MAX = 50

/** Everything that keeps a company's text from being used as a contract, in the order of its lines; at most 50. */
export function problemsOf(text: string): TextProblem[] {
  const inLines = text.split('\n').flatMap((content, index): TextProblem[] => {
    const line = index + 1
    const unknown = [...content.matchAll(BRACES)].flatMap(([, name = '']) =>
      isPlaceholder(name)
        ? []
        : [{ kind: 'unknown' as const, line, name, near: similarTo(name, PLACEHOLDER_NAMES) ?? null }],
    )
    const tags = [...content.matchAll(TAG)].map(([, name = '']) => ({ kind: 'tag' as const, line, name }))
    return [...unknown, ...tags]
  })
  const named = placeholdersIn(text)
  const missing = PLACEHOLDER_NAMES.filter((name) => PLACEHOLDERS[name] && !named.has(name))
  return [...inLines, ...missing.map((name) => ({ kind: 'missing' as const, name }))].slice(0, PROBLEMS_MAX)
}

/** The placeholders that a text names. */
export function placeholdersIn(text: string): Set<Placeholder> {
  return new Set([...text.matchAll(BRACES)].map(([, name = '']) => name).filter(isPlaceholder))
}

function isPlaceholder(name: string): name is Placeholder {
  return Object.hasOwn(PLACEHOLDERS, name)
}

/**
 * A text with its placeholders filled. What people typed cannot change the text's form: their line breaks become spaces; only `bill`
 * has lines of its own, `label | amount`.
 */
export function filledText(text: string, values: Record<Placeholder, string>): string {
  return text.replaceAll(BRACES, (whole, name: string) => {
    if (!isPlaceholder(name)) return whole
    return name === 'bill' ? values.bill : inOneLine(values[name])
  })
}

/** A value for a place within a line or a cell. */
export function inOneLine(value: string): string {
  return value.replaceAll(/\s+/g, ' ').replaceAll('|', '/').trim()
}

/** A part of a contract: its title, the heading of a clause with its number, cells of a row, or a paragraph. */
export type TextBlock =
  | { kind: 'title'; text: string }
  | { kind: 'clause'; number: number; text: string }
  | { kind: 'row'; cells: string[] }
  | { kind: 'paragraph'; text: string }

const CELLS_MAX = 4

/**
 * The parts of a contract's text: its first line is the title, `# …` begins a clause, which gets the next number, `label | value` is a
 * row, and every other line is a paragraph.
 */
export function blocksOf(text: string): TextBlock[] {
  let clauses = 0
  let hasTitle = false
  return text.split('\n').flatMap((line): TextBlock[] => {
    const content = line.trim()
    if (content === '') return []
    if (!hasTitle) {
      hasTitle = true
      return [{ kind: 'title', text: content.replace(/^#\s*/, '') }]
    }
    if (content.startsWith('# ')) {
      clauses += 1
      return [{ kind: 'clause', number: clauses, text: content.slice(2).trim() }]
    }
    const cells = content.split(' | ').map((cell) => cell.trim())
    if (cells.length > 1 && cells.length <= CELLS_MAX) return [{ kind: 'row', cells }]
    return [{ kind: 'paragraph', text: content }]
  })
}

/** What of a reservation a contract fixes: another value of one of these needs an addendum. Amounts in the minor unit. */
export type ContractFacts = {
  vehicle: number
  start: string
  end: string
  receive: string
  return: string
  total: number
  deposit: string
  extras: string
  /** Names of who drives, too; missing in contracts that are older than it. */
  drivers: string
}

/** What changed since a contract was made, in the order in which it says so. */
export function changedFacts(
  before: Omit<ContractFacts, 'drivers'> & Partial<ContractFacts>,
  now: ContractFacts,
): (keyof ContractFacts)[] {
  const names = Object.keys(now) as (keyof ContractFacts)[]
  return names.filter((name) => (before[name] ?? '') !== now[name])
}

/** Who signs a contract. */
export const CONTRACT_SIDES = ['CUSTOMER', 'COMPANY'] as const
export type ContractSide = (typeof CONTRACT_SIDES)[number]

/** How somebody signed: at the company's counter, on their phone with a code, or as staff with their account. */
export const SIGNING_CHANNELS = ['COUNTER', 'PHONE', 'DESK'] as const
export type SigningChannel = (typeof SIGNING_CHANNELS)[number]

/** A signature drawn by hand: lines of points in a box of 600 by 200. Source: *ours*. */
export const DRAWING = /^(?:M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})*)+$/
export const DRAWING_MAX = 20_000
