import { type Kysely, sql } from 'kysely'

/**
 * Photos of a record from eight fixed sides, and two times of each: `taken_at` by the camera's clock, if it is known, and `arrived_at`
 * by ours. `clock_ahead` is by how many seconds the device's clock was ahead of ours when it sent the photo. Source: issue 19, B.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  'alter table protocol_photo rename column taken_at to arrived_at',
  'alter table protocol_photo add column taken_at timestamptz, add column clock_ahead int',
  'alter table protocol_photo drop constraint protocol_photo_view_check',
  `alter table protocol_photo add constraint protocol_photo_view_check check (view in ('FRONT', 'FRONT_LEFT', 'LEFT', 'REAR_LEFT',
    'REAR', 'REAR_RIGHT', 'RIGHT', 'FRONT_RIGHT', 'INSIDE', 'OTHER'))`,
]
