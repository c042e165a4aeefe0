import { type Kysely, sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { hasOwnerRights } from '#app/api/company/managed-company.ts'
import { ONBOARDING_STEPS } from '#app/contract/company/settings/onboarding.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'

/**
 * The steps that a new company still has to do; null for a company that did not begin with an application or has done
 * everything, and for the desk, which can do few of them. Source: *ours*.
 */
export const onboarding = api.company.settings.onboarding.handler(async ({ context: { deps, person, company } }) => {
  if (!hasOwnerRights(person)) return { onboarding: null }
  return readOnboarding(deps.db, company)
})

/** Repeating it changes nothing, and neither does a company that is not new. */
export const confirmTerms = api.company.settings.confirmTerms.handler(async ({ context: { deps, company } }) => {
  await noteTerms(deps.db, company, deps.now())
  return readOnboarding(deps.db, company)
})

/** Stores when a company confirmed its cancellation terms; the first time counts. */
export async function noteTerms(db: Kysely<DB>, company: number, at: Date): Promise<void> {
  await db
    .updateTable('company_onboarding')
    .set({ terms_at: at })
    .where('company_id', '=', company)
    .where('terms_at', 'is', null)
    .execute()
}

/** On offer, also once an operator has looked. */
const ENTERED = sql.raw(`${STATE_NUMBERS.OFFERED}, ${STATE_NUMBERS.AWAITING_LOOK}`)

async function readOnboarding(db: Kysely<DB>, id: number) {
  const found = await db
    .selectFrom('company_onboarding as begun')
    .innerJoin('company', 'company.id', 'begun.company_id')
    .select(['free_until_hours', 'half_until_hours', sql<boolean>`terms_at is not null`.as('terms')])
    .select([
      sql<boolean>`exists (select from place where place.company_id = company.id)`.as('place'),
      sql<boolean>`exists (select from place where place.company_id = company.id and week is not null)`.as('hours'),
      sql<boolean>`exists (select from company_bank where company_bank.company_id = company.id)`.as('bank'),
      sql<boolean>`exists (select from ad where ad.company_id = company.id and ad.status in (${ENTERED}))`.as(
        'vehicle',
      ),
      sql<boolean>`exists (select from ad join ad_photo on ad_photo.ad_id = ad.id
        where ad.company_id = company.id and ad.status in (${ENTERED}))`.as('photo'),
      sql<number | null>`(select min(ad.id) from ad where ad.company_id = company.id and ad.status in (${ENTERED}))`.as(
        'first',
      ),
    ])
    .where('company.id', '=', id)
    .executeTakeFirst()
  const done = ONBOARDING_STEPS.filter((step) => found?.[step])
  if (!found || done.length === ONBOARDING_STEPS.length) return { onboarding: null }
  const { free_until_hours, half_until_hours, first } = found
  return { onboarding: { done, terms: { free_until_hours, half_until_hours }, vehicle: first } }
}
