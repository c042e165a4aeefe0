import { type Kysely, sql } from 'kysely'

/** A company's logo: the key of its pictures in the file store (`logo-12-3f0a9c1e`); null shows the first letter of its name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table company add column logo text').execute(db)
}
