import { parseArgs } from 'node:util'
import { loadEnvironmentFile, readConfig } from '#app/config.ts'
import { openDatabase } from '#app/db/connection.ts'
import { makeFirstOperator } from '#app/db/first-operator.ts'
import { migrateToLatest } from '#app/db/migrate.ts'
import { isEmail } from '#app/rules/email.ts'
import { normalisePhone } from '#app/rules/normalise-phone.server.ts'

const USAGE = 'npm run admin -- create --phone <+98912…> --name <full name> [--email <address>] [--data-dir <folder>]'

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

/** Makes the first operator; without e-mail only where an SMS reaches the phone. */
async function main() {
  const { dataDir, ...operator } = readArguments()
  loadEnvironmentFile()
  const config = readConfig({ ...process.env, ...(dataDir && { DATA_DIR: dataDir }) })
  const quiet = () => {}
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log: quiet })
  try {
    await migrateToLatest(database.db, quiet)
    await makeFirstOperator(database.db, { ...operator, now: new Date() })
    console.log(`${operator.fullname} is an operator and signs in with ${operator.phone}.`)
  } finally {
    await database.close()
  }
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      phone: { type: 'string' },
      name: { type: 'string' },
      email: { type: 'string' },
      'data-dir': { type: 'string' },
    },
  })
  const phone = normalisePhone(values.phone ?? '', '+98')
  const fullname = values.name?.trim() ?? ''
  const email = values.email?.trim().toLowerCase() ?? null
  if (positionals.join() !== 'create' || !phone || !fullname || (email !== null && !isEmail(email)))
    throw new Error(USAGE)
  return { phone, fullname, email, dataDir: values['data-dir'] }
}
