import { S3mini } from 's3mini'
import { assertFileKey, type ListedFileStore } from './files.ts'
import { keysOfBucket } from './s3-list.ts'

/** Address and credentials of an S3-compatible object store. */
export type S3Settings = { endpoint: string; bucket: string; region: string; accessKey: string; secretKey: string }

const ANSWER_WITHIN_MS = 30_000

/**
 * Stores files in a bucket, addressed by path (`endpoint/bucket/key`), which every S3-compatible store understands. The
 * bucket must exist and be private. Throws an Error when the store refuses or does not answer.
 */
export function createS3FileStore({ endpoint, bucket, region, accessKey, secretKey }: S3Settings): ListedFileStore {
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
    keys: () => keysOfBucket({ endpoint, bucket, region, accessKey, secretKey }),
  }
}
