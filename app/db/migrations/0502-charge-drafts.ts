import { type Kysely, sql } from 'kysely'

/** A charge by hand that a company has not sent yet: one for each reservation. Source: issue 18. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table charge_draft (
    reservation_id text primary key references reservation on delete cascade,
    what text not null,
    amount bigint not null check (amount > 0),
    reason text not null check (length(reason) between 1 and 500),
    photo_id text references protocol_photo on delete set null,
    account_id text references account on delete set null,
    changed_at timestamptz not null
  )`,
  'create index charge_draft_photo on charge_draft (photo_id) where photo_id is not null',
  'create index charge_draft_account on charge_draft (account_id) where account_id is not null',
]
