import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDiskFileStore } from '#app/providers/files/files.ts'
import { createS3FileStore } from '#app/providers/files/s3-files.ts'
import { startS3 } from '../../support/server/simulators/s3-server.ts'
import { describeFileStore } from './file-store-suite.ts'

describeFileStore('A folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'files-'))
  return {
    files: createDiskFileStore(folder),
    kept: async () => (await readdir(folder, { recursive: true })).toSorted(),
    // A folder on a local disk can always be reached.
    away: [],
    close: () => rm(folder, { recursive: true }),
  }
})

describeFileStore('A bucket', openBucket, { hasWholePuts: false })

async function openBucket() {
  const { settings, folder, close } = await startS3()
  return {
    files: createS3FileStore(settings),
    kept: async () => (await readdir(folder, { recursive: true })).toSorted(),
    away: [
      createS3FileStore({ ...settings, secretKey: 'wrong' }),
      createS3FileStore({ ...settings, endpoint: 'http://127.0.0.1:9' }),
    ],
    close,
  }
}
