import { saveBank } from '#app/api/books/company-bank.ts'
import type { Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { CURRENCY_IDS, DIRECTIONS, LANGUAGES, type Language } from '#app/rules/constants.ts'
import { FIRST_COMMISSION_PERCENT, slugOf } from '#app/rules/text/partner-application.ts'
import type { ApplicationRow } from './row.ts'

/** A new company's minimum prepayment, its office hours and terms until it changes them. Source: *ours*. */
const PREPAYMENT_PERCENT = 20
const OPENS = '09:00'
const CLOSES = '18:00'

type Complete = { [Column in keyof ApplicationRow]: NonNullable<ApplicationRow[Column]> }

/**
 * Creates the company of an approved application, with its first place, its bank account and the applicant as its
 * owner. Throws ALREADY_STAFF if they work for a company or as an operator now.
 */
export async function openCompany(tx: Tx, row: ApplicationRow, now: Date): Promise<number> {
  // A sent application is complete, except for the bank account.
  const { account_id, company_name, latin_name, city_id, place_kind, place_name, address } = row as Complete
  const { phone } = await tx
    .selectFrom('account')
    .select('phone')
    .where('id', '=', account_id)
    .where('banned_at', 'is', null)
    .executeTakeFirstOrThrow(() => errors.ALREADY_STAFF())
  const { code } = await tx
    .selectFrom('city')
    .innerJoin('country', 'country.id', 'city.country_id')
    .select('country.code')
    .where('city.id', '=', city_id)
    .executeTakeFirstOrThrow()
  const company = await tx
    .insertInto('company')
    .values({
      slug: await freeSlug(tx, slugOf(latin_name)),
      // The name in the applicant's script for its languages, otherwise in Latin letters.
      name: JSON.stringify(everywhere((of) => (DIRECTIONS[of] === 'rtl' ? company_name : latin_name))),
      about: JSON.stringify(everywhere(() => '')),
      ...{ city_id, phone, prepayment_percent: PREPAYMENT_PERCENT, confirmation: 'BY_HAND', verified: true },
      legal_name: row.legal_name,
      legal_id: row.legal_id,
      currency_id: CURRENCY_IDS[code === 'IR' ? 'IRT' : 'EUR'],
      ...{ commission_percent: FIRST_COMMISSION_PERCENT, created_at: now, awaits_look: true },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('place')
    .values({
      ...{ company_id: company.id, city_id, kind: place_kind, phone, opens_at: OPENS, closes_at: CLOSES },
      name: JSON.stringify(everywhere(() => place_name)),
      address: JSON.stringify(everywhere(() => address)),
    })
    .execute()
  if (row.bank_holder && row.iban) {
    await saveBank(tx, company.id, { holder: row.bank_holder, iban: row.iban, changed_at: now })
  }
  await tx.insertInto('company_onboarding').values({ company_id: company.id }).execute()
  const owner = await tx
    .updateTable('account')
    .set({ role: 'AGENT', company_id: company.id, staff_role: 'OWNER' })
    .where('id', '=', account_id)
    .where('role', '=', 'CLIENT')
    .returning('id')
    .executeTakeFirst()
  if (!owner) throw errors.ALREADY_STAFF()
  return company.id
}

function everywhere(textIn: (language: Language) => string) {
  return Object.fromEntries(LANGUAGES.map((language) => [language, textIn(language)]))
}

/**
 * The requested slug, or with the next free number appended. A lock makes simultaneous approvals wait for each other.
 */
async function freeSlug(tx: Tx, requested: string): Promise<string> {
  const base = requested || 'company'
  const taken = await tx
    .selectFrom('company')
    .select('slug')
    .where((where) => where.or([where('slug', '=', base), where('slug', 'like', `${base}-%`)]))
    .execute()
  const slugs = new Set(taken.map(({ slug }) => slug))
  let slug = base
  for (let n = 2; slugs.has(slug); n++) slug = `${base}-${n}`
  return slug
}
