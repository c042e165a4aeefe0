import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'

/** A query for entries of the books with their movement, their account and its company, to be filtered and sorted. */
export function ledgerRows(db: Kysely<DB>) {
  return db
    .selectFrom('ledger_entry')
    .innerJoin('ledger_transaction', 'ledger_transaction.id', 'ledger_entry.transaction_id')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_entry.account_id')
    .leftJoin('company', (join) =>
      join.on(sql<boolean>`ledger_account.kind <> 'WALLET' and company.id::text = ledger_account.owner`),
    )
    .select(['ledger_transaction.id as transaction', 'ledger_transaction.kind', 'key', 'at', 'ledger_entry.amount'])
    .select(['ledger_account.kind as account', 'ledger_account.owner', 'company.name'])
    .orderBy('ledger_entry.id')
}
