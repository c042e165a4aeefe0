import { type Kysely, sql } from 'kysely'

/** Money that operators put into a wallet or take out of it; large amounts wait for a second operator. Source: issue 10. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table wallet_correction (
    id int primary key generated always as identity,
    account_id text not null references account,
    phone text not null,
    currency_id int not null references currency,
    amount bigint not null check (amount <> 0),
    reason text not null,
    status text not null check (status in ('WAITING', 'DONE', 'REFUSED')),
    requested_by text not null references account,
    requested_at timestamptz not null,
    decided_by text references account,
    decided_at timestamptz,
    check ((status = 'WAITING') = (decided_at is null))
  )`,
  `create index wallet_correction_account on wallet_correction (account_id, id)`,
  `create index wallet_correction_waiting on wallet_correction (id) where status = 'WAITING'`,
  `select audit_table('wallet_correction')`,
]
