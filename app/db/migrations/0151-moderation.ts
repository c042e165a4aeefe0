import { type Kysely, sql } from 'kysely'

/** What operators took down, why, and how it stood before; when photos came. Source: issue 10. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table ad_photo add column added_at timestamptz not null default now()`,
  `alter table ad_photo add column taken_down_reason text check (length(taken_down_reason) <= 500)`,
  // Copies of a vehicle share a photo: it is looked at, and taken down, once.
  `create index ad_photo_source on ad_photo (source, id)`,
  // Whether a listing that was taken down was on offer before: put back, it stands as it did.
  `alter table ad add column was_offered boolean not null default false`,
]
