import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#app/api/call/context.ts'
import { publishEvents } from '#app/api/company/developers/events/publish.ts'
import { claimDue, sendClaimed } from '#app/api/company/developers/webhooks/send-due.ts'
import { listenTo } from '#app/db/connection/listen.ts'

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
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  let wake = () => {}
  let isAnnounced = false
  const announced = () => {
    isAnnounced = true
    wake()
  }
  const listening = await listenTo({
    ...{ url, log },
    channel: 'savari_events',
    onNotification: announced,
    onResumed: announced,
  })
  const done = work()
  return {
    async stop() {
      stopping.abort()
      wake()
      await listening.close()
      await done
      await Promise.race([Promise.all(running), sleep(GRACE_MS, undefined, { ref: false })])
    },
  }

  async function work() {
    while (!stopping.signal.aborted) {
      isAnnounced = false
      const isMore = await step().catch((error: Error) => {
        log(`webhooks: ${error.message}`)
        return false
      })
      if (!isMore) await pause()
    }
  }

  /** Whether there may be more to do at once. */
  async function step(): Promise<boolean> {
    const published = await publishEvents(deps)
    if (running.size >= MOST_AT_ONCE) return false
    const claimed = await claimDue(deps)
    for (const delivery of claimed) {
      const sending = sendClaimed(deps, delivery)
        .catch((error: Error) => log(`webhooks: delivery ${delivery.id}: ${error.message}`))
        .finally(() => {
          running.delete(sending)
          announced()
        })
      running.add(sending)
    }
    return published > 0 || claimed.length > 0
  }

  async function pause() {
    if (isAnnounced || stopping.signal.aborted) return
    await new Promise<void>((resume) => {
      const timer = setTimeout(resume, POLL_MS)
      wake = () => {
        clearTimeout(timer)
        resume()
      }
    })
  }
}
