import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { S3mini } from 's3mini'
import type { S3Settings } from '#app/providers/files/s3-files.ts'
import { keysOfBucket } from '#app/providers/files/s3-list.ts'

/** Where backups are kept: a folder, or a bucket under a prefix. */
export type PlaceSettings = { kind: 'folder'; folder: string } | { kind: 's3'; s3: S3Settings; prefix: string }

export type BackupPlace = {
  /** Complete or not there at all. Returns how many bytes it has. */
  write: (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<number>
  /** Throws when there is no such backup. */
  read: (name: string) => Promise<Readable>
  names: () => Promise<string[]>
  remove: (name: string) => Promise<void>
}

/** Opens a place for backups. A folder is made where it is missing; a bucket must exist. */
export function openBackupPlace(settings: PlaceSettings): BackupPlace {
  return settings.kind === 'folder' ? inFolder(settings.folder) : inBucket(settings)
}

function inFolder(folder: string): BackupPlace {
  return {
    async write(name, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const draft = join(folder, `.${name}.unfinished`)
      try {
        const target = createWriteStream(draft, { mode: 0o600 })
        await pipeline(bytes, target)
        await syncFile(draft)
        await rename(draft, join(folder, name))
        return target.bytesWritten
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    read: async (name) => createReadStream(join(folder, name)),
    names: async () => (await readdir(folder)).filter((name) => !name.startsWith('.')),
    remove: (name) => rm(join(folder, name)),
  }
}

async function syncFile(path: string) {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** S3 takes at most 10,000 parts of a file, so larger backups get larger parts: 8 MB for the first thousand, then 64 MB, 568 GB in all. */
const PART_BYTES = 8 * 2 ** 20
const LATER_PART_BYTES = 64 * 2 ** 20
const SMALL_PARTS = 1000

function inBucket({ s3: settings, prefix }: PlaceSettings & { kind: 's3' }): BackupPlace {
  const { endpoint, bucket, region, accessKey, secretKey } = settings
  const s3 = new S3mini({
    ...{ accessKeyId: accessKey, secretAccessKey: secretKey, region },
    endpoint: `${endpoint}/${bucket}`,
  })
  const keyOf = (name: string) => `${prefix}${name}`
  return {
    async write(name, bytes) {
      const key = keyOf(name)
      const upload = await s3.getMultipartUploadId(key, 'application/octet-stream')
      try {
        const parts = []
        let total = 0
        for await (const part of inParts(bytes)) {
          parts.push(await s3.uploadPart(key, upload, part, parts.length + 1))
          total += part.length
        }
        await s3.completeMultipartUpload(key, upload, parts)
        return total
      } catch (error) {
        await s3.abortMultipartUpload(key, upload).catch(() => {})
        throw error
      }
    },
    async read(name) {
      const answer = await s3.getObjectResponse(keyOf(name))
      if (!answer?.body) throw new Error(`There is no backup ${name}.`)
      return Readable.fromWeb(answer.body as import('node:stream/web').ReadableStream)
    },
    async names() {
      const names = []
      for await (const key of keysOfBucket(settings, prefix)) names.push(key.slice(prefix.length))
      return names.filter((name) => name && !name.includes('/'))
    },
    async remove(name) {
      await s3.deleteObject(keyOf(name))
    },
  }
}

async function* inParts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let size = 0
  let sent = 0
  for await (const chunk of bytes) {
    held.push(chunk)
    size += chunk.length
    if (size < (sent < SMALL_PARTS ? PART_BYTES : LATER_PART_BYTES)) continue
    yield Buffer.concat(held)
    held = []
    size = 0
    sent++
  }
  if (size > 0 || sent === 0) yield Buffer.concat(held)
}
