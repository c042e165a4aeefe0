import { type Kysely, sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { endedPapers } from '#app/api/company/fleet/due/read.ts'
import { shownPhoto, shownProtocol } from '#app/api/reservations/read/records/records.ts'
import { termsOf } from '#app/api/reservations/read/terms.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { readPlan } from '#app/db/monthly.ts'
import { depositHeld, deskMoneyOf, validProtocol } from '#app/db/protocol.ts'
import { currencyIn, type ReservationRow } from '#app/db/reservation.ts'
import { type Damage, damagesAfter, type ProtocolKind, pricesIn } from '#app/rules/reservation/protocol.ts'
import type { ReservationStatus } from '#app/rules/reservation/reservation-status.ts'
import { dueAtHandOver, dueOf } from './open-rent.ts'
import { mayOverridePapers } from './papers.ts'

/** The status of a reservation while its record is a draft. */
const OPEN_IN: Record<ProtocolKind, ReservationStatus> = { PICK_UP: 'CONFIRMED', RETURN: 'ACTIVE' }

/** What has to be recorded at a hand-over or a return, and what is known already. */
export const read = api.company.protocols.read.handler(async ({ input, context }) => {
  const { deps, person, reservation } = context
  const { db } = deps
  const { kind } = input
  const { id } = reservation
  const [ad, draft, photos, damages, last, money, pickUp, terms, name, papers, plan] = await Promise.all([
    db.selectFrom('ad').select(['category', 'fuel']).where('id', '=', reservation.ad_id).executeTakeFirstOrThrow(),
    db
      .selectFrom('protocol_draft')
      .leftJoin('account', 'account.id', 'protocol_draft.account_id')
      .select(['revision', 'fields', 'saved_at', 'account_id', 'account.fullname'])
      .where('reservation_id', '=', id)
      .where('kind', '=', kind)
      .executeTakeFirst(),
    photosOf(db, { reservation, kind }),
    knownDamages(db, reservation, kind),
    lastReading(db, reservation.ad_id),
    deskMoneyOf(db, id),
    kind === 'RETURN' ? validProtocol(db, { reservation: id, kind: 'PICK_UP' }) : undefined,
    termsOf(db, reservation),
    db.selectFrom('account').select('fullname').where('id', '=', person.id).executeTakeFirst(),
    kind === 'PICK_UP' ? endedPapers(db, { ad: reservation.ad_id, now: deps.now() }) : [],
    readPlan(db, reservation, deps.now()),
  ])
  return {
    kind,
    category: ad.category,
    energy: ad.fuel === 'ELECTRIC' ? ('CHARGE' as const) : ('FUEL' as const),
    currency: currencyIn(reservation),
    draft: draft
      ? {
          revision: draft.revision,
          fields: draft.fields,
          saved_at: draft.saved_at.toISOString(),
          by: draft.account_id === person.id ? null : draft.fullname,
        }
      : null,
    photos: photos.map(shownPhoto),
    known: damages,
    last: last ? { odometer: last.odometer, at: last.done_at.toISOString() } : null,
    pick_up: pickUp ? shownProtocol(pickUp, { photos: await photosIn(db, pickUp.id), money }) : null,
    terms: pricesIn(terms),
    due: kind === 'PICK_UP' ? dueAtHandOver(reservation, { money, plan }) : dueOf(reservation, money),
    deposit_held: depositHeld(money),
    trust_type: reservation.trust,
    guarantee_amount: reservation.guarantee_amount,
    staff: name?.fullname ?? null,
    ended_papers: papers,
    may_override_papers: mayOverridePapers(person),
  }
})

/**
 * Saves the draft. Throws DRAFT_CHANGED if a colleague has saved since, so that nobody overwrites what they have not
 * seen, and PROTOCOL_CLOSED if the record is finished.
 */
export const saveDraft = api.company.protocols.saveDraft.handler(async ({ input, context }) => {
  const { deps, tx, person, reservation } = context
  const { kind, revision, fields } = input
  guardOpen(reservation, kind)
  const before = await tx
    .selectFrom('protocol_draft')
    .leftJoin('account', 'account.id', 'protocol_draft.account_id')
    .select(['revision', 'account_id', 'account.fullname'])
    .where('reservation_id', '=', reservation.id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (before && before.revision !== revision && before.account_id !== person.id)
    throw errors.DRAFT_CHANGED({ data: { revision: before.revision, by: before.fullname } })
  const saved_at = deps.now()
  const kept = {
    revision: (before?.revision ?? 0) + 1,
    fields: JSON.stringify(fields),
    account_id: person.id,
    saved_at,
  }
  await tx
    .insertInto('protocol_draft')
    .values({ reservation_id: reservation.id, kind, ...kept })
    .onConflict((conflict) => conflict.columns(['reservation_id', 'kind']).doUpdateSet(kept))
    .execute()
  return { revision: kept.revision, saved_at: saved_at.toISOString() }
})

/** Throws PROTOCOL_CLOSED if nothing can be recorded any more, or not yet. */
export function guardOpen({ status }: ReservationRow, kind: ProtocolKind): void {
  if (status !== OPEN_IN[kind]) throw errors.PROTOCOL_CLOSED()
}

/** The photos of a draft, including those of a record that was undone. */
function photosOf(db: Kysely<DB>, { reservation, kind }: { reservation: ReservationRow; kind: ProtocolKind }) {
  return db
    .selectFrom('protocol_photo')
    .selectAll()
    .where('reservation_id', '=', reservation.id)
    .where('kind', '=', kind)
    .where(isOfVehicle(reservation))
    .orderBy('arrived_at')
    .orderBy('id')
    .execute()
}

/** Whether a photo shows the reservation's present vehicle, and not a former one. */
export function isOfVehicle({ ad_id }: Pick<ReservationRow, 'ad_id'>) {
  return sql<boolean>`not exists (select from protocol where protocol.id = protocol_photo.protocol_id and protocol.ad_id <> ${ad_id})`
}

function photosIn(db: Kysely<DB>, protocolId: string) {
  return db
    .selectFrom('protocol_photo')
    .selectAll()
    .where('protocol_id', '=', protocolId)
    .orderBy('arrived_at')
    .execute()
}

/**
 * The damage that a record begins with: at a return that of the hand-over, otherwise that of the vehicle's last record.
 */
export async function knownDamages(
  db: Kysely<DB>,
  { id, ad_id }: ReservationRow,
  kind: ProtocolKind,
): Promise<Damage[]> {
  const before =
    kind === 'RETURN' ? await validProtocol(db, { reservation: id, kind: 'PICK_UP' }) : await lastReading(db, ad_id)
  return before ? damagesAfter(before) : []
}

function lastReading(db: Kysely<DB>, ad: number) {
  return db
    .selectFrom('protocol')
    .select(['odometer', 'done_at', 'known', 'marks'])
    .where('ad_id', '=', ad)
    .where('undone_at', 'is', null)
    .orderBy('done_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
