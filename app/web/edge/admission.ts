import { performance } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { RefusedRequest } from './request/refused-request.ts'

/** How many requests run at once on a busy processor; more would only delay each other. */
const MAX_RUNNING_WHEN_BUSY = 4
/**
 * A request that takes longer is assumed to wait for another service (a bank, a mail server) and no longer counts as
 * running. This must be much longer than a few pages take on a slow machine, or overload would lift its own limit.
 */
const WAITING_AFTER_MS = 2_000
/** Limits memory, whatever the requests wait for. */
const MAX_RUNNING = 500
const BUSY_FROM = 0.9
const SAMPLE_MS = 30
const PUMP_MS = 20
/** Weights of the newest measurement in the averages of event loop lag and of a request's time. */
const NEWEST_LAG = 0.2
const NEWEST_REQUEST = 0.15
/** How slowly the longest time of work is forgotten, with each request. */
const FORGOTTEN = 0.97
/**
 * The part of `queueMs` that an estimate may fill. A longer queue serves nobody sooner, and the rest is for what an average
 * does not say: a pause for garbage, several slow pages in a row. Refusing after admission comes late.
 */
const FILLED = 0.3
/** The part of the queue that requests of one subscriber may fill, so that whoever floods the site leaves a place for others. */
const MOST_OF_ONE = 0.5

export interface AdmissionOptions {
  /** How long a request may take, with its wait for a turn. Requests that would take longer are refused at once. */
  queueMs: number
  /** Whether the processor has time to spare for one more; true counts as taken. */
  takeSpare?: () => boolean
  now?: () => number
}

/**
 * Admits requests by their expected waiting time. While the processor has spare time all of them run; otherwise a few
 * run and the others queue, and requests that would wait longer than `queueMs` get a 503 at once, so that admitted ones
 * are answered in time. Nobody has more than half of the queue.
 */
export function createAdmission({
  queueMs,
  takeSpare = createSpareTime(),
  now = () => performance.now(),
}: AdmissionOptions) {
  const queue: { since: number; subscriber: string; start: () => void; refuse: () => void }[] = []
  let [running, active] = [0, 0]
  let [lastStart, msPerRequest, longestWork] = [0, 20, 20]
  let [lastPump, lagMs] = [0, 0]
  let pump: NodeJS.Timeout | undefined

  return { run, refuseIfFull }

  /**
   * Throws a RefusedRequest where a new request would be refused. Check this before any work is done: under overload
   * most requests are refused, at the expense of the admitted ones.
   */
  function refuseIfFull(subscriber: string) {
    if ((queue.length > 0 || !hasPlace()) && isTooLate(now(), subscriber)) throw busy()
  }

  /**
   * Runs the work when its turn comes. Rejects with a RefusedRequest (503) where that would be too late.
   * @param subscriber whose request it is (`subscriberOf`)
   */
  async function run<T>(subscriber: string, work: () => Promise<T>): Promise<T> {
    if (queue.length > 0 || !hasRoom()) await turn(subscriber)
    else admit()
    const began = now()
    // A page that waits for nothing would be done before the next request is read, and nobody would be seen to wait.
    await nextTurn()
    let isActive = true
    const rest = () => {
      if (isActive) active--
      isActive = false
      startNext()
    }
    const timer = setTimeout(rest, WAITING_AFTER_MS)
    try {
      return await work()
    } finally {
      longestWork = Math.max(Math.min(now() - began, queueMs / 2), FORGOTTEN * longestWork)
      clearTimeout(timer)
      running--
      rest()
    }
  }

  function hasPlace(): boolean {
    return running < MAX_RUNNING && active < MAX_RUNNING_WHEN_BUSY
  }

  function hasRoom(): boolean {
    if (running >= MAX_RUNNING) return false
    return active < MAX_RUNNING_WHEN_BUSY || takeSpare()
  }

  /** Counts the time that the request waited in the socket while the process was busy. */
  function isTooLate(at: number, subscriber: string): boolean {
    const most = FILLED * queueMs
    const isLate = queue[0] !== undefined && at - queue[0].since > most
    if (isLate || lagMs + queue.length * msPerRequest > most) return true
    const own = queue.filter((waiting) => waiting.subscriber === subscriber).length
    return own * msPerRequest > MOST_OF_ONE * most
  }

  /** What the work, and the time that the request waited in the socket, leave of its time. */
  function longestWait(): number {
    return Math.max(FILLED * queueMs, queueMs - lagMs - longestWork)
  }

  function admit() {
    lastStart = now()
    running++
    active++
  }

  function turn(subscriber: string): Promise<void> {
    const since = now()
    if (isTooLate(since, subscriber)) return Promise.reject(busy())
    if (!pump) {
      lastPump = since
      pump = setInterval(pumpNow, PUMP_MS)
    }
    return new Promise((resolve, reject) =>
      queue.push({ since, subscriber, start: resolve, refuse: () => reject(busy()) }),
    )
  }

  function pumpNow() {
    const at = now()
    const late = Math.max(0, at - lastPump - PUMP_MS)
    lagMs += NEWEST_LAG * (late - lagMs)
    lastPump = at
    startNext()
  }

  function startNext() {
    while (queue.length > 0 && hasRoom()) {
      const next = queue.shift()!
      if (now() - next.since > longestWait()) {
        next.refuse()
        continue
      }
      msPerRequest += NEWEST_REQUEST * (Math.min(now() - lastStart, queueMs) - msPerRequest)
      admit()
      next.start()
    }
    if (queue.length === 0) {
      clearInterval(pump)
      pump = undefined
      lagMs = 0
    }
  }
}

/**
 * Each measurement of an idle processor lets only a few more requests start, as a sudden crowd arrives before it can be
 * measured.
 */
function createSpareTime(): () => boolean {
  let sampledAt = performance.now()
  let last = performance.eventLoopUtilization()
  let left = MAX_RUNNING_WHEN_BUSY
  return () => {
    const at = performance.now()
    if (at - sampledAt >= SAMPLE_MS) {
      const current = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(current, last)
      left = utilization > BUSY_FROM ? 0 : MAX_RUNNING_WHEN_BUSY
      sampledAt = at
      last = current
    }
    left--
    return left >= 0
  }
}

function busy() {
  return new RefusedRequest(503, 'The site is busy. Please try again in a moment.\n', { 'retry-after': '2' })
}
