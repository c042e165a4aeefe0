import { type Kysely, sql } from 'kysely'
import { publicId } from '#app/api/call/public-id.ts'
import { listenTo } from '#app/db/connection/listen.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { LiveEvent, Publish } from '#app/rules/messages/live-event.ts'

export type Bus = {
  publish: Publish
  /** Calls the listener with every event, those of this process at once, and `missed` when some may have been lost. */
  listen: (listener: (event: LiveEvent) => void, missed: () => void) => void
  /** A faster way to the other processes; it returns whether it took the event. */
  carryBy: (carry: (event: LiveEvent) => boolean) => void
  /** An event of another process that came by the faster way. */
  receive: (event: LiveEvent) => void
  close: () => Promise<void>
}

const CHANNEL = 'savari_live'
/** PostgreSQL accepts payloads of less than 8,000 bytes. */
const PAYLOAD_BYTES = 7900

/**
 * Sends events to all processes that use the same database: by Redis if it is configured and answers, otherwise by
 * PostgreSQL. An event only says that there is news; the receiver reads the database, so that a lost event costs a
 * moment and never a message.
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
  const listeners: ((event: LiveEvent) => void)[] = []
  const missers: (() => void)[] = []
  let carry: (event: LiveEvent) => boolean = () => false
  const emit = (event: LiveEvent) => {
    for (const listener of listeners) listener(event)
  }
  const listening = await listenTo({
    url,
    channel: CHANNEL,
    log,
    onNotification(payload) {
      const { from, events } = JSON.parse(payload) as { from: string; events: LiveEvent[] }
      if (from !== self) for (const event of events) emit(event)
    },
    onResumed: () => {
      for (const missed of missers) missed()
    },
  })
  const waiting: LiveEvent[] = []
  let isNotifying = false
  return {
    publish(event) {
      emit(event)
      if (carry(event)) return
      waiting.push(event)
      void notifyAll()
    },
    listen(listener, missed) {
      listeners.push(listener)
      missers.push(missed)
    },
    carryBy(quicker) {
      carry = quicker
    },
    receive: emit,
    close: listening.close,
  }

  /**
   * One notification at a time, with all events that came during the last one: PostgreSQL commits only one transaction
   * with a notification at a time. They need not survive a crash, so none waits for the disk.
   */
  async function notifyAll() {
    if (isNotifying) return
    isNotifying = true
    while (waiting.length > 0) {
      const payload = JSON.stringify({ from: self, events: takeBatch(waiting) })
      await sql`select set_config('synchronous_commit', 'off', true), pg_notify(${CHANNEL}, ${payload})`
        .execute(db)
        .catch((error: unknown) => {
          log(`live news: other processes were not notified: ${error instanceof Error ? error.message : error}`)
        })
    }
    isNotifying = false
  }
}

/** Takes as many of the first events as fit into one payload. */
function takeBatch(events: LiveEvent[]): LiveEvent[] {
  let bytes = 100
  const end = events.findIndex((event) => {
    bytes += Buffer.byteLength(JSON.stringify(event)) + 1
    return bytes > PAYLOAD_BYTES
  })
  return events.splice(0, end < 0 ? events.length : Math.max(1, end))
}
