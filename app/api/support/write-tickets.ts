import { type Kysely, sql } from 'kysely'
import { reservationsOf } from '#app/api/account/own-data/holdings.ts'
import type { Person } from '#app/api/call/admission/person.ts'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { answeredBefore, askOf, keepAnswer, takeKey } from '#app/api/call/idempotency.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { addMessage } from '#app/api/conversations/add-message.ts'
import { attachFiles } from '#app/api/conversations/attachments.ts'
import { guardRepeatedMessage } from '#app/api/conversations/repeated-message.ts'
import { notify } from '#app/api/notifications/notify.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { senderOf } from '#app/rules/messages/chat-sides.ts'
import { mayChangeTicket, statusAfterMessage } from '#app/rules/messages/ticket-status.ts'
import { changeTicketStatus } from './change-ticket.ts'
import { type OwnTicket, readMessages, readTicket, shownTickets } from './ticket-rows.ts'

type Made = { id: string }

/**
 * Opens a ticket with its first message. Throws INVALID_FIELDS for files or a reservation that are not the caller's,
 * and IDEMPOTENCY_CONFLICT for another ticket under the id of an earlier one.
 */
export const createTicket = api.support.createTicket.handler(async ({ input, context }) => {
  const { deps, person } = context
  const { db } = deps
  // A repeated form uploads its files again, with other ids, so they are only counted.
  const { client_id, attachments, ...texts } = input
  const ask = askOf(`ticket ${person.id}`, client_id, { ...texts, files: attachments.length })
  const claim = { person, owner: ['CUSTOMER'] as const }
  const before = await answeredBefore<Made>(db, ask)
  if (before) return shownTicket(db, before.id, claim)
  if (input.reservation) await guardReservation(db, input.reservation, person)
  const { id } = await inTransaction(db, async (tx) => {
    const at = deps.now()
    const known = await takeKey<Made>(tx, ask, at)
    if (known) return known
    const made = { id: await openTicket(tx, { ...input, person, at }) }
    await keepAnswer(tx, ask, made)
    return made
  })
  deps.publish({ kind: 'inbox', company: null, room: id })
  return shownTicket(db, id, claim)
})

type Opening = {
  person: Person
  department: 'SALES' | 'FINANCIAL'
  subject: string
  reservation?: string | undefined
  message?: string | undefined
  attachments: string[]
  client_id?: string | undefined
  at: Date
}

/** Opens a ticket of a person with its first message, in the transaction of its cause; returns its id. */
export async function openTicket(tx: Tx, opening: Opening): Promise<string> {
  const { person, department, subject, reservation = null, at } = opening
  const id = publicId()
  await tx
    .insertInto('conversation')
    .values({
      ...{ id, kind: 'TICKET', status: 'OPEN', department, subject, created_at: at, updated_at: at },
      ...{ account_id: person.id, reservation_id: reservation, number: sql<number>`nextval('ticket_number')` },
    })
    .execute()
  await tx.insertInto('ticket_event').values({ conversation_id: id, status: 'OPEN', actor: 'CUSTOMER', at }).execute()
  await write(tx, { ...opening, id }, { person, sender: 'CLIENT', at })
  return id
}

/**
 * Adds a message. A customer's message marks the ticket as waiting again; an operator's answers it and notifies the
 * customer. Throws TICKET_CLOSED, and IDEMPOTENCY_CONFLICT for another message under the id of an earlier one.
 */
export const replyToTicket = api.support.replyToTicket.handler(async ({ input, context }) => {
  const { deps, tx, person, ticket: own } = context
  const seq = await writeReply(deps, tx, { ...own, input, person })
  const [message] = await readMessages({ ...deps, db: tx }, input.id, { before: seq + 1, size: 1 })
  return message!
})

async function writeReply(deps: Deps, tx: Tx, { ticket, side, status, input, person }: OwnTicket & Replying) {
  const at = deps.now()
  const sender = senderOf(side)
  if (status === 'CLOSED') {
    const sent = await findSent(tx, input, { person, sender })
    if (!sent) throw errors.TICKET_CLOSED()
    await guardRepeatedMessage(tx, { id: sent.id, body: input.message ?? '', files: input.attachments })
    return sent.seq
  }
  const added = await write(tx, input, { person, sender, at })
  if (!added.isNew) return added.seq
  const to = statusAfterMessage(status, side)
  if (to !== status) await changeTicketStatus(tx, { id: input.id, from: status, to, actor: side, at })
  if (side === 'OPERATOR') await notifyCustomer(deps, tx, ticket)
  deps.publish({ kind: 'inbox', company: null, room: input.id })
  return added.seq
}

/** Throws TICKET_CLOSED if it is closed already. */
export const closeTicket = api.support.closeTicket.handler(async ({ input: { id }, context }) => {
  const { deps, tx, ticket: own } = context
  const { side, status } = own
  if (!mayChangeTicket(status, 'CLOSED', side)) throw errors.TICKET_CLOSED()
  await changeTicketStatus(tx, { id, from: status, to: 'CLOSED', actor: side, at: deps.now() })
  deps.publish({ kind: 'inbox', company: null, room: id })
  return shownTicket(tx, id, context)
})

async function shownTicket(db: Kysely<DB>, id: string, claim: Parameters<typeof readTicket>[2]) {
  const [shown] = await shownTickets(db, [await readTicket(db, id, claim)])
  return shown!
}

async function guardReservation(db: Kysely<DB>, id: string, person: Person) {
  const own = await reservationsOf(db, person).select('id').where('id', '=', id).executeTakeFirst()
  if (!own) throw invalidFields({ reservation: ['unknown_reservation'] })
}

type Written = { id: string; message?: string | undefined; attachments: string[]; client_id?: string | undefined }
type Replying = { input: Written; person: Person }
type Writer = { person: Person; sender: 'CLIENT' | 'ADMIN' | 'AGENT' }

async function write(
  tx: Tx,
  { id, message = '', attachments, client_id = publicId() }: Written,
  { person, sender, at }: Writer & { at: Date },
) {
  const said = { conversation: id, sender, account: person.id, body: message, clientId: client_id, at }
  const added = await addMessage(tx, said)
  if (added.isNew)
    await attachFiles(tx, { ids: attachments, accountId: person.id, purpose: 'TICKET', messageId: added.id })
  else await guardRepeatedMessage(tx, { id: added.id, body: message, files: attachments })
  return added
}

/** A message that was stored before the ticket was closed, and is now sent again. */
async function findSent(tx: Tx, { id, client_id }: Written, { person, sender }: Writer) {
  if (!client_id) return undefined
  return tx
    .selectFrom('conversation_message')
    .select(['id', 'seq'])
    .where('conversation_id', '=', id)
    .where('sender', '=', sender)
    .where('account_id', '=', person.id)
    .where('client_id', '=', client_id)
    .executeTakeFirst()
}

async function notifyCustomer(
  deps: Deps,
  tx: Tx,
  { id, account_id, subject }: { id: string; account_id: string | null; subject: string | null },
) {
  if (!account_id) return
  await notify(deps, tx, { kind: 'ticketAnswered', account: account_id, ticket: id, subject: subject ?? '' })
}
