import { type Kysely, sql } from 'kysely'

/** What a signed-in person searched for, so that another device shows it too; it goes with the account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table recent_search (
    account_id text not null references account on delete cascade,
    kind text not null check (kind in ('car', 'motor')),
    city_id int not null references city on delete cascade,
    start_date date not null,
    start_time text not null,
    end_date date not null,
    end_time text not null,
    searched_at timestamptz not null,
    primary key (account_id, kind, city_id, start_date, start_time, end_date, end_time)
  )`.execute(db)
}
