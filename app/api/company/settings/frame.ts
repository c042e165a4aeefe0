import { type Kysely, sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { IS_WAITING } from '#app/api/conversations/queue.ts'
import { CITY_NAMES } from '#app/db/city-names.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { isLate } from '#app/db/late-reservation.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { nameOf, wordingIn } from '#app/i18n/format/names.ts'
import { companyRoleOf } from '#app/rules/access/company-role.ts'
import { OPEN } from '#app/rules/reservation/reservation-status.ts'

const MOST_OWNERS = 5

/** The data of the frame around every page of the desk. */
export const frame = api.company.settings.frame.handler(async ({ context }) => {
  const { deps, language, person, company: id } = context
  const company = await readCompany(deps.db, id)
  const now = deps.now()
  const work = await deps.db
    .selectFrom('reservation')
    .select([
      sql<number>`count(*) filter (where status = 'AWAITING_CONFIRMATION')`.as('waiting'),
      sql<number>`count(*) filter (where ${isLate(now)})`.as('late'),
    ])
    .where('company_id', '=', id)
    .where('status', 'in', OPEN)
    .executeTakeFirstOrThrow()
  const chats = await deps.db
    .selectFrom('conversation')
    .select((of) => of.fn.countAll<number>().as('waiting'))
    .where('kind', '=', 'CHAT')
    .where('company_id', '=', id)
    .where(IS_WAITING)
    .executeTakeFirstOrThrow()
  const role = companyRoleOf(person)
  return {
    company: {
      id,
      name: wordingIn(language, company.name),
      city: nameOf(company, language),
      suspended: company.suspended_at !== null,
      awaits_look: company.awaits_look,
      currency: currencyIn(company),
    },
    role,
    owners: role === null || role === 'OWNER' ? [] : await ownersOf(deps.db, id),
    waiting: role === 'DRIVER' ? 0 : work.waiting,
    late: work.late,
    messages: role === 'DRIVER' ? 0 : chats.waiting,
  }
})

async function ownersOf(db: Kysely<DB>, company: number): Promise<string[]> {
  const owners = await db
    .selectFrom('account')
    .select('fullname')
    .where('company_id', '=', company)
    .where('staff_role', '=', 'OWNER')
    .where('fullname', 'is not', null)
    .orderBy('fullname')
    .limit(MOST_OWNERS)
    .execute()
  return owners.flatMap(({ fullname }) => fullname ?? [])
}

/** A company with its city's names and zone. Throws NOT_FOUND for an unknown number. */
export async function readCompany(db: Kysely<DB>, id: number) {
  const found = await db
    .selectFrom('company')
    .innerJoin('city', 'city.id', 'company.city_id')
    .select(['company.name', 'company.suspended_at', 'company.awaits_look', 'company.currency_id', 'city.zone'])
    .select([...CITY_NAMES])
    .where('company.id', '=', id)
    .executeTakeFirst()
  if (!found) throw errors.NOT_FOUND()
  return found
}
