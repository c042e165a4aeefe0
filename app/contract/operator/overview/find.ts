import { z } from 'zod'
import { operatorsOf } from '#app/contract/call/base.ts'
import { ReservationStatus } from '#app/contract/reservations/reservations.ts'
import { PaymentStatus } from '#app/contract/shapes/payment-shapes.ts'
import { CurrencyCode, IsoDate, Money, PublicId } from '#app/contract/shapes/shapes.ts'
import { Text } from '#app/contract/shapes/text.ts'
import { TICKET_STATUSES } from '#app/rules/messages/ticket-status.ts'
import { VEHICLE_STATES } from '#app/rules/search/vehicle-state.ts'

/** One thing that was found, with what distinguishes it from others of its kind. */
export const FoundThing = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('person'),
    id: PublicId,
    name: z.string().nullable(),
    phone: z.string(),
    email: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('reservation'),
    id: PublicId,
    number: z.string(),
    fullname: z.string(),
    vehicle: z.string(),
    company: z.string(),
    start_date: IsoDate,
    status: ReservationStatus,
  }),
  z.object({
    kind: z.literal('payment'),
    id: PublicId,
    number: z.string(),
    gateway: z.string(),
    status: PaymentStatus,
    currency: CurrencyCode,
    amount: Money,
  }),
  z.object({ kind: z.literal('company'), id: z.int(), name: z.string(), city: z.string() }),
  /** For operators of the support alone, as what follows. */
  z.object({
    kind: z.literal('vehicle'),
    id: z.int(),
    title: z.string(),
    year: z.int(),
    plate: z.string().nullable(),
    company: z.string(),
    state: z.enum(VEHICLE_STATES),
  }),
  z.object({
    kind: z.literal('ticket'),
    id: PublicId,
    number: z.int(),
    subject: z.string(),
    status: z.enum(TICKET_STATUSES),
  }),
  /** For operators of money alone. */
  z.object({ kind: z.literal('code'), id: z.int(), code: z.string(), used: z.int(), total: z.int() }),
])

export const find = {
  find: operatorsOf('MONEY', 'SUPPORT')
    .route({
      method: 'GET',
      path: '/admin/find/',
      summary: 'Search everything: numbers, phones, e-mails, names, plates, listings, companies, tickets, codes (ours)',
      tags: ['operator'],
    })
    .input(z.object({ q: Text.max(100, 'max_length').default('') }))
    /** Ten of each kind at most; `more` where there are others. */
    .output(z.object({ found: z.array(FoundThing), more: z.boolean() })),
}
