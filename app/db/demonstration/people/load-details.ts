import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'

const COMPANY = 12
const LICENCE_DAYS = 560

/** Loads what the demonstration's agency says of itself in law, and its fee for a fine. A fee of its own stays. */
export async function loadDetails(tx: Kysely<DB>, now: Date): Promise<void> {
  await tx
    .updateTable('company')
    .set((company) => ({
      address: 'کیش، میدان مرجان، بلوار ساحل، شمارهٔ ۱۲',
      zip_code: '7941855231',
      legal_id: '10100441785',
      tax_number: '10100441785',
      licence: '4417',
      licence_until: addDays(now.toISOString().slice(0, 10), LICENCE_DAYS),
      fine_fee: company.fn.coalesce('fine_fee', company.val(150_000)),
    }))
    .where('id', '=', COMPANY)
    .execute()
}
