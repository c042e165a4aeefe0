import { z } from 'zod'
import { about, deskStaff, forCompany, owners } from '#app/contract/call/base.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'
import { numeric } from '#app/contract/shapes/number.ts'
import { IsoDate, PublicId, RowId } from '#app/contract/shapes/shapes.ts'
import { empty, requiredText } from '#app/contract/shapes/text.ts'
import { areInOrder, MOST_PERIODS, type Period } from '#app/rules/time/opening-hours.ts'

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time')
const Closing = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'time')
const Periods = z
  .array(z.tuple([Clock, Closing]))
  .max(MOST_PERIODS, 'hours')
  .refine((periods) => areInOrder(periods as Period[]), 'hours')

/** Monday to Sunday. */
const Week = z.array(Periods).length(7, 'hours')

/** A reservation that begins or ends on a closed day. */
const Affected = z.object({
  id: PublicId,
  number: z.string(),
  fullname: z.string(),
  side: z.enum(['receive', 'return']),
  date: IsoDate,
  time: z.string(),
})

/** When a company is open. */
export const DeskHours = z.object({
  places: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      city: z.string(),
      opens_at: z.string(),
      closes_at: z.string(),
      week: Week.nullable(),
    }),
  ),
  /** Present and future closed days, in order. */
  closed: z.array(
    z.object({
      id: z.int(),
      /** Null for all places. */
      place: z.string().nullable(),
      starts_on: IsoDate,
      ends_on: IsoDate,
      reason: z.string().nullable(),
      /** The public holiday, and whether the moon may move it by a day. */
      holiday: z.string().nullable(),
      by_moon: z.boolean(),
      /** The number of reservations on these days, which stay as they are, and the first of them. */
      affected_count: z.int(),
      affected: z.array(Affected),
    }),
  ),
  /** Years whose public holidays can be added, in the calendar of the company's country; empty if we know none. */
  holidays: z.object({
    country: z.string(),
    calendar: z.enum(['jalali', 'gregorian']),
    years: z.array(z.int()),
  }),
})

/** A range of closed days; by default for all places. */
export const ClosedDaysFields = z.object({
  place: z.preprocess(empty, RowId.optional()),
  start_date: IsoDate,
  end_date: IsoDate,
  reason: requiredText(80),
})

export const hours = {
  hours: forCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/desk/hours/',
      summary: 'Opening hours and closed days, with the reservations that fall on them (ours)',
      tags: ['company'],
    })
    .input(z.object({ company: CompanyId }))
    .output(DeskHours),
  setHours: forCompany(owners)
    .route({
      method: 'PATCH',
      path: '/desk/hours/',
      summary: 'The opening hours of a place, or of all (ours)',
      tags: ['company'],
    })
    .input(z.strictObject({ company: CompanyId, place: z.preprocess(empty, RowId.optional()), week: Week }))
    .output(DeskHours),
  closeDays: forCompany(owners)
    .route({
      method: 'POST',
      path: '/desk/closed-days/',
      summary: 'Close a place or all for some days; reservations that were made stay (ours)',
      tags: ['company'],
      successStatus: 201,
    })
    .input(ClosedDaysFields.extend({ company: CompanyId }).strict())
    .output(z.object({ id: z.int(), affected_count: z.int() })),
  openDays: about(owners, 'closedDays')
    .route({
      method: 'DELETE',
      path: '/desk/closed-days/{id}/',
      summary: 'Closed days are open again (ours)',
      tags: ['company'],
    })
    .input(z.object({ id: RowId }))
    .output(z.object({ removed: z.boolean() })),
  closeHolidays: forCompany(owners)
    .route({
      method: 'POST',
      path: '/desk/closed-days/holidays/',
      summary: 'Close all places on the public holidays of a year that are still to come (ours)',
      tags: ['company'],
    })
    .input(z.strictObject({ company: CompanyId, year: numeric({ error: 'required' }).int('number') }))
    .output(z.object({ added: z.int(), affected_count: z.int() })),
}
