import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { wordingIn } from '#app/i18n/format/names.ts'
import type { Language } from '#app/rules/constants.ts'

/** A company as a party of an invoice: its numbers as far as they are known, and its address in law, or that of its first office or place. */
export async function supplierOf(db: Kysely<DB>, company: number, language: Language) {
  const { legal_name, legal_id, tax_number, address, zip_code } = await db
    .selectFrom('company')
    .select(['legal_name', 'legal_id', 'tax_number', 'address', 'zip_code'])
    .where('id', '=', company)
    .executeTakeFirstOrThrow()
  const numbers = { legal_name, legal_id, tax_number }
  if (address) return { ...numbers, address: [address, zip_code].filter(Boolean).join(', ') }
  const place = await db
    .selectFrom('place')
    .select('address')
    .where('company_id', '=', company)
    .orderBy((of) => of('kind', '=', 'OFFICE'), 'desc')
    .orderBy('position')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return { ...numbers, address: place ? wordingIn(language, place.address) : null }
}
