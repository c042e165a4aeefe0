import { z } from 'zod'
import { operatorsOf } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { Instant, listOf, PageQuery, PublicId, RowId } from '#app/contract/shapes/shapes.ts'
import { empty, Lines, requiredText } from '#app/contract/shapes/text.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { ANSWER_LENGTH, ANSWER_TITLE_LENGTH, unknownPlaceholder } from '#app/rules/messages/canned-answer.ts'
import { DEPARTMENTS, TICKET_STATUSES } from '#app/rules/messages/ticket-status.ts'
import { PersonReservation } from './people.ts'

/** Who answers people. */
const support = operatorsOf('SUPPORT')

const { ASSIGNED_ALREADY, CHANGED_MEANWHILE } = ERRORS

/**
 * Those that wait for our answer, those of the caller, those that wait and have nobody, all of them; and the chats of
 * companies with their customers.
 */
export const INBOX_SHOWS = ['waiting', 'mine', 'unassigned', 'all', 'rooms'] as const
export const INBOX_ORDERS = ['longest', 'latest'] as const

const Colleague = z.object({ id: PublicId, name: z.string() })

const Conversation = z.object({
  id: PublicId,
  kind: z.enum(['TICKET', 'CHAT']),
  /** Of a ticket. */
  number: z.int().nullable(),
  subject: z.string().nullable(),
  status: z.enum(TICKET_STATUSES).nullable(),
  department: z.enum(DEPARTMENTS),
  /** Null where the account is erased. */
  customer: z.object({ id: PublicId, name: z.string(), language: z.enum(LANGUAGES) }).nullable(),
  /** How the last message begins. */
  last: z.string(),
  /** Since when the customer waits for an answer; null where nobody does. */
  waiting_since: Instant.nullable(),
  updated_at: Instant,
  assignee: Colleague.nullable(),
  is_mine: z.boolean(),
  /** Otherwise it is a chat of a company with its customer. */
  with_us: z.boolean(),
})

const Count = z.int()

const CannedAnswer = z.object({
  id: z.int(),
  language: z.enum(LANGUAGES),
  title: z.string(),
  body: z.string(),
  revision: z.int(),
})

/** A text to answer with; `{customer}`, `{number}` and `{operator}` are filled in. */
export const AnswerText = z.object({
  title: requiredText(ANSWER_TITLE_LENGTH),
  body: Lines.min(1, 'required')
    .max(ANSWER_LENGTH, 'max_length')
    .superRefine((body, context) => {
      const name = unknownPlaceholder(body)
      if (name !== undefined) {
        context.addIssue({ code: 'custom', message: 'icu_unknown', params: { name } })
      }
    }),
})
export const InLanguage = z.enum(LANGUAGES, { error: 'required' })

export const inbox = {
  list: support
    .route({
      method: 'GET',
      path: '/admin/inbox/',
      summary: 'Tickets and chats with us, those that wait longest first unless another order is wanted (ours)',
      tags: ['operator'],
    })
    .input(
      PageQuery.extend({
        show: z.enum(INBOX_SHOWS).catch('waiting').default('waiting'),
        order: z.enum(INBOX_ORDERS).catch('longest').default('longest'),
        department: z.preprocess(empty, z.enum(DEPARTMENTS).optional().catch(undefined)),
      }),
    )
    .output(
      listOf(Conversation).extend({
        counts: z.object({ waiting: Count, mine: Count, unassigned: Count, all: Count, rooms: Count }),
      }),
    ),
  read: support
    .route({
      method: 'GET',
      path: '/admin/inbox/{id}/',
      summary: 'A ticket or chat with its customer’s reservations, and to whom it can be assigned (ours)',
      tags: ['operator'],
    })
    .input(z.object({ id: PublicId }))
    .output(
      Conversation.extend({
        last_seq: z.int(),
        /** What it is about, where that was named. */
        reservation: z.object({ id: PublicId, number: z.string() }).nullable(),
        /** The customer's latest. */
        reservations: z.array(PersonReservation),
        /** To whom it can be assigned. */
        operators: z.array(Colleague.extend({ is_me: z.boolean() })),
      }),
    ),
  assign: support
    .errors({ ASSIGNED_ALREADY })
    .route({
      method: 'PATCH',
      path: '/admin/inbox/{id}/',
      summary:
        'Assign a conversation to an operator, or to nobody by null; `seen` is who had it as the caller saw it (ours)',
      tags: ['operator'],
    })
    .input(z.object({ id: PublicId, assignee: PublicId.nullable(), seen: PublicId.nullable() }))
    .output(Conversation),
  cannedAnswers: support
    .route({
      method: 'GET',
      path: '/admin/canned-answers/',
      summary: 'Texts to answer with (ours)',
      tags: ['operator'],
    })
    .output(listOf(CannedAnswer)),
  addCannedAnswer: support
    .route({
      method: 'POST',
      path: '/admin/canned-answers/',
      summary: 'Keep a text to answer with (ours)',
      tags: ['operator'],
      successStatus: 201,
    })
    .input(AnswerText.extend({ language: InLanguage }))
    .output(CannedAnswer),
  changeCannedAnswer: support
    .errors({ CHANGED_MEANWHILE })
    .route({
      method: 'PATCH',
      path: '/admin/canned-answers/{id}/',
      summary: 'Change a text to answer with; `revision` is the one that was changed (ours)',
      tags: ['operator'],
    })
    .input(AnswerText.extend({ id: RowId, revision: RowId }))
    .output(CannedAnswer),
  removeCannedAnswer: support
    .route({
      method: 'DELETE',
      path: '/admin/canned-answers/{id}/',
      summary: 'Remove a text to answer with (ours)',
      tags: ['operator'],
    })
    .input(z.object({ id: RowId }))
    .output(z.object({ id: z.int() })),
}
