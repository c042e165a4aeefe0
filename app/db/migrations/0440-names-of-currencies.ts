import { type Kysely, sql } from 'kysely'

/** Currencies are named in Turkish and German, too, as the selector shows their names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table currency add column name_tr text, add column name_de text`,
  `update currency set name_tr = 'İran tomanı', name_de = 'Iranischer Toman' where code = 'IRT'`,
  `update currency set name_tr = 'Avro', name_de = 'Euro' where code = 'EUR'`,
]
