import { S3mini } from 's3mini'
import { assertFileKey, type FileStore } from './files.ts'

/** Where an object store of the S3 protocol is, and how it is entered. */
export type S3Settings = { endpoint: string; bucket: string; region: string; accessKey: string; secretKey: string }

const ANSWER_WITHIN_MS = 30_000

/**
 * Keeps files in a bucket, addressed by path (`endpoint/bucket/key`), which every store of the protocol understands. The
 * bucket must be there and private. A refusal of the store or its silence is an Error.
 */
export function createS3FileStore({ endpoint, bucket, region, accessKey, secretKey }: S3Settings): FileStore {
  const s3 = new S3mini({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    endpoint: `${endpoint}/${bucket}`,
    region,
    requestAbortTimeout: ANSWER_WITHIN_MS,
  })
  return {
    async put(key, bytes) {
      assertFileKey(key)
      await s3.putObject(key, bytes)
    },
    async get(key) {
      assertFileKey(key)
      const bytes = await s3.getObjectArrayBuffer(key)
      return bytes === null ? undefined : new Uint8Array(bytes)
    },
    async exists(key) {
      assertFileKey(key)
      return (await s3.objectExists(key)) === true
    },
    async remove(key) {
      assertFileKey(key)
      await s3.deleteObject(key)
    },
  }
}
