import { z } from 'zod'
import { DeskMoney } from '#app/contract/company/protocols.ts'
import { ReservationStatus } from '#app/contract/reservations/reservations.ts'
import { PaymentPurpose, PaymentStatus } from '#app/contract/shapes/payment-shapes.ts'
import { Instant, Money, PublicId } from '#app/contract/shapes/shapes.ts'
import { GATEWAY_NAMES, LANGUAGES } from '#app/rules/constants.ts'
import { SENDERS } from '#app/rules/messages/chat-sides.ts'
import { DELIVERY_STATUSES } from '#app/rules/messages/delivery-status.ts'
import { CHANNELS } from '#app/rules/messages/notifications.ts'
import { PROPOSAL_STATUSES } from '#app/rules/reservation/charges/proposal-status.ts'
import { PROTOCOL_KINDS } from '#app/rules/reservation/protocol.ts'
import { RESERVATION_ACTORS } from '#app/rules/reservation/reservation-status.ts'
import { AuditChange, AuditRole } from '../audit.ts'
import { LedgerAccount } from '../payments/payments.ts'

const at = Instant
const by = z.string().nullable()

/** One thing that happened to a reservation. Amounts are in the minor unit of its currency. */
export const TimelineEntry = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('STATUS'),
    at,
    status: ReservationStatus,
    actor: z.enum(RESERVATION_ACTORS),
    by,
    reason: z.string().nullable(),
    /** Where it was given another vehicle: both, by plate or number. */
    moved: z.object({ from: z.string(), to: z.string() }).nullable(),
  }),
  z.object({
    what: z.literal('PAYMENT'),
    at,
    id: PublicId,
    number: z.string(),
    purpose: PaymentPurpose,
    status: PaymentStatus,
    gateway: z.enum([...GATEWAY_NAMES, 'wallet']),
    amount: Money,
  }),
  /** A movement in the books with its entries: positive to the owner of the account. */
  z.object({
    what: z.literal('MOVEMENT'),
    at,
    kind: z.string(),
    entries: z.array(z.object({ account: LedgerAccount, company: z.string().nullable(), amount: Money })),
  }),
  /** Money that the company took or gave itself. */
  z.object({ ...DeskMoney.shape, what: z.literal('DESK_MONEY'), by, undone: z.boolean() }),
  /** What was sent to somebody, in their language; receivers are shown in part. */
  z.object({
    what: z.literal('MESSAGE'),
    at,
    to: z.enum(['CUSTOMER', 'COMPANY']),
    language: z.enum(LANGUAGES),
    title: z.string(),
    body: z.string(),
    deliveries: z.array(
      z.object({
        channel: z.enum(CHANNELS),
        status: z.enum(DELIVERY_STATUSES),
        receiver: z.string(),
        reason: z.string().nullable(),
      }),
    ),
  }),
  /** What people wrote to each other in a conversation about it: for operators of the support alone. */
  z.object({
    what: z.literal('TALK'),
    at,
    conversation: PublicId,
    sender: z.enum(SENDERS),
    by,
    body: z.string(),
    files: z.int(),
  }),
  /** The record of a hand-over or a return was finished; one that counts is among the reservation's `protocols`. */
  z.object({ what: z.literal('PROTOCOL'), at, id: PublicId, kind: z.enum(PROTOCOL_KINDS), by, undone: z.boolean() }),
  /** What the company asked of the customer, and how that stands now. */
  z.object({
    what: z.literal('CHARGE'),
    at,
    id: PublicId,
    kind: z.enum(['RETURN', 'LATE', 'HAND']),
    amount: Money,
    status: z.enum(PROPOSAL_STATUSES),
    ticket: PublicId.nullable(),
  }),
  /** The picture of the guarantee was uploaded. */
  z.object({ what: z.literal('DOCUMENT'), at, by }),
  z.object({ what: z.literal('NOTE'), at, by, body: z.string() }),
  /** What staff and operators wrote, as the log has it: for operators who may read the log. */
  z.object({
    what: z.literal('LOG'),
    at,
    by: z.string(),
    role: AuditRole,
    call: z.string(),
    subject: z.string(),
    action: z.string(),
    reason: z.string().nullable(),
    changes: z.array(AuditChange),
  }),
])
