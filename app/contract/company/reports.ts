import { z } from 'zod'
import { deskStaff, forCompany, owners } from '#app/contract/call/base.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'
import { CurrencyCode, IsoDate, listOf, Money, PageQuery, RowId } from '#app/contract/shapes/shapes.ts'
import { REPORT_SOURCES } from '#app/rules/reservation/reservation-lists.ts'
import { REPORT_SPANS, REPORT_STEPS } from '#app/rules/time/report-periods.ts'

/** By what the use of vehicles is listed. */
export const REPORT_GROUPS = ['CLASS', 'CITY', 'VEHICLE'] as const

const Asked = z.object({
  company: CompanyId,
  step: z.enum(REPORT_STEPS).catch('MONTH').default('MONTH'),
  span: z.enum(REPORT_SPANS).catch('DAYS_30').default('DAYS_30'),
})

/** Both days belong to it. */
const Days = z.object({ from: IsoDate, to: IsoDate })

/** Days out of days able, in hundredths: a day is 24 hours. */
const VehicleUse = z.object({ out: z.number(), able: z.number() })

/** Rentals by the day of their pick-up. */
const TripFigures = z.object({
  rentals: z.int(),
  /** Rentals that were called off after they were paid, or booked by staff. */
  cancelled: z.int(),
  /** Means, in days; null without a rental. */
  length: z.number().nullable(),
  lead: z.number().nullable(),
  /** Vehicles that came back more than an hour late. */
  late: z.int(),
})

const MoneyFigures = z.object({
  /** What rentals cost with their extras, spread evenly over their time. */
  revenue: Money,
  /** For each day out, and for each day on which a vehicle could have been out; null without one. */
  per_day_out: Money.nullable(),
  per_day_able: Money.nullable(),
  /** What was asked for after returns, and accepted, decided or paid: for late returns, and for damage and the rest. */
  late: Money,
  damage: Money,
  /** The marketplace's share, booked in these days. */
  commission: Money,
})

export const reports = {
  use: forCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/desk/reports/use/',
      summary:
        'How the vehicles were used, by month or week against the year before, and by class, city or vehicle (ours)',
      tags: ['company'],
    })
    .input(
      PageQuery.extend({
        ...Asked.shape,
        by: z.enum(REPORT_GROUPS).catch('CLASS').default('CLASS'),
        /** Lists only vehicles of this class or city. */
        type: RowId.optional().catch(undefined),
        city: RowId.optional().catch(undefined),
      }),
    )
    .output(
      listOf(
        z.object({
          /** Of a vehicle its number. */
          id: z.int(),
          name: z.string(),
          plate: z.string().nullable(),
          vehicles: z.int(),
          now: VehicleUse,
          before: VehicleUse,
        }),
      ).extend({
        days: Days,
        before_days: Days,
        now: VehicleUse,
        before: VehicleUse,
        /** By class, the most used first: from Sunday to Saturday. */
        weekdays: z.array(z.object({ id: RowId, name: z.string(), uses: z.array(VehicleUse).length(7) })),
        /** The name of the class or city of the listed vehicles, if it is only one. */
        chosen: z.string().nullable(),
        trips: TripFigures,
        trips_before: TripFigures,
        series: z.array(z.object({ days: Days, now: VehicleUse, before: VehicleUse })),
        /** The next 30 days as booked now; a year ago as they were booked then, and as they came out. */
        ahead: z.object({ days: Days, now: VehicleUse, year_ago: VehicleUse, ended: VehicleUse }),
      }),
    ),
  money: forCompany(owners)
    .route({
      method: 'GET',
      path: '/desk/reports/money/',
      summary:
        'What the vehicles earned in one currency, by month or week against the year before, and by source (ours)',
      tags: ['company'],
    })
    .input(Asked.extend({ currency: CurrencyCode.optional().catch(undefined) }))
    .output(
      z.object({
        currency: CurrencyCode,
        /** The currencies in which the company has reservations. */
        currencies: z.array(CurrencyCode),
        days: Days,
        before_days: Days,
        now: MoneyFigures,
        before: MoneyFigures,
        series: z.array(z.object({ days: Days, now: Money, before: Money })),
        sources: z.array(
          z.object({
            source: z.enum(REPORT_SOURCES),
            rentals: z.int(),
            cancelled: z.int(),
            /** What the rentals cost that begin in these days. */
            total: Money,
          }),
        ),
      }),
    ),
}
