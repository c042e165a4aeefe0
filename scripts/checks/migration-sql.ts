import { type Dialect, DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Migration } from 'kysely/migration'

const NOWHERE: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}

/** The statements of a migration, in their order, as they would be sent to an empty database; nothing is executed. */
export async function sqlOf({ up }: Migration): Promise<string> {
  const statements: string[] = []
  const db = new Kysely<unknown>({
    dialect: NOWHERE,
    log({ query }) {
      statements.push(query.sql)
    },
  })
  await up(db)
  return statements.map((statement) => `${statement};\n`).join('\n')
}
