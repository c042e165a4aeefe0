import type { Selectable } from 'kysely'
import { notifyFormerContact } from '#app/api/account/contact/move-contact.ts'
import type { Deps, Tx } from '#app/api/call/context.ts'
import type { Account } from '#app/db/connection/schema.ts'
import type { Proven } from './code.ts'
import { endSessionsOf } from './session.ts'

type AccountRow = Selectable<Account>

/**
 * Stores that the holder of an Iranian phone has proven it by an SMS. Until then somebody with a mailbox may have
 * signed in with the number who is not its holder: their sessions, links and codes end, and the mailbox no longer opens
 * the account, unless the holder has just named it too; it is notified. Source: *ours*, after protocols/otp.md §1.
 */
export async function claimPhone(deps: Deps, tx: Tx, account: AccountRow, proven: Proven): Promise<AccountRow> {
  const now = deps.now()
  await endSessionsOf(tx, account.id, now)
  await tx.deleteFrom('second_factor').where('id', '=', account.id).execute()
  await tx.deleteFrom('recovery_code').where('account_id', '=', account.id).execute()
  await tx.deleteFrom('direct_login').where('account_id', '=', account.id).execute()
  await tx.deleteFrom('one_time_code').where('account_id', '=', account.id).execute()
  const email = account.email === proven.email ? account.email : null
  if (email !== account.email) {
    await notifyFormerContact(deps, tx, { ...account, phoneProven: false }, 'emailChanged')
  }
  return tx
    .updateTable('account')
    .set({ phone_proven_at: now, email })
    .where('id', '=', account.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
