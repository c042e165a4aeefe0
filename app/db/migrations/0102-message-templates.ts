import { type Kysely, sql } from 'kysely'

/** Every version of a text of notifications that an operator has put in place of the shipped one. Source: issue 10. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table notice_text_version (
    id bigint primary key generated always as identity,
    key text not null,
    language text not null,
    -- Null: back to the shipped text.
    text text,
    edited_at timestamptz not null,
    -- Without a reference: a version outlives the account.
    edited_by text not null
  )`,
  `create index notice_text_version_of on notice_text_version (key, language, id)`,
  `select audit_table('notice_text_version')`,
]
