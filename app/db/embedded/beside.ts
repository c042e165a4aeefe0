import pg from 'pg'
import { codeOf } from '#app/db/connection/error-code.ts'
import { APP_ROLE } from './create.ts'
import type { Embedded } from './open.ts'

const MADE_BY_ANOTHER = ['42P04', '23505']

/** The address of another database of the same server, made where it is missing; processes may ask for it at the same time. */
export async function databaseBeside(embedded: Embedded, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: embedded.superuserUrl() })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (!rowCount)
      await client.query(`create database ${client.escapeIdentifier(name)} owner ${client.escapeIdentifier(APP_ROLE)}`)
  } catch (error) {
    if (!MADE_BY_ANOTHER.includes(codeOf(error))) throw error
  } finally {
    await client.end()
  }
  return embedded.url(name)
}
