import { type Kysely, sql } from 'kysely'

/** Vehicles that a person keeps in mind; they go with the account, and with the vehicle. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table favourite (
    account_id text not null references account on delete cascade,
    ad_id int not null references ad on delete cascade,
    added_at timestamptz not null,
    primary key (account_id, ad_id)
  )`.execute(db)
}
