import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { api, type Deps } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { type ErrorValues, invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import type { DetailsUpdate } from '#app/contract/company/settings/details.ts'
import { CITY_NAMES } from '#app/db/city-names.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { nameOf } from '#app/i18n/format/names.ts'
import { LANGUAGES, type Language } from '#app/rules/constants.ts'
import { registerNumber, shownLicence, taxFormOf, taxNumber } from '#app/rules/identity/tax-number.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'

type Change = z.infer<typeof DetailsUpdate>

/** What a company says of itself in law. */
export const details = api.company.settings.details.handler(async ({ context: { deps, language, company } }) =>
  detailsOf(deps, company, language),
)

/**
 * Replaces all details. A company that changes its name keeps its account for payouts, but the holder of a new account must then be its
 * legal name. Throws INVALID_FIELDS for numbers that its country does not have.
 */
export const changeDetails = api.company.settings.changeDetails.handler(async ({ input, context }) => {
  const { deps, language, company } = context
  const { name, legal_id, tax_number, ...rest } = input
  const { country } = await readStored(deps.db, company)
  const numbers = judgedNumbers({ legal_id, tax_number }, country)
  await inTransaction(deps.db, async (tx) => {
    const before = await tx
      .selectFrom('company')
      .select('name')
      .where('id', '=', company)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const written = Object.fromEntries(LANGUAGES.map((one) => [one, name[one] || name.en || '']))
    const isRenamed = LANGUAGES.some((one) => written[one] !== before.name[one])
    await tx
      .updateTable('company')
      .set({
        ...(isRenamed && { name: JSON.stringify(written), renamed_at: deps.now() }),
        ...numbers,
        message_language: rest.message_language ?? null,
        address: rest.address ?? null,
        zip_code: rest.zip_code ?? null,
        licence: rest.licence ?? null,
        licence_until: rest.licence_until ?? null,
        ...(rest.keep_customers_years && { keep_customers_years: rest.keep_customers_years }),
      })
      .where('id', '=', company)
      .execute()
  })
  deps.publish({ kind: 'pages' })
  return detailsOf(deps, company, language)
})

/** Both numbers as they are stored. Throws INVALID_FIELDS with every error at once. */
function judgedNumbers({ legal_id, tax_number }: Pick<Change, 'legal_id' | 'tax_number'>, country: string) {
  const fields: Record<string, string[]> = {}
  const values: ErrorValues = {}
  const judged = (field: string, typed: string | undefined, judge: typeof taxNumber) => {
    if (typed === undefined) return null
    const found = judge(typed, country)
    if ('number' in found) return found.number
    fields[field] = [found.error]
    if (found.values) values[field] = found.values
    return null
  }
  const numbers = {
    legal_id: judged('legal_id', legal_id, registerNumber),
    tax_number: judged('tax_number', tax_number, taxNumber),
  }
  if (Object.keys(fields).length > 0) throw invalidFields(fields, values)
  return numbers
}

async function detailsOf({ db, now }: Deps, id: number, language: Language) {
  const row = await readStored(db, id)
  const { legal_name, message_language, address, zip_code, legal_id, tax_number, licence, licence_until, zone } = row
  return {
    ...{ name: row.name, legal_name, message_language, address, zip_code, legal_id, tax_number },
    tax_form: taxFormOf(row.country),
    ...{ licence, licence_until, licence_shown: shownLicence(row, dateIn(zone, now())) !== null },
    city: nameOf(row, language),
    country: row.country,
    zone,
    keep_customers_years: row.keep_customers_years,
  }
}

async function readStored(db: Kysely<DB>, id: number) {
  const found = await db
    .selectFrom('company')
    .innerJoin('city', 'city.id', 'company.city_id')
    .innerJoin('country', 'country.id', 'city.country_id')
    .select(['company.name', 'legal_name', 'message_language', 'address', 'zip_code', 'legal_id', 'tax_number'])
    .select(['licence', 'licence_until', 'keep_customers_years', 'city.zone', 'country.code as country', ...CITY_NAMES])
    .where('company.id', '=', id)
    .executeTakeFirst()
  if (!found) throw errors.NOT_FOUND()
  return found
}
