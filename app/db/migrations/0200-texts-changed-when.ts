import { type Kysely, sql } from 'kysely'

/** What of a text its readers see. */
const SHOWN = {
  post_text: 'title, description, html',
  page_text: 'title, description, html',
  help_text: 'title, description, html, answer',
  city_text: 'title, description, html, questions',
}

/** When a text changed last, to the moment: its day says nothing of what came after a notification on that day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of Object.entries(SHOWN)) {
    await sql.raw(`alter table ${table} add column updated_at timestamptz not null default 'epoch'`).execute(db)
    await sql.raw(`alter table ${table} alter column updated_at set default now()`).execute(db)
    const trigger = `create trigger ${table}_changed before update of ${columns} on ${table}`
    await sql.raw(`${trigger} for each row execute function note_change()`).execute(db)
  }
}
