import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { describeContentError } from '#app/api/content/import/content-error.ts'
import { importContent } from '#app/api/content/import/import-content.ts'
import { loadEnvironmentFile, readConfig } from '#app/config.ts'
import { openDatabase } from '#app/db/connection/connection.ts'
import { migrateToLatest } from '#app/db/connection/migrate.ts'

const USAGE = 'npm run content -- import <folder> [--overwrite] [--data-dir <folder>]'

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

/** Imports the folder and prints the result; returns the exit code. */
async function main(): Promise<number> {
  const { folder, name, dataDir, overwrites } = readArguments()
  loadEnvironmentFile()
  const config = readConfig({ ...process.env, ...(dataDir && { DATA_DIR: dataDir }) })
  const quiet = () => {}
  const { db, close } = await openDatabase({
    databaseUrl: config.databaseSessionUrl ?? config.databaseUrl,
    dataDir: config.dataDir,
    log: quiet,
  })
  try {
    await migrateToLatest(db, quiet)
    const { counts, errors, warnings } = await importContent({ db, folder, name, now: new Date(), overwrites })
    for (const warning of warnings) console.error(`warning: ${describeContentError(warning)}`)
    for (const error of errors) console.error(describeContentError(error))
    if (!counts) {
      console.error(`Nothing was imported: ${errors.length} to be corrected.`)
      return 1
    }
    const { created, changed, unchanged, kept } = counts
    for (const one of kept) console.error(`kept: ${one} is as an operator wrote it; --overwrite takes the file's`)
    console.log(
      `${created} created, ${changed} changed, ${unchanged} unchanged, ${kept.length} kept, ${warnings.length} warnings.`,
    )
    return 0
  } finally {
    await close()
  }
}

/** Paths are relative to the folder from which npm was called. */
function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { overwrite: { type: 'boolean' }, 'data-dir': { type: 'string' } },
  })
  const from = process.env.INIT_CWD ?? process.cwd()
  const [command, name, ...more] = positionals
  if (command !== 'import' || !name || more.length > 0) throw new Error(USAGE)
  const folder = resolve(from, name)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`There is no folder ${folder}`)
  const dataDir = values['data-dir']
  return { folder, name, dataDir: dataDir && resolve(from, dataDir), overwrites: values.overwrite ?? false }
}
