import type { Kysely } from 'kysely'
import type { Claim, Things } from '#app/api/call/admission/things.ts'
import type { Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { oneByOne } from '#app/api/call/transaction.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { BUSY } from '#app/db/prices/free.ts'
import { hasOwnerRights, oneManagedCompany, ownOfCompany } from './managed-company.ts'

/** Finds a row of a table by its company. Throws NOT_FOUND for everybody but that company and operators (§6). */
function rowOf(table: 'closed_days' | 'calendar_feed' | 'calendar_source') {
  return async (db: Kysely<DB>, id: number, claim: Claim) => {
    const found = await db.selectFrom(table).select(['id', 'company_id']).where('id', '=', id).executeTakeFirst()
    return ownOfCompany(found, claim)
  }
}

export const readClosedDays = rowOf('closed_days')
export const readFeed = rowOf('calendar_feed')
export const readSource = rowOf('calendar_source')

/** A place for its company and operators. Throws NOT_FOUND for everybody else (§6), as all of the following do. */
export async function readPlace(db: Kysely<DB>, id: number, claim: Claim): Promise<Things['place']> {
  const found = db.selectFrom('place').select(['id', 'company_id', 'city_id']).where('id', '=', id)
  return ownOfCompany(await found.executeTakeFirst(), claim)
}

/** A block of a vehicle; an external calendar's blocks cannot be removed. */
export async function readBlock(db: Kysely<DB>, id: number, claim: Claim): Promise<Things['block']> {
  const found = await db
    .selectFrom('busy')
    .innerJoin('ad', 'ad.id', 'busy.ad_id')
    .select(['busy.id', 'ad.company_id'])
    .where('busy.id', '=', id)
    .where('busy.kind', '=', 'BLOCK')
    .where('busy.status', '=', BUSY.FIRM)
    .where('busy.source_id', 'is', null)
    .executeTakeFirst()
  return ownOfCompany(found, claim)
}

/** A season with the owner of its prices. */
export async function readSeason(db: Kysely<DB>, id: number, claim: Claim): Promise<Things['season']> {
  const found = await db
    .selectFrom('price_season')
    .innerJoin('price_rule', 'price_rule.id', 'price_season.price_rule_id')
    .select(['price_season.id', 'price_rule.company_id', 'price_rule.ad_id'])
    .where('price_season.id', '=', id)
    .executeTakeFirst()
  return ownOfCompany(found, claim)
}

/**
 * The named vehicle, or else the company. Throws NOT_FOUND also for a vehicle of another company than the named one.
 */
export async function readFleetPart(
  db: Kysely<DB>,
  { company, ad }: { company?: number; ad?: number },
  claim: Claim,
): Promise<Things['fleetPart']> {
  if (ad === undefined) return { company: await oneManagedCompany(db, claim.person, company), ad: null }
  const found = await db.selectFrom('ad').select('company_id').where('id', '=', ad).executeTakeFirst()
  const { company_id } = ownOfCompany(found, claim)
  if (company !== undefined && company !== company_id) throw errors.NOT_FOUND()
  return { company: company_id, ad }
}

/** An open invitation, expired or not. */
export async function readInvitation(db: Kysely<DB>, id: number, claim: Claim): Promise<Things['invitation']> {
  const found = await db
    .selectFrom('staff_invitation')
    .select(['id', 'company_id'])
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return ownOfCompany(found, claim)
}

/** Somebody who works for a company. */
export async function readColleague(db: Kysely<DB>, id: string, claim: Claim): Promise<Things['colleague']> {
  const { company_id } = await readStaff(db, id)
  return ownOfCompany({ id, company_id }, claim)
}

/** A colleague for an owner of the company; for others only themselves. */
export async function readListener(db: Kysely<DB>, id: string, claim: Claim): Promise<Things['listener']> {
  const found = await readColleague(db, id, claim)
  if (!hasOwnerRights(claim.person) && found.id !== claim.person.id) throw errors.NOT_FOUND()
  return found
}

/** The same as readColleague, locking the company's staff until the transaction ends: two owners who remove each other wait here. */
export async function lockColleague(tx: Tx, id: string, claim: Claim): Promise<Things['colleague']> {
  const { company_id } = await readColleague(tx, id, claim)
  await oneByOne(tx, `staff ${company_id}`)
  return readColleague(tx, id, claim)
}

async function readStaff(db: Kysely<DB>, id: string): Promise<{ company_id: number }> {
  const found = await db.selectFrom('account').select('company_id').where('id', '=', id).executeTakeFirst()
  if (!found?.company_id) throw errors.NOT_FOUND()
  return { company_id: found.company_id }
}
