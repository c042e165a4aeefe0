import type { Kysely } from 'kysely'
import { PublicId, RowId } from '#app/contract/shapes/shapes.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { SCENARIOS, type Scenario, TEST_BRAND } from '#app/db/test-mode/scenarios.ts'

/** More vehicles than a call asks for. */
const MOST_VEHICLES = 1000

/** A vehicle of test mode by the id of a request, and what it plays; undefined if there is none. */
export async function playedBy(db: Kysely<DB>, id: unknown) {
  const found = await db
    .selectFrom('ad')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .innerJoin('brand', 'brand.id', 'model.brand_id')
    .select(['ad.id', 'ad.company_id', 'model.slug', 'brand.slug as brand'])
    .where('ad.id', '=', rowId(id))
    .executeTakeFirst()
  return found && { id: found.id, company: found.company_id, scenario: scenarioOf(found) }
}

/** Those of a request's vehicles that are a company's. What is no list of ids is left to the call's own rules. */
export async function ownVehicles(db: Kysely<DB>, company: number, ids: unknown): Promise<unknown> {
  if (!Array.isArray(ids) || ids.length > MOST_VEHICLES) return ids
  const own = await db
    .selectFrom('ad')
    .select('id')
    .where('company_id', '=', company)
    .where('id', 'in', [0, ...ids.map(rowId)])
    .execute()
  return ids.filter((id) => own.some((ad) => ad.id === rowId(id)))
}

/** What a model plays; undefined for a model of the road. */
export function scenarioOf({ brand, slug }: { brand: string; slug: string }): Scenario | undefined {
  return brand === TEST_BRAND ? SCENARIOS.find((scenario) => scenario === slug) : undefined
}

/** The company of a reservation by the id of a request, or by that of its shared voucher. */
export async function companyOfReservation(db: Kysely<DB>, id: unknown): Promise<number | undefined> {
  const found = await db
    .selectFrom('reservation')
    .select('company_id')
    .where((of) => of.or([of('id', '=', publicId(id)), of('share_id', '=', publicId(id))]))
    .executeTakeFirst()
  return found?.company_id
}

/** The company of whose reservation a payment is. */
export async function companyOfPayment(db: Kysely<DB>, id: unknown): Promise<number | undefined> {
  const found = await db
    .selectFrom('payment')
    .innerJoin('reservation', 'reservation.id', 'payment.reservation_id')
    .select('reservation.company_id')
    .where('payment.id', '=', publicId(id))
    .executeTakeFirst()
  return found?.company_id
}

/** What the test bank needs to know of a payment that it has begun, by the bank's own name for it. */
export async function paymentPlayed(db: Kysely<DB>, token: string) {
  const found = await db
    .selectFrom('payment')
    .innerJoin('reservation', 'reservation.id', 'payment.reservation_id')
    .innerJoin('ad', 'ad.id', 'reservation.ad_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .innerJoin('brand', 'brand.id', 'model.brand_id')
    .select(['payment.created_at', 'model.slug', 'brand.slug as brand'])
    .where('payment.token', '=', token)
    .executeTakeFirst()
  return { scenario: found && scenarioOf(found), startedAt: found?.created_at }
}

/** Ids as the database has them. A request may have anything in their place, which is nobody's. */
const rowId = (id: unknown): number => RowId.safeParse(id).data ?? 0
const publicId = (id: unknown): string => PublicId.safeParse(id).data ?? ''
