import type { Kysely } from 'kysely'
import type { Person } from '#app/api/call/admission/person.ts'
import { api, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { limitSubscriber } from '#app/api/call/limits.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { Language } from '#app/rules/constants.ts'
import { missingFields } from '#app/rules/text/partner-application.ts'
import { DAY_SECONDS } from '#app/rules/time/durations.ts'
import { type ApplicationRow, applicationRows, changeApplication, shownFields } from './row.ts'

/** The applications that one subscriber of a network can send in a day. Source: *ours*. */
const PER_SUBSCRIBER = 20

export const application = api.partners.application.handler(async ({ context: { deps, language, person } }) =>
  ownApplication(deps.db, person, language),
)

/** Saves the sent fields. Throws ALREADY_STAFF, APPLICATION_SENT, and INVALID_FIELDS for an unknown city. */
export const saveApplication = api.partners.saveApplication.handler(async ({ input, context }) => {
  const { deps, language, person } = context
  const { bank, city, ...said } = input
  await inTransaction(deps.db, async (tx) => {
    const draft = await openDraft(tx, person, { language, now: deps.now() })
    if (city !== undefined) await guardCity(tx, city)
    await tx
      .updateTable('partner_application')
      .set({
        ...said,
        ...(city !== undefined && { city_id: city }),
        ...(bank !== undefined && { bank_holder: bank?.bank_holder ?? null, iban: bank?.iban ?? null }),
        ...{ language, changed_at: deps.now() },
      })
      .where('id', '=', draft.id)
      .execute()
  })
  return ownApplication(deps.db, person, language)
})

/** Throws ALREADY_STAFF, APPLICATION_SENT, and INVALID_FIELDS for all missing fields at once, or an unproven phone. */
export const sendApplication = api.partners.sendApplication.handler(async ({ context }) => {
  const { deps, language, person } = context
  await limitSubscriber(context, 'partner application', PER_SUBSCRIBER, DAY_SECONDS)
  await inTransaction(deps.db, async (tx) => {
    await guardApplicant(tx, person)
    const row = await newest(tx, person)
    if (row?.status === 'SENT') throw errors.APPLICATION_SENT()
    if (row?.status !== 'DRAFT') throw invalidFields({ company_name: ['required'] })
    const wrong = Object.fromEntries(missingFields({ ...row, city: row.city_id }).map((field) => [field, ['required']]))
    if (!person.phoneProven) wrong.phone = ['phone_not_proven']
    if (row.iban && !row.iban.startsWith('IR') && (await isIranian(tx, row.city_id))) wrong.iban = ['sheba']
    if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
    const at = deps.now()
    await changeApplication(tx, row, { to: 'SENT', actor: 'APPLICANT', set: { language, sent_at: at, changed_at: at } })
  })
  return ownApplication(deps.db, person, language)
})

/** What the applicant sees of their latest application. */
export async function ownApplication(db: Kysely<DB>, { id, phone, phoneProven, role }: Person, language: Language) {
  const row = await applicationRows(db)
    .where('account_id', '=', id)
    .orderBy('partner_application.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    application: row
      ? {
          ...shownFields(row, language),
          status: row.status,
          changed_at: row.changed_at.toISOString(),
          sent_at: row.sent_at?.toISOString() ?? null,
          decided_at: row.decided_at?.toISOString() ?? null,
          reason: row.reason,
          missing: missingFields({ ...row, city: row.city_id }),
        }
      : null,
    ...{ phone, phone_proven: phoneProven, is_staff: role !== 'CLIENT' },
  }
}

/** Locks the person's draft; without one it creates one, with the fields of a rejected application. */
export async function openDraft(tx: Tx, person: Person, { language, now }: { language: Language; now: Date }) {
  await guardApplicant(tx, person)
  const last = await newest(tx, person)
  if (last?.status === 'DRAFT') return last
  if (last?.status === 'SENT') throw errors.APPLICATION_SENT()
  const before = last?.status === 'REJECTED' ? last : undefined
  const { company_name, latin_name, legal_name, legal_id, contact_name, city_id } = before ?? {}
  const { place_kind, place_name, address, kinds, vehicles, bank_holder, iban } = before ?? {}
  return tx
    .insertInto('partner_application')
    .values({
      ...{ account_id: person.id, status: 'DRAFT', language, created_at: now, changed_at: now },
      ...{ company_name, latin_name, legal_name, legal_id, contact_name, city_id },
      ...{ place_kind, place_name, address, kinds, vehicles, bank_holder, iban },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Runs one at a time for each person. Throws ALREADY_STAFF for a person who works for a company or as an operator now.
 */
export async function guardApplicant(tx: Tx, { id }: Person): Promise<void> {
  await oneByOne(tx, `partner ${id}`)
  const { role } = await tx.selectFrom('account').select('role').where('id', '=', id).executeTakeFirstOrThrow()
  if (role !== 'CLIENT') throw errors.ALREADY_STAFF()
}

/** Locks a person's latest application. */
export function newest(tx: Tx, { id }: Person): Promise<ApplicationRow | undefined> {
  return tx
    .selectFrom('partner_application')
    .selectAll()
    .where('account_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
}

async function guardCity(tx: Tx, id: number): Promise<void> {
  const found = await tx.selectFrom('city').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw invalidFields({ city: ['unknown_city'] })
}

async function isIranian(tx: Tx, city: number | null): Promise<boolean> {
  const found = await tx
    .selectFrom('city')
    .innerJoin('country', 'country.id', 'city.country_id')
    .select('country.code')
    .where('city.id', '=', city)
    .executeTakeFirst()
  return found?.code === 'IR'
}
