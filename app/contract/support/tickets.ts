import { z } from 'zod'
import { about, limited, locking, ownedBy, peopleAndSupport, signedIn } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { Attachments, ChatMessage, ClientId, MessageText } from '#app/contract/chat/chat.ts'
import { Instant, listOf, PageQuery, PublicId, RowId } from '#app/contract/shapes/shapes.ts'
import { empty, requiredText } from '#app/contract/shapes/text.ts'
import { withoutOverrides } from '#app/rules/messages/message-text.ts'
import { DEPARTMENTS, TICKET_STATUSES } from '#app/rules/messages/ticket-status.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'

const { TICKET_CLOSED, IDEMPOTENCY_CONFLICT } = ERRORS
const ofATicket = about(ownedBy('CUSTOMER', 'OPERATOR'), 'ticket')
const writing = locking(ownedBy('CUSTOMER', 'OPERATOR'), 'ticket')

export const SUBJECT_LENGTH = 150

/** A ticket (§3). */
export const Ticket = z.object({
  id: PublicId,
  /** For people, not a key. */
  number: z.int(),
  subject: z.string(),
  department: z.enum(DEPARTMENTS),
  status: z.enum(TICKET_STATUSES),
  created_at: Instant,
  updated_at: Instant,
  is_unread: z.boolean(),
  /** Messages of the other side that the caller's side has not read. */
  unread_count: z.int(),
  /** The reservation that it is about, if one was named. */
  reservation: z.object({ id: PublicId, number: z.string() }).nullable(),
  /** Whose ticket it is, for operators. */
  customer: z.string().nullable(),
})

export const TicketDetail = Ticket.extend({
  /** The side that the caller acts for. */
  side: z.enum(['CUSTOMER', 'OPERATOR']),
  /** The latest hundred, or those before a `seq`. */
  messages: z.array(ChatMessage),
  has_older: z.boolean(),
})

type Content = { message?: string | undefined; attachments?: string[] | undefined }
const hasContent = ({ message, attachments }: Content) => Boolean(message) || (attachments?.length ?? 0) > 0
/** A text, files, or both (§5); reported together with errors of other fields. */
const CONTENT = {
  path: ['message'],
  error: 'required',
  when: ({ value, issues }: { value: unknown; issues: { path?: PropertyKey[] | undefined }[] }) =>
    typeof value === 'object' && value !== null && !issues.some(({ path }) => path?.[0] === 'message'),
}
/** One line without characters that change the text direction around it. */
const Subject = requiredText(SUBJECT_LENGTH)
  .transform(withoutOverrides)
  .refine((subject) => subject.trim() !== '', 'required')

export const NewTicket = z
  .object({
    department: z.enum(DEPARTMENTS, { error: 'required' }),
    subject: Subject,
    message: MessageText,
    /** Files from `POST /upload/files/ticketing/` that were not sent yet. */
    attachments: Attachments,
    /** The person's own reservation that it is about. */
    reservation: z.preprocess(empty, PublicId.optional()),
    /** A repeated request with the same id is the same ticket; another one with it is refused. */
    client_id: ClientId.optional(),
  })
  .refine(hasContent, CONTENT)

export const TicketReply = z
  .object({ message: MessageText, attachments: Attachments, client_id: ClientId.optional() })
  .refine(hasContent, CONTENT)

export const tickets = {
  tickets: peopleAndSupport
    .route({
      method: 'GET',
      path: '/ticketing/',
      summary: 'The caller’s tickets, the latest first; for operators all, those that wait for an answer first',
      tags: ['support'],
    })
    .input(PageQuery.extend({ status: z.enum(TICKET_STATUSES).optional().catch(undefined) }))
    .output(listOf(Ticket)),
  unreadTickets: peopleAndSupport
    .route({
      method: 'GET',
      path: '/ticketing/unread/',
      summary: 'How many tickets have something that the caller has not read (ours)',
      tags: ['support'],
    })
    .output(z.object({ count: z.int() })),
  ticket: ofATicket
    .route({ method: 'GET', path: '/ticketing/{id}/', summary: 'A ticket with its messages', tags: ['support'] })
    .input(z.object({ id: PublicId, before: RowId.optional().catch(undefined) }))
    .output(TicketDetail),
  createTicket: signedIn
    .meta(limited(signedIn, { bucket: 'ticket', most: 10, seconds: HOUR_SECONDS }))
    .errors({ IDEMPOTENCY_CONFLICT })
    .route({
      method: 'POST',
      path: '/ticketing/',
      summary: 'Open a ticket; sent again with the same client_id it is still one',
      tags: ['support'],
      successStatus: 201,
    })
    .input(NewTicket)
    .output(Ticket),
  replyToTicket: writing
    .meta(limited(writing, { bucket: 'ticket message', most: 60, operators: 1000, seconds: HOUR_SECONDS }))
    .errors({ TICKET_CLOSED, IDEMPOTENCY_CONFLICT })
    .route({
      method: 'POST',
      path: '/ticketing/{id}/new_message/',
      summary:
        'Write to a ticket, as its customer or as an operator; sent again with the same client_id it is still one',
      tags: ['support'],
      successStatus: 201,
    })
    .input(TicketReply.safeExtend({ id: PublicId }))
    .output(ChatMessage),
  closeTicket: writing
    .errors({ TICKET_CLOSED })
    .route({ method: 'PATCH', path: '/ticketing/{id}/', summary: 'Close a ticket', tags: ['support'] })
    .input(z.object({ id: PublicId, status: z.literal('CLOSED') }))
    .output(Ticket),
  readTicket: ofATicket
    .route({
      method: 'POST',
      path: '/ticketing/{id}/read/',
      summary: 'The caller’s side has read all of a ticket (ours)',
      tags: ['support'],
    })
    .input(z.object({ id: PublicId }))
    .output(z.object({ id: PublicId, unread_count: z.int() })),
}
