import type { z } from 'zod'
import { moveEmail, movePhone } from '#app/api/account/contact/move-contact.ts'
import { tryCode } from '#app/api/account/sign-in/code.ts'
import { phoneOf } from '#app/api/account/sign-in/destination.ts'
import type { Person } from '#app/api/call/admission/person.ts'
import { type ApiContext, api, type Deps, type Tx } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import type { ProfileUpdate } from '#app/contract/account/account.ts'
import { codeOf } from '#app/db/connection/error-code.ts'
import { countryOf } from '#app/i18n/format/country.ts'
import { servesIran } from '#app/rules/constants.ts'
import { normaliseEmail } from '#app/rules/identity/email.ts'
import { judgeIdentity } from '#app/rules/identity/national-id.ts'
import { dialCodeOf } from '#app/rules/identity/phone.ts'
import { removeAvatar } from './avatar.ts'
import { profileOf } from './profile.ts'

type Update = z.infer<typeof ProfileUpdate>
type Contact = { phone: string } | { email: string }

/** Earlier birth years are probably typing errors. Source: *ours*. */
const EARLIEST_BIRTH = '1900-01-01'
const UNIQUE_VIOLATION = '23505'

/**
 * Changes personal info by the rules of §5. A phone or e-mail address that differs from the present one needs the code
 * that was sent to it. Throws INVALID_FIELDS, among them `username_taken`, `phone_taken` and, for a wrong code, `code`.
 */
export const updateProfile = api.account.updateProfile.handler(async ({ input: { query, body: input }, context }) => {
  const { deps, person } = context
  const born = input.date_of_birth
  const today = deps.now().toISOString().slice(0, 10)
  if (born && (born < EARLIEST_BIRTH || born > today)) throw invalidFields({ date_of_birth: ['date'] })
  await checkIdentity(context, person, input)
  const contact = newContact(input, person, context)
  if (contact && !input.token) throw invalidFields({ token: ['required'] })
  const isDone = await inTransaction(deps.db, async (tx) => {
    if (contact && !(await changeByCode(deps, tx, { person, contact, code: input.token ?? '' }))) return false
    await writeInfo(tx, person, input)
    return true
  }).catch((error: unknown) => {
    if (codeOf(error) !== UNIQUE_VIOLATION) throw error
    const isName = error instanceof Error && error.message.includes('account_username')
    if (isName) throw invalidFields({ username: ['username_taken'] })
    throw invalidFields(contact && 'email' in contact ? { email: ['email_taken'] } : { phone: ['phone_taken'] })
  })
  if (!isDone) throw invalidFields({ token: ['code'] })
  if (input.avatar === null) await removeAvatar(deps, person)
  return profileOf(context, person, query.currency)
})

/**
 * Checks the identity number by the new nationality; on the Persian site an Iranian has an Iranian one (decisions.md). Throws
 * INVALID_FIELDS.
 */
async function checkIdentity({ deps, language }: ApiContext, person: Person, { national_id, country }: Update) {
  if (!national_id) return
  const stored = () => deps.db.selectFrom('account').select('country').where('id', '=', person.id).executeTakeFirst()
  const kept = country === undefined ? (await stored())?.country : country
  const nationality = kept ? countryOf(kept) : undefined
  const iranianOnly = servesIran(language) && nationality === 'IR'
  const identity = judgeIdentity(national_id, { country: nationality, iranianOnly })
  if (!identity.ok) throw invalidFields({ national_id: [identity.kind] })
}

/**
 * The one contact that this request changes or proves: a new phone or e-mail address, or the present phone with its code.
 */
function newContact(input: Update, person: Person, { language }: ApiContext): Contact | null {
  const phone = input.phone
    ? phoneOf({ phone: input.phone, country_code: input.country_code ?? dialCodeOf(person.phone) }, language)
    : person.phone
  const email = input.email ? normaliseEmail(input.email) : person.email
  if (phone !== person.phone && email !== person.email) throw invalidFields({ email: ['one_at_a_time'] })
  if (phone !== person.phone) return { phone }
  const isSame = email === null || email === person.email
  if (input.phone && input.token && isSame && !person.phoneProven) return { phone }
  return email !== null && email !== person.email ? { email } : null
}

/** False for a wrong code, because the transaction that counts the try must commit. */
async function changeByCode(
  deps: Deps,
  tx: Tx,
  { person, contact, code }: { person: Person; contact: Contact; code: string },
): Promise<boolean> {
  const purpose = 'phone' in contact ? 'CHANGE_PHONE' : 'CHANGE_EMAIL'
  const row = await tryCode(deps, tx, { purpose, account: person.id, phone: person.phone, code })
  if (!row) return false
  if ('phone' in contact) {
    if (row.phone !== contact.phone) return false
    await movePhone(deps, tx, person, { phone: contact.phone, phoneProven: row.by === 'sms', key: row.id })
  } else {
    if (row.email !== contact.email) return false
    await moveEmail(deps, tx, person, { email: contact.email, key: row.id })
  }
  return true
}

async function writeInfo(tx: Tx, person: Person, input: Update) {
  const { phone, country_code, email, token, notifications, avatar, ...info } = input
  const given = Object.fromEntries(Object.entries(info).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length > 0) {
    await tx.updateTable('account').set(given).where('id', '=', person.id).execute()
  }
  if (!notifications) return
  const row = await tx
    .selectFrom('account')
    .select('notifications')
    .where('id', '=', person.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('account')
    .set({ notifications: JSON.stringify({ ...row.notifications, ...notifications }) })
    .where('id', '=', person.id)
    .execute()
}
