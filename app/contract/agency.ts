import { z } from 'zod'
import { LANGUAGES } from '#app/rules/constants.ts'
import { deskStaff, notifying, owners } from './base.ts'
import { CompanyAccount } from './company-account.ts'
import { ERRORS } from './errors.ts'
import { numeric } from './number.ts'
import { ReservationCard } from './own-reservations.ts'
import { ReservationStatus } from './reservations.ts'
import { CurrencyCode, Instant, IsoDate, listOf, Money, PageQuery, PublicId, RowId, SlotTime } from './shapes.ts'
import { empty, grouped, Lines, latin, optionalLines, optionalText } from './text.ts'

const { STATUS_CONFLICT, VEHICLE_TAKEN } = ERRORS

/**
 * What a rental company's staff (AGENT) and operators (ADMIN) do; everybody else who is signed in gets 404. Operators
 * name the `company` where a call is about one.
 */
const CompanyId = z.preprocess(empty, RowId.optional())

/** A reservation as the company's desk sees it. */
export const ManagedReservation = ReservationCard.extend({
  fullname: z.string(),
  phone: z.string(),
  start_at: Instant,
  end_at: Instant,
  /** Names of the places, or the customer's address. */
  receive: z.string(),
  return: z.string(),
  child_seat_count: z.int(),
  extra_driver: z.boolean(),
  internet: z.boolean(),
  supplemental_insurance: z.boolean(),
  due_at_desk: Money,
  /** Full hours left to confirm; null where nothing waits. */
  hours_left: z.int().nullable(),
  deposit: z.object({ requested: z.boolean(), uploaded_at: Instant.nullable() }),
})

export const RESERVES_FILTERS = ['all', 'waiting', 'pick_ups', 'returns', 'active', 'out'] as const
export const AGENCY_ACTIONS = ['confirm', 'reject', 'picked_up', 'returned', 'no_show'] as const

export const Block = z.object({
  id: z.int(),
  ad: z.object({ id: z.int(), title: z.string(), picture: z.string() }),
  start_date: IsoDate,
  start_time: z.string(),
  end_date: IsoDate,
  end_time: z.string(),
  note: z.string().nullable(),
})

const Price = z.preprocess(
  (value) => (value === '' ? null : grouped(value)),
  numeric({ error: 'number' }).int('number').min(0, 'min').max(1_000_000_000, 'max').nullable().optional(),
)
const Fee = z.preprocess(
  (value) => empty(grouped(value)),
  numeric({ error: 'number' }).int('number').min(0, 'min').max(1_000_000_000, 'max').optional(),
)
const within = (min: number, max: number) =>
  z.preprocess(
    (value) => empty(grouped(value)),
    numeric({ error: 'number' }).int('number').min(min, 'min').max(max, 'max').optional(),
  )
const TermHours = within(0, 720)
/** The share that is paid online when booking (decisions.md, "Renting"). */
const Percent = within(20, 100)
const ClockTime = z.preprocess(
  (value) => empty(latin(value)),
  z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time')
    .optional(),
)
/** The end of a day has two names: 00:00 would close before it opens. */
const ClosingTime = z.preprocess(
  (value) => empty(latin(value)),
  z
    .string()
    .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'time')
    .optional(),
)
const Phone = z.preprocess(
  (value) => empty(latin(value)),
  z
    .string()
    .regex(/^\+?[\d\s-]{5,20}$/, 'phone')
    .optional(),
)
const About = z.partialRecord(z.enum(LANGUAGES), Lines.max(2000, 'max_length'))

/** What a company may change of itself; prices in the minor unit of its own currency, null where it does not offer it. */
export const AgencyUpdate = z.strictObject({
  company: CompanyId,
  phone: Phone,
  about: About.optional(),
  free_address_fee: Price,
  child_seat_price: Price,
  extra_driver_price: Price,
  internet_price: Price,
  insurance_price: Price,
  /** Hours before pick-up until which a cancellation is free, and until which half is given back. */
  free_until_hours: TermHours,
  half_until_hours: TermHours,
  prepayment_percent: Percent,
  confirmation: z.preprocess(empty, z.enum(['AT_ONCE', 'BY_HAND']).optional()),
  places: z
    .array(
      z.strictObject({
        id: RowId,
        phone: Phone,
        opens_at: ClockTime,
        closes_at: ClosingTime,
        receive_fee: Fee,
        return_fee: Fee,
      }),
    )
    .max(100, 'max')
    .optional(),
})

export const Agency = z.object({
  id: z.int(),
  name: z.string(),
  currency: CurrencyCode,
  commission_percent: z.int(),
  confirmation: z.enum(['AT_ONCE', 'BY_HAND']),
  prepayment_percent: z.int(),
  free_until_hours: z.int(),
  half_until_hours: z.int(),
  phone: z.string(),
  about: z.record(z.enum(LANGUAGES), z.string()),
  free_address_fee: Money.nullable(),
  child_seat_price: Money.nullable(),
  extra_driver_price: Money.nullable(),
  internet_price: Money.nullable(),
  insurance_price: Money.nullable(),
  places: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      city: z.string(),
      phone: z.string().nullable(),
      opens_at: z.string(),
      closes_at: z.string(),
      receive_fee: Money,
      return_fee: Money,
    }),
  ),
})

const Sums = z.object({
  currency: CurrencyCode,
  reservations: z.int(),
  /** The rent alone, which the commission is a share of. */
  rent: Money,
  commission: Money,
  /** What the marketplace held of what customers paid. */
  kept: Money,
  /** Owed by the company to the marketplace. */
  company_owes: Money,
  /** Owed by the marketplace to the company. */
  marketplace_owes: Money,
})

/** A month of the calendar of the caller's language: `2026-11`, or `1405-08` in Persian. */
const MonthKey = z.string().regex(/^\d{4}-\d{2}$/, 'date')

export const Commission = z.object({
  company: z.object({ id: z.int(), name: z.string() }),
  commission_percent: z.int(),
  months: z.array(Sums.extend({ month: MonthKey, start: IsoDate })),
  totals: z.array(Sums),
  /** What is owed in all, as on the statement. */
  accounts: z.array(CompanyAccount),
  /** Every listing, also those without a completed rental. `earned` has a sum for each currency. */
  listings: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      commission_percent: z.int(),
      earned: z.array(Sums),
    }),
  ),
  /** Each rental that was completed, and each that was cancelled and left something: the rows of the CSV. Newest first. */
  rentals: z.array(
    z.object({
      number: z.string(),
      ad: z.int(),
      title: z.string(),
      /** The day of the return, or of the cancellation. */
      completed_on: IsoDate,
      month: MonthKey,
      currency: CurrencyCode,
      total: Money,
      /** 0 where it was cancelled: the commission is a share of `kept` then. */
      rent: Money,
      commission_percent: z.int(),
      commission: Money,
      kept: Money,
      company_owes: Money,
      marketplace_owes: Money,
    }),
  ),
})

export const agency = {
  reserves: deskStaff
    .route({
      method: 'GET',
      path: '/business/rent/management/reserves/',
      summary: 'The company’s reservations: today’s pick-ups and returns, those waiting for an answer (ours)',
      tags: ['agency'],
    })
    .input(
      PageQuery.extend({
        filter: z.enum(RESERVES_FILTERS).catch('all').default('all'),
        company: CompanyId,
      }),
    )
    .output(
      listOf(ManagedReservation).extend({
        /** How many each filter finds. */
        counts: z.record(z.enum(RESERVES_FILTERS), z.int()),
      }),
    ),
  changeReserve: deskStaff
    .meta(notifying(deskStaff, 300))
    .errors({ STATUS_CONFLICT })
    .route({
      method: 'PATCH',
      path: '/business/rent/management/reserves/{id}/',
      summary: 'Confirm, reject with a reason, picked up, returned, nobody came (ours)',
      tags: ['agency'],
    })
    .input(
      z
        .object({
          id: PublicId,
          action: z.enum(AGENCY_ACTIONS, { error: 'required' }),
          reason: optionalLines(500),
        })
        .superRefine(({ action, reason }, context) => {
          if (action === 'reject' && !reason)
            context.addIssue({ code: 'custom', path: ['reason'], message: 'required' })
        }),
    )
    .output(z.object({ id: PublicId, status: ReservationStatus, refund: Money, currency: CurrencyCode })),
  blocks: deskStaff
    .route({
      method: 'GET',
      path: '/business/rent/management/blocks/',
      summary: 'The company’s blocked dates that are not over (ours)',
      tags: ['agency'],
    })
    .input(PageQuery.extend({ company: CompanyId }))
    .output(listOf(Block)),
  block: deskStaff
    .errors({ VEHICLE_TAKEN })
    .route({
      method: 'POST',
      path: '/business/rent/management/blocks/',
      summary: 'Block dates of a vehicle, in the local time of its city (ours)',
      tags: ['agency'],
      successStatus: 201,
    })
    .input(
      z.object({
        ad: z.preprocess((value) => empty(latin(value)), RowId),
        start_date: IsoDate,
        start_time: SlotTime,
        end_date: IsoDate,
        end_time: SlotTime,
        /** Why, for the company's own people. */
        note: optionalText(80),
      }),
    )
    .output(Block),
  unblock: deskStaff
    .route({
      method: 'DELETE',
      path: '/business/rent/management/blocks/{id}/',
      summary: 'Free blocked dates (ours)',
      tags: ['agency'],
    })
    .input(z.object({ id: RowId }))
    .output(z.object({ id: z.int(), removed: z.boolean() })),
  read: owners
    .route({ method: 'GET', path: '/agency/', summary: 'What a company may change of itself (ours)', tags: ['agency'] })
    .input(z.object({ company: CompanyId }))
    .output(Agency),
  update: owners
    .route({ method: 'PATCH', path: '/agency/', summary: 'Change the company’s data', tags: ['agency'] })
    .input(AgencyUpdate)
    .output(Agency),
  commission: owners
    .route({
      method: 'GET',
      path: '/agency/commission/',
      summary: 'Listings, completed rentals and commission by month, both sides (ours)',
      tags: ['agency'],
    })
    .input(z.object({ company: CompanyId, month: z.preprocess(empty, MonthKey.optional()) }))
    .output(Commission),
}
