import type { Kysely, Selectable } from 'kysely'
import type { Claim } from '#app/api/call/admission/things.ts'
import { api, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { ownOfCompany } from '#app/api/company/managed-company.ts'
import type { DB, Fine } from '#app/db/connection/schema.ts'
import {
  fleetHistory,
  isUndecided,
  type Matched,
  matchFine,
  type PlateTime,
  plateKey,
  type RentalTime,
} from '#app/rules/fleet/fine.ts'
import { shownFine } from './read.ts'
import { begunRentals } from './rentals.ts'

/** A notice for its company and operators. Throws NOT_FOUND for everybody else (§6). */
export async function readFine(db: Kysely<DB>, id: string, claim: Claim): Promise<Selectable<Fine>> {
  return ownOfCompany(await db.selectFrom('fine').selectAll().where('id', '=', id).executeTakeFirst(), claim)
}

/** The same, locked until the transaction ends. */
export async function lockFine(tx: Tx, id: string, claim: Claim): Promise<Selectable<Fine>> {
  const found = tx.selectFrom('fine').selectAll().where('id', '=', id).forUpdate()
  return ownOfCompany(await found.executeTakeFirst(), claim)
}

/** Looks for the rental again. Throws CHANGED_MEANWHILE once the customer was asked or the company pays. */
export const match = api.company.fleet.fines.match.handler(async ({ context: { tx, language, fine } }) => {
  await guardUndecided(tx, fine)
  const [found] = await matchAll(tx, fine.company_id, [fine])
  await tx.updateTable('fine').set(columnsOf(found)).where('id', '=', fine.id).execute()
  return shownFine(tx, fine.id, language)
})

/** Throws CHANGED_MEANWHILE where the company pays it, or the customer was asked for it and the charge was not withdrawn. */
export async function guardUndecided(tx: Tx, { status, proposal_id }: Selectable<Fine>): Promise<void> {
  if (status === 'OPEN') return
  const charge = proposal_id
    ? await tx.selectFrom('proposal').select('status').where('id', '=', proposal_id).executeTakeFirst()
    : undefined
  if (!isUndecided({ status, charge: charge?.status ?? null })) throw errors.CHANGED_MEANWHILE()
}

/** What is stored of a match. */
export function columnsOf(found: Matched | undefined) {
  const { match = 'UNKNOWN_PLATE' } = found ?? {}
  return {
    match,
    ad_id: found && 'ad' in found ? found.ad : null,
    reservation_id: found?.match === 'FOUND' ? found.reservation : null,
  }
}

/** The rentals of notices of one company, in their order: by the plates of its vehicles then, and their records. */
export async function matchAll(
  db: Kysely<DB>,
  company: number,
  notices: readonly { plate: string; at: Date }[],
): Promise<Matched[]> {
  const keys = new Set(notices.map(({ plate }) => plateKey(plate)))
  const plates = (await platesOf(db, company)).filter(({ plate }) => keys.has(plateKey(plate)))
  const rentals = await rentalsOf(db, { company, ads: [...new Set(plates.map(({ ad }) => ad))] }, notices)
  const history = fleetHistory(plates, rentals)
  return notices.map((notice) => matchFine(notice, history))
}

/** All plates that a company's vehicles have and had. */
async function platesOf(db: Kysely<DB>, company: number): Promise<PlateTime[]> {
  const [now, former] = await Promise.all([
    db.selectFrom('ad').select(['id', 'plate']).where('company_id', '=', company).execute(),
    db
      .selectFrom('former_plate')
      .select(['ad_id', 'plate', 'until'])
      .where('company_id', '=', company)
      .orderBy('until')
      .orderBy('id')
      .execute(),
  ])
  const since = new Map<number, Date>()
  const before = former.map(({ ad_id: ad, plate, until }): PlateTime => {
    const from = since.get(ad) ?? null
    since.set(ad, until)
    return { ad, plate, from, until }
  })
  return [
    ...before,
    ...now.flatMap(({ id: ad, plate }) => (plate ? [{ ad, plate, from: since.get(ad) ?? null, until: null }] : [])),
  ]
}

/** The rentals of these vehicles in the time of the notices. */
async function rentalsOf(
  db: Kysely<DB>,
  { company, ads }: { company: number; ads: number[] },
  notices: readonly { at: Date }[],
): Promise<RentalTime[]> {
  if (ads.length === 0) return []
  const times = notices.map(({ at }) => at.getTime())
  const rows = await db
    .selectFrom(begunRentals(db, ads).as('rental'))
    .select(['rental_id', 'rental_ad_id', 'out_at', 'back_at'])
    .where('rental_company_id', '=', company)
    .where('rental_ad_id', 'in', ads)
    .where('out_at', '<=', new Date(Math.max(...times)))
    .where((either) =>
      either.or([either('back_at', 'is', null), either('back_at', '>=', new Date(Math.min(...times)))]),
    )
    .execute()
  return rows.flatMap(({ rental_id: reservation, rental_ad_id: ad, out_at: out, back_at: back }) =>
    out ? [{ reservation, ad, out, back }] : [],
  )
}
