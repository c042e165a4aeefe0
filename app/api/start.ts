import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { keptAnswers } from '#app/api/call/kept-answers.ts'
import { answerPicture } from '#app/api/company/fleet/pictures.ts'
import { describeContentError } from '#app/api/content/import/content-error.ts'
import { importContentOnce } from '#app/api/content/import/import-content.ts'
import { jobHandlers } from '#app/api/work/background.ts'
import { startJobs } from '#app/api/work/jobs.ts'
import { measureProduct } from '#app/api/work/measure.ts'
import { measureSearch, measureSlowQueries } from '#app/api/work/measure-process.ts'
import { startWebhooks } from '#app/api/work/webhooks.ts'
import type { Config } from '#app/config.ts'
import { type Database, openDatabase } from '#app/db/connection/connection.ts'
import { migrateToLatest } from '#app/db/connection/migrate.ts'
import { openReplicas } from '#app/db/connection/replicas.ts'
import { loadDemonstration } from '#app/db/demonstration/load.ts'
import { dismissKnownOperators } from '#app/db/first-operator.ts'
import { loadReferenceData } from '#app/db/reference-data.ts'
import { startSearchIndex } from '#app/db/search-index/search-index.ts'
import { createBackupProcess } from '#app/providers/backup/backup-process.ts'
import { canDecrypt } from '#app/providers/backup/encryption.ts'
import { createBankFileReader } from '#app/providers/bank-files/bank-file-reader.ts'
import { createCalendarFetch } from '#app/providers/calendars/calendar-fetch.ts'
import { createCalendarReader } from '#app/providers/calendars/calendar-reader.ts'
import { drawnPhotos } from '#app/providers/files/drawn-photos.ts'
import { createDiskFileStore } from '#app/providers/files/files.ts'
import { createPdfCheck } from '#app/providers/files/pdf-check.ts'
import { createS3FileStore } from '#app/providers/files/s3-files.ts'
import { openBanks } from '#app/providers/gateways/banks.ts'
import { openInquiry } from '#app/providers/identity/registry.ts'
import { openIndexNow } from '#app/providers/index-now.ts'
import { openMessengers } from '#app/providers/messages/messengers.ts'
import { createFcm } from '#app/providers/push/fcm.ts'
import { createWebPush } from '#app/providers/push/web-push.ts'
import { openRedis } from '#app/providers/redis.ts'
import { createWebhookSend } from '#app/providers/webhooks/send-webhook.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'
import type { Measurement } from '#app/site.ts'
import type { Log } from '#app/tracing/log-line.ts'
import { type Api, createApi } from './app.ts'
import type { Deps } from './call/context.ts'
import { openBus } from './live/bus.ts'
import { openSockets, type Sockets } from './live/sockets.ts'
import { vapidKeys } from './notifications/vapid.ts'
import { startTestMode, testFiles } from './start-test-mode.ts'
import { createTestMode, isForTestMode } from './test-mode/test-mode.ts'

/** The database of test mode beside the embedded one. */
const TEST_MODE_DATABASE = 'savari_test_mode'
/** How long the demonstration's bot pretends to type. */
const BOT_PAUSE_MS = 1500

/** The API with everything below it, running. */
export type RunningApi = {
  api: Api
  /** A picture made of a photo, by its path on the site. */
  picture: (pathname: string) => Promise<Response>
  /** The answers to forms of pages that may be sent again. */
  answers: ReturnType<typeof keptAnswers>
  /** Takes a connection that asks to become a socket of the chat. */
  upgrade: Sockets['upgrade']
  /** Calls the listener when public pages have changed. */
  onStalePages: (listener: () => void) => void
  /** Warns all sockets that this process stops, and accepts no more. */
  leaveSockets: () => Promise<void>
  /** What waits, and whether the books balance. */
  measure: () => Promise<Measurement[]>
  /** Whether the database answers and is migrated. */
  ready: () => Promise<boolean>
  close: () => Promise<void>
}

/**
 * Opens the database, migrates it, loads the demonstration if it belongs there, starts banks and background work, and
 * builds the API on top. Throws if one of them cannot start.
 */
export async function startApi(config: Config, log: Log): Promise<RunningApi> {
  const say = (message: string) => log('api', { message })
  const now = () => new Date()
  // First, because a port in use ends the start while nothing else has to be stopped.
  const banks = await openBanks(config.gateways, { dataDir: config.dataDir, now })
  const { databaseUrl, databaseSessionUrl: sessionUrl } = config
  const database = await openDatabase({
    databaseUrl,
    sessionUrl,
    dataDir: config.dataDir,
    log: say,
    slowQuery: slowQueryOf(config, log),
  })
  const { db } = database
  await migrateToLatest(database.session, say)
  const urls = config.databaseReadUrls
  const replicas = urls.length
    ? await openReplicas({
        primary: db,
        primaryUrl: database.url,
        urls,
        log: say,
        noteQuery: database.noteQuery,
      })
    : undefined
  const files = config.s3 ? createS3FileStore(config.s3) : createDiskFileStore(`${config.dataDir}/files`)
  if (config.mode !== 'production' || !config.databaseUrl) {
    await loadDemonstration(db, { now: now(), keepPhoto: drawnPhotos(files) })
    await bringContent(db, { now: now(), log })
  }
  if (config.mode === 'production') {
    if (await loadReferenceData(db))
      say('a new installation: set the exchange rate at /operator/settings, and the cities at /operator/cities')
    for (const phone of await dismissKnownOperators(db))
      say(`the operator of the demonstration (…${phone.slice(-2)}) has no rights in production`)
  }

  const redis = config.redisUrl ? openRedis(config.redisUrl, say) : undefined
  const bus = await openBus({ db, url: database.url, log: say })
  // That somebody types is written nowhere.
  if (replicas) bus.listen(({ kind }) => kind !== 'typing' && replicas.noteEvent(), replicas.noteEvent)
  const messengers = openMessengers(config.messages, {
    folder: config.dataDir,
    now,
    note: (note) => log('message', note),
  })
  const searchIndex = config.searchIndex ? await startSearchIndex({ db, url: database.url, now, log: say }) : undefined
  const calendars = createCalendarReader()
  const bankFiles = createBankFileReader()
  const pdfs = createPdfCheck()

  const testModeUrl = testModeAt(config, database)
  const deps: Deps = {
    db,
    replicas,
    now,
    searchAds: searchIndex?.search,
    searchInMemory: searchIndex?.searchInMemory,
    gateways: banks.gateways,
    send: messengers.send,
    push: await openPush(config.push, db, log),
    files,
    fetchCalendar: createCalendarFetch(),
    sendWebhook: createWebhookSend(),
    readCalendar: calendars.read,
    readBankFile: bankFiles.read,
    isActivePdf: pdfs.isActive,
    enqueue: (tx, job, data, options) => jobs.send(tx, job, data, options),
    limitsDb: database.limits,
    counts: redis?.counts,
    publish: bus.publish,
    runBackup: config.backup && createBackupProcess(say),
    alert: (what, facts) => log('error', { message: what, facts }),
    inquire: openInquiry(config.inquiry.service),
    notifySearchEngines: config.indexNow && openIndexNow(config.indexNow),
    settings: {
      origin: config.origin ?? `http://localhost:${config.port}`,
      apiOrigin: config.apiOrigin ?? config.origin ?? `http://localhost:${config.port}`,
      callbackOrigins: config.callbackOrigins,
      bankOrigins: banks.origins,
      secret: config.sessionSecret,
      operatorsNeedFactor: config.mode === 'production',
      singleOperator: config.singleOperator,
      codesPerAddressHour: config.codesPerAddressHour,
      chatMessagesPerMinute: config.chatMessagesPerMinute,
      inquiriesPerDay: config.inquiry.perDay,
      bot: config.mode === 'demonstration' ? { pauseMs: BOT_PAUSE_MS } : undefined,
      smsAbroad: config.messages.smsAbroad !== undefined,
      invoices: config.invoices,
      retention: config.retention,
      hasTestMode: testModeUrl !== undefined,
      languages: config.brand.languages,
      brand: config.brand.name,
      palette: config.brand.palette,
    },
  }
  const jobs = await startJobs({
    url: database.url,
    handlers: jobHandlers(deps),
    schedules: [
      { name: 'sweep' },
      { name: 'import-calendars', cron: '*/10 * * * *' },
      { name: 'propose-payouts', cron: '0 8 * * 1', timeZone: HOME_ZONE },
      ...(config.backup ? backupSchedules(config.backup.key) : []),
    ],
    log: say,
  })
  const webhooks = await startWebhooks({ deps, url: database.url, log: say })
  const origins = config.origin ? [config.origin, ...config.callbackOrigins] : undefined
  const sockets = openSockets({ deps, bus, log, origins, redis: redis?.adapter })
  const report = (error: unknown, requestId: string) => {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
    log('error', { requestId, name, message, stack })
  }

  const api = createApi(deps, report)
  const { dataDir } = config
  const open = testModeUrl && (async () => startTestMode({ deps, url: await testModeUrl(), dataDir, log: say, report }))
  const testMode = createTestMode({ deps, report, open })

  return {
    api: {
      client: api.client,
      handle: (request, facts) =>
        isForTestMode(request) ? testMode.handle(request, facts) : api.handle(request, facts),
    },
    answers: keptAnswers(deps),
    async picture(pathname) {
      const found = await answerPicture(files, pathname)
      return found.status === 404 && open ? answerPicture(testFiles(files), pathname) : found
    },
    measure: async () => [
      ...(await measureProduct(database)),
      ...measureSearch(searchIndex),
      ...measureSlowQueries(database.slowQueries),
    ],
    async ready() {
      const answered = sql`select 1`.execute(db).then(
        () => true,
        () => false,
      )
      return Promise.race([answered, sleep(2_000, false, { ref: false })])
    },
    upgrade: sockets.upgrade,
    leaveSockets: sockets.close,
    onStalePages: (listener) => bus.listen(({ kind }) => kind === 'pages' && listener(), listener),
    async close() {
      await sockets.close()
      await bus.close()
      redis?.close()
      await Promise.all([testMode.close(), webhooks.stop(), jobs.stop(), searchIndex?.stop()])
      await calendars.close()
      await bankFiles.close()
      await pdfs.close()
      messengers.close()
      await banks.close()
      await replicas?.close()
      await database.close()
    },
  }
}

function slowQueryOf({ slowQueryMs }: Config, log: Log): Parameters<typeof openDatabase>[0]['slowQuery'] {
  if (slowQueryMs === 0) return undefined
  return { afterMs: slowQueryMs, report: (facts) => log('slow query', facts) }
}

/** Longer than a backup of any size that one night suffices for. */
const BACKUP_HOURS = 12

/** Drills need the key's secret half. */
function backupSchedules(key: string) {
  const limits = { timeZone: HOME_ZONE, expireInSeconds: BACKUP_HOURS * HOUR_SECONDS, retryLimit: 1 }
  const nightly = { name: 'back-up', cron: '0 3 * * *', ...limits } as const
  const monthly = { name: 'try-backup', cron: '0 5 1 * *', ...limits } as const
  return canDecrypt(key) ? [nightly, monthly] : [nightly]
}

/** The folder of texts that are part of the product, beside `package.json`. */
const CONTENT = 'content'

/** The product's own texts, for a database without any; errors in them do not prevent the start. */
async function bringContent(db: Deps['db'], { now, log }: { now: Date; log: Log }) {
  const report = await importContentOnce({ db, folder: CONTENT, name: CONTENT, now })
  if (!report) return
  for (const error of report.errors) log('error', { message: describeContentError(error) })
  if (report.counts) log('api', { message: `imported ${report.counts.created} texts from ./${CONTENT}` })
}

/** How the address of test mode's database is found: the configured one, or one that is made beside the embedded one. */
function testModeAt({ testModeDatabaseUrl }: Config, { beside }: Database): (() => Promise<string>) | undefined {
  if (testModeDatabaseUrl !== undefined) return async () => testModeDatabaseUrl
  return beside && (() => beside(TEST_MODE_DATABASE))
}

/** Firebase for its own registrations, if it is configured; Web Push for everything else. */
async function openPush(settings: Config['push'], db: Deps['db'], log: Log): Promise<Deps['push']> {
  const { vapid, subject, devHost, firebase, warning, lacking } = settings
  if (warning) log('warning', { message: warning })
  const keys = vapid ?? (await vapidKeys(db))
  const now = () => new Date()
  const web = createWebPush({ ...keys, subject }, { now })
  const fcm = firebase && createFcm(firebase.account, { now })
  const send: Deps['push']['send'] = (target, message) => (target.kind === 'web' || !fcm ? web : fcm)(target, message)
  return { send, publicKey: keys.publicKey, firebase: firebase?.app ?? null, lacking, devHost }
}
