import { createReadStream, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openPhotoQueue } from '#app/api/work/photo-queue.ts'
import { loadEnvironmentFile, readConfig } from '#app/config.ts'
import { openDatabase } from '#app/db/connection/connection.ts'
import { migrateToLatest } from '#app/db/connection/migrate.ts'
import { loadDemonstration } from '#app/db/demonstration/load.ts'
import { describeError, type ImportLanguage } from '#app/db/import/import-error-words.ts'
import { importFleet } from '#app/db/import/import-fleet.ts'
import { describeProgress, describeReport } from '#app/db/import/report-words.ts'

const USAGE = `npm run import -- <file.csv> --company <id> [--skip-invalid] [--pictures <folder>] [--data-dir <folder>] [--language en|fa]`

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

/** Imports the file and prints the result; returns the exit code. */
async function main(): Promise<number> {
  const { file, company, skipInvalid, pictures, dataDir, language } = readArguments()
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
    const now = new Date()
    if (config.mode !== 'production') await loadDemonstration(database.db, { now })
    const queue = await openPhotoQueue(database.url, console.error)
    const started = performance.now()
    const report = await importFleet({
      db: database.db,
      companyId: company,
      csv: createReadStream(file),
      picturesFolder: pictures,
      skipInvalid,
      now,
      enqueuePhotos: queue.enqueue,
      onProgress: (progress) => showProgress(describeProgress(progress, language)),
    }).finally(queue.close)
    endProgress()
    for (const fieldError of report.fieldErrors) console.error(describeError(fieldError, language))
    for (const line of describeReport(report, (performance.now() - started) / 1000, language)) console.log(line)
    return report.imported ? 0 : 1
  } finally {
    await database.close()
  }
}

/** Paths are relative to the folder from which npm was called. */
function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      company: { type: 'string' },
      'skip-invalid': { type: 'boolean', default: false },
      pictures: { type: 'string' },
      'data-dir': { type: 'string' },
      language: { type: 'string', default: 'en' },
    },
  })
  const from = process.env.INIT_CWD ?? process.cwd()
  const [name, ...more] = positionals
  const company = Number(values.company)
  const language = values.language
  if (!name || more.length > 0 || !Number.isSafeInteger(company) || !isLanguage(language)) throw new Error(USAGE)
  const file = resolve(from, name)
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new Error(`There is no file ${file}`)
  return {
    file,
    company,
    language,
    skipInvalid: values['skip-invalid'],
    pictures: values.pictures ? resolve(from, values.pictures) : dirname(file),
    dataDir: values['data-dir'] && resolve(from, values['data-dir']),
  }
}

function isLanguage(text: string): text is ImportLanguage {
  return text === 'en' || text === 'fa'
}

/** Overwrites one line on a terminal; elsewhere prints a line each time. */
function showProgress(line: string) {
  process.stderr.write(process.stderr.isTTY ? `\r${line}\u001b[K` : `${line}\n`)
}

function endProgress() {
  if (process.stderr.isTTY) process.stderr.write('\n')
}
