import { z } from 'zod'
import { about, deskStaff, forCompany, locking, notifying } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { CompanyId, Plate } from '#app/contract/company/shapes.ts'
import { EarlyEnd, EndDate, MonthlyPlan } from '#app/contract/reservations/monthly.ts'
import { MonthlyPart } from '#app/contract/shapes/monthly-part.ts'
import {
  CurrencyCode,
  Instant,
  IsoDate,
  listOf,
  Money,
  PageQuery,
  PublicId,
  Whole,
} from '#app/contract/shapes/shapes.ts'
import { empty } from '#app/contract/shapes/text.ts'
import { DESK_WAYS } from '#app/rules/reservation/protocol.ts'

const { NOT_CHANGEABLE, PRICE_CHANGED, STATUS_CONFLICT } = ERRORS

/** OPEN: all that are still to be paid; LATE: after their due date; WEEK: due within seven days. */
export const PART_VIEWS = ['OPEN', 'LATE', 'WEEK'] as const

const Sum = z.object({ currency: CurrencyCode, count: z.int(), amount: Money })

const EndFields = z.strictObject({
  ...EndDate.shape,
  /** How the company gives back at its desk what came in there. */
  way: z.preprocess(empty, z.enum(DESK_WAYS).optional()),
  shown_total: Whole.optional(),
})

const id = z.object({ id: PublicId })
const reading = about(deskStaff, 'reservation')
const changing = locking(deskStaff, 'reservation').errors({ STATUS_CONFLICT })
const ending = about(deskStaff, 'reservation').errors({ NOT_CHANGEABLE, PRICE_CHANGED })

export const monthly = {
  list: forCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/desk/parts/',
      summary: 'The monthly parts that are still to be paid to a company, by their due dates (ours)',
      tags: ['company'],
    })
    .input(PageQuery.extend({ company: CompanyId, view: z.enum(PART_VIEWS).default('OPEN').catch('OPEN') }))
    .output(
      listOf(
        z.object({
          reservation: z.object({
            id: PublicId,
            number: z.string(),
            fullname: z.string(),
            title: z.string(),
            plate: Plate,
            currency: CurrencyCode,
          }),
          part: MonthlyPart.omit({ id: true, paid: true }),
          /** How many parts the plan has. */
          of: z.int(),
        }),
      ).extend({
        late: z.int(),
        week: z.int(),
        open: z.int(),
        /** What is late, and what is due in the next thirty days, in each currency. */
        sums: z.object({ late: z.array(Sum), month: z.array(Sum) }),
        /** Vehicles that are out on a monthly rental, of all on offer. */
        vehicles: z.object({ out: z.int(), all: z.int() }),
        rule: z.object({ offered: z.boolean(), grace_days: z.int(), notice_days: z.int() }),
      }),
    ),
  read: reading
    .route({
      method: 'GET',
      path: '/desk/reservations/{id}/parts/',
      summary: 'The monthly parts of a long rental, with the reminders that were sent (ours)',
      tags: ['company'],
    })
    .input(id)
    .output(
      MonthlyPlan.extend({
        parts: z.array(MonthlyPart.omit({ id: true })),
        /** Messages about the next part: its reminders, and the link that staff sent. */
        sent: z.array(z.object({ kind: z.enum(['partSoon', 'partLate', 'partLink']), at: Instant })),
        /** How far the next due date can be moved. */
        postpone_until: IsoDate.nullable(),
      }),
    ),
  sendLink: changing
    .meta(notifying(changing, 100))
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/parts/link/',
      summary: 'Send the customer the link to pay the next monthly part; once in ten minutes (ours)',
      tags: ['company'],
    })
    .input(id)
    .output(z.object({ id: PublicId, sent: z.boolean() })),
  postpone: changing
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/parts/postpone/',
      summary: 'Move the due date of the next monthly part (ours)',
      tags: ['company'],
    })
    .input(z.strictObject({ id: PublicId, due_on: IsoDate }))
    .output(z.object({ id: PublicId, due_on: IsoDate })),
  quoteEnd: ending
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/end/price/',
      summary: 'What a long rental costs if the company lets it end earlier; changes nothing (ours)',
      tags: ['company'],
    })
    .input(id.extend(EndDate.shape))
    .output(EarlyEnd),
  end: ending
    .meta(notifying(ending, 100))
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/end/',
      summary: 'Let a long rental end earlier, from today on: unused parts fall away (ours)',
      tags: ['company'],
    })
    .input(z.strictObject({ id: PublicId, ...EndFields.shape }))
    .output(EarlyEnd),
}
