import type { Kysely } from 'kysely'
import { fromKysely, type Job, type JobResult, PgBoss, type SendOptions, systemClock } from 'pg-boss'
import { CONNECTION_OPTIONS } from '#app/db/connection/connection.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { inTask } from '#app/tracing/current-task.ts'
import { type Carrier, carrierOf, inSpan, isTracing } from '#app/tracing/spans.ts'
import { watchClocks } from './watch-clocks.ts'

/** The data of each kind of job: `{ 'send-message': { id: string } }`. JSON only. */
export type JobKinds = Record<string, object>

/**
 * The function of each kind of job. It may run again after a crash or a failure, so it must be safe to repeat; `signal`
 * aborts when the process stops, or the job expires, before it is done.
 */
export type JobHandlers<Kinds extends JobKinds> = {
  [Name in keyof Kinds]: (data: Kinds[Name], signal: AbortSignal) => Promise<void>
}

/**
 * A scheduled job, by default every minute, and never twice at a time. One that runs for longer than `expireInSeconds` (default 900, at
 * most a day) is aborted and tried again, `retryLimit` times (5).
 */
export type JobSchedule<Kinds extends JobKinds> = {
  name: keyof Kinds & string
  cron?: string
  timeZone?: string
  expireInSeconds?: number
  retryLimit?: number
}

/**
 * `startAfter` is an instant, `retryLimit` counts the tries after the first (default 5), `retryDelay` is in seconds
 * (5).
 */
export type JobOptions = Pick<SendOptions, 'startAfter' | 'retryLimit' | 'retryDelay' | 'priority'>

export type Jobs<Kinds extends JobKinds> = {
  /** Enqueues in the caller's transaction: the job exists only if that commits. */
  send<Name extends keyof Kinds & string>(
    tx: Kysely<DB>,
    name: Name,
    data: Kinds[Name],
    options?: JobOptions,
  ): Promise<void>
  /** Lets running jobs finish for at most 4 seconds; interrupted ones are tried again by another process. */
  stop(): Promise<void>
}

type Options<Kinds extends JobKinds> = {
  /** The database's address, as `openDatabase` gives it. */
  url: string
  handlers: JobHandlers<Kinds>
  schedules?: JobSchedule<Kinds>[]
  /** How often to look for due jobs, including retries; new ones are announced (default 5). */
  pollSeconds?: number
  log: (line: string) => void
}

/** Where the data of a job has the trace that it goes on with. */
const TRACE = '~trace'
type Traced = { [TRACE]?: Carrier }

const EVERY_MINUTE = '* * * * *'
const GRACE_MS = 4_000
/** How many jobs of one kind a process runs at a time. */
const BATCH = 10

/** A dead worker is noticed after 30 s and its job is given to another. */
export const QUEUE = {
  retryLimit: 5,
  retryDelay: 5,
  retryBackoff: true,
  heartbeatSeconds: 30,
  deleteAfterSeconds: 86_400,
}

/**
 * Runs background work from the database (schema `pgboss`, created when missing): each job is run by one of the
 * processes of the same database, started when it is committed, and retried when it fails. Source: *ours*.
 */
export async function startJobs<Kinds extends JobKinds>(options: Options<Kinds>): Promise<Jobs<Kinds>> {
  const { url, handlers, schedules = [], pollSeconds = 5, log } = options
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'savari-jobs',
    options: CONNECTION_OPTIONS,
    max: 3,
    schema: 'pgboss',
    useListenNotify: true,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
    // Rounds end by this clock, and would stop for an hour if it went back by one. Schedules go by the database's, with which it is compared.
    clock: { ...systemClock, now: () => performance.timeOrigin + performance.now() },
    clockMonitorIntervalSeconds: 15,
  })
  boss.on('error', (error) => log(`background work: ${error.message}`))
  // Its own clock differs from the database's wherever one has jumped; `watchClocks` compares those that count.
  boss.on('warning', ({ message }) => message.includes('Clock skew') || log(`background work: ${message}`))
  await boss.start()

  for (const name of Object.keys(handlers)) {
    const scheduled = schedules.find((schedule) => schedule.name === name)
    const limits = scheduled ? limitsOf(scheduled) : {}
    await boss.createQueue(name, { ...QUEUE, ...limits, notify: true, policy: scheduled ? 'exclusive' : 'standard' })
    // A queue that a former version has created keeps its limits otherwise.
    if (Object.keys(limits).length > 0) await boss.updateQueue(name, limits)
    await work(boss, name, handlers[name as keyof Kinds], pollSeconds, log)
  }
  await keepSchedules(boss, schedules)
  const endWatching = watchClocks(boss, log)

  return {
    async send(tx, name, data, options = {}) {
      await boss.send(name, isTracing() ? { ...data, [TRACE]: carrierOf() } : data, { ...options, db: fromKysely(tx) })
    },
    async stop() {
      endWatching()
      await boss.stop({ graceful: true, timeout: GRACE_MS, close: true })
    },
  }
}

function limitsOf<Kinds extends JobKinds>({ expireInSeconds, retryLimit }: JobSchedule<Kinds>) {
  return { ...(expireInSeconds && { expireInSeconds }), ...(retryLimit !== undefined && { retryLimit }) }
}

async function work<Data extends object>(
  boss: PgBoss,
  name: string,
  handle: (data: Data, signal: AbortSignal) => Promise<void>,
  pollSeconds: number,
  log: (line: string) => void,
) {
  const fetching = {
    batchSize: BATCH,
    // One announcement starts one batch: while batches are full there are more jobs, and nothing waits for the clock.
    burstWhenBatchFull: true,
    perJobResults: true,
    pollingIntervalSeconds: Math.min(pollSeconds, 2),
    notifyPollingIntervalSeconds: pollSeconds,
  } as const
  const perform = async ({ id, data, signal, retryCount }: Job<Data>): Promise<JobResult> => {
    try {
      const { [TRACE]: from, ...given } = data as Data & Traced
      await inTask({ job: name }, () =>
        inSpan(`job ${name}`, { kind: 'job', from, attributes: { 'savari.try': retryCount + 1 } }, () =>
          handle(given as unknown as Data, signal),
        ),
      )
      return { id, status: 'completed' }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      log(`job ${name} ${id} failed at try ${retryCount + 1}: ${message}`)
      return { id, status: 'failed', output: { message } }
    }
  }
  await boss.work<Data>(name, fetching, (jobs) => Promise.all(jobs.map(perform)))
}

/** The list in the code decides: schedules of a former version are removed. */
async function keepSchedules<Kinds extends JobKinds>(boss: PgBoss, schedules: JobSchedule<Kinds>[]) {
  for (const { name, cron = EVERY_MINUTE, timeZone = 'UTC' } of schedules) {
    await boss.schedule(name, cron, {}, { tz: timeZone })
  }
  for (const { name } of await boss.getSchedules()) {
    if (!schedules.some((kept) => kept.name === name)) await boss.unschedule(name)
  }
}
