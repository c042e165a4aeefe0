import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The statements of a migration, in their order, as they would be sent to an empty database; nothing is executed. */
export async function sqlOf({ up }: Migration): Promise<string> {
  const statements: string[] = []
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (self) => new PostgresIntrospector(self),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => statements.push(query.sql),
  })
  await up(db)
  return statements.map((statement) => `${statement};\n`).join('\n')
}
