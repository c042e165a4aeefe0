import { z } from 'zod'
import { maybeSignedIn, notifying } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { Bill } from '#app/contract/shapes/bill.ts'
import { MonthlyPart } from '#app/contract/shapes/monthly-part.ts'
import { CurrencyCode, Flag, IsoDate, Money, PublicId, Whole } from '#app/contract/shapes/shapes.ts'

const { NOT_CHANGEABLE, NOT_PAYABLE, PRICE_CHANGED } = ERRORS

/** How a long rental is paid. */
export const MonthlyPlan = z.object({
  currency: CurrencyCode,
  total: Money,
  received: Money,
  days: z.int(),
  /** The present day of the rental, from 1 on; null while nobody has the vehicle. */
  day: z.int().nullable(),
  parts: z.array(MonthlyPart),
  /** The position of the part that is paid next; null if all are paid, or none can be. */
  next: z.int().nullable(),
  /** Days after a due date before the company may ask for the vehicle. */
  grace_days: z.int(),
  /** The last day of the next part's grace. */
  grace_until: IsoDate.nullable(),
  /** Days of notice before an early end, and on which days the rental can end; null if it cannot now. */
  notice_days: z.int(),
  ends: z.object({ first: IsoDate, last: IsoDate }).nullable(),
})

/** What a rental costs that ends earlier than it was booked. */
export const EarlyEnd = Bill.extend({
  end_date: IsoDate,
  end_time: z.string(),
  received: Money,
  /** What is still to be paid, or what goes back: to the wallet, and at the company's desk what came in there. */
  left: Money,
  refund: Money,
  desk_back: Money,
})

export const EndDate = z.object({ end_date: IsoDate })

const id = z.object({ id: PublicId })
const choosing = maybeSignedIn.errors({ NOT_PAYABLE })
const ending = maybeSignedIn.errors({ NOT_CHANGEABLE, PRICE_CHANGED })

export const monthly = {
  read: maybeSignedIn
    .route({
      method: 'GET',
      path: '/business/rent/ad/reserve/{id}/parts/',
      summary: 'The monthly parts of a long rental; for whoever has its id (ours)',
      tags: ['reservations'],
    })
    .input(id)
    .output(MonthlyPlan),
  choose: choosing
    .route({
      method: 'POST',
      path: '/business/rent/ad/reserve/{id}/parts/',
      summary: 'Choose, before anything is paid, whether a long rental is paid in monthly parts (ours)',
      tags: ['reservations'],
    })
    .input(z.strictObject({ id: PublicId, monthly: Flag }))
    .output(z.object({ id: PublicId, payable_now: Money })),
  quoteEnd: ending
    .route({
      method: 'POST',
      path: '/business/rent/ad/reserve/{id}/end/price/',
      summary: 'What a long rental costs if it ends earlier; changes nothing (ours)',
      tags: ['reservations'],
    })
    .input(id.extend(EndDate.shape))
    .output(EarlyEnd),
  end: ending
    .meta(notifying(ending, 100))
    .route({
      method: 'POST',
      path: '/business/rent/ad/reserve/{id}/end/',
      summary: 'End a long rental earlier, with notice: unused parts fall away (ours)',
      tags: ['reservations'],
    })
    .input(z.strictObject({ id: PublicId, ...EndDate.shape, shown_total: Whole.optional() }))
    .output(EarlyEnd),
}
