import { type Kysely, sql } from 'kysely'

/** A company's one public answer to a review of a vehicle of its own. Source: issue 19, D. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table ad_comment add column answer text check (length(answer) between 1 and 600), add column answered_at timestamptz,
    add column answered_by text references account on delete set null`,
  'alter table ad_comment add check ((answer is null) = (answered_at is null))',
]
