import { z } from 'zod'
import { about, deskStaff, notifying } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { DayPrice } from '#app/contract/company/fleet/offers.ts'
import { Plate } from '#app/contract/company/shapes.ts'
import { Extension, ExtensionQuote, Following, NewReturn } from '#app/contract/reservations/extensions.ts'
import { Instant, IsoDate, PublicId, SlotTime, Whole } from '#app/contract/shapes/shapes.ts'
import { empty, optionalLines, optionalText } from '#app/contract/shapes/text.ts'
import { BOOKING_PAYMENTS } from '#app/rules/reservation/staff-booking.ts'

const { NOT_CHANGEABLE, VEHICLE_TAKEN, PRICE_CHANGED, STATUS_CONFLICT, CHANGED_MEANWHILE } = ERRORS

export const EXTENSION_ANSWERS = ['ACCEPT', 'PART', 'REFUSE'] as const

const OptionalEnd = {
  end_date: z.preprocess(empty, IsoDate.optional()),
  end_time: z.preprocess(empty, SlotTime.optional()),
}

const NEEDED = { ACCEPT: [], PART: ['end_date', 'end_time'], REFUSE: ['message'] } as const

const AnswerFields = z.strictObject({
  answer: z.enum(EXTENSION_ANSWERS, { error: 'required' }),
  ...OptionalEnd,
  message: optionalLines(500),
})

function needFields(
  fields: z.output<typeof AnswerFields>,
  context: { addIssue: (issue: { code: 'custom'; path: string[]; message: string }) => void },
) {
  for (const name of NEEDED[fields.answer])
    if (fields[name] === undefined) context.addIssue({ code: 'custom', path: [name], message: 'required' })
}

/** An answer to a customer: a part of the time needs its end, a refusal its reason. */
export const ExtensionAnswer = AnswerFields.superRefine(needFields)

/** More time that staff give at the counter, and how it is paid. */
export const StaffExtension = z.strictObject({
  ...NewReturn.shape,
  payment: z.enum(BOOKING_PAYMENTS, { error: 'required' }),
  received: DayPrice,
  reference: optionalText(40),
})

const reading = about(deskStaff, 'reservation').errors({ NOT_CHANGEABLE })
const writing = about(deskStaff, 'reservation').errors({
  NOT_CHANGEABLE,
  VEHICLE_TAKEN,
  PRICE_CHANGED,
  STATUS_CONFLICT,
  CHANGED_MEANWHILE,
})

export const extensions = {
  extension: reading
    .route({
      method: 'GET',
      path: '/desk/reservations/{id}/extension/',
      summary: 'A later return of a rental: what was asked, what follows it, the next days with prices (ours)',
      tags: ['company'],
    })
    .input(z.object({ id: PublicId }))
    .output(
      z.object({
        last: Extension.nullable(),
        choices: z.array(ExtensionQuote),
        following: Following.extend({
          /** Whose rental it is, or null for a block. */
          reservation: z.object({ id: PublicId, fullname: z.string() }).nullable(),
        }).nullable(),
        /** The gap that the vehicle needs, in minutes. */
        gap: z.int(),
        /** Until when its insurance and inspection are valid, of those that are kept. */
        papers: z.array(z.object({ kind: z.enum(['INSURANCE', 'INSPECTION']), until: IsoDate })),
        plate: Plate,
        payments: z.array(z.enum(BOOKING_PAYMENTS)),
        /** Whether staff can give more time now. */
        possible: z.boolean(),
        end_at: Instant,
      }),
    ),
  quoteExtension: reading
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/extension/price/',
      summary: 'What a later return would cost the customer; changes nothing (ours)',
      tags: ['company'],
    })
    .input(z.object({ id: PublicId, ...NewReturn.shape }))
    .output(ExtensionQuote),
  extend: writing
    .meta(notifying(writing, 300))
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/extension/',
      summary: 'Give a customer more time at the counter or on the phone: paid now, by a link, or later (ours)',
      tags: ['company'],
      successStatus: 201,
    })
    .input(z.strictObject({ id: PublicId, ...StaffExtension.shape, shown_total: Whole.optional() }))
    .output(Extension),
  answerExtension: writing
    .meta(notifying(writing, 300))
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/extension/answer/',
      summary: 'Answer a customer who asks for more time: yes, a part of it, or no with a reason (ours)',
      tags: ['company'],
    })
    .input(AnswerFields.extend({ id: PublicId, extension: PublicId }).superRefine(needFields))
    .output(Extension),
}
