import type { Kysely, Selectable } from 'kysely'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { publicId } from '#app/api/call/public-id.ts'
import type { Account, DB } from '#app/db/connection/schema.ts'
import type { Language } from '#app/rules/constants.ts'
import { holderOf, identifies } from '#app/rules/identity/holder.ts'
import { DEFAULT_NOTIFICATIONS } from '#app/rules/messages/notifications.ts'
import { claimPhone } from './claim-phone.ts'
import type { Proven } from './code.ts'

type AccountRow = Selectable<Account>
/** A phone in its one form, and the mailbox beside it. */
type Mailbox = { phone: string; email: string }

/**
 * The account of a code, made where there is none. One by SMS proves the phone. One by e-mail proves the mailbox: it opens what
 * phone and mailbox hold together, and the account of the phone only where that has this mailbox; else null. Source: decisions.md,
 * "Abroad".
 */
export async function accountOfCode(
  deps: Deps,
  tx: Tx,
  { code, language }: { code: Proven; language: Language },
): Promise<AccountRow | null> {
  return code.by === 'sms'
    ? accountOfPhone(deps, tx, { code, language })
    : accountOfMailbox(deps, tx, { code, language })
}

async function accountOfPhone(deps: Deps, tx: Tx, { code, language }: { code: Proven; language: Language }) {
  const { phone } = code
  const found = await lockAccount(tx, phone)
  if (found?.phone_proven_at) return found
  if (found) return claimPhone(deps, tx, found, code)
  return makeAccount(deps, tx, { phone, email: null, phone_proven_at: deps.now(), language })
}

async function accountOfMailbox(deps: Deps, tx: Tx, { code, language }: { code: Proven; language: Language }) {
  const { phone, email } = code
  if (email === null || !(await mayOpen(tx, { phone, email }))) return null
  const ofPhone = await lockAccount(tx, phone)
  if (ofPhone?.email === email) return ofPhone
  return makeAccount(deps, tx, { phone, email, phone_proven_at: null, language })
}

/**
 * Whether a mailbox may sign in with a phone: it is that of the phone's account, something is held by both together, or
 * nobody has the phone yet.
 */
export async function mayOpen(db: Kysely<DB>, { phone, email }: Mailbox): Promise<boolean> {
  const ofPhone = await db.selectFrom('account').select('email').where('holder', '=', phone).executeTakeFirst()
  if (!ofPhone || ofPhone.email === email) return true
  if (await hasAccount(db, { phone, email })) return true
  const held = db
    .selectFrom('reservation')
    .select('id')
    .where('holder', '=', holderOf(byMailbox({ phone, email })))
  return !identifies(phone) && (await held.limit(1).executeTakeFirst()) !== undefined
}

/** Whether phone and mailbox together have an account of their own, which an SMS to that phone does not open. */
export async function hasAccount(db: Kysely<DB>, { phone, email }: Mailbox): Promise<boolean> {
  if (identifies(phone)) return false
  const holder = holderOf(byMailbox({ phone, email }))
  const found = await db.selectFrom('account').select('id').where('holder', '=', holder).executeTakeFirst()
  return found !== undefined
}

const byMailbox = (mailbox: Mailbox) => ({ ...mailbox, phoneProven: false })

type NewAccount = Pick<AccountRow, 'phone' | 'email' | 'phone_proven_at'> & { language: Language }

async function makeAccount(deps: Deps, tx: Tx, { language, ...contact }: NewAccount): Promise<AccountRow> {
  await tx
    .insertInto('account')
    .values({
      id: publicId(),
      // Only what was proven: a mistyped mailbox must not open the account.
      ...contact,
      language,
      notifications: JSON.stringify(DEFAULT_NOTIFICATIONS),
      created_at: deps.now(),
    })
    .onConflict((conflict) => conflict.column('holder').doNothing())
    .execute()
  const { phone, email } = contact
  const made = await lockAccount(tx, holderOf({ phone, email, phoneProven: contact.phone_proven_at !== null }))
  if (!made) throw new Error('An account that was just made is not there.')
  return made
}

function lockAccount(tx: Tx, holder: string): Promise<AccountRow | undefined> {
  return tx.selectFrom('account').selectAll().where('holder', '=', holder).forUpdate().executeTakeFirst()
}
