import type { Kysely } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import { CONNECTION_OPTIONS } from '#app/db/connection/connection.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { QUEUE } from './jobs.ts'

/** Enqueues photos for the site: for programs that run no jobs themselves. */
export type PhotoQueue = {
  /** In the caller's transaction: the jobs exist only if that commits. */
  enqueue(tx: Kysely<DB>, photoIds: number[]): Promise<void>
  close(): Promise<void>
}

const NAME = 'process-photo'

/** Opens the queue of the database at `url`, creating its tables if they are missing. */
export async function openPhotoQueue(url: string, log: (line: string) => void): Promise<PhotoQueue> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'savari-import',
    options: CONNECTION_OPTIONS,
    max: 1,
    schema: 'pgboss',
    supervise: false,
    schedule: false,
  })
  boss.on('error', (error) => log(`background work: ${error.message}`))
  await boss.start()
  await boss.createQueue(NAME, { ...QUEUE, notify: true, policy: 'standard' })
  return {
    async enqueue(tx, photoIds) {
      const jobs = photoIds.map((photoId) => ({ data: { photoId } }))
      await boss.insert(NAME, jobs, { db: fromKysely(tx) })
    },
    close: () => boss.stop({ graceful: false, close: true }),
  }
}
