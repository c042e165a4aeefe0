import type { AnyMiddleware } from '@orpc/server'
import type { Kysely, Selectable } from 'kysely'
import type { ApiContext, Tx } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import type { CallMeta, LockedThing, Owner, Thing } from '#app/contract/call/base.ts'
import type { Ad, AdPhoto, ApiKey, Attachment, DB, Fine, PriceAlert, Webhook } from '#app/db/connection/schema.ts'
import type { PaymentRow } from '#app/db/payment.ts'
import type { ReservationRow } from '#app/db/reservation.ts'
import type { RoomRow } from '#app/db/room.ts'
import type { TicketRow } from '#app/db/ticket.ts'
import type { ChatSide } from '#app/rules/messages/chat-sides.ts'
import type { LiveEvent } from '#app/rules/messages/live-event.ts'
import type { TicketActor, TicketStatus } from '#app/rules/messages/ticket-status.ts'
import type { Person } from './person.ts'

/** The caller, and whose things the contract allows the call to be about. */
export type Claim = { person: Person; owner: readonly Owner[]; now: Date }

/** The type of each thing in the context of a call about it. */
export type Things = {
  reservation: ReservationRow
  company: number
  /** Null: a list of all companies' things. */
  companyFilter: number | null
  vehicle: Selectable<Ad> & { currency_id: number; zone: string }
  /** For a vehicle. */
  photo: Pick<Selectable<AdPhoto>, 'id' | 'ad_id' | 'crop'> & OfCompany
  /** A vehicle of a company's fleet, or all of it with null. */
  fleetPart: { company: number; ad: number | null }
  block: { id: number } & OfCompany
  season: { id: number; ad_id: number | null } & OfCompany
  feed: { id: number } & OfCompany
  source: { id: number } & OfCompany
  place: { id: number; city_id: number } & OfCompany
  closedDays: { id: number } & OfCompany
  colleague: { id: string } & OfCompany
  /** A colleague whose notifications the caller may set: owners everybody's, others their own. */
  listener: { id: string } & OfCompany
  invitation: { id: number } & OfCompany
  fine: Selectable<Fine>
  payment: PaymentRow & { reservation_number: number | null }
  /** With the side that the caller acts for. */
  ticket: { ticket: TicketRow; side: TicketActor; status: TicketStatus }
  room: { room: RoomRow; side: ChatSide }
  attachment: StoredFile
  avatar: StoredFile
  session: { id: string }
  securityKey: { id: string; name: string }
  savedView: { id: number }
  priceAlert: Selectable<PriceAlert>
  /** A key for programs that was not revoked. */
  apiKey: Selectable<ApiKey>
  webhook: Selectable<Webhook>
  /** Of a webhook. */
  webhookDelivery: { id: string; webhook_id: number; url: string } & OfCompany
  /** A reservation whose guarantee is pictured; by default the caller's only one. */
  guarantee: ReservationRow
}
type StoredFile = Pick<Selectable<Attachment>, 'name' | 'type' | 'file_key'>
type OfCompany = { company_id: number }

/** The content of the field that names a thing. */
type Names = Omit<Record<Thing, number>, keyof OtherNames> & OtherNames
type OtherNames = {
  reservation: string
  colleague: string
  listener: string
  payment: string
  ticket: string
  fine: string
  room: string
  company: number | undefined
  companyFilter: number | undefined
  fleetPart: { company?: number; ad?: number }
  attachment: string
  avatar: string
  session: string
  securityKey: string
  priceAlert: string
  webhookDelivery: string
  guarantee: string | undefined
}

type Find<Db, Name extends Thing> = (db: Db, name: Names[Name], claim: Claim) => Promise<Things[Name]>

/** Finds a thing. Both throw NOT_FOUND if there is no such thing for this person, which reveals nothing (§6). */
type Finder<Name extends Thing> = { read: Find<Kysely<DB>, Name> } & (Name extends LockedThing
  ? /** Finds and locks it until the transaction ends. */ { lock: Find<Tx, Name> }
  : unknown)

/**
 * How each thing is found. The rooms of the things come later in the order, so `app/api/finders.ts` puts their
 * functions into each call's context.
 */
export type Finders = { [Name in Thing]: Finder<Name> }

/** What a call's context contains according to the contract. */
export type Found<Meta> = (Meta extends { of: infer Name extends Thing } ? { [One in Name]: Things[One] } : unknown) &
  (Meta extends { lock: true } ? { tx: Tx } : unknown)

type Admitted = ApiContext & Omit<Claim, 'now'>

/**
 * Finds what a call is about, once its input is validated. What the call changes is locked, and the call runs in that
 * transaction, again if the database aborts it: so it must do nothing outside the database. What it publishes is sent
 * after the commit.
 */
export const find: AnyMiddleware = async ({ context, procedure, next }, input: unknown) => {
  const meta: CallMeta = procedure['~orpc'].meta
  if (meta.signIn !== 'needed' || !meta.of) return next()
  const { of, by = 'id', lock } = meta
  const { deps, finders, person, owner } = context as Admitted
  const claim = { person, owner, now: deps.now() }
  const name = (by === null ? input : (input as Record<string, unknown>)[by]) as never
  if (!lock) return next({ context: { [of]: await finders[of].read(deps.db, name, claim) } })
  const { lock: lockThing } = finders[of as LockedThing]
  let events: LiveEvent[] = []
  const answer = await inTransaction(deps.db, async (tx) => {
    events = []
    const publish = (event: LiveEvent) => void events.push(event)
    return next({ context: { deps: { ...deps, publish }, tx, [of]: await lockThing(tx, name, claim) } })
  })
  for (const event of events) deps.publish(event)
  return answer
}
