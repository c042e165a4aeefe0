import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import { type ApiContext, api, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import { OFFERED } from '#app/api/reservations/reserve/rentable.ts'
import type { OwnPlace, PlaceFields } from '#app/contract/company/places/places.ts'
import { CITY_NAMES } from '#app/db/city-names.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { reloadHours } from '#app/db/prices/closed-days.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { nameOf, wordingIn } from '#app/i18n/format/names.ts'
import { UPCOMING } from '#app/rules/reservation/reservation-status.ts'

type Wording = z.infer<typeof PlaceFields>['name']

/** The most places of a company. Source: *ours*. */
const MOST_PLACES = 100
/** The hours of a new place, until its company changes them. Source: *ours*. */
const USUAL_HOURS = { opens_at: '08:00', closes_at: '20:00' }

/** Where the company hands over and takes back. */
export const names = api.company.places.names.handler(async ({ context: { deps, language, company } }) => {
  const rows = await deps.db
    .selectFrom('place')
    .select(['id', 'name'])
    .where('company_id', '=', company)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return { places: rows.map(({ id, name }) => ({ id, name: wordingIn(language, name) })) }
})

/** Where the company hands over, paused places last. */
export const list = api.company.places.list.handler(async ({ context }) => {
  const { company } = context
  const { db } = context.deps
  const found = await db.selectFrom('company').select('currency_id').where('id', '=', company).executeTakeFirst()
  if (!found) throw errors.NOT_FOUND()
  return { currency: currencyIn(found), places: await placesOf(context, { company }) }
})

/** Adds a place after the others. Throws INVALID_FIELDS for an unknown city. */
export const add = api.company.places.add.handler(async ({ input, context }) => {
  const { company: _, city, name, address, ...fields } = input
  const { company } = context
  const id = await inTransaction(context.deps.db, async (tx) => {
    await oneByOne(tx, lockOf(company))
    await guardNewPlace(tx, company, city)
    const { last } = await tx
      .selectFrom('place')
      .select((of) => of.fn.max('position').as('last'))
      .where('company_id', '=', company)
      .executeTakeFirstOrThrow()
    const row = { ...fields, ...USUAL_HOURS, company_id: company, city_id: city, position: (last ?? 0) + 1 }
    const added = await tx
      .insertInto('place')
      .values({ ...row, name: wordingOf(name), address: wordingOf(address) })
      .returning('id')
      .executeTakeFirstOrThrow()
    return added.id
  })
  await reloadHours(context.deps.db, context.deps.now())
  context.deps.publish({ kind: 'pages' })
  return onePlace(context, id)
})

/**
 * Changes the sent fields. Reservations keep their fees. Throws INVALID_FIELDS for pausing the last open place of a
 * city with vehicles on offer.
 */
export const change = api.company.places.change.handler(async ({ input, context }) => {
  const { id, paused, name, address, ...fields } = input
  const { db, now } = context.deps
  const { place } = context
  const set = {
    ...fields,
    ...(name && { name: wordingOf(name) }),
    ...(address && { address: wordingOf(address) }),
    ...(paused !== undefined && { paused_at: paused ? now() : null }),
  }
  await inTransaction(db, async (tx) => {
    await oneByOne(tx, lockOf(place.company_id))
    if (paused) await guardLast(tx, place)
    if (Object.keys(set).length > 0) await tx.updateTable('place').set(set).where('id', '=', id).execute()
  })
  await reloadHours(context.deps.db, context.deps.now())
  context.deps.publish({ kind: 'pages' })
  return onePlace(context, id)
})

const lockOf = (company: number) => `places ${company}`

async function guardNewPlace(tx: Tx, company: number, city: number) {
  const known = await tx.selectFrom('city').select('id').where('id', '=', city).executeTakeFirst()
  if (!known) throw invalidFields({ city: ['unknown_city'] })
  const { count } = await tx
    .selectFrom('place')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('company_id', '=', company)
    .executeTakeFirstOrThrow()
  if (count >= MOST_PLACES) throw invalidFields({ city: ['too_many_places'] }, { city: { n: MOST_PLACES } })
}

/** Vehicles in a city without a place could be found, but not booked. */
async function guardLast(tx: Tx, place: { id: number; company_id: number; city_id: number }) {
  const other = await tx
    .selectFrom('place')
    .select('id')
    .where('company_id', '=', place.company_id)
    .where('city_id', '=', place.city_id)
    .where('id', '<>', place.id)
    .where('paused_at', 'is', null)
    .executeTakeFirst()
  if (other) return
  const offered = await tx
    .selectFrom('ad')
    .select('id')
    .where('company_id', '=', place.company_id)
    .where('city_id', '=', place.city_id)
    .where('status', '=', OFFERED)
    .executeTakeFirst()
  if (offered) throw invalidFields({ paused: ['last_place'] })
}

function wordingOf(texts: Wording): string {
  return JSON.stringify(Object.fromEntries(Object.entries(texts).filter(([, text]) => text)))
}

async function onePlace(context: ApiContext, id: number): Promise<z.infer<typeof OwnPlace>> {
  const [place] = await placesOf(context, { id })
  if (!place) throw errors.NOT_FOUND()
  return place
}

async function placesOf({ deps: { db }, language }: ApiContext, which: { company: number } | { id: number }) {
  const rows = await placeQuery(db)
    .$if('company' in which, (query) => query.where('place.company_id', '=', 'company' in which ? which.company : 0))
    .$if('id' in which, (query) => query.where('place.id', '=', 'id' in which ? which.id : 0))
    .execute()
  return rows.map((row) => {
    const { id, kind, name, address, phone, receive_fee, return_fee, latitude, longitude, upcoming } = row
    return {
      ...{ id, kind, name, address, phone, receive_fee, return_fee, latitude, longitude, upcoming },
      title: wordingIn(language, name),
      city: { id: row.city_id, name: nameOf(row, language) },
      paused: row.paused_at !== null,
    }
  })
}

function placeQuery(db: Kysely<DB>) {
  return db
    .selectFrom('place')
    .innerJoin('city', 'city.id', 'place.city_id')
    .selectAll('place')
    .select([...CITY_NAMES])
    .select(
      sql<number>`(select count(*)::int from reservation r where r.company_id = place.company_id
        and r.status = any(${UPCOMING}::text[]) and place.id in (r.receive_place_id, r.return_place_id))`.as(
        'upcoming',
      ),
    )
    .orderBy(sql`place.paused_at is not null`)
    .orderBy('place.position')
    .orderBy('place.id')
}
