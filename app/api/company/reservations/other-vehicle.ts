import { type Kysely, sql } from 'kysely'
import type { Person } from '#app/api/call/admission/person.ts'
import { type ApiContext, api, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { removeAfterCommit } from '#app/api/call/files/remove-files.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { wholeList } from '#app/api/call/lists.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { actorOf } from '#app/api/company/managed-company.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { endWaitingChange } from '#app/api/reservations/change/apply-change.ts'
import { waitingChange } from '#app/api/reservations/change/changeable.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { TITLE_COLUMNS, titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import { expireHolds } from '#app/api/reservations/reserve/holds.ts'
import { giveReason } from '#app/db/connection/actor.ts'
import { literalList } from '#app/db/connection/literal-list.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { BUSY, isTaken, TAKING } from '#app/db/prices/free.ts'
import { gapOf, gapOfVehicle } from '#app/db/prices/gap.ts'
import { noteEvents, type ReservationRow } from '#app/db/reservation.ts'
import { MOVABLE } from '#app/rules/reservation/reservation-status.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'

const OFFERED_INSTEAD = 20
/** Offered, or it would be if its company were not suspended. */
const USABLE = [STATE_NUMBERS.OFFERED, STATE_NUMBERS.SUSPENDED]

type Calling = Pick<ApiContext, 'deps'> & { person: Person }
type Move = { id: string; ad: number; former: number; reason?: string | undefined }

/** The vehicles that a reservation could get instead of its own, that one's copies first; none after the hand-over. */
export const otherVehicles = api.company.reservations.otherVehicles.handler(async ({ context }) => {
  const { deps, language, reservation } = context
  const now = deps.now()
  if (!isMovable(reservation, now)) return wholeList([])
  const rows = await fittingRows(deps.db, reservation, now)
    .where(isFreeFor(reservation, now))
    .orderBy('is_alike', 'desc')
    .orderBy('is_better')
    // The least that is given away comes first.
    .orderBy(sql`case when ad.model_id = own.model_id then 0 else ad.p3 end`)
    .orderBy('ad.id')
    .limit(OFFERED_INSTEAD)
    .execute()
  return wholeList(
    rows.map((row) => {
      return {
        id: row.id,
        title: titleOf(row, language),
        year: row.year,
        plate: row.plate,
        alike: row.is_alike,
        better: row.is_better,
      }
    }),
  )
})

/**
 * Gives a reservation another vehicle of the same kind or a better one: everything else stays, and the customer is notified. Sent twice
 * by one person it is done once. Throws STATUS_CONFLICT after the hand-over or the end, CHANGE_PENDING while a change
 * waits for its payment, VEHICLE_TAKEN if the vehicle is not free, CHANGED_MEANWHILE if a colleague was faster.
 */
export const moveToVehicle = api.company.reservations.moveToVehicle.handler(async ({ input, context }) => {
  const { deps, reservation } = context
  const { id } = reservation
  await expireHolds(deps, { ad: input.ad })
  await inTransaction(deps.db, async (tx) => {
    await removeAfterCommit(deps, tx, await move(context, tx, { ...input, id }))
  })
  return { id, ad: input.ad }
})

/** Whether a reservation can get another vehicle now: it is held or confirmed, not handed over, and not over. */
export function isMovable({ status, end_at }: Pick<ReservationRow, 'status' | 'end_at'>, now: Date): boolean {
  return MOVABLE.includes(status) && now < end_at
}

/** Returns the keys of files that nothing refers to any more. */
async function move(context: Calling, tx: Tx, { id, ad, former, reason }: Move): Promise<string[]> {
  const { deps, person } = context
  const now = deps.now()
  if (reason) await giveReason(tx, reason)
  const reservation = await lockReservation(tx, id)
  if (reservation.ad_id !== former) {
    if (reservation.ad_id === ad && (await lastMover(tx, id)) === person.id) return []
    throw errors.CHANGED_MEANWHILE()
  }
  if (!isMovable(reservation, now)) throw errors.STATUS_CONFLICT({ data: { status: reservation.status } })
  if (await waitingChange(tx, id, now)) throw errors.CHANGE_PENDING()
  // One whose hold has expired and that the sweep has not ended yet.
  await endWaitingChange(tx, id, { status: 'EXPIRED', at: now })
  await guardFitting(tx, reservation, { ad, now })
  await takeInstead(tx, reservation, { ad, now })
  await tx.updateTable('reservation').set({ ad_id: ad }).where('id', '=', id).execute()
  const files = await dropRecordsOf(tx, id)
  await noteEvents(tx, [id], {
    ...{ status: reservation.status, at: now, by: person.id, reason: reason ?? null, moved: { ad, former } },
    actor: actorOf(person),
  })
  await notify(deps, tx, { kind: 'vehicleMoved', reservation: id })
  await deps.enqueue(tx, 'announce-work', { company: reservation.company_id })
  return files
}

async function lastMover(tx: Tx, reservation: string): Promise<string | null> {
  const last = await tx
    .selectFrom('reservation_event')
    .select('account_id')
    .where('reservation_id', '=', reservation)
    .where('ad_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.account_id ?? null
}

/**
 * Locks both vehicles, always in the same order. Throws NOT_FOUND for another company's, INVALID_FIELDS for one of
 * another kind.
 */
async function guardFitting(tx: Tx, reservation: ReservationRow, { ad, now }: { ad: number; now: Date }) {
  const locked = await tx
    .selectFrom('ad')
    .select(['id', 'company_id'])
    .where('id', 'in', [ad, reservation.ad_id])
    .orderBy('id')
    .forUpdate()
    .execute()
  if (!locked.some(({ id, company_id }) => id === ad && company_id === reservation.company_id)) {
    throw errors.NOT_FOUND()
  }
  const fitting = await fittingRows(tx, reservation, now).where('ad.id', '=', ad).executeTakeFirst()
  if (!fitting) throw invalidFields({ ad: ['other_kind'] })
}

/** Moves the reservation's time to another vehicle; the exclusion constraint refuses an overlap. */
async function takeInstead(tx: Tx, reservation: ReservationRow, { ad, now }: { ad: number; now: Date }) {
  const { start_at, end_at } = reservation
  const gap = await gapOfVehicle(tx, ad)
  const span = { start_at: laterOf(start_at, now), end_at: new Date(end_at.getTime() + gap * MINUTE_MS) }
  await tx.deleteFrom('busy').where('reservation_id', '=', reservation.id).execute()
  const taken = await tx
    .insertInto('busy')
    .values({ ad_id: ad, kind: 'RESERVATION', status: BUSY.FIRM, reservation_id: reservation.id, ...span })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!taken) throw errors.VEHICLE_TAKEN()
}

/**
 * Removes what was begun for the former vehicle: the draft of the hand-over with its photos, and the conflicts with
 * entries of an external calendar.
 */
async function dropRecordsOf(tx: Tx, reservation: string): Promise<string[]> {
  await tx.deleteFrom('calendar_conflict').where('reservation_id', '=', reservation).execute()
  await tx.deleteFrom('protocol_draft').where('reservation_id', '=', reservation).execute()
  const photos = await tx
    .deleteFrom('protocol_photo')
    .where('reservation_id', '=', reservation)
    .where('protocol_id', 'is', null)
    .returning('file_key')
    .execute()
  return photos.map(({ file_key }) => file_key)
}

/** Whether a vehicle of the company is free for a reservation, without what has passed and with its own gap after it. */
export function isFreeFor({ start_at, end_at }: ReservationRow, now: Date) {
  return sql<boolean>`not exists (select from busy b where b.ad_id = ad.id and b.status in ${literalList(TAKING)}
    and b.start_at < ${end_at}::timestamptz + make_interval(mins => ${gapOf()})
    and b.end_at > ${laterOf(start_at, now)} and ${isTaken(now)})`
}

function laterOf(one: Date, other: Date): Date {
  return one > other ? one : other
}

/**
 * The company's vehicles that keep what the customer was promised: model or one of the same body type that is no older and
 * costs more for any length, gearbox and fuel, seats, and terms that are no worse. An overdue one does not count.
 */
export function fittingRows(db: Kysely<DB>, { ad_id, company_id }: ReservationRow, now: Date) {
  return db
    .selectFrom('ad')
    .innerJoin('ad as own', (join) => join.on('own.id', '=', ad_id))
    .innerJoin('company', 'company.id', 'ad.company_id')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .select(['ad.id', 'ad.year', 'ad.plate', ...TITLE_COLUMNS])
    .select(sql<boolean>`coalesce(ad.alike, ad.id) = coalesce(own.alike, own.id)`.as('is_alike'))
    .select(sql<boolean>`ad.model_id <> own.model_id`.as('is_better'))
    .where('ad.company_id', '=', company_id)
    .where('ad.id', '<>', ad_id)
    .where('ad.status', 'in', USABLE)
    .whereRef('ad.city_id', '=', 'own.city_id')
    .where(
      sql<boolean>`(ad.model_id = own.model_id
        or (ad.p1 > own.p1 and ad.p3 > own.p3 and ad.p7 > own.p7 and ad.p30 > own.p30 and ad.year >= own.year))`,
    )
    .whereRef('ad.type_id', '=', 'own.type_id')
    .whereRef('ad.gearbox', '=', 'own.gearbox')
    .whereRef('ad.fuel', '=', 'own.fuel')
    .whereRef('ad.fuel_rule', '=', 'own.fuel_rule')
    .whereRef('ad.seats', '>=', 'own.seats')
    .whereRef('ad.min_driver_age', '<=', 'own.min_driver_age')
    .whereRef('ad.min_licence_years', '<=', 'own.min_licence_years')
    .where(
      sql<boolean>`coalesce(ad.mileage_per_day, 100000) >= coalesce(own.mileage_per_day, 100000)
        and (ad.mileage_per_day is null or coalesce(ad.extra_km_price, 0) <= coalesce(own.extra_km_price, 0))`,
    )
    .where(
      sql<boolean>`not exists (select from reservation late where late.ad_id = ad.id and late.status = 'ACTIVE'
        and late.end_at < ${now})`,
    )
}
