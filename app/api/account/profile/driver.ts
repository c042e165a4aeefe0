import { reservationsOf } from '#app/api/account/own-data/holdings.ts'
import { api } from '#app/api/call/context.ts'
import { dialCodeOf } from '#app/rules/identity/phone.ts'

/** The driver's form for the signed-in person: their profile, completed from their last booking (*ours*). */
export const driver = api.account.driver.handler(async ({ context: { deps, person } }) => {
  const { db } = deps
  const known = await db
    .selectFrom('account')
    .select(FIELDS)
    .select('phone')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  const last = await reservationsOf(db, person)
    .select(FIELDS)
    .orderBy('created_at', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const filled = Object.fromEntries(FIELDS.map((field) => [field, known[field] ?? last?.[field] ?? null]))
  const country_code = dialCodeOf(known.phone)
  return { ...(filled as typeof known), country_code, phone: known.phone.slice(country_code.length) }
})

const FIELDS = ['fullname', 'national_id', 'email', 'date_of_birth', 'country', 'city', 'address', 'zip_code'] as const
