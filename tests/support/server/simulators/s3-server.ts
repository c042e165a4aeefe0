import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { S3Settings } from '#app/providers/files/s3-files.ts'

/** The package has no types of its own. */
type S3rver = new (options: {
  port: number
  address: string
  silent: boolean
  directory: string
  configureBuckets: { name: string }[]
}) => { run(): Promise<{ port: number }>; close(): Promise<void> }

const Server = createRequire(import.meta.url)('@20minutes/s3rver') as S3rver

/** Starts an S3 server with an empty bucket, on a port and in a folder of its own. */
export async function startS3({ address = '127.0.0.1' } = {}): Promise<{
  settings: S3Settings
  /** Where it stores the objects. */
  folder: string
  close: () => Promise<void>
}> {
  const directory = await mkdtemp(join(tmpdir(), 's3-'))
  const bucket = 'uploads'
  const server = new Server({
    port: 0,
    address,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await server.run()
  return {
    settings: {
      endpoint: `http://${address}:${port}`,
      bucket,
      region: 'us-east-1',
      // The server's only account.
      accessKey: 'S3RVER',
      secretKey: 'S3RVER',
    },
    folder: directory,
    async close() {
      await server.close()
      await rm(directory, { recursive: true })
    },
  }
}
