import { parseArgs } from 'node:util'
import { loadEnvironmentFile, readConfig } from '#app/config.ts'
import { openDatabase } from '#app/db/connection/connection.ts'
import { migrateToLatest } from '#app/db/connection/migrate.ts'
import { forgetSecondFactor, makeFirstOperator, removeOperator } from '#app/db/first-operator.ts'
import { isEmail } from '#app/rules/identity/email.ts'
import { validPhone } from '#app/rules/identity/normalise-phone.server.ts'

const USAGE = `npm run admin -- create --phone <+98912…> --name <full name> [--email <address>] [--data-dir <folder>]
npm run admin -- forget-second-factor --phone <+98912…> [--data-dir <folder>]
npm run admin -- remove-operator --phone <+98912…> [--data-dir <folder>]`

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

/** Makes the first operator (the e-mail address is optional only if an SMS reaches the phone), or removes a lost second factor or an operator's rights. */
async function main() {
  const { dataDir, command, ...operator } = readArguments()
  loadEnvironmentFile()
  const config = readConfig({ ...process.env, ...(dataDir && { DATA_DIR: dataDir }) })
  const quiet = () => {}
  const database = await openDatabase({
    databaseUrl: config.databaseSessionUrl ?? config.databaseUrl,
    dataDir: config.dataDir,
    log: quiet,
  })
  try {
    await migrateToLatest(database.db, quiet)
    if (command === 'forget-second-factor') {
      await forgetSecondFactor(database.db, { phone: operator.phone, now: new Date() })
      console.log(`${operator.phone} signs in without a second factor, and has been signed out everywhere.`)
      return
    }
    if (command === 'remove-operator') {
      await removeOperator(database.db, { phone: operator.phone, now: new Date() })
      console.log(`${operator.phone} is no operator any more, and has been signed out everywhere.`)
      return
    }
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
  const phone = validPhone(values.phone ?? '', '+98')
  const fullname = values.name?.trim() ?? ''
  const email = values.email?.trim().toLowerCase() ?? null
  const command = positionals.join()
  const isComplete = ['forget-second-factor', 'remove-operator'].includes(command) || (command === 'create' && fullname)
  if (!isComplete || !phone || (email !== null && !isEmail(email))) throw new Error(USAGE)
  return { command, phone, fullname, email, dataDir: values['data-dir'] }
}
