import { type Kysely, sql } from 'kysely'

/** Tickets of the chat's socket that were used: each opens one connection, whichever process it reaches. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table used_socket_ticket (
    id text primary key,
    expires_at timestamptz not null
  )`.execute(db)
}
