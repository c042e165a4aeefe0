import { parseArgs } from 'node:util'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { backUp } from '#app/api/work/backup/back-up.ts'
import { drill } from '#app/api/work/backup/drill.ts'
import { describeReport, isGood } from '#app/api/work/backup/report.ts'
import { type Config, loadEnvironmentFile, readConfig } from '#app/config.ts'
import { runAlone } from '#app/db/backup/alone.ts'
import { rememberRun } from '#app/db/backup/runs.ts'
import { type Database, openDatabase } from '#app/db/connection/connection.ts'
import { migrateToLatest } from '#app/db/connection/migrate.ts'
import { canDecrypt } from '#app/providers/backup/encryption.ts'
import { openBackupPlace } from '#app/providers/backup/place.ts'
import { createDiskFileStore } from '#app/providers/files/files.ts'
import { createS3FileStore } from '#app/providers/files/s3-files.ts'

const USAGE = `npm run backup                   writes a backup to BACKUP_TO
npm run backup -- --drill        restores the newest one into a database of its own, checks it, and removes that again
npm run backup -- --make-key     makes a key for BACKUP_KEY`

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { drill: { type: 'boolean' }, 'make-key': { type: 'boolean' } },
  })
  if (positionals.length > 0) throw new Error(USAGE)
  if (values['make-key']) return makeKey()
  loadEnvironmentFile()
  const config = readConfig(process.env)
  if (!config.backup) throw new Error(`BACKUP_TO and BACKUP_KEY are not set.\n${USAGE}`)
  const quiet = () => {}
  const database = await openDatabase({
    databaseUrl: config.databaseSessionUrl ?? config.databaseUrl,
    dataDir: config.dataDir,
    log: quiet,
    poolSize: 1,
  })
  try {
    await migrateToLatest(database.db, quiet)
    const run = values.drill ? tryNewest : write
    const settings = config.backup
    return await runAlone(database.url, () => run(database, config, settings))
  } finally {
    await database.close()
  }
}

async function makeKey(): Promise<number> {
  const key = await generateX25519Identity()
  console.log(`BACKUP_KEY=${key}`)
  console.log(`# Its public half, which makes backups and cannot read them: ${await identityToRecipient(key)}`)
  return 0
}

type Settings = NonNullable<Config['backup']>

async function write({ db, url }: Database, config: Config, { to, key, keep }: Settings): Promise<number> {
  const files = config.s3 ? createS3FileStore(config.s3) : createDiskFileStore(`${config.dataDir}/files`)
  const { details } = await rememberRun(db, 'BACKUP', async () => {
    const written = await backUp({
      ...{ url, files, place: openBackupPlace(to), key, keep, now: new Date(), commit: config.commit },
    })
    return { isGood: true, details: written }
  })
  const { name, bytes, rows, missing, notRemoved } = details
  console.log(`${name}: ${(bytes / 1e6).toFixed(1)} MB with ${rows} rows and ${details.files} files`)
  if (notRemoved) console.error(`older backups could not be removed: ${notRemoved}`)
  for (const key of missing) console.error(`missing in the store of files, though a row names it: ${key}`)
  return 0
}

async function tryNewest({ db, url, beside }: Database, _: Config, { to, key, drillUrl }: Settings): Promise<number> {
  if (!canDecrypt(key)) throw new Error('BACKUP_KEY is the public half of a key: try backups where the secret one is.')
  const result = await rememberRun(db, 'DRILL', async () => {
    const options = { place: openBackupPlace(to), key, serverUrl: drillUrl ?? url }
    const report = await drill({ ...options, beside: drillUrl ? undefined : beside })
    return { isGood: isGood(report), details: report }
  })
  console.log([result.details.name, ...describeReport(result.details)].join('\n'))
  return result.isGood ? 0 : 1
}
