import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { wordingIn } from '#app/i18n/format/names.ts'
import type { Language } from '#app/rules/constants.ts'
import type { InvoicedParties } from '#app/rules/money/invoice.ts'

/** A company as a party of an invoice: its numbers as far as they are known, and its address in law, or that of its first office or place. */
export async function supplierOf(db: Kysely<DB>, company: number, language: Language) {
  const row = await db
    .selectFrom('company')
    .select(['legal_name', 'legal_id', 'tax_number', 'address', 'zip_code'])
    .where('id', '=', company)
    .executeTakeFirstOrThrow()
  if (row.address) return shownSupplier({ ...row, place: null }, language)
  const place = await db
    .selectFrom('place')
    .select('address')
    .where('company_id', '=', company)
    .orderBy((of) => of('kind', '=', 'OFFICE'), 'desc')
    .orderBy('position')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return shownSupplier({ ...row, place: place?.address ?? null }, language)
}

/** The same as an invoice kept it. */
export function shownSupplier(
  { legal_name, legal_id, tax_number, address, zip_code, place }: InvoicedParties['supplier'],
  language: Language,
) {
  const shown = address ? [address, zip_code].filter(Boolean).join(', ') : place && wordingIn(language, place)
  return { legal_name, legal_id, tax_number, address: shown }
}
