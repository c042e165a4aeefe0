import { z } from 'zod'
import { CHAT_MESSAGE_LENGTH, CHAT_PAGE_SIZE, FILES_A_MESSAGE } from '#app/rules/constants.ts'
import { CHAT_SIDES, SENDERS } from '#app/rules/messages/chat-sides.ts'
import { cleanMessage } from '#app/rules/messages/message-text.ts'
import { about, ownedBy, peopleAndSupport, signedIn } from './call/base.ts'
import { ERRORS } from './call/errors.ts'
import { numeric } from './shapes/number.ts'
import { OptionalDialCode } from './shapes/phone.ts'
import { Instant, listOf, PageQuery, PublicId, RowId } from './shapes/shapes.ts'
import { empty, Lines, Text } from './shapes/text.ts'
import { Attachment } from './support/uploads.ts'

const { STATUS_CONFLICT } = ERRORS
const byAllSides = ownedBy('CUSTOMER', 'COMPANY', 'OPERATOR')
const ofARoom = about(byAllSides, 'room')

/** A message (§3). Its place in the room is `seq`: 1, 2, 3 without gaps. */
export const ChatMessage = z.object({
  id: z.int(),
  seq: z.int(),
  /** Made by the sender's program: whoever sends a message again sends the same one. */
  client_id: z.string(),
  message: z.string(),
  sender: z.enum(SENDERS),
  /** Null where the account is erased; the demonstration's bot has no name but `is_bot`. */
  sender_detail: z.object({
    name: z.string().nullable(),
    is_bot: z.boolean(),
    /** As in the profile. */
    avatar: z.url().nullable(),
    avatar_id: PublicId.nullable(),
  }),
  /** READ as soon as the other side has seen it. */
  status: z.enum(['SENT', 'READ']),
  created_at: Instant,
  is_edited: z.boolean(),
  /** The first of `attachments` (§3). */
  attached_file: Attachment.nullable(),
  attachments: z.array(Attachment),
})

export const ChatRoom = z.object({
  id: PublicId,
  /** Null for a room about a reservation. */
  department: z.enum(['SALES', 'FINANCIAL']).nullable(),
  reservation: z.object({ id: PublicId, number: z.string() }).nullable(),
  /** With whom staff and operators talk here. */
  customer: z.string().nullable(),
  company: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** As whom the caller takes part, and what their messages carry as sender. */
  side: z.enum(CHAT_SIDES),
  sender: z.enum(SENDERS),
  created_at: Instant,
  updated_at: Instant,
  /** The `seq` of the newest message; 0 while there is none. */
  last_seq: z.int(),
  /** How far the caller's side has read. */
  read_seq: z.int(),
  is_unread: z.boolean(),
  unread_count: z.int(),
  last_message: ChatMessage.nullable(),
})

/** Where the chat's socket is: the origin for socket.io-client, and the path there. */
const SocketAddress = z.object({ url: z.url(), path: z.string() })

/** A message's text: plain, lines allowed; nothing but spaces counts as none. */
export const MessageText = z.preprocess(
  empty,
  Lines.transform(cleanMessage)
    .superRefine((text, context) => {
      // Counted as it is stored: forms send two characters for the end of a line.
      const [origin, maximum, input] = ['string', CHAT_MESSAGE_LENGTH, text] as const
      if (text.length <= maximum) return
      context.addIssue({ code: 'too_big', origin, maximum, input, message: 'max_length' })
    })
    .optional(),
)
/** Letters, digits, `-` and `_`; a UUID does well. */
export const ClientId = z.string({ error: 'required' }).regex(/^[\w-]{1,64}$/, 'invalid')
const FileId = z.preprocess(empty, PublicId.optional())
/** Files that were uploaded for a message and not sent before. */
export const Attachments = z.array(PublicId).max(FILES_A_MESSAGE, 'too_many_files').default([])

/** What is said: a text, files, or both (§5). */
export const NewMessage = z
  .object({
    message: MessageText,
    /** Of `POST /upload/attachment/chat/`. */
    attachments: Attachments,
    /** One more of them, for programs that send only one. */
    file: FileId,
    /** Left out, the server makes one; then a lost answer looks like a lost message. */
    client_id: ClientId.optional(),
  })
  .superRefine(({ message, attachments, file }, context) => {
    if (!message && !file && attachments.length === 0)
      context.addIssue({ code: 'custom', path: ['message'], message: 'required' })
    if (file && attachments.length >= FILES_A_MESSAGE)
      context.addIssue({ code: 'custom', path: ['file'], message: 'too_many_files' })
  })

/** A part of a room's messages, in their order: the newest, those `before` a `seq`, or those `after` one. */
const HistoryQuery = z.object({
  before: RowId.optional().catch(undefined),
  after: numeric().int().min(0).max(2_147_483_647).optional().catch(undefined),
  size: numeric().int().min(1).max(100).catch(CHAT_PAGE_SIZE).default(CHAT_PAGE_SIZE),
})

export const chat = {
  rooms: peopleAndSupport
    .route({
      method: 'GET',
      path: '/ticketing/chats/',
      summary: 'The caller’s chat rooms, the latest first; for staff those of their company, for operators all',
      tags: ['support'],
    })
    .input(PageQuery)
    .output(listOf(ChatRoom)),
  unread: peopleAndSupport
    .route({
      method: 'GET',
      path: '/ticketing/chats/unread/',
      summary: 'How many messages the caller has not read (ours)',
      tags: ['support'],
    })
    .output(z.object({ count: z.int() })),
  createSale: peopleAndSupport
    .route({
      method: 'POST',
      path: '/ticketing/create-sale-chat/',
      summary: 'The caller’s room with a department, made where there is none, and the socket’s address',
      tags: ['support'],
    })
    .input(
      z.object({
        /** FINANCIAL is for operators alone, with the person of `phone` (§6). */
        department: z.preprocess(empty, z.enum(['SALES', 'FINANCIAL']).default('SALES')),
        phone: z.preprocess(empty, Text.max(20, 'phone').optional()),
        country_code: OptionalDialCode,
      }),
    )
    .output(z.object({ room: ChatRoom, socket: SocketAddress })),
  createReserve: about(byAllSides, 'reservation', 'reservation')
    .errors({ STATUS_CONFLICT })
    .route({
      method: 'POST',
      path: '/admin/management/ticketing/create-reserve-chat/',
      summary: 'The room about a reservation, made where there is none, for its company, operators and its customer',
      tags: ['support'],
    })
    .input(z.object({ reservation: PublicId }))
    .output(z.object({ room: ChatRoom, socket: SocketAddress })),
  room: ofARoom
    .route({ method: 'GET', path: '/ticketing/chats/{id}/', summary: 'One chat room (ours)', tags: ['support'] })
    .input(z.object({ id: PublicId }))
    .output(ChatRoom),
  messages: ofARoom
    .route({
      method: 'GET',
      path: '/ticketing/chats/{id}/messages/',
      summary: 'A part of a room’s messages in their order: the newest, or before or after a `seq` (ours)',
      tags: ['support'],
    })
    .input(HistoryQuery.extend({ id: PublicId }))
    .output(
      z.object({
        messages: z.array(ChatMessage),
        /** Whether there are older ones than the first and newer ones than the last. */
        has_older: z.boolean(),
        has_newer: z.boolean(),
      }),
    ),
  newMessage: ofARoom
    .route({
      method: 'POST',
      path: '/ticketing/chats/{id}/new_message/',
      summary: 'Send a message; sent again with the same client_id it is still one',
      tags: ['support'],
      successStatus: 201,
    })
    .input(NewMessage.safeExtend({ id: PublicId }))
    .output(ChatMessage),
  edit: ofARoom
    .route({
      method: 'PATCH',
      path: '/ticketing/chats/{id}/messages/{message_id}/',
      summary: 'Change the text of a message of one’s own (ours)',
      tags: ['support'],
    })
    .input(z.object({ id: PublicId, message_id: RowId, message: MessageText }))
    .output(ChatMessage),
  markRead: ofARoom
    .route({
      method: 'POST',
      path: '/ticketing/chats/{id}/read/',
      summary: 'The caller’s side has read so far; without `seq` all of it (ours)',
      tags: ['support'],
    })
    .input(z.object({ id: PublicId, seq: RowId.optional() }))
    .output(z.object({ id: PublicId, read_seq: z.int(), unread_count: z.int() })),
  socketTicket: signedIn
    .route({
      method: 'POST',
      path: '/ticketing/chats/socket-ticket/',
      summary: 'A token for one handshake with the chat’s socket, good for a minute (ours)',
      tags: ['support'],
    })
    .output(z.object({ ticket: z.string(), expires_in: z.int(), socket: SocketAddress })),
}
