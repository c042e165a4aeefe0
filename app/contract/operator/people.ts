import { z } from 'zod'
import { notifying, operatorsOf, recheckedOperatorsOf } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { RefundTarget, ReservationStatus } from '#app/contract/reservations/reservations.ts'
import { CurrencyCode, Flag, Instant, listOf, Money, PageQuery, PublicId } from '#app/contract/shapes/shapes.ts'
import { empty, Lines, Text } from '#app/contract/shapes/text.ts'

const { APPROVAL_WAITS } = ERRORS
export const Reason = Lines.min(3, 'required').max(500, 'max_length')
/** The form of an action that needs nothing but its reason. */
export const ReasonGiven = z.object({ reason: Reason })

export const Correction = z.object({
  id: z.int(),
  /** Null if somebody booked without an account. */
  person: PublicId.nullable(),
  /** The payment that it refunds, and who bears that; otherwise it is a correction of the wallet only. */
  payment: z
    .object({
      id: PublicId,
      number: z.string(),
      bearer: z.enum(['MARKETPLACE', 'COMPANY']),
      /** Where it goes; once it is done, where it went. CARD can still end in the wallet, if the bank refuses. */
      way: RefundTarget,
    })
    .nullable(),
  phone: z.string(),
  currency: CurrencyCode,
  /** Positive: to the person; negative: from the person. */
  amount: Money,
  reason: z.string(),
  status: z.enum(['WAITING', 'DONE', 'REFUSED']),
  requested_at: Instant,
  requested_by: z.string(),
  decided_by: z.string().nullable(),
  /** Whether the caller can decide: a second operator, never its author. */
  decidable: z.boolean(),
})

/** A reservation in a person's list. */
export const PersonReservation = z.object({
  id: PublicId,
  number: z.string(),
  status: ReservationStatus,
  title: z.string(),
  start_at: Instant,
  currency: CurrencyCode,
  total: Money,
  paid: Money,
  refunded: Money,
})

export const PEOPLE_ROLES = ['CLIENT', 'AGENT', 'ADMIN'] as const

const Person = z.object({
  id: PublicId,
  fullname: z.string().nullable(),
  phone: z.string(),
  email: z.string().nullable(),
  role: z.enum(PEOPLE_ROLES),
  company: z.object({ id: z.int(), name: z.string() }).nullable(),
  language: z.string(),
  created_at: Instant,
  banned_at: Instant.nullable(),
  sessions: z.int(),
  has_second_factor: z.boolean(),
  wallet: z.array(z.object({ currency: CurrencyCode, balance: Money })),
  reservations: z.array(PersonReservation),
  corrections: z.array(Correction),
})

/** For operators who help people and decide about bans. */
const support = recheckedOperatorsOf('SUPPORT')

export const people = {
  list: operatorsOf('MONEY', 'SUPPORT')
    .route({
      method: 'GET',
      path: '/admin/people/',
      summary: 'Everybody who has signed in, the newest first; of one role, or those who are banned (ours)',
      tags: ['operator'],
    })
    .input(
      PageQuery.extend({
        q: z.preprocess(empty, Text.max(100).optional()),
        role: z.preprocess(empty, z.enum(PEOPLE_ROLES).optional().catch(undefined)),
        banned: Flag,
      }),
    )
    .output(
      listOf(
        z.object({
          id: PublicId,
          fullname: z.string().nullable(),
          phone: z.string(),
          role: z.enum(PEOPLE_ROLES),
          company: z.object({ id: z.int(), name: z.string() }).nullable(),
          created_at: Instant,
          banned_at: Instant.nullable(),
          /** Reservations that are theirs. */
          reservations: z.int(),
        }),
      ),
    ),
  read: operatorsOf('MONEY', 'SUPPORT')
    .route({
      method: 'GET',
      path: '/admin/people/{id}/',
      summary: 'A person: contact, wallet, reservations, sessions (ours)',
      tags: ['operator'],
    })
    .input(z.object({ id: PublicId }))
    .output(Person),
  ban: support
    .route({
      method: 'PATCH',
      path: '/admin/people/{id}/',
      summary: 'Ban a person, which ends their sign-ins, or end the ban; with a reason (ours)',
      tags: ['operator'],
    })
    .input(z.object({ id: PublicId, banned: z.boolean(), reason: Reason }))
    .output(z.object({ id: PublicId, banned: z.boolean() })),
  removeFactor: support
    .meta(notifying(support, 300))
    .errors({ APPROVAL_WAITS })
    .route({
      method: 'DELETE',
      path: '/admin/people/{id}/second-factor/',
      summary:
        'Take away the second factor of somebody who has lost it, which ends their sign-ins; with a reason (ours)',
      tags: ['operator'],
    })
    .input(z.object({ id: PublicId, reason: Reason }))
    /** Whether it waits for a second operator. */
    .output(z.object({ id: PublicId, waits: z.boolean() })),
}
