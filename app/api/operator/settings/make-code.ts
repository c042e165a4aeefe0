import { sql } from 'kysely'
import type { Tx } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import type { NewCode } from '#app/rules/access/approval-request.ts'
import { CURRENCY_IDS } from '#app/rules/constants.ts'

/**
 * Makes a discount code, valid from the first to the end of the last day in Tehran. Throws INVALID_FIELDS if it exists,
 * ignoring case.
 */
export async function makeCode(tx: Tx, { start_date, end_date, currency, code, ...rest }: NewCode) {
  const limits = { categories: limit(rest.categories), cities: limit(rest.cities), companies: limit(rest.companies) }
  const made = await tx
    .insertInto('discount_code')
    .values({
      ...{ ...rest, ...limits },
      code: code.toUpperCase(),
      currency_id: CURRENCY_IDS[currency],
      starts_at: sql`${start_date}::date::timestamp at time zone 'Asia/Tehran'`,
      ends_at: sql`(${end_date}::date + 1)::timestamp at time zone 'Asia/Tehran'`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!made) throw codeTaken()
  return made
}

const limit = (ids: number[] = []) => (ids.length > 0 ? ids : null)

export const codeTaken = () => invalidFields({ code: ['code_taken'] })
