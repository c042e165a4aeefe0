type FileEnvironment = {
  S3_ENDPOINT?: string | undefined
  S3_BUCKET?: string | undefined
  S3_REGION: string
  S3_ACCESS_KEY?: string | undefined
  S3_SECRET_KEY?: string | undefined
}

const TOGETHER = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const

/** The object store of the environment; undefined if files are stored in the data folder. */
export function fileStoreOf(env: FileEnvironment) {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY } = env
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY || !S3_SECRET_KEY) return undefined
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKey: S3_ACCESS_KEY,
    secretKey: S3_SECRET_KEY,
  }
}

/** The settings of an object store must be set all or not at all. */
export function problemsOfFiles(given: Record<string, string | undefined>): string[] {
  if (!TOGETHER.some((name) => given[name])) return []
  return TOGETHER.filter((name) => !given[name]).map((name) => `${name}: is required for an S3 store`)
}
