import type { Kysely } from 'kysely'
import type { Claim, Things } from '#app/api/call/admission/things.ts'
import type { Tx } from '#app/api/call/context.ts'
import { ownOfCompany } from '#app/api/company/managed-company.ts'
import type { DB } from '#app/db/connection/schema.ts'

type Vehicle = Things['vehicle']
type Photo = Things['photo']

/** A vehicle for its company and operators. Throws NOT_FOUND for everybody else (§6). */
export async function readVehicle(db: Kysely<DB>, id: number, claim: Claim): Promise<Vehicle> {
  return ownOfCompany(await vehicleRow(db, id).executeTakeFirst(), claim)
}

/** The same, locked until the transaction ends. */
export async function lockVehicle(tx: Tx, id: number, claim: Claim): Promise<Vehicle> {
  return ownOfCompany(await vehicleRow(tx, id).forUpdate('ad').executeTakeFirst(), claim)
}

/** A photo of a vehicle, for the vehicle's company. Throws NOT_FOUND for everybody else (§6). */
export async function readPhoto(db: Kysely<DB>, id: number, claim: Claim): Promise<Photo> {
  const found = await db
    .selectFrom('ad_photo')
    .innerJoin('ad', 'ad.id', 'ad_photo.ad_id')
    .select(['ad_photo.id', 'ad_photo.ad_id', 'ad_photo.crop', 'ad.company_id'])
    .where('ad_photo.id', '=', id)
    .executeTakeFirst()
  return ownOfCompany(found, claim)
}

/** The same, with all photos of its vehicle locked until the transaction ends. */
export async function lockPhoto(tx: Tx, id: number, claim: Claim): Promise<Photo> {
  const { ad_id } = await readPhoto(tx, id, claim)
  await lockPhotosOf(tx, ad_id)
  return readPhoto(tx, id, claim)
}

/** Locks the vehicle's photos until the transaction ends. */
export async function lockPhotosOf(tx: Tx, ad: number): Promise<void> {
  await tx.selectFrom('ad').select('id').where('id', '=', ad).forUpdate().execute()
}

function vehicleRow(db: Kysely<DB>, id: number) {
  return db
    .selectFrom('ad')
    .innerJoin('company', 'company.id', 'ad.company_id')
    .innerJoin('city', 'city.id', 'ad.city_id')
    .selectAll('ad')
    .select(['company.currency_id', 'city.zone'])
    .where('ad.id', '=', id)
}
