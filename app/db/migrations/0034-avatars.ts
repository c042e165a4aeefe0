import { type Kysely, sql } from 'kysely'

/** A person's picture is an uploaded file; the text of before held nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table account drop column avatar').execute(db)
  await sql.raw('alter table account add column avatar text references attachment on delete set null').execute(db)
  await sql.raw('create index account_avatar on account (avatar) where avatar is not null').execute(db)
}
