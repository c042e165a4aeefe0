import { S3mini } from 's3mini'
import type { S3Settings } from './s3-files.ts'

/** How many keys a store lists at a time. */
const PAGE = 1000

/**
 * The keys of a bucket that begin with `prefix`. The library adds its argument `delimiter` to the address; with the bucket's name there,
 * the address is `endpoint/bucket`, which every store signs alike (with a slash after it, some do not).
 */
export async function* keysOfBucket(
  { endpoint, bucket, region, accessKey, secretKey }: S3Settings,
  prefix = '',
): AsyncGenerator<string> {
  const s3 = new S3mini({ accessKeyId: accessKey, secretAccessKey: secretKey, endpoint, region })
  let page: Awaited<ReturnType<typeof s3.listObjectsPaged>>
  do {
    page = await s3.listObjectsPaged(bucket, prefix, PAGE, page?.nextContinuationToken)
    for (const { Key } of page?.objects ?? []) yield Key
  } while (page?.nextContinuationToken)
}
