import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { isHolder } from '#app/rules/identity/account-holder.ts'

type Account = { holder: string; iban: string; changed_at: Date }

/**
 * Stores the account to which a company is paid. If its holder is none of the names that operators know, an operator has to
 * confirm it before anything is paid there. Source: *ours*.
 */
export async function saveBank(db: Kysely<DB>, company: number, account: Account) {
  const { legal_name, name, renamed_at } = await db
    .selectFrom('company')
    .select(['legal_name', 'name', 'renamed_at'])
    .where('id', '=', company)
    .executeTakeFirstOrThrow()
  // A company that named itself could name itself after anybody.
  const known = renamed_at === null ? Object.values(name as Record<string, string>) : []
  const names = [...(legal_name === null ? [] : [legal_name]), ...known]
  const holder_status = isHolder(account.holder, names) ? ('MATCHES' as const) : ('WAITING' as const)
  const saved = { ...account, holder_status, holder_decided_at: null, holder_decided_by: null }
  await db
    .insertInto('company_bank')
    .values({ company_id: company, ...saved })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(saved))
    .execute()
  return saved
}
