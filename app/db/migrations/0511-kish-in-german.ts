import { type Kysely, sql } from 'kysely'

/** German travellers know the island as Kish; the former spelling still finds it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update city set name_de = 'Kish',
      search = case when search like '%kisch%' then search else search || ' kisch' end
    where slug = 'kish' and name_de = 'Kisch'`.execute(db)
}
