import { type Kysely, sql } from 'kysely'

/** When backups were made and tried, for those who watch over them. Source: issue 21, D. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table backup_run (
    id bigint primary key generated always as identity,
    -- A drill restores the newest backup into a database of its own and checks it.
    kind text not null check (kind in ('BACKUP', 'DRILL')),
    ended_at timestamptz not null,
    seconds int not null,
    succeeded boolean not null,
    -- The name of the backup, its size and what the checks found; or the error.
    details jsonb not null
  )`,
  `create index backup_run_of on backup_run (kind, ended_at desc) where succeeded`,
]
