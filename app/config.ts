import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { extname, resolve } from 'node:path'
import { z } from 'zod'
import { BACKUP_ENVIRONMENT, backupSettingsOf, problemsOfBackups } from './backup-settings.ts'
import { BRAND_ENVIRONMENT, LOGO_TYPES, type Palette, paletteOf, problemsOfBrand } from './brand-settings.ts'
import { fileStoreOf, problemsOfFiles } from './file-settings.ts'
import { describeInquiry, INQUIRY_ENVIRONMENT, inquirySettingsOf, problemsOfInquiry } from './inquiry-settings.ts'
import {
  describeMessages,
  mailChoice,
  messageSettingsOf,
  problemsOfMessages,
  sender,
  smsAbroadChoice,
  smsChoice,
  smtpAddress,
} from './message-settings.ts'
import { ownAccountOf, PAYOUT_ENVIRONMENT } from './payout-settings.ts'
import { GATEWAY_KINDS } from './providers/gateways/registry.ts'
import { INQUIRY_KINDS } from './providers/identity/registry.ts'
import {
  addressSetting,
  flagSetting,
  missingSettings,
  optionalSettings,
  ownSettings,
  type Settings,
  textSetting,
} from './providers/provider-kind.ts'
import { redisAddressOf } from './providers/redis-address.ts'
import { SMS_ABROAD_KINDS, SMS_KINDS } from './providers/sms/registry.ts'
import { describePush, PUSH_ENVIRONMENT, pushSettingsOf } from './push-settings.ts'
import type { Language } from './rules/constants.ts'
import { TRACING_ENVIRONMENT, tracingSettingsOf } from './tracing-settings.ts'

/**
 * The environment, parsed and checked once. Every setting is described in `.env.example`; a relative path is relative
 * to the folder in which the process starts. Nothing else in the project reads `process.env`, except for NODE_ENV
 * and for what a process sets for those that it starts.
 */
export type Config = ReturnType<typeof readConfig>

export type { Palette }

/** The providers of SMS and e-mail. */
export type MessageSettings = Config['messages']

/** All errors in the environment, one line each. */
export class ConfigError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n  ${problems.join('\n  ')}`,
    )
    this.problems = problems
  }
}

const port = z.coerce.number('must be a port number').int('must be a whole number').min(0).max(65_535)
const percent = z.coerce.number('must be a percentage').min(0).max(100)
const milliseconds = z.coerce.number('must be a number of milliseconds').int()
const days = z.coerce.number('must be a number of days').int().positive()
const origin = addressSetting.refine((url) => new URL(url).origin === url, 'must be scheme, host and port only')
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)
const databaseAddress = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
const databaseAddresses = list.pipe(z.array(databaseAddress))
const origins = list.pipe(z.array(origin))
const addresses = list.pipe(z.array(z.string().refine(isNetwork, 'must be IP addresses or CIDR ranges')))
const tileSource = textSetting.refine(
  (value) => isTileAddress(value) || value.endsWith('.pmtiles'),
  'must be an address with {z}, {x} and {y}, or the path of a .pmtiles file',
)
const standIn = z.enum(['real', 'simulator'], 'must be "real" or "simulator"')

const Environment = z.object({
  NODE_ENV: textSetting.optional(),
  MODE: z
    .enum(
      ['demonstration', 'production', 'development', 'test'],
      'must be demonstration, production, development or test',
    )
    .optional(),
  PORT: port.default(3000),
  HOST: textSetting.optional(),
  WORKERS: z.coerce.number('must be a number').int().min(1).max(64).default(1),
  METRICS_PORT: port.optional(),
  METRICS_HOST: textSetting.default('127.0.0.1'),
  ...TRACING_ENVIRONMENT,
  ORIGIN: origin.optional(),
  API_ORIGIN: origin.optional(),
  TRUSTED_PROXIES: addresses.default([]),
  MAX_QUEUE_MS: milliseconds.positive().default(1000),
  CONNECTIONS_PER_ADDRESS: z.coerce.number('must be a number').int().positive().default(256),
  COMPRESSION_DICTIONARIES: z.enum(['on', 'off'], 'must be "on" or "off"').default('on'),
  STOP_NOTICE_MS: milliseconds.min(0).default(2000),

  DATA_DIR: textSetting.default('data'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_SESSION_URL: databaseAddress.optional(),
  DATABASE_READ_URL: databaseAddresses.default([]),
  TEST_MODE_DATABASE_URL: databaseAddress.optional(),
  COMMIT: z
    .string()
    .trim()
    .regex(/^[\da-f]{7,40}$/, 'must be a commit’s hash')
    .optional(),
  SLOW_QUERY_MS: milliseconds.min(0).default(500),
  REDIS_URL: textSetting
    .refine((value) => redisAddressOf(value) !== undefined, 'must be a redis:// or redis+sentinel:// address')
    .optional(),
  API_BASE_URL: addressSetting.optional(),

  S3_ENDPOINT: addressSetting.optional(),
  S3_BUCKET: textSetting.optional(),
  S3_REGION: textSetting.default('us-east-1'),
  S3_ACCESS_KEY: textSetting.optional(),
  S3_SECRET_KEY: textSetting.optional(),
  ...BACKUP_ENVIRONMENT,

  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  CODES_PER_ADDRESS_HOUR: z.coerce.number('must be a number').int().positive().default(60),
  SINGLE_OPERATOR: flagSetting.default(false),
  SEARCH_INDEX: z.enum(['on', 'off'], 'must be "on" or "off"').default('on'),
  CHAT_MESSAGES_PER_MINUTE: z.coerce.number('must be a number').int().positive().default(60),

  GATEWAYS: standIn.optional(),
  BANK_HOST: textSetting.default('127.0.0.1'),
  BANK_PORT: port.optional(),
  BANK_ORIGIN: origin.optional(),
  CALLBACK_ORIGINS: origins.default([]),
  API_CORS_ORIGINS: origins.default([]),
  MCP: z.enum(['on', 'off'], 'must be "on" or "off"').default('on'),

  SMS: smsChoice.optional(),
  SMS_ABROAD: smsAbroadChoice.optional(),
  MAIL: mailChoice.optional(),
  SMTP_URL: smtpAddress.optional(),
  SMTP_HOST: textSetting.optional(),
  SMTP_PORT: port.optional(),
  SMTP_USER: textSetting.optional(),
  SMTP_PASSWORD: textSetting.optional(),
  SMTP_SECURE: flagSetting.optional(),
  MAIL_FROM: sender.optional(),

  MAP_TILES_URL: tileSource.optional(),
  MAP_ATTRIBUTION: textSetting.max(120).optional(),
  INDEXNOW_KEY: z
    .string()
    .regex(/^[a-zA-Z0-9-]{8,128}$/, 'must be 8 to 128 letters, digits and hyphens')
    .optional(),
  INDEXNOW_URL: addressSetting.default('https://api.indexnow.org/indexnow'),
  MAP_MAX_ZOOM: z.coerce.number('must be a zoom').int().min(5).max(22).default(17),

  ...INQUIRY_ENVIRONMENT,

  ...PUSH_ENVIRONMENT,

  BRAND_NAME_FA: textSetting.default('سواری'),
  BRAND_NAME_EN: textSetting.default('Savari'),
  BRAND_NAME_AR: textSetting.default('سواري'),
  BRAND_NAME_TR: textSetting.default('Savari'),
  BRAND_NAME_DE: textSetting.default('Savari'),
  ...BRAND_ENVIRONMENT,
  BRAND_POWERED_BY: textSetting.optional(),
  BRAND_COMPANY: textSetting.default('Savari'),
  BRAND_PHONE: textSetting.default('+982191000000'),
  BRAND_WHATSAPP: textSetting.default('+989120000000'),
  BRAND_EMAIL: z.email('must be an e-mail address').default('support@savari.example'),
  BRAND_ADDRESS: textSetting.optional(),
  BRAND_TAX_NUMBER: textSetting.optional(),
  BRAND_REGISTRATION: textSetting.optional(),
  INVOICE_PREFIX: textSetting.max(12).default('SV-F'),
  CREDIT_NOTE_PREFIX: textSetting.max(12).default('SV-G'),
  TAX_PERCENT_IRT: percent.optional(),
  TAX_PERCENT_EUR: percent.optional(),
  ...PAYOUT_ENVIRONMENT,
  BRAND_PARTNER_URL: addressSetting.optional(),
  BRAND_ANDROID_URL: addressSetting.optional(),
  BRAND_IOS_URL: addressSetting.optional(),

  INVOICE_RETENTION_YEARS: z.coerce.number('must be a number of years').int().positive().default(10),
  LOG_RETENTION_DAYS: days.default(30),
})

const CHOSEN_PROVIDERS = [
  ...Object.values(GATEWAY_KINDS),
  ...Object.values(SMS_KINDS),
  ...Object.values(SMS_ABROAD_KINDS),
  ...Object.values(INQUIRY_KINDS),
]
/**
 * The providers' settings are defined beside their code; they are checked always, and used if the provider is chosen.
 */
const OfProviders = z.object(optionalSettings(CHOSEN_PROVIDERS))

/** The name of every setting. */
export const SETTING_NAMES: readonly string[] = [...Object.keys(Environment.shape), ...Object.keys(OfProviders.shape)]

/**
 * Reads and checks the settings. Throws a ConfigError that names all errors at once. An empty setting counts as not
 * set, as in a copied `.env.example`.
 */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const parsed = Environment.safeParse(given)
  const ofProviders = OfProviders.safeParse(given)
  // The mode decides about further errors, so it is needed even when something else is wrong.
  const mode = modeOf(given)
  const further = problemsOfMode(mode, given)
  if (!parsed.success || !ofProviders.success || further.length) {
    const issues = [parsed, ofProviders].flatMap(({ error }) => error?.issues ?? [])
    throw new ConfigError([...issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`), ...further])
  }
  const env = parsed.data
  const simulated = !hasRealGateways(mode, env)
  return {
    mode,
    port: env.PORT,
    host: env.HOST,
    /** How many processes serve together on this machine. */
    workers: env.WORKERS,
    /** Where Prometheus collects numbers; undefined: nowhere. */
    metrics: env.METRICS_PORT === undefined ? undefined : { port: env.METRICS_PORT, host: env.METRICS_HOST },
    /** Where traces go; undefined: none are made. */
    tracing: tracingSettingsOf(env),
    /** The site's public address; undefined uses the address of the visitor's request. */
    origin: env.ORIGIN,
    /** The API's public address, where it is a process of its own; undefined where it is at the site's. */
    apiOrigin: env.API_ORIGIN,
    trustedProxies: env.TRUSTED_PROXIES,
    /** How long a request may take under load, its turn and its work together; one that would take longer is refused at once. */
    maxQueueMs: env.MAX_QUEUE_MS,
    /** Connections that one subscriber may hold open; for trusted proxies there is no limit. */
    connectionsPerAddress: env.CONNECTIONS_PER_ADDRESS,
    /** Whether pages are sent as differences from what the pages of their language share. */
    hasDictionaries: env.COMPRESSION_DICTIONARIES === 'on',
    /** How long a stopping process reports that it is not ready and still answers. */
    stopNoticeMs: mode === 'development' ? 0 : env.STOP_NOTICE_MS,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    /** The database itself, where DATABASE_URL is a pool of transactions; undefined where it is not. */
    databaseSessionUrl: env.DATABASE_SESSION_URL,
    /** Streaming replicas of the database, for reads. */
    databaseReadUrls: env.DATABASE_READ_URL,
    /** The database of test keys; undefined: one beside the embedded one, or no test mode beside a server of one's own. */
    testModeDatabaseUrl: env.TEST_MODE_DATABASE_URL,
    /** The source's revision, if the deployment names it. */
    commit: env.COMMIT,
    /** From how many milliseconds on a statement of the database is logged as slow; 0: none is. */
    slowQueryMs: env.SLOW_QUERY_MS,
    redisUrl: env.REDIS_URL,
    /** The object store of uploaded files; undefined stores them in the data folder. */
    s3: fileStoreOf(env),
    backup: backupSettingsOf(env),
    /** Address of a remote API; undefined means the API in this process. */
    apiBaseUrl: env.API_BASE_URL,
    sessionSecret: env.SESSION_SECRET ?? DEMONSTRATION_SECRET,
    /** One-time codes that may be sent for one network address in an hour; in a day, five times as many. */
    codesPerAddressHour: env.CODES_PER_ADDRESS_HOUR,
    /** Whether an operator without colleagues may do alone what otherwise a second one must approve. */
    singleOperator: env.SINGLE_OPERATOR,
    searchIndex: env.SEARCH_INDEX === 'on',
    /** Messages that one person may send in a minute, in chats and tickets. */
    chatMessagesPerMinute: env.CHAT_MESSAGES_PER_MINUTE,
    gateways: {
      kind: simulated ? ('simulator' as const) : ('real' as const),
      bankHost: env.BANK_HOST,
      bankPort: env.BANK_PORT ?? DEFAULT_BANK_PORT,
      /** If the port is taken and was not configured, a demonstration's bank takes any other. */
      bankPortMayMove: env.BANK_PORT === undefined && mode !== 'production',
      /** The address at which a browser reaches the simulated bank; undefined is the one at which it listens. */
      bankOrigin: env.BANK_ORIGIN,
      environment: Object.assign(
        {},
        ...Object.values(GATEWAY_KINDS).map((kind) => ownSettings(kind, given)),
      ) as Settings,
    },
    messages: messageSettingsOf(env, given),
    inquiry: inquirySettingsOf(env, { given, isProduction: mode === 'production' }),
    push: pushSettingsOf(env, env.BRAND_EMAIL),
    maps: {
      /** Undefined draws the base map that comes with the site. */
      tilesUrl: env.MAP_TILES_URL,
      attribution: env.MAP_ATTRIBUTION,
      maxZoom: env.MAP_MAX_ZOOM,
    },
    /**
     * The search engine that is notified of changes, and the key that proves that the site is ours; undefined notifies
     * none.
     */
    indexNow:
      env.INDEXNOW_KEY && env.ORIGIN ? { url: env.INDEXNOW_URL, key: env.INDEXNOW_KEY, origin: env.ORIGIN } : undefined,
    /** Further origins to which a payment may return. */
    callbackOrigins: env.CALLBACK_ORIGINS,
    /** Origins of other sites whose scripts may call the API. */
    apiCorsOrigins: env.API_CORS_ORIGINS,
    /** Whether assistants may call the tools at `/mcp`. */
    hasMcp: env.MCP === 'on',
    brand: {
      name: {
        fa: env.BRAND_NAME_FA,
        en: env.BRAND_NAME_EN,
        ar: env.BRAND_NAME_AR,
        tr: env.BRAND_NAME_TR,
        de: env.BRAND_NAME_DE,
      } satisfies Record<Language, string>,
      /** Colours that replace the design's; undefined keeps those. */
      palette: paletteOf(env),
      logo: env.BRAND_LOGO && {
        file: resolve(env.BRAND_LOGO),
        type: LOGO_TYPES[extname(env.BRAND_LOGO).toLowerCase()] ?? '',
      },
      /** The languages on offer, in our order. */
      languages: env.BRAND_LANGUAGES,
      layout: env.BRAND_LAYOUT,
      poweredBy: env.BRAND_POWERED_BY,
      company: env.BRAND_COMPANY,
      phone: env.BRAND_PHONE,
      whatsapp: env.BRAND_WHATSAPP,
      email: env.BRAND_EMAIL,
      address: env.BRAND_ADDRESS,
      taxNumber: env.BRAND_TAX_NUMBER,
      registration: env.BRAND_REGISTRATION,
      partnerUrl: env.BRAND_PARTNER_URL,
      androidUrl: env.BRAND_ANDROID_URL,
      iosUrl: env.BRAND_IOS_URL,
    },
    /**
     * How invoices and credit notes are numbered, the tax that prices of a currency contain, in percent (undefined prints no tax line), and who issues
     * them.
     */
    invoices: {
      prefix: env.INVOICE_PREFIX,
      creditPrefix: env.CREDIT_NOTE_PREFIX,
      taxPercent: { IRT: env.TAX_PERCENT_IRT, EUR: env.TAX_PERCENT_EUR },
      seller: {
        name: env.BRAND_COMPANY,
        address: env.BRAND_ADDRESS,
        taxNumber: env.BRAND_TAX_NUMBER,
        registration: env.BRAND_REGISTRATION,
      },
    },
    /** The account from which companies are paid, for the bank's file; undefined if production names none. */
    payouts: ownAccountOf(env, mode === 'production'),
    retention: { invoiceYears: env.INVOICE_RETENTION_YEARS, logDays: env.LOG_RETENTION_DAYS },
  }
}

/** Reads `.env` in the process's folder, if there is one; variables that are already set win. */
export function loadEnvironmentFile() {
  if (existsSync('.env')) process.loadEnvFile('.env')
}

/** One line per provider for the log at start: which is real and which a stand-in. */
export function describeProviders(config: Config): { provider: string; kind: string }[] {
  const { databaseUrl, databaseReadUrls, databaseSessionUrl, apiBaseUrl, gateways, dataDir } = config
  const pooled = databaseSessionUrl ? ', DATABASE_SESSION_URL for sessions' : ''
  const replicas = databaseReadUrls.length ? `, reads from ${databaseReadUrls.length} of DATABASE_READ_URL` : ''
  const database = databaseUrl
    ? `real: PostgreSQL at DATABASE_URL${pooled}${replicas}`
    : `stand-in: embedded PostgreSQL in ${dataDir}`
  return [
    { provider: 'database', kind: apiBaseUrl ? 'none: the API is remote' : database },
    {
      provider: 'gateways',
      kind: apiBaseUrl
        ? 'those of the remote API'
        : gateways.kind === 'real'
          ? 'real'
          : `stand-in: ${bankOf(gateways)}`,
    },
    {
      provider: 'redis',
      kind:
        config.redisUrl && !apiBaseUrl
          ? `real: Redis at REDIS_URL${/sentinel:/.test(config.redisUrl) ? ' (sentinels)' : ''}`
          : 'none: PostgreSQL does its work',
    },
    ...(apiBaseUrl ? [] : [{ provider: 'test mode', kind: describeTestMode(config) }]),
    { provider: 'files', kind: apiBaseUrl ? 'those of the remote API' : describeFiles(config) },
    { provider: 'maps', kind: describeMaps(config.maps.tilesUrl) },
    ...(apiBaseUrl ? [] : [describePush(config.push), describeInquiry(config.inquiry)]),
    ...describeMessages(config.messages, `${dataDir}/outbox.jsonl`),
  ]
}

function describeTestMode({ testModeDatabaseUrl, databaseUrl }: Config): string {
  if (testModeDatabaseUrl) return 'real: PostgreSQL at TEST_MODE_DATABASE_URL'
  return databaseUrl ? 'none: TEST_MODE_DATABASE_URL is not set' : 'real: a database beside the embedded one'
}

function describeFiles({ s3, dataDir }: Config): string {
  return s3 ? `real: bucket ${s3.bucket} at ${new URL(s3.endpoint).host}` : `real: the folder ${dataDir}/files`
}

function describeMaps(tilesUrl: string | undefined): string {
  return tilesUrl ? `real: tiles of ${new URL(tilesUrl, 'file:').host || tilesUrl}` : 'stand-in: the base map'
}

function bankOf({ bankOrigin, bankHost, bankPort }: Config['gateways']): string {
  return `simulated bank at ${bankOrigin ?? `http://${bankHost}:${bankPort}`}`
}

type Mode = 'demonstration' | 'production' | 'development' | 'test'

const DEFAULT_BANK_PORT = 3001

/** Signs cookies and tokens where nothing is at stake. Production refuses it. */
export const DEMONSTRATION_SECRET = 'a-demonstration-secret-that-production-refuses'

function modeOf(given: Record<string, string | undefined>): Mode {
  const named = Environment.shape.MODE.safeParse(given.MODE)
  if (named.success && named.data) return named.data
  if (given.NODE_ENV === 'production' || given.NODE_ENV === 'development' || given.NODE_ENV === 'test')
    return given.NODE_ENV
  return 'demonstration'
}

/** Whether payments go to real banks; otherwise to the simulated one. */
function hasRealGateways(mode: Mode, { GATEWAYS }: { GATEWAYS?: string | undefined }): boolean {
  return GATEWAYS === 'real' || (mode === 'production' && GATEWAYS !== 'simulator')
}

/** The settings that production requires, and those that real gateways and messengers require in every mode. */
function problemsOfMode(mode: Mode, given: Record<string, string | undefined>): string[] {
  const problems = [
    ...problemsOfMessages(given),
    ...problemsOfFiles(given),
    ...problemsOfBackups(given),
    ...problemsOfBrand(given),
    ...problemsOfInquiry(given),
  ]
  if (given.MAP_TILES_URL && !given.MAP_ATTRIBUTION) {
    problems.push('MAP_ATTRIBUTION: is required with MAP_TILES_URL: whose map it is')
  }
  const demand = (name: string, reason: string) => {
    if (!given[name]) problems.push(`${name}: is required ${reason}`)
  }
  if (given.INDEXNOW_KEY) demand('ORIGIN', 'with INDEXNOW_KEY: the public address of the site')
  if (mode === 'production') {
    demand('SESSION_SECRET', 'in production')
    demand('ORIGIN', 'in production: the public address of the site')
    if (given.SESSION_SECRET === DEMONSTRATION_SECRET) problems.push('SESSION_SECRET: is that of the demonstration')
    if (!given.API_BASE_URL) demand('DATABASE_URL', 'in production (or API_BASE_URL, for a site with a remote API)')
    if (!given.SMS) problems.push('SMS: name a provider; "outbox" accepts the stand-in that writes to a file')
    if (!given.MAIL) problems.push('MAIL: name a provider; "outbox" accepts the stand-in that writes to a file')
  }
  if (mode === 'demonstration' && given.ORIGIN?.startsWith('https:') && isPublicSecret(given.SESSION_SECRET)) {
    problems.push(
      'SESSION_SECRET: a site at an https ORIGIN needs one of its own, as everybody knows that of the demonstration',
    )
  }
  if (Number(given.WORKERS) > 1 && mode === 'development') problems.push('WORKERS: is 1 in development')
  else if (Number(given.WORKERS) > 1 && !given.API_BASE_URL && !hasRealGateways(mode, given)) {
    problems.push('WORKERS: more than one needs real gateways, as the simulated bank lives in one process')
  }
  if (given.DATABASE_READ_URL && !given.DATABASE_URL) {
    problems.push('DATABASE_READ_URL: names replicas of the server at DATABASE_URL, which is not set')
  }
  if (given.TEST_MODE_DATABASE_URL && given.TEST_MODE_DATABASE_URL === given.DATABASE_URL) {
    problems.push('TEST_MODE_DATABASE_URL: must be another database than DATABASE_URL')
  }
  if (given.DATABASE_SESSION_URL)
    demand('DATABASE_URL', 'with DATABASE_SESSION_URL: the pool of transactions before it')
  if (hasRealGateways(mode, given) && !given.API_BASE_URL) {
    const reason = 'for real gateways (GATEWAYS=simulator accepts the stand-in)'
    for (const kind of Object.values(GATEWAY_KINDS)) problems.push(...missingSettings(kind, given, reason))
  }
  return problems
}

function isPublicSecret(secret: string | undefined): boolean {
  return secret === undefined || secret === DEMONSTRATION_SECRET
}

function isTileAddress(value: string): boolean {
  const hasPlaces = ['{z}', '{x}', '{y}'].every((part) => value.includes(part))
  return hasPlaces && /^https?:\/\//.test(value) && URL.canParse(value)
}

function isNetwork(value: string): boolean {
  const [address = '', bits] = value.split('/')
  const version = isIP(address)
  if (version === 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
