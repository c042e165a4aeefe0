import { type Kysely, sql } from 'kysely'
import { SHARING } from '#app/api/books/movements.ts'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { companyAccounts } from '#app/api/company/money/account.ts'
import { TITLE_COLUMNS, titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { currencyIn, numberOf } from '#app/db/reservation.ts'
import { calendarOf } from '#app/i18n/format/dates.ts'
import { wordingIn } from '#app/i18n/format/names.ts'
import type { CurrencyCode, Language } from '#app/rules/constants.ts'
import { commissionOf, settlementOf } from '#app/rules/money/commission.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'
import { type CalendarDate, dateOf, partsIn } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'

/**
 * What a company earned by rentals and cancellations, by the months of the caller's calendar, and what each side owes
 * the other: the company owes the commission less what the marketplace held of the customer's payment, or the
 * marketplace owes the difference. With `month`, only for that month. `accounts` is the total that is owed, as on the
 * statement. Source: decisions.md, "Renting" and "Money has one owner".
 */
export const commission = api.company.money.commission.handler(async ({ input, context }) => {
  const { deps, language, company: id } = context
  const company = await deps.db
    .selectFrom('company')
    .select(['name', 'commission_percent'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!company) throw errors.NOT_FOUND()
  const all = await earnedRentals(deps.db, id, language)
  const rentals = input.month === undefined ? all : all.filter(({ month }) => month === input.month)
  const months = [...new Set(rentals.map(({ month }) => month))].sort().reverse()
  return {
    company: { id, name: wordingIn(language, company.name) },
    commission_percent: company.commission_percent,
    months: months.flatMap((month) =>
      sumsOf(rentals.filter((rental) => rental.month === month)).map((sums) => ({
        month,
        start: firstDayOf(month, language),
        ...sums,
      })),
    ),
    totals: sumsOf(rentals),
    accounts: await companyAccounts(deps.db, id),
    listings: (await readListings(deps.db, id)).map((ad) => ({
      id: ad.id,
      title: titleOf(ad, language),
      commission_percent: company.commission_percent,
      earned: sumsOf(rentals.filter((rental) => rental.ad === ad.id)),
    })),
    rentals,
  }
})

type Rental = Awaited<ReturnType<typeof earnedRentals>>[number]

/** The reservations that were completed, or earned something by a cancellation or a change, from the ledger. */
async function earnedRentals(db: Kysely<DB>, company: number, language: Language) {
  const rows = await db
    .selectFrom('reservation')
    .innerJoin('ad', 'ad.id', 'reservation.ad_id')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .innerJoin('city', 'city.id', 'reservation.city_id')
    .leftJoin(
      (of) =>
        of
          .selectFrom('ledger_transaction as posted')
          .innerJoin('ledger_entry as entry', 'entry.transaction_id', 'posted.id')
          .innerJoin('ledger_account as held', 'held.id', 'entry.account_id')
          .select([
            'posted.reservation_id',
            sql<string>`sum(entry.amount) filter (where held.kind = 'COMMISSION')`.as('commission'),
            sql<string>`sum(entry.amount)`.as('kept'),
          ])
          .where('posted.kind', 'in', SHARING)
          .where('held.kind', 'in', ['COMMISSION', 'COMPANY'])
          .where('posted.reservation_id', 'is not', null)
          .groupBy('posted.reservation_id')
          .as('earned'),
      (join) => join.onRef('earned.reservation_id', '=', 'reservation.id'),
    )
    .select((of) => [
      'reservation.number',
      'reservation.status',
      'earned.commission',
      'earned.kept',
      'reservation.ad_id',
      'reservation.currency_id',
      'reservation.lines',
      'reservation.total',
      'reservation.commission_percent',
      'reservation.end_at',
      'city.zone',
      of
        .selectFrom('reservation_event')
        .select((event) => event.fn.max('reservation_event.at').as('at'))
        .whereRef('reservation_event.reservation_id', '=', 'reservation.id')
        .whereRef('reservation_event.status', '=', 'reservation.status')
        .as('ended_at'),
    ])
    .select(TITLE_COLUMNS)
    .where('reservation.company_id', '=', company)
    .where((where) => where.or([where('reservation.status', '=', 'COMPLETED'), where('earned.kept', '<>', '0')]))
    .execute()
  const rentals = rows.map((row) => {
    const currency = currencyIn(row)
    const isCompleted = row.status === 'COMPLETED'
    const completed_on = dateIn(row.zone, row.ended_at ?? row.end_at)
    const kept = Number(row.kept ?? 0)
    const settlement = settlementOf({ commission: Number(row.commission ?? 0), kept })
    return {
      number: numberOf(row),
      ad: row.ad_id,
      title: titleOf(row, language),
      completed_on,
      month: monthOf(completed_on, language),
      currency,
      total: row.total,
      // The whole rent: a share of a hundred percent.
      rent: isCompleted ? commissionOf(row.lines, 100, currency) : 0,
      commission_percent: row.commission_percent ?? 0,
      kept,
      ...settlement,
    }
  })
  return rentals.sort((one, other) => (one.completed_on < other.completed_on ? 1 : -1))
}

function readListings(db: Kysely<DB>, company: number) {
  return db
    .selectFrom('ad')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .select('ad.id')
    .select(TITLE_COLUMNS)
    .where('ad.company_id', '=', company)
    .where('ad.status', '=', STATE_NUMBERS.OFFERED)
    .orderBy('ad.id')
    .execute()
}

const ADDED = ['rent', 'commission', 'kept', 'company_owes', 'marketplace_owes'] as const

function sumsOf(rentals: Rental[]) {
  const currencies: CurrencyCode[] = [...new Set(rentals.map(({ currency }) => currency))]
  return currencies.map((currency) => {
    const same = rentals.filter((rental) => rental.currency === currency)
    const sums = {
      currency,
      reservations: same.length,
      rent: 0,
      commission: 0,
      kept: 0,
      company_owes: 0,
      marketplace_owes: 0,
    }
    for (const rental of same) for (const field of ADDED) sums[field] += rental[field]
    return sums
  })
}

function monthOf(date: CalendarDate, language: Language): string {
  const { year, month } = partsIn(date, calendarOf(language))
  return `${year}-${String(month).padStart(2, '0')}`
}

function firstDayOf(month: string, language: Language): CalendarDate {
  const [year = 1, number = 1] = month.split('-').map(Number)
  return dateOf({ year, month: number, day: 1 }, calendarOf(language))
}
