import { createReadStream, existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isBackupName } from '#app/api/work/backup/format.ts'
import { describeReport, isGood } from '#app/api/work/backup/report.ts'
import { restore } from '#app/api/work/backup/restore.ts'
import { loadEnvironmentFile, readConfig } from '#app/config.ts'
import { openBackupPlace } from '#app/providers/backup/place.ts'
import { createDiskFileStore } from '#app/providers/files/files.ts'
import { createS3FileStore } from '#app/providers/files/s3-files.ts'

const USAGE = `npm run restore -- --from <backup> --to postgres://… [--files <folder> | --files store]
  --from   a file, or the name of a backup in BACKUP_TO; latest is the newest one there
  --to     an empty database; its password is better in PGPASSWORD than on the command line
  --files  where the uploaded files go: a folder, or the store of S3_…; without it they are only checked`

const SWAP = `
To swap: stop every process of the site, set DATABASE_URL to the restored database,
and put the files where DATA_DIR/files or the bucket is; then start one process and look at /readyz.
Keep the old database until you are sure. What is to be known first: docs/backup.md, "After a restore".`

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function main(): Promise<number> {
  const { from, to, files } = readArguments()
  loadEnvironmentFile()
  const { backup, s3 } = readConfig(process.env)
  const key = backup?.key ?? process.env.BACKUP_KEY
  if (!key) throw new Error('BACKUP_KEY is not set: the key with which the backup was made.')
  if (files === 'store' && !s3) throw new Error('There is no store: S3_… are not set. Name a folder.')
  const store = files === 'store' && s3 ? createS3FileStore(s3) : files ? createDiskFileStore(files) : undefined
  const report = await restore({
    open: await openerOf(from, backup && openBackupPlace(backup.to)),
    key,
    to,
    files: store,
  })
  console.log(describeReport(report).join('\n'))
  if (!isGood(report)) {
    console.error('Do not use this database: a check failed.')
    return 1
  }
  console.log(SWAP)
  return 0
}

async function openerOf(from: string, place: ReturnType<typeof openBackupPlace> | undefined) {
  const file = resolve(process.env.INIT_CWD ?? process.cwd(), from)
  if (existsSync(file)) return async () => createReadStream(file)
  if (!place) throw new Error(`There is no file ${file}, and BACKUP_TO names no place.`)
  const names = (await place.names()).filter(isBackupName).sort()
  const name = from === 'latest' ? names.at(-1) : names.find((known) => known === from)
  if (!name) throw new Error(`There is no backup ${from}. There are: ${names.join(', ') || 'none'}`)
  return () => place.read(name)
}

function readArguments() {
  const { values } = parseArgs({
    options: { from: { type: 'string' }, to: { type: 'string' }, files: { type: 'string' } },
  })
  const { from, to, files } = values
  if (!from || !to || !/^postgres(ql)?:\/\//.test(to)) throw new Error(USAGE)
  const folder = files && files !== 'store' ? resolve(process.env.INIT_CWD ?? process.cwd(), files) : files
  return { from, to, files: folder }
}
