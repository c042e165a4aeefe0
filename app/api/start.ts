import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { jobHandlers } from '#app/api/work/background.ts'
import { startJobs } from '#app/api/work/jobs.ts'
import { answerPicture } from '#app/api/work/photos.ts'
import type { Config } from '#app/config.ts'
import { openDatabase } from '#app/db/connection.ts'
import { loadDemonstration } from '#app/db/demonstration/load.ts'
import { migrateToLatest } from '#app/db/migrate.ts'
import { createDiskFileStore } from '#app/providers/files.ts'
import { openBanks } from '#app/providers/gateways/banks.ts'
import { openMessengers } from '#app/providers/messengers.ts'
import { type Api, createApi } from './app.ts'
import type { Deps } from './context.ts'

type Log = (event: string, details?: Record<string, unknown>) => void

/** The API with everything below it, running. */
export type RunningApi = {
  api: Api
  /** A picture that was made of a photo, by its path on the site. */
  picture: (pathname: string) => Promise<Response>
  /** Whether the database answers and is migrated. */
  ready: () => Promise<boolean>
  close: () => Promise<void>
}

/**
 * Opens the database, migrates it, loads the demonstration where it belongs, starts banks and background work, and
 * builds the API over them. Throws when one of them cannot start.
 */
export async function startApi(config: Config, log: Log): Promise<RunningApi> {
  const say = (message: string) => log('api', { message })
  const now = () => new Date()
  // First, as a port that is taken ends the start, and nothing is left to be stopped.
  const banks = await openBanks(config.gateways, { dataDir: config.dataDir, now })
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log: say })
  const { db } = database
  await migrateToLatest(db, say)
  if (config.mode !== 'production' || !config.databaseUrl) await loadDemonstration(db, { now: now() })

  const messengers = openMessengers(config.messages, {
    folder: config.dataDir,
    now,
    note: (note) => log('message', note),
  })
  const files = createDiskFileStore(`${config.dataDir}/files`)

  const deps: Deps = {
    db,
    now,
    gateways: banks.gateways,
    send: messengers.send,
    files,
    enqueue: (tx, job, data, options) => jobs.send(tx, job, data, options),
    alert: (what, facts) => log('error', { message: what, ...facts }),
    settings: {
      origin: config.origin ?? `http://localhost:${config.port}`,
      callbackOrigins: config.callbackOrigins,
      bankOrigins: banks.origins,
      secret: config.sessionSecret,
      codesPerAddressHour: config.codesPerAddressHour,
      smsAbroad: config.messages.smsAbroad !== undefined,
      retention: config.retention,
      brand: config.brand.name,
    },
  }
  const jobs = await startJobs({
    url: database.url,
    handlers: jobHandlers(deps),
    schedules: [{ name: 'sweep' }],
    log: say,
  })
  const report = (error: unknown, requestId: string) => {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
    log('error', { requestId, name, message, stack })
  }

  return {
    api: createApi(deps, report),
    picture: (pathname) => answerPicture(files, pathname),
    async ready() {
      const answered = sql`select 1`.execute(db).then(
        () => true,
        () => false,
      )
      return Promise.race([answered, sleep(2_000, false, { ref: false })])
    },
    async close() {
      await jobs.stop()
      messengers.close()
      await banks.close()
      await database.close()
    },
  }
}
