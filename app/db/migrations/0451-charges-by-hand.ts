import { type Kysely, sql } from 'kysely'

/** Charges that a company makes by hand after a return, with a reason and a picture. Source: issue 18. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  'alter table proposal drop constraint proposal_kind_check',
  `alter table proposal add constraint proposal_kind_check check (kind in ('RETURN', 'LATE', 'HAND'))`,
  'alter table proposal add column reason text check (length(reason) <= 500)',
  'alter table proposal add column photo_id text references protocol_photo on delete set null',
  `alter table proposal add check ((kind = 'HAND') = (reason is not null))`,
  // Several things may come to light after a return.
  'drop index proposal_once',
  `create unique index proposal_once on proposal (reservation_id, kind) where status <> 'WITHDRAWN' and kind <> 'HAND'`,
  'alter table protocol_photo drop constraint protocol_photo_kind_check',
  `alter table protocol_photo add constraint protocol_photo_kind_check check (kind in ('PICK_UP', 'RETURN', 'CHARGE'))`,
]
