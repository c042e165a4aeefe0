import { type Kysely, sql } from 'kysely'

/**
 * Flexible cancellation as an option that a company sells: for a percentage of the rent or an amount a day (minor unit),
 * and until how many hours before the pick-up cancelling is then free. Source: issue 19, D.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table company
    add column flex_percent smallint check (flex_percent between 1 and 50),
    add column flex_per_day bigint check (flex_per_day > 0),
    add column flex_until_hours smallint check (flex_until_hours between 0 and 720),
    add constraint company_flex check (
      num_nonnulls(flex_percent, flex_per_day) = num_nonnulls(flex_until_hours)
    )`.execute(db)
}
