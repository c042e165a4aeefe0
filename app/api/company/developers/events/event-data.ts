import type { Selectable } from 'kysely'
import type { Tx } from '#app/api/call/context.ts'
import { comingBlocks } from '#app/api/company/calendar/blocks.ts'
import { shownVehicle, vehicleRows } from '#app/api/company/fleet/own-vehicle.ts'
import { priceSettings } from '#app/api/company/prices/prices.ts'
import { deskLine, deskRows } from '#app/api/company/reservations/lines.ts'
import { shownProposal } from '#app/api/reservations/read/records/proposals.ts'
import type { EventData } from '#app/contract/company/developers/events.ts'
import type { Event } from '#app/db/connection/schema.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { EVENT_BLOCKS } from '#app/rules/access/api-event.ts'

export type WrittenEvent = Pick<Selectable<Event>, 'id' | 'company_id' | 'type' | 'subject'>

const language = 'en'

/** What an event is about, as the company's staff see it now; undefined if it is gone. */
export async function eventData(tx: Tx, event: WrittenEvent, now: Date): Promise<EventData | undefined> {
  const { type, subject, company_id: company } = event
  const [kind] = type.split('.')
  switch (kind) {
    case 'reservation':
      return reservationData(tx, company, subject, now)
    case 'payment':
      return type === 'payment.refunded'
        ? refundData(tx, company, subject, now)
        : paymentData(tx, company, subject, now)
    case 'charge':
      return chargeData(tx, company, subject, now)
    case 'message':
      return messageData(tx, Number(subject))
    case 'vehicle':
      return vehicleData(tx, Number(subject))
    case 'prices': {
      const ad = subject === 'company' ? null : Number(subject)
      return { prices: await priceSettings(tx, { company, ad }, language) }
    }
    case 'block':
      return blockData(tx, Number(subject), now)
    case 'payout':
      return payoutData(tx, Number(subject))
    default:
      throw new Error(`no content is known for events of ${type}`)
  }
}

async function reservationData(tx: Tx, company: number, id: string, now: Date) {
  const row = await deskRows(tx, company).where('reservation.id', '=', id).executeTakeFirst()
  return row && { reservation: deskLine(row, { language, now, person: { role: 'AGENT' } }) }
}

async function refundData(tx: Tx, company: number, id: string, now: Date): Promise<EventData | undefined> {
  const about = await reservationData(tx, company, id, now)
  const row = await tx
    .selectFrom('reservation')
    .select(['refunded', 'currency_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  return about && row && { ...about, refund: { refunded: row.refunded, currency: currencyIn(row) } }
}

async function paymentData(tx: Tx, company: number, id: string, now: Date): Promise<EventData | undefined> {
  const payment = await tx.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst()
  const { reservation_id, settled_as, settled_at, created_at } = payment ?? {}
  if (!payment || !reservation_id) return undefined
  if (settled_as !== 'RESERVATION' && settled_as !== 'CHARGE' && settled_as !== 'DEPOSIT') return undefined
  const about = await reservationData(tx, company, reservation_id, now)
  return (
    about && {
      ...about,
      payment: {
        ...{ id, purpose: settled_as, currency: currencyIn(payment) },
        amount: payment.amount + payment.wallet_amount,
        paid_at: (settled_at ?? created_at ?? now).toISOString(),
      },
    }
  )
}

async function chargeData(tx: Tx, company: number, id: string, now: Date): Promise<EventData | undefined> {
  const proposal = await tx.selectFrom('proposal').selectAll().where('id', '=', id).executeTakeFirst()
  const about = proposal && (await reservationData(tx, company, proposal.reservation_id, now))
  return about && { ...about, charge: await shownProposal(tx, proposal, { isCustomer: false, now }) }
}

async function messageData(tx: Tx, id: number): Promise<EventData | undefined> {
  const row = await tx
    .selectFrom('conversation_message as message')
    .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
    .select(['message.conversation_id as room', 'message.seq', 'conversation.reservation_id as reservation'])
    .select(['message.sender', 'message.body', 'message.created_at'])
    .where('message.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const sender = row.sender as NonNullable<EventData['message']>['sender']
  return { message: { ...row, sender, created_at: row.created_at.toISOString() } }
}

async function vehicleData(tx: Tx, id: number): Promise<EventData | undefined> {
  const row = await vehicleRows(tx).where('ad.id', '=', id).executeTakeFirst()
  return row && { vehicle: shownVehicle(row, language) }
}

async function blockData(tx: Tx, ad: number, now: Date): Promise<EventData> {
  return { blocks: { ad, results: await comingBlocks(tx, { ad, now, most: EVENT_BLOCKS, language }) } }
}

async function payoutData(tx: Tx, id: number): Promise<EventData | undefined> {
  const row = await tx.selectFrom('payout').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row?.decided_at) return undefined
  return { payout: { id, amount: row.amount, currency: currencyIn(row), sent_at: row.decided_at.toISOString() } }
}
