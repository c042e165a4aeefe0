import { type Kysely, sql } from 'kysely'
import { SHARING } from '#app/api/books/movements.ts'
import { api } from '#app/api/call/context.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { CURRENCY_IDS, type CurrencyCode, WHOLE_UNIT } from '#app/rules/constants.ts'
import { addUse, measurerOfUse, sumEarnings, type Use } from '#app/rules/fleet/utilisation.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { type ReportDays, spanOf } from '#app/rules/time/report-periods.ts'
import type { Span } from '#app/rules/time/spans.ts'
import { fleetTimes, type ReportVehicle } from './fleet-times.ts'
import { inTurns } from './in-turns.ts'
import { reach, reportCompany, reportPeriods, shownDays, spansIn } from './periods.ts'
import { figureDays, readSources } from './trips.ts'

/** What a company's vehicles earned in one of its currencies, by default its own. Source: issue 19, C. */
export const money = api.company.reports.money.handler(async ({ input, context }) => {
  const { deps, language, company } = context
  const { step, span } = input
  const { db } = deps
  const now = deps.now()
  const { zone, currency_id } = await reportCompany(db, company)
  const currency = input.currency ?? currencyIn({ currency_id })
  const periods = reportPeriods({ step, span, language, now, zone })
  const figures = figureDays(periods)
  const asked = { company, zone, currency }
  const [vehicles, sources, charges, chargesBefore, commission, commissionBefore] = await Promise.all([
    fleetTimes(db, { company, ...reach(periods), earnings: true }),
    readSources(db, company, figures.now),
    readCharges(db, { ...asked, days: figures.now }),
    readCharges(db, { ...asked, days: figures.before }),
    readCommission(db, { ...asked, days: figures.now }),
    readCommission(db, { ...asked, days: figures.before }),
  ])
  const { revenue, uses } = await earned(vehicles, (zone) => spansIn(periods, zone), CURRENCY_IDS[currency])
  const figuresAt = (index: number) => ({
    revenue: revenue[index] ?? 0,
    per_day_out: perDay(revenue[index], uses[index]?.out, currency),
    per_day_able: perDay(revenue[index], uses[index]?.able, currency),
  })
  return {
    currency,
    currencies: currenciesOf(vehicles, currency_id),
    days: shownDays(figures.now),
    before_days: shownDays(figures.before),
    now: { ...figuresAt(0), ...charges, commission },
    before: { ...figuresAt(1), ...chargesBefore, commission: commissionBefore },
    series: periods.pairs.slice(1).map(({ days }, index) => ({
      days: shownDays(days),
      now: revenue[2 * index + 2] ?? 0,
      before: revenue[2 * index + 3] ?? 0,
    })),
    sources: sources
      .filter((row) => row.currency === CURRENCY_IDS[currency])
      .map(({ source, rentals, cancelled, total }) => ({ source, rentals, cancelled, total }))
      .sort((one, other) => other.total - one.total),
  }
})

/** What the rentals earned in each period, and the vehicles' use in the first two. */
async function earned(vehicles: readonly ReportVehicle[], spansOf: (zone: string) => Span[], currency: number) {
  const zones = new Map<string, ReturnType<typeof inZone>>()
  const uses: Use[] = []
  for await (const vehicle of inTurns(vehicles)) {
    const { zone } = vehicle.city
    const known = zones.get(zone) ?? inZone(spansOf(zone))
    zones.set(zone, known)
    addUse(uses, known.measure(vehicle))
    for (const rental of vehicle.rentals)
      if (rental.currency === currency) known.earnings.add(rental.total, rental.span)
  }
  const revenue: number[] = []
  for (const { earnings } of zones.values())
    for (const [index, sum] of earnings.sums().entries()) revenue[index] = (revenue[index] ?? 0) + sum
  return { revenue, uses }
}

const inZone = (spans: Span[]) => ({ measure: measurerOfUse(spans.slice(0, 2)), earnings: sumEarnings(spans) })

/** The company's own first, then those of its rentals. */
function currenciesOf(vehicles: readonly ReportVehicle[], own: number): CurrencyCode[] {
  const ids = new Set([own])
  for (const { rentals } of vehicles) for (const { currency } of rentals) ids.add(currency)
  return [...ids].map((currency_id) => currencyIn({ currency_id }))
}

/** A mean for a day, in whole units; null without any day. */
function perDay(amount = 0, ms = 0, currency: CurrencyCode): number | null {
  const unit = WHOLE_UNIT[currency]
  return ms > 0 ? Math.round((amount * DAY_MS) / ms / unit) * unit : null
}

type OfDays = { company: number; zone: string; currency: CurrencyCode; days: ReportDays }

/** The marketplace's share, from the ledger, on the days when it was booked: with a return, a cancellation, a no-show. */
async function readCommission(db: Kysely<DB>, { company, zone, currency, days }: OfDays): Promise<number> {
  const [from, to] = spanOf(days, zone)
  const { commission } = await db
    .selectFrom('ledger_transaction as t')
    .innerJoin('reservation', 'reservation.id', 't.reservation_id')
    .innerJoin('ledger_entry as entry', 'entry.transaction_id', 't.id')
    .innerJoin('ledger_account as account', 'account.id', 'entry.account_id')
    .select(sql<number>`coalesce(sum(entry.amount), 0)::bigint`.as('commission'))
    .where('reservation.company_id', '=', company)
    .where('t.kind', 'in', SHARING)
    .where('t.at', '>=', new Date(from))
    .where('t.at', '<', new Date(to))
    .where('account.kind', '=', 'COMMISSION')
    .where('account.currency_id', '=', CURRENCY_IDS[currency])
    .executeTakeFirstOrThrow()
  return commission
}

/** What customers owe or paid after returns: of disputed charges only what was decided. */
async function readCharges(
  db: Kysely<DB>,
  { company, zone, currency, days }: OfDays,
): Promise<{ late: number; damage: number }> {
  const [from, to] = spanOf(days, zone)
  const amount = sql<number>`coalesce(proposal.ruled, proposal.amount)`
  const sum = (of: ReturnType<typeof sql>) => sql<number>`coalesce(sum(${amount}) filter (where ${of}), 0)::bigint`
  return db
    .selectFrom('proposal')
    .innerJoin('reservation', 'reservation.id', 'proposal.reservation_id')
    .select([sum(sql`proposal.kind = 'LATE'`).as('late'), sum(sql`proposal.kind <> 'LATE'`).as('damage')])
    .where('reservation.company_id', '=', company)
    .where('proposal.currency_id', '=', CURRENCY_IDS[currency])
    .where('proposal.status', 'in', ['ACCEPTED', 'RULED', 'PAID'])
    .where('proposal.created_at', '>=', new Date(from))
    .where('proposal.created_at', '<', new Date(to))
    .executeTakeFirstOrThrow()
}
