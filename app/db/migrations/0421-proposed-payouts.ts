import { type Kysely, sql } from 'kysely'

/** A batch that the weekly job proposes is only paid after a person released it. Source: decisions.md, "Decided after the second look". */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table payout_batch
    add column proposed boolean not null default false,
    add column released_at timestamptz,
    add constraint payout_batch_released check (proposed or released_at is null)`,
]
