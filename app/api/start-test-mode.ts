import { jobHandlers } from '#app/api/work/background.ts'
import { startJobs } from '#app/api/work/jobs.ts'
import { startWebhooks } from '#app/api/work/webhooks.ts'
import { openDatabase } from '#app/db/connection/connection.ts'
import { migrateToLatest } from '#app/db/connection/migrate.ts'
import { loadTestMode } from '#app/db/test-mode/load.ts'
import type { FileStore } from '#app/providers/files/files.ts'
import { createTestBank, type TestPayment } from '#app/providers/gateways/test-bank.ts'
import { createSimulatedInquiry } from '#app/providers/identity/simulated.ts'
import { GATEWAY_NAMES, type GatewayName } from '#app/rules/constants.ts'
import { MINUTE_MS, SECOND_MS } from '#app/rules/time/durations.ts'
import { createApi } from './app.ts'
import type { Deps } from './call/context.ts'
import { answerForCompany } from './test-mode/answer-for-company.ts'
import { aroundTestCalls } from './test-mode/around-call.ts'
import type { OpenTestMode } from './test-mode/test-mode.ts'
import { paymentPlayed } from './test-mode/things.ts'

/** The most connections to its database, besides those of its jobs. */
const POOL_SIZE = 4
const ANSWER_EVERY_MS = 2 * SECOND_MS
/** How long the bank that answers late takes. Source: issue 20, B. */
const LATE_MS = MINUTE_MS

/**
 * Opens test mode: the same API over the database at `url`, with a bank where every payment is paid, and senders that send nothing. Only
 * webhooks leave it, which go to whoever made the key.
 * @param deps those of the real API, of which it takes what moves nothing
 */
export async function startTestMode({
  deps: real,
  url,
  dataDir,
  log,
  report,
}: {
  deps: Deps
  url: string
  dataDir: string
  log: (line: string) => void
  report: (error: unknown, requestId: string) => void
}): Promise<OpenTestMode> {
  const opened: (() => Promise<void>)[] = []
  const close = async () => {
    await Promise.all(opened.splice(0).map((end) => end()))
    await database.close()
  }
  const database = await openDatabase({ databaseUrl: url, dataDir, log, poolSize: POOL_SIZE })
  const { db } = database
  try {
    await migrateToLatest(db, log)
    await loadTestMode(db)
    const deps = testDeps(real, {
      ...{ db, limitsDb: database.limits },
      enqueue: (tx, job, data, options) => jobs.send(tx, job, data, options),
    })
    const jobs = await startJobs({ url, handlers: jobHandlers(deps), schedules: [{ name: 'sweep' }], log })
    opened.push(() => jobs.stop())
    const webhooks = await startWebhooks({ deps, url, log })
    opened.push(() => webhooks.stop())
    const answering = setInterval(() => {
      answerForCompany(deps, report).catch((error) => report(error, 'test mode'))
    }, ANSWER_EVERY_MS)
    answering.unref()
    opened.push(async () => clearInterval(answering))
    return { deps, handle: createApi(deps, report, aroundTestCalls(deps, { report })).handle, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Where test mode keeps files, in the store of all: pictures are served from there, too. */
export function testFiles(files: FileStore): FileStore {
  const named = (key: string) => `test-mode/${key}`
  return {
    put: (key, bytes) => files.put(named(key), bytes),
    get: (key) => files.get(named(key)),
    exists: (key) => files.exists(named(key)),
    remove: (key) => files.remove(named(key)),
  }
}

/** What the API of test mode works with: nothing in it reaches a person, a bank or a search engine. */
export function testDeps(real: Deps, own: Pick<Deps, 'db' | 'limitsDb' | 'enqueue'>): Deps {
  const bank = (name: GatewayName) =>
    createTestBank(name, {
      outcomeOf: (token) => outcomeOf(deps, token),
      page: `${real.settings.origin}/api/docs/test-mode`,
    })
  const deps: Deps = {
    ...real,
    ...own,
    limitsDb: own.limitsDb,
    replicas: undefined,
    searchAds: undefined,
    searchInMemory: undefined,
    files: testFiles(real.files),
    gateways: Object.fromEntries(GATEWAY_NAMES.map((name) => [name, bank(name)])) as Deps['gateways'],
    send: async () => {},
    push: { ...real.push, send: async () => ({ outcome: 'sent' }) },
    publish: () => {},
    counts: undefined,
    alert: undefined,
    inquire: createSimulatedInquiry(),
    notifySearchEngines: undefined,
    runBackup: undefined,
    settings: { ...real.settings, isTestMode: true, hasTestMode: false, bankOrigins: [], bot: undefined },
  }
  return deps
}

async function outcomeOf({ db, now }: Deps, token: string): Promise<TestPayment> {
  const { scenario, startedAt } = await paymentPlayed(db, token)
  if (scenario === 'bank-fails') return 'refused'
  const isLate = scenario === 'bank-late' && now().getTime() - (startedAt?.getTime() ?? 0) < LATE_MS
  return isLate ? 'pending' : 'paid'
}
