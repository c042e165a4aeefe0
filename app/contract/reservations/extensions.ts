import { z } from 'zod'
import { about, notifying, ownedBy } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { BillLine } from '#app/contract/shapes/bill.ts'
import { CurrencyCode, Instant, IsoDate, Money, PublicId, SlotTime, Whole } from '#app/contract/shapes/shapes.ts'
import { optionalLines } from '#app/contract/shapes/text.ts'

const { NOT_CHANGEABLE, VEHICLE_TAKEN, PRICE_CHANGED } = ERRORS

/** Another return than the booked one. */
export const NewReturn = z.object({ end_date: IsoDate, end_time: SlotTime })

const WallEnd = z.object({ date: IsoDate, time: z.string() })

/** More time with its price: what it adds to the bill, and what the customer pays online for it. */
export const ExtensionQuote = z.object({
  end_date: IsoDate,
  end_time: z.string(),
  /** The days of the whole rental, and how many of them are added. */
  days: z.int(),
  more_days: z.int(),
  /** The lines that the bill gets in addition, and the total of the whole rental with them. */
  lines: z.array(BillLine),
  difference: Money,
  total: Money,
  currency: CurrencyCode,
  /** Whether the vehicle is free until then, with its gap. */
  available: z.boolean(),
})

/** What was asked of the company, and its answer. */
export const Extension = z.object({
  id: PublicId,
  /** EXPIRED: nobody answered, or it was not paid in time. */
  status: z.enum(['ASKED', 'AWAITING_PAYMENT', 'DONE', 'REFUSED', 'EXPIRED', 'CANCELLED']),
  end_date: IsoDate,
  end_time: z.string(),
  days: z.int(),
  difference: Money,
  total: Money,
  /** What it adds to the bill; empty once it applies. */
  lines: z.array(BillLine),
  message: z.string().nullable(),
  /** The company's words to the customer. */
  answer: z.string().nullable(),
  created_at: Instant,
  answered_at: Instant.nullable(),
  /** Until when the company may answer, or the customer pay. */
  until: Instant.nullable(),
})

/** What takes the vehicle after the rental: from when, and until when it can stay at most. */
export const Following = z.object({ from: Instant, latest: WallEnd.nullable() })

const ExtensionFields = z.strictObject({ ...NewReturn.shape, message: optionalLines(500) })

const id = z.object({ id: PublicId })
const reading = about(ownedBy('CUSTOMER'), 'reservation')
const asking = reading.errors({ NOT_CHANGEABLE, VEHICLE_TAKEN, PRICE_CHANGED })

export const extensions = {
  extension: reading
    .route({
      method: 'GET',
      path: '/business/rent/ad/reserve/{id}/extension/',
      summary: 'Whether the rental can be longer: next days with prices, what follows it, what was asked (ours)',
      tags: ['reservations'],
    })
    .input(id)
    .output(
      z.object({
        /** Until when more time can be asked for; null if it cannot. */
        until: Instant.nullable(),
        choices: z.array(ExtensionQuote),
        following: Following.nullable(),
        /** The last extension. */
        last: Extension.nullable(),
      }),
    ),
  quoteExtension: asking
    .route({
      method: 'POST',
      path: '/business/rent/ad/reserve/{id}/extension/price/',
      summary: 'What a later return would cost; changes nothing (ours)',
      tags: ['reservations'],
    })
    .input(id.extend(NewReturn.shape))
    .output(ExtensionQuote),
  askExtension: asking
    .meta(notifying(asking, 100))
    .route({
      method: 'POST',
      path: '/business/rent/ad/reserve/{id}/extension/',
      summary: 'Ask the company for a later return; it answers, then the customer pays (ours)',
      tags: ['reservations'],
      successStatus: 201,
    })
    .input(z.strictObject({ id: PublicId, ...ExtensionFields.shape, shown_total: Whole.optional() }))
    .output(Extension),
}
