import { z } from 'zod'
import { deskStaff, forCompany } from '#app/contract/call/base.ts'
import { Block } from '#app/contract/company/calendar/blocks.ts'
import { OwnVehicle } from '#app/contract/company/fleet/shapes.ts'
import { PriceSettings } from '#app/contract/company/prices/prices.ts'
import { Proposal } from '#app/contract/company/proposal.ts'
import { CompanyId, DeskLine } from '#app/contract/company/shapes.ts'
import { numeric } from '#app/contract/shapes/number.ts'
import { CurrencyCode, Instant, Money, PublicId } from '#app/contract/shapes/shapes.ts'
import { empty } from '#app/contract/shapes/text.ts'
import { EVENT_TYPES } from '#app/rules/access/api-event.ts'

const MOST_EVENTS = 100

/** Something that happened to a company's things, as it is read and as it is sent. */
export const Event = z.object({
  id: PublicId,
  type: z.enum(EVENT_TYPES),
  /** When it happened. */
  at: Instant,
  /** The request that caused it, as in that answer's header X-Request-Id; null where none did, as when time passed. */
  request: z.string().nullable(),
  /** The id of the key by which a program caused it; null where none did. */
  key: z.int().nullable(),
  /** What it is about, as the calls about it show it; names are in English. */
  data: z.object({
    /** Of events of reservations, payments and charges. */
    reservation: DeskLine.optional(),
    payment: z
      .object({
        id: PublicId,
        purpose: z.enum(['RESERVATION', 'CHARGE', 'DEPOSIT']),
        amount: Money,
        currency: CurrencyCode,
        paid_at: Instant,
      })
      .optional(),
    /** What has been given back of the reservation's payments so far. */
    refund: z.object({ refunded: Money, currency: CurrencyCode }).optional(),
    charge: Proposal.optional(),
    message: z
      .object({
        /** The chat room and the message's number in it. */
        room: PublicId,
        seq: z.int(),
        reservation: PublicId.nullable(),
        sender: z.enum(['CLIENT', 'ADMIN', 'AGENT']),
        body: z.string(),
        created_at: Instant,
      })
      .optional(),
    vehicle: OwnVehicle.optional(),
    /** The company's rules, or those of one vehicle. */
    prices: PriceSettings.optional(),
    /** The blocks of one vehicle that are not over, the next first and at most a hundred; not those of external calendars. */
    blocks: z.object({ ad: z.int(), results: z.array(Block) }).optional(),
    payout: z.object({ id: z.int(), amount: Money, currency: CurrencyCode, sent_at: Instant }).optional(),
  }),
})

export type EventData = z.infer<typeof Event>['data']

export const events = {
  list: forCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/v2/events/',
      summary: 'What happened to the company’s things in the last 30 days, the oldest first (ours)',
      tags: ['company'],
    })
    .input(
      z.object({
        company: CompanyId,
        /** The id of the last event that was read; by default the list starts with the oldest. */
        after: z.preprocess(empty, PublicId.optional()),
        limit: numeric().int().min(1).max(MOST_EVENTS).catch(MOST_EVENTS).default(MOST_EVENTS),
      }),
    )
    .output(
      z.object({
        results: z.array(Event),
        /** What to send as `after` next: the last event of this answer, or what was sent if there is none. */
        after: PublicId.nullable(),
        /** Whether there are more already. */
        more: z.boolean(),
      }),
    ),
}
