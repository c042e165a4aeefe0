import { type CodeOrder, openCode } from '#app/api/account/sign-in/code.ts'
import { channelsOf, phoneOf } from '#app/api/account/sign-in/destination.ts'
import type { Person } from '#app/api/call/admission/person.ts'
import { api, type Deps } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { normaliseEmail } from '#app/rules/identity/email.ts'
import { smsReaches } from '#app/rules/identity/phone.ts'

/**
 * Sends a code to a person's new phone or e-mail address; `PATCH /users/profile/` accepts it. A number that no SMS
 * reaches is confirmed by the account's e-mail address. Source: decisions.md, "Identity and access".
 */
export const changeContact = api.account.changeContact.handler(async ({ input, context }) => {
  const { deps, language, person } = context
  const { phone, email, country_code } = input
  if (phone && email) throw invalidFields({ email: ['one_at_a_time'] })
  if (!phone && !email) throw invalidFields({ phone: ['required'] })
  const requested = phone
    ? toPhone(deps, person, phoneOf({ phone, country_code }, language))
    : toEmail(person, email ?? '')
  const order: CodeOrder = { ...requested, account: person.id, language, by: context }
  const resend_after = await inTransaction(deps.db, (tx) => openCode(deps, tx, order))
  return { resend_after, channels: channelsOf(order) }
})

function toPhone({ settings }: Deps, person: Person, phone: string) {
  const bySms = smsReaches(phone, settings)
  // The person's present number can get a code only to be proven.
  if (phone === person.phone && (person.phoneProven || !bySms)) throw invalidFields({ phone: ['same_contact'] })
  if (!bySms && !person.email) throw invalidFields({ email: ['required'] })
  return { purpose: 'CHANGE_PHONE' as const, phone, email: bySms ? null : person.email, bySms }
}

function toEmail(person: Person, typed: string) {
  const email = normaliseEmail(typed)
  if (email === person.email) throw invalidFields({ email: ['same_contact'] })
  return { purpose: 'CHANGE_EMAIL' as const, phone: person.phone, email, bySms: false }
}
