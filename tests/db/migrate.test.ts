import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '#app/db/connection.ts'
import { migrateToLatest } from '#app/db/migrate.ts'
import { migrations } from '#app/db/migrations/index.ts'
import { asAdmin } from '../support/server/database-setup.ts'

const silent = () => {}

/** A database with nothing in it, opened twice as two processes would. */
async function openEmptyTwice(name: string) {
  const server = inject('testServer')
  const database = `${server.base}_${name}`
  await asAdmin(server, (admin) => admin.query(`create database ${database} template template0 ${server.making}`))
  const open = async () => {
    const databaseUrl = server.appUrl.replace('DATABASE', database)
    const { db, close } = await openDatabase({ databaseUrl, dataDir: '', log: silent, poolSize: 2 })
    onTestFinished(close)
    return db
  }
  return Promise.all([open(), open()])
}

test('two processes that migrate an empty database at once do each step once', async () => {
  const [one, two] = await openEmptyTwice('at_once')
  const said: string[] = []
  const log = (line: string) => said.push(line)
  await Promise.all([migrateToLatest(one, log), migrateToLatest(two, log)])

  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(one)
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations))
  expect(said).toHaveLength(1)
})

test('a step that fails is named, and nothing of it or of its neighbours stays', async () => {
  const [db] = await openEmptyTwice('failing')
  await expect(
    migrateToLatest(db, silent, {
      'a-good': { up: (tx) => tx.schema.createTable('good').addColumn('id', 'integer').execute() },
      'b-bad': { up: (tx) => tx.schema.dropTable('never_was').execute() },
    }),
  ).rejects.toThrow('Migration b-bad failed: table "never_was" does not exist')

  const { rows } = await sql`select to_regclass('good') as good`.execute(db)
  expect(rows).toEqual([{ good: null }])
})
