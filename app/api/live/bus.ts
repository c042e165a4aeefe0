import { type Kysely, sql } from 'kysely'
import { publicId } from '#app/api/public-id.ts'
import { listenTo } from '#app/db/listen.ts'
import type { DB } from '#app/db/schema.ts'
import type { LiveEvent, Publish } from './live-event.ts'

export type Bus = {
  publish: Publish
  /** Hears every event, those of this process at once; `missed` when some may have been lost on the way. */
  listen: (hear: (event: LiveEvent) => void, missed: () => void) => void
  /** A quicker way to the other processes; it says whether it took the event. */
  carryBy: (carry: (event: LiveEvent) => boolean) => void
  /** An event of another process that came by the quicker way. */
  receive: (event: LiveEvent) => void
  close: () => Promise<void>
}

const CHANNEL = 'savari_live'

/**
 * Tells what happened to all processes that serve the same database: by Redis where it is in use and answers, else by
 * PostgreSQL. An event only says that there is news; who hears it reads the database, so that a lost one costs a moment
 * and never a message.
 */
export async function openBus({
  db,
  url,
  log,
}: {
  db: Kysely<DB>
  url: string
  log: (line: string) => void
}): Promise<Bus> {
  const self = publicId()
  const hearers: ((event: LiveEvent) => void)[] = []
  const missers: (() => void)[] = []
  let carry: (event: LiveEvent) => boolean = () => false
  const hear = (event: LiveEvent) => {
    for (const hearer of hearers) hearer(event)
  }
  const listening = await listenTo({
    url,
    channel: CHANNEL,
    log,
    onNotice(payload) {
      const { from, event } = JSON.parse(payload) as { from: string; event: LiveEvent }
      if (from !== self) hear(event)
    },
    onResumed: () => {
      for (const missed of missers) missed()
    },
  })
  return {
    publish(event) {
      hear(event)
      if (carry(event)) return
      const payload = JSON.stringify({ from: self, event })
      sql`select pg_notify(${CHANNEL}, ${payload})`.execute(db).catch((error: unknown) => {
        log(`live news: not told to other processes: ${error instanceof Error ? error.message : error}`)
      })
    },
    listen(hearer, missed) {
      hearers.push(hearer)
      missers.push(missed)
    },
    carryBy(quicker) {
      carry = quicker
    },
    receive: hear,
    close: listening.close,
  }
}
