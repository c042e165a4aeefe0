import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#app/api/call/context.ts'
import { publishEvents } from '#app/api/company/developers/events/publish.ts'
import { claimDue, sendClaimed } from '#app/api/company/developers/webhooks/send-due.ts'
import { listenTo } from '#app/db/connection/listen.ts'

/**
 * For how long announcements are gathered: events that follow each other closely are published together, which takes hardly longer than
 * one. Source: `npm run bench events`.
 */
const GATHER_MS = 100
/** How often to look for what is due without having been announced: tries after a pause, and what a dead process left. */
const POLL_MS = 2_000
/** The deliveries that a process has under way at a time. */
const MOST_AT_ONCE = 200
/** A stopping process waits this long for receivers; the others have the rest when its leases end. */
const GRACE_MS = 4_000

/**
 * Publishes events once they are committed and sends them to the companies' endpoints, in each process. Not by the queue of jobs, whose
 * batches wait for their slowest one. Source: *ours*.
 */
export async function startWebhooks({
  deps,
  url,
  log,
}: {
  deps: Deps
  url: string
  log: (line: string) => void
}): Promise<{ stop: () => Promise<void> }> {
  const running = new Set<Promise<void>>()
  // Beside each other: while many events are published, those before them are sent already.
  const sending = repeat(send, log)
  const publishing = repeat(publish, log)
  const announced = gathered(() => {
    publishing.wake()
    sending.wake()
  })
  const listening = await listenTo({
    ...{ url, log },
    channel: 'savari_events',
    onNotification: announced,
    onResumed: announced,
  })
  return {
    async stop() {
      const ended = Promise.all([publishing.stop(), sending.stop()])
      await listening.close()
      await ended
      await Promise.race([Promise.all(running), sleep(GRACE_MS, undefined, { ref: false })])
    },
  }

  async function publish(): Promise<boolean> {
    const published = await publishEvents(deps)
    if (published > 0) sending.wake()
    return published > 0
  }

  async function send(): Promise<boolean> {
    if (running.size >= MOST_AT_ONCE) return false
    const claimed = await claimDue(deps)
    for (const delivery of claimed) {
      const sent = sendClaimed(deps, delivery)
        .catch((error: Error) => log(`webhooks: delivery ${delivery.id}: ${error.message}`))
        .finally(() => {
          running.delete(sent)
          sending.wake()
        })
      running.add(sent)
    }
    return claimed.length > 0
  }
}

/** Calls `act` once for all calls within a moment after the first. */
function gathered(act: () => void): () => void {
  let isGathering = false
  return () => {
    if (isGathering) return
    isGathering = true
    setTimeout(() => {
      isGathering = false
      act()
    }, GATHER_MS).unref()
  }
}

/**
 * Works until it is stopped: again at once while a step says that there may be more to do, otherwise when it is woken, and every two
 * seconds in any case.
 */
function repeat(step: () => Promise<boolean>, log: (line: string) => void) {
  let isStopping = false
  let isWoken = false
  let resume = () => {}
  const wake = () => {
    isWoken = true
    resume()
  }
  const done = work()
  return {
    wake,
    stop() {
      isStopping = true
      wake()
      return done
    },
  }

  async function work() {
    while (!isStopping) {
      isWoken = false
      const isMore = await step().catch((error: Error) => {
        log(`webhooks: ${error.message}`)
        return false
      })
      if (!isMore) await pause()
    }
  }

  async function pause() {
    if (isWoken || isStopping) return
    await new Promise<void>((done) => {
      const timer = setTimeout(done, POLL_MS)
      resume = () => {
        clearTimeout(timer)
        done()
      }
    })
  }
}
