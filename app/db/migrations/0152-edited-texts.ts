import { type Kysely, sql } from 'kysely'

/**
 * The Markdown of every text as its file or an operator wrote it, version by version, and which texts an operator's words stand
 * in: an import leaves those alone. Source: issue 10; docs/decisions/content-is-files.md.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const OF = `kind text not null check (kind in ('page', 'post', 'help', 'city')),
    slug text not null,
    language text not null check (language in ('fa', 'en', 'ar', 'tr', 'de'))`

const STATEMENTS = [
  `create table text_version (
    id int primary key generated always as identity,
    ${OF},
    title text not null, description text not null, body text not null,
    at timestamptz not null,
    -- Null: the file's.
    edited_by text references account on delete set null,
    is_file boolean not null
  )`,
  `create index text_version_of on text_version (kind, slug, language, id desc)`,
  `create table edited_text (
    id text primary key generated always as (kind || '/' || slug || '/' || language) stored,
    ${OF},
    version_id int not null references text_version on delete cascade,
    edited_at timestamptz not null
  )`,
  `select audit_table('edited_text')`,
]
