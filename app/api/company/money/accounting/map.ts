import type { Kysely } from 'kysely'
import { api } from '#app/api/call/context.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { type EventAccounts, JOURNAL_EVENTS, type JournalEvent, SKR03 } from '#app/rules/money/journal.ts'

/** The company's own accounts, or what is proposed before it has any. */
export const map = api.company.money.accounting.map.handler(({ context: { deps, company } }) =>
  shownMap(deps.db, company),
)

export const setMap = api.company.money.accounting.setMap.handler(async ({ input, context: { deps, company } }) => {
  const { consultant = null, client = null } = input
  const accounts = Object.fromEntries(
    JOURNAL_EVENTS.map((event) => [
      event,
      { debit: input[`debit_${event}`] ?? null, credit: input[`credit_${event}`] ?? null },
    ]),
  )
  const saved = { accounts: JSON.stringify(accounts), consultant, client, changed_at: deps.now() }
  await deps.db
    .insertInto('account_map')
    .values({ company_id: company, ...saved })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(saved))
    .execute()
  return shownMap(deps.db, company)
})

async function shownMap(db: Kysely<DB>, company: number) {
  const saved = await db.selectFrom('account_map').selectAll().where('company_id', '=', company).executeTakeFirst()
  return {
    is_saved: saved !== undefined,
    ...{ consultant: saved?.consultant ?? null, client: saved?.client ?? null },
    events: JOURNAL_EVENTS.map((event) => ({ event, ...(saved ? accountsIn(saved.accounts, event) : SKR03[event]) })),
  }
}

/** The accounts that the company has saved: none before it has saved any, so that nothing is booked by a proposal. */
export async function savedAccounts(db: Kysely<DB>, company: number): Promise<(event: JournalEvent) => EventAccounts> {
  const saved = await db
    .selectFrom('account_map')
    .select('accounts')
    .where('company_id', '=', company)
    .executeTakeFirst()
  return (event) => accountsIn(saved?.accounts ?? {}, event)
}

const accountsIn = (accounts: Partial<Record<JournalEvent, EventAccounts>>, event: JournalEvent): EventAccounts =>
  accounts[event] ?? { debit: null, credit: null }
