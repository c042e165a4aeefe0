import { toLatinDigits } from '#app/rules/text/digits.ts'
import { addDays, type CalendarDate, daysBetween } from '#app/rules/time/calendar-date.ts'

/** By what a line of a statement was matched, in the order in which rules are tried; the last is a person's decision. */
export const MATCH_RULES = ['REFERENCE', 'AMOUNT', 'NAME', 'DAY_SUM', 'HAND'] as const
export type MatchRule = (typeof MATCH_RULES)[number]

interface Line {
  id: number
  on: CalendarDate
  /** In the minor unit: positive where money came in. */
  amount: number
  /** Reference, name and text in one. */
  words: string
}

/** A payout, or money that changed hands at the desk other than in cash. */
interface Booked {
  key: string
  on: CalendarDate
  /** With the sign that it has on the account. */
  amount: number
  reference: string | null
  name: string | null
  /** By card: a terminal's day may arrive as one sum. */
  isCard: boolean
}

export interface LineMatch {
  line: number
  items: string[]
  why: Exclude<MatchRule, 'HAND'>
}

/** How many days a bank may be ahead of the books and behind them: by amount alone, and by a number or a person's decision. */
const NEAR = { before: 1, after: 5 }
const FAR = { before: 5, after: 15 }
const REFERENCE_MIN = 4

/**
 * Which lines of a statement are which entries of the books: by number, by an amount that only one of each has around that day, by
 * name, or as the sum of a terminal's day. A line and an entry are matched at most once, and only where no second one is as good, so
 * the order of both does not matter. Source: issue 19, C; the rules are *ours*.
 */
export function matchLines<L extends Line, B extends Booked>(lines: readonly L[], booked: readonly B[]): LineMatch[] {
  const found: LineMatch[] = []
  const open = { lines: [...lines], booked: [...booked] }
  const rules: [LineMatch['why'], (line: L, item: B) => boolean][] = [
    ['REFERENCE', (line, item) => isWithin(line, item, FAR) && namesReference(saidBy(line), item)],
    ['AMOUNT', (line, item) => isWithin(line, item, NEAR)],
    ['NAME', (line, item) => isWithin(line, item, NEAR) && namesPerson(saidBy(line), item)],
  ]
  for (let before = -1; before !== found.length; ) {
    before = found.length
    for (const [why, fits] of rules) {
      take(
        open,
        pairs(open, fits).map(([line, item]) => ({ line: line.id, items: [item.key], why })),
        found,
      )
    }
    take(open, daySums(open), found)
  }
  return found
}

/** The entries that an unmatched line could be, the nearest first: of the same direction, around its day, of about its amount or with its number or name. */
export function candidatesOf<B extends Booked>(line: Line, booked: readonly B[], most = 3): B[] {
  const said = saidBy(line)
  const [first, last] = [addDays(line.on, -FAR.after), addDays(line.on, FAR.before)]
  return booked
    .filter(({ amount, on }) => amount > 0 === line.amount > 0 && on >= first && on <= last)
    .flatMap((item) => {
      const difference = Math.abs(item.amount - line.amount)
      const isNamed = namesReference(said, item) || namesPerson(said, item)
      if (difference * 5 > Math.abs(line.amount) && !isNamed) return []
      const days = Math.abs(daysBetween(item.on, line.on))
      return [{ item, at: difference / Math.abs(line.amount) + days / 100 - (isNamed ? 1 : 0) }]
    })
    .toSorted((one, other) => one.at - other.at || (one.item.key < other.item.key ? -1 : 1))
    .slice(0, most)
    .map(({ item }) => item)
}

type Open<L, B> = { lines: L[]; booked: B[] }

/** The pairs in which each has only the other. */
function pairs<L extends Line, B extends Booked>(
  { lines, booked }: Open<L, B>,
  fits: (line: L, item: B) => boolean,
): [L, B][] {
  // Many entries may have one amount, a usual deposit: only those of the days around a line are looked at.
  const byAmountAndDay = Map.groupBy(booked, ({ amount, on }) => `${amount} ${on}`)
  const around = new Map(lines.map(({ on }) => [on, daysAround(on)]))
  const partners = lines.map((line) =>
    (around.get(line.on) ?? [])
      .flatMap((day) => byAmountAndDay.get(`${line.amount} ${day}`) ?? [])
      .filter((item) => fits(line, item)),
  )
  const wanted = new Map<B, number>()
  for (const items of partners) for (const item of items) wanted.set(item, (wanted.get(item) ?? 0) + 1)
  return lines.flatMap((line, index) => {
    const [item, second] = partners[index] ?? []
    return item && !second && wanted.get(item) === 1 ? [[line, item] as [L, B]] : []
  })
}

/** The days of entries that a line of this day could be. */
function daysAround(on: CalendarDate): CalendarDate[] {
  return Array.from({ length: FAR.before + FAR.after + 1 }, (_, index) => addDays(on, index - FAR.after))
}

/** A terminal's payments of one day that arrive as one sum. */
function daySums<L extends Line, B extends Booked>({ lines, booked }: Open<L, B>): LineMatch[] {
  const days = [
    ...Map.groupBy(
      booked.filter(({ isCard, amount }) => isCard && amount > 0),
      ({ on }) => on,
    ),
  ]
    .map(([on, items]) => ({ on, items, amount: items.reduce((sum, { amount }) => sum + amount, 0), key: on }))
    .filter(({ items }) => items.length > 1)
  return pairs(
    { lines, booked: days.map((day) => ({ ...day, reference: null, name: null, isCard: true })) },
    (line, day) => isWithin(line, day, NEAR),
  ).map(([line, { items }]) => ({ line: line.id, items: items.map(({ key }) => key), why: 'DAY_SUM' as const }))
}

function take<L extends Line, B extends Booked>(open: Open<L, B>, taken: LineMatch[], found: LineMatch[]) {
  if (taken.length === 0) return
  found.push(...taken)
  const lines = new Set(taken.map(({ line }) => line))
  const items = new Set(taken.flatMap((one) => one.items))
  open.lines = open.lines.filter(({ id }) => !lines.has(id))
  open.booked = open.booked.filter(({ key }) => !items.has(key))
}

const isWithin = (line: Line, item: Booked, days: typeof NEAR) =>
  line.amount === item.amount && isNear(line, item, days)

function isNear(line: Line, item: Pick<Booked, 'on'>, { before, after }: typeof NEAR): boolean {
  const days = daysBetween(item.on, line.on)
  return days >= -before && days <= after
}

/** What a line says, as texts are compared. */
interface Said {
  signs: string
  words: ReadonlySet<string>
}

/** Each text is taken apart once, although each line is compared with each entry. */
const SAID = new WeakMap<object, Said>()
const KEYS = new WeakMap<object, { reference: string; name: string[] }>()

function saidBy(line: Line): Said {
  const known = SAID.get(line) ?? { signs: signsOf(line.words), words: new Set(wordsOf(line.words)) }
  SAID.set(line, known)
  return known
}

function keysOf(item: Booked) {
  const { reference, name } = item
  const known = KEYS.get(item) ?? {
    reference: reference === null ? '' : signsOf(reference),
    name: name === null ? [] : wordsOf(name),
  }
  KEYS.set(item, known)
  return known
}

function namesReference({ signs }: Said, item: Booked): boolean {
  const { reference } = keysOf(item)
  return reference.length >= REFERENCE_MIN && signs.includes(reference)
}

function namesPerson({ words }: Said, item: Booked): boolean {
  const { name } = keysOf(item)
  return name.length > 0 && name.every((part) => words.has(part))
}

const plain = (text: string) =>
  toLatinDigits(text.normalize('NFKC').toLowerCase()).replaceAll('ي', 'ی').replaceAll('ك', 'ک')
const signsOf = (text: string) => plain(text).replace(/[^\p{L}\p{N}]/gu, '')
const wordsOf = (text: string) =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)
