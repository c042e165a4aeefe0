import { type Kysely, sql } from 'kysely'

/** What is important has room of its own with each receiver, of which one customer's doings take a share at most. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table message_count
    add column room text not null default 'IMPORTANT' check (room in ('IMPORTANT', 'FREQUENT', 'CODE')),
    add column cause text not null default ''`.execute(db)
  // For what was counted before; from now on each says where it belongs.
  await sql`alter table message_count alter column room drop default, alter column cause drop default`.execute(db)
  await sql`create index delivery_unsent on delivery (notification_id) where status in ('HELD', 'FAILED')`.execute(db)
}
