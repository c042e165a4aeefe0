import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { CURRENCY_IDS, HOME_ZONE } from '#app/rules/constants.ts'
import { type CashCounts, countedSum, piecesOf } from '#app/rules/money/cash-count.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { HOUR_MS } from '#app/rules/time/durations.ts'
import { dateIn, instantOf } from '#app/rules/time/rental-time.ts'
import { newId } from './new-id.ts'
import { payRestAtDesk } from './stay-money.ts'

const COMPANY = 12
const CURRENCY = { company_id: COMPANY, currency_id: CURRENCY_IDS.IRT }
/** How the rests of the latest rentals were paid, the latest first. */
const WAYS = ['CASH', 'TRANSFER', 'CARD', 'CASH', 'TRANSFER'] as const
const OPENING = 2_000_000
/** What was taken out of the till and not booked. */
const SPENT = 180_000
const FEE = -45_000
const UNKNOWN = 3_400_000
const ACCOUNT = 'IR820540102680020817909002'

type Paid = { id: string; way: (typeof WAYS)[number]; amount: number; at: Date; reference: string | null; name: string }

/**
 * Loads what the demonstration's agency took at its counter for rentals that have ended, a closing of its cash desk that was short, and
 * a statement of its bank: two transfers and a card payment are found in the books, the bank's fee is explained, one line is open.
 */
export async function loadMoney(tx: Kysely<DB>, now: Date): Promise<void> {
  const paid = await payRests(tx, now)
  await closeTill(tx, paid)
  await loadStatement(tx, paid, now)
}

/** Only of rentals that ended before today, so that what the desk does today is still to be done. */
async function payRests(tx: Kysely<DB>, now: Date): Promise<Paid[]> {
  const returns = await tx
    .selectFrom('protocol as back')
    .innerJoin('reservation', 'reservation.id', 'back.reservation_id')
    .select(['back.id as protocol', 'back.done_at', 'back.account_id'])
    .select(['reservation.id', 'reservation.total', 'reservation.payable_now', 'reservation.fullname'])
    .where('reservation.company_id', '=', COMPANY)
    .where('reservation.status', '=', 'COMPLETED')
    .where('reservation.currency_id', '=', CURRENCY_IDS.IRT)
    .whereRef('reservation.total', '>', 'reservation.payable_now')
    .where('back.kind', '=', 'RETURN')
    .where('back.done_at', '<', instantOf(dateIn(HOME_ZONE, now), '00:00', HOME_ZONE))
    .orderBy('back.done_at', 'desc')
    .limit(WAYS.length)
    .execute()
  const paid: Paid[] = []
  for (const [index, { id: reservation, protocol, done_at: at, account_id, fullname, ...price }] of returns.entries()) {
    const way = WAYS[index] ?? 'CASH'
    const amount = price.total - price.payable_now
    const id = newId()
    const reference = way === 'CASH' ? null : String(771_120 + index)
    const money = { id, reservation, protocol, way, amount, reference, account_id, at }
    await payRestAtDesk(tx, { ...money, company: COMPANY })
    paid.push({ id, way, amount, at, reference, name: fullname })
  }
  return paid
}

/** Closes the till on the evening of the latest payment in cash. */
async function closeTill(tx: Kysely<DB>, paid: readonly Paid[]) {
  const latest = paid.find(({ way }) => way === 'CASH')
  if (!latest) return
  const on_date = dateIn(HOME_ZONE, latest.at)
  const items = paid.filter(({ way, at }) => way === 'CASH' && dateIn(HOME_ZONE, at) === on_date)
  const booked = items.reduce((sum, { amount }) => sum + amount, 0)
  const counts = countsOf(OPENING + booked - SPENT)
  const counted = countedSum(counts, 'IRT')
  const closing = await tx
    .insertInto('cash_closing')
    .values({
      ...{ ...CURRENCY, on_date, opening: OPENING, booked, counts: JSON.stringify(counts), counted },
      ...{ kept: Math.min(counted, OPENING), reason: 'EXPENSE', note: 'خرید شوینده و دستمال برای خودروها' },
      closed_at: new Date(instantOf(addDays(on_date, 1), '00:00', HOME_ZONE).getTime() - HOUR_MS / 60),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = items.map(({ id, amount }) => ({
    ...{ closing_id: closing.id, desk_money_id: id, is_undone: false, amount },
  }))
  await tx.insertInto('cash_closing_item').values(rows).execute()
}

/** The fewest pieces that are worth so much; what is less than the smallest piece is not there. */
function countsOf(amount: number): CashCounts {
  let left = amount
  const counts: Record<string, number> = {}
  for (const value of piecesOf('IRT')) {
    const pieces = Math.floor(left / value)
    if (pieces > 0) counts[value] = pieces
    left -= pieces * value
  }
  return counts
}

async function loadStatement(tx: Kysely<DB>, paid: readonly Paid[], now: Date) {
  const booked = paid.filter(({ way }) => way !== 'CASH')
  const to_on = addDays(dateIn(HOME_ZONE, now), -1)
  const lines = [
    ...booked.map(({ id, way, amount, at, reference, name }) => ({
      ...{ money: id, on_date: earlier(addDays(dateIn(HOME_ZONE, at), 1), to_on), amount, note: null },
      ...{ reference: reference ?? '', name: way === 'CARD' ? '' : name },
      text: way === 'CARD' ? 'پایانهٔ فروش' : 'واریز پایا',
    })),
    { on_date: to_on, amount: UNKNOWN, reference: '', name: 'شرکت گردشگری مرجان', text: 'واریز ساتنا', note: null },
    { on_date: to_on, amount: FEE, reference: '', name: '', text: 'کارمزد', note: 'کارمزد ماهانهٔ بانک' },
  ]
  const from_on = lines.map((line) => line.on_date).reduce(earlier)
  const opening = 214_600_000
  const closing = lines.reduce((sum, { amount }) => sum + amount, opening)
  const statement = await tx
    .insertInto('bank_statement')
    .values({
      ...{ ...CURRENCY, name: 'saman.csv', format: 'CSV', number: ACCOUNT, sha256: sha256(lines), from_on, to_on },
      ...{ opening, closing, lines: lines.length, created_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const line of lines) {
    const { money, ...columns } = { money: undefined, ...line }
    const { id } = await tx
      .insertInto('bank_line')
      .values({ ...CURRENCY, ...columns, statement_id: statement.id, identity: sha256(line) })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (money)
      await tx
        .insertInto('bank_match')
        .values({ line_id: id, desk_money_id: money, why: 'REFERENCE', at: now })
        .execute()
  }
}

const earlier = (one: string, other: string) => (one < other ? one : other)

const sha256 = (of: unknown) => createHash('sha256').update(JSON.stringify(of)).digest('hex')
