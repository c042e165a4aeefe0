import { type Kysely, sql } from 'kysely'

/**
 * Corrections and refunds outlive the accounts of whom they were for, who asked for them and who approved them: they belong to the books.
 * What still waits needs both. Source: decisions.md, "Identity and access".
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  ...['account_id', 'requested_by', 'decided_by'].flatMap((column) => [
    `alter table wallet_correction drop constraint wallet_correction_${column}_fkey`,
    `alter table wallet_correction add constraint wallet_correction_${column}_fkey
      foreign key (${column}) references account on delete set null`,
    `create index wallet_correction_of_${column} on wallet_correction (${column})`,
  ]),
  `alter table wallet_correction alter column requested_by drop not null`,
  `alter table wallet_correction drop constraint wallet_correction_check3`,
  `alter table wallet_correction add constraint wallet_correction_receiver
    check (payment_id is not null or account_id is not null or status <> 'WAITING')`,
  `alter table wallet_correction add constraint wallet_correction_requester
    check (requested_by is not null or status <> 'WAITING')`,
  `alter table wallet_correction drop constraint wallet_correction_by_two`,
  `alter table wallet_correction add constraint wallet_correction_by_two
    check (not needs_approval or status <> 'DONE' or requested_by is null or decided_by is distinct from requested_by)`,
]
