import type { Kysely } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { keepPhoto } from '#app/api/company/protocols/photos.ts'
import { shownPhoto } from '#app/api/reservations/read/records/records.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { type ReservationRow, statusAt } from '#app/db/reservation.ts'
import { CATEGORY } from '#app/rules/constants.ts'
import { keyBoxOpensAt, keyBoxState } from '#app/rules/reservation/check-in/key-box.ts'
import { readinessOfOne } from './readiness.ts'

/**
 * The key box of a trip for whoever booked: place and code only while every condition is met. Null without one, or where it was set for
 * another time or vehicle.
 */
export const read = api.reservations.keyBox.read.handler(async ({ context }) => {
  const { deps, person, reservation } = context
  const { db } = deps
  const now = deps.now()
  const box = await keyBoxOf(db, reservation, now)
  if (!box) return null
  const [shown, photos, contact] = await Promise.all([
    shownKeyBox(db, { reservation, box }, now),
    photosOf(db, reservation.id),
    contactOf(db, reservation),
  ])
  const isOpen = shown.state === 'OPEN'
  return {
    ...shown,
    place: isOpen ? box.place : null,
    code: isOpen ? box.code : null,
    code_changed_at: box.code_changed_at?.toISOString() ?? null,
    views: [...new Set(photos.map(({ view }) => view))],
    photos: photos.filter(({ account_id }) => account_id === person.id).map(shownPhoto),
    phone: contact.place ?? contact.company,
    is_car: contact.category !== CATEGORY.MOTOR,
  }
})

/**
 * Keeps a photo that the traveller made before taking the key, for the record of the hand-over. Throws PROTOCOL_CLOSED outside of the time
 * of the key box, INVALID_FIELDS for what is no picture.
 */
export const addPhoto = api.reservations.keyBox.addPhoto.handler(async ({ input, context }) => {
  const { deps, person, reservation } = context
  const { id: _, ...photo } = input
  const guard = async (db: Kysely<DB>, row: ReservationRow) => {
    const now = deps.now()
    const box = await keyBoxOf(db, row, now)
    if (!box || now < keyBoxOpensAt(row.start_at) || now >= box.ends_at) throw errors.PROTOCOL_CLOSED()
  }
  return keepPhoto(deps, { ...photo, kind: 'PICK_UP', reservation, account: person.id }, guard)
})

/** The key box of a confirmed reservation whose company gives keys without counter, set for its present pick-up and vehicle. */
export async function keyBoxOf(db: Kysely<DB>, row: ReservationRow, now: Date) {
  if (statusAt(row, now) !== 'CONFIRMED') return undefined
  return db
    .selectFrom('key_box')
    .innerJoin('company', (join) => join.on('company.id', '=', row.company_id).on('has_key_boxes', '=', true))
    .leftJoin('account', 'account.id', 'key_box.saved_by')
    .selectAll('key_box')
    .select('account.fullname as by')
    .where('reservation_id', '=', row.id)
    .where('start_at', '=', row.start_at)
    .where('ad_id', '=', row.ad_id)
    .executeTakeFirst()
}

/** How far a key box is, without place and code. */
export async function shownKeyBox(
  db: Kysely<DB>,
  { reservation, box }: { reservation: ReservationRow; box: { ends_at: Date } },
  now: Date,
) {
  const [{ parts }, photos] = await Promise.all([readinessOfOne(db, reservation), photosOf(db, reservation.id)])
  const views = photos.map(({ view }) => view)
  const times = { startAt: reservation.start_at, endsAt: box.ends_at }
  return {
    ...keyBoxState({ parts, views, ...times }, now),
    opens_at: keyBoxOpensAt(reservation.start_at).toISOString(),
    ends_at: box.ends_at.toISOString(),
  }
}

/** The photos of a hand-over that is not recorded yet. */
export function photosOf(db: Kysely<DB>, reservation: string) {
  return db
    .selectFrom('protocol_photo')
    .selectAll()
    .where('reservation_id', '=', reservation)
    .where('kind', '=', 'PICK_UP')
    .where('protocol_id', 'is', null)
    .orderBy('arrived_at')
    .orderBy('id')
    .execute()
}

function contactOf(db: Kysely<DB>, { company_id, receive_place_id, ad_id }: ReservationRow) {
  return db
    .selectFrom('company')
    .leftJoin('place', (join) => join.on('place.id', '=', receive_place_id))
    .innerJoin('ad', (join) => join.on('ad.id', '=', ad_id))
    .select(['company.phone as company', 'place.phone as place', 'ad.category'])
    .where('company.id', '=', company_id)
    .executeTakeFirstOrThrow()
}
