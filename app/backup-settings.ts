import { resolve } from 'node:path'
import { z } from 'zod'
import type { PlaceSettings } from './providers/backup/place.ts'
import { addressSetting, textSetting } from './providers/provider-kind.ts'

/** The environment's settings for backups. */
export const BACKUP_ENVIRONMENT = {
  BACKUP_TO: textSetting
    .refine((value) => !value.includes('://') || BUCKET.test(value), 'must be a folder or s3://bucket/prefix/')
    .optional(),
  BACKUP_KEY: z
    .string()
    .trim()
    .regex(
      /^(AGE-SECRET-KEY-1[0-9A-Z]+|age1[0-9a-z]+)$/,
      'must be a key of age: `npm run backup -- --make-key` makes one',
    )
    .optional(),
  BACKUP_KEEP: z.coerce.number('must be a number').int().min(2).default(30),
  BACKUP_DRILL_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  BACKUP_S3_ENDPOINT: addressSetting.optional(),
  BACKUP_S3_REGION: textSetting.optional(),
  BACKUP_S3_ACCESS_KEY: textSetting.optional(),
  BACKUP_S3_SECRET_KEY: textSetting.optional(),
}

const BUCKET = /^s3:\/\/([^/]+)\/?(.*)$/

type Environment = z.infer<z.ZodObject<typeof BACKUP_ENVIRONMENT>> & {
  S3_ENDPOINT?: string | undefined
  S3_REGION: string
  S3_ACCESS_KEY?: string | undefined
  S3_SECRET_KEY?: string | undefined
}

/** Backups as configured; undefined where BACKUP_TO names no place. */
export function backupSettingsOf(env: Environment) {
  const { BACKUP_TO, BACKUP_KEY } = env
  if (!BACKUP_TO || !BACKUP_KEY) return undefined
  return {
    to: backupPlaceAt(BACKUP_TO, env),
    /** The secret key of age, or its public half, with which backups can be made and not read. */
    key: BACKUP_KEY,
    keep: env.BACKUP_KEEP,
    /** The server on which drills make their database; undefined: the site's own. */
    drillUrl: env.BACKUP_DRILL_URL,
  }
}

/** A folder, or `s3://bucket/prefix/` at the store of BACKUP_S3_…, and where these are not set, of S3_…. */
function backupPlaceAt(place: string, env: Environment): PlaceSettings {
  const [, bucket, prefix = ''] = BUCKET.exec(place) ?? []
  if (bucket === undefined) return { kind: 'folder', folder: resolve(place) }
  const s3 = {
    bucket,
    endpoint: env.BACKUP_S3_ENDPOINT ?? env.S3_ENDPOINT ?? '',
    region: env.BACKUP_S3_REGION ?? env.S3_REGION,
    accessKey: env.BACKUP_S3_ACCESS_KEY ?? env.S3_ACCESS_KEY ?? '',
    secretKey: env.BACKUP_S3_SECRET_KEY ?? env.S3_SECRET_KEY ?? '',
  }
  return { kind: 's3', s3, prefix: prefix && !prefix.endsWith('/') ? `${prefix}/` : prefix }
}

/** What a place for backups needs besides its name. */
export function problemsOfBackups(given: Record<string, string | undefined>): string[] {
  const { BACKUP_TO } = given
  if (!BACKUP_TO) return []
  const problems = given.BACKUP_KEY ? [] : ['BACKUP_KEY: is required with BACKUP_TO: backups are always encrypted']
  if (!BACKUP_TO.startsWith('s3://')) return problems
  const lacking = ['S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'].filter(
    (name) => !given[`BACKUP_${name}`] && !given[name],
  )
  problems.push(...lacking.map((name) => `BACKUP_${name}: is required for backups in a bucket`))
  if (isBucketOfFiles(given)) problems.push('BACKUP_TO: must be another bucket than that of the uploaded files')
  return problems
}

/** There each backup would contain the ones before it, and what reaches the uploads would reach their backups. */
function isBucketOfFiles({
  BACKUP_TO = '',
  BACKUP_S3_ENDPOINT,
  S3_ENDPOINT,
  S3_BUCKET,
}: Record<string, string | undefined>) {
  const addressOf = (endpoint = '') => endpoint.toLowerCase().replace(/\/+$/, '')
  const isSameStore = !BACKUP_S3_ENDPOINT || addressOf(BACKUP_S3_ENDPOINT) === addressOf(S3_ENDPOINT)
  return isSameStore && BUCKET.exec(BACKUP_TO)?.[1] === S3_BUCKET
}
