import { performance } from 'node:perf_hooks'
import { RefusedRequest } from './refused-request.ts'

/** How many requests share the processor where it has no time left; more would only make each of them later. */
const MAX_RUNNING_WHEN_BUSY = 4
/**
 * What takes longer waits for somebody else (a bank, a mail server) and does not count as running. Much longer than a few
 * pages need together on a slow machine, or the slowest moment would let everybody in.
 */
const WAITING_AFTER_MS = 2_000
/** Bounds memory, whatever everybody is waiting for. */
const MAX_RUNNING = 500
const BUSY_FROM = 0.9
const SAMPLE_MS = 30
const PUMP_MS = 20
/** Weight of the newest measurement in the process's lag, and in the time that one request takes: several start at once. */
const NEWEST_LAG = 0.2
const NEWEST_REQUEST = 0.08
/** Of the queue's time, what the estimate may fill: who was admitted and then waits too long is refused late. */
const FILLED = 0.8

export interface AdmissionOptions {
  /** How long a request may wait for its turn; who would wait longer is refused at once. */
  queueMs: number
  /** Whether the processor has time to spare for one more; true counts as taken. */
  takeSpare?: () => boolean
  now?: () => number
}

/**
 * Lets requests in by the time they would wait. While the processor has time to spare all of them run; when it has
 * none, a few run and the others queue, and who would wait longer than `queueMs` is refused with 503 at once, so that
 * those who are admitted get an answer while they still wait.
 */
export function createAdmission({
  queueMs,
  takeSpare = createSpareTime(),
  now = () => performance.now(),
}: AdmissionOptions) {
  const queue: { since: number; start: () => void; refuse: () => void }[] = []
  let [running, active] = [0, 0]
  let [lastStart, msPerRequest] = [0, 20]
  let [lastPump, lagMs] = [0, 0]
  let pump: NodeJS.Timeout | undefined

  return { run, refuseIfFull }

  /**
   * Throws a RefusedRequest where a request that comes now would be refused: to be asked before anything is done for it.
   * Under a crowd most requests are refused, and what each of them costs is taken from those that are let in.
   */
  function refuseIfFull() {
    if ((queue.length > 0 || !hasPlace()) && isTooLate(now())) throw busy()
  }

  /** Runs the work when its turn comes. Rejects with a RefusedRequest (503) where that would be too late. */
  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (queue.length > 0 || !hasRoom()) await turn()
    else admit()
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

  /** Counts what a request has waited already, unseen, while the process was busy with others. */
  function isTooLate(at: number): boolean {
    const isLate = queue[0] !== undefined && at - queue[0].since > queueMs
    return isLate || lagMs + queue.length * msPerRequest > FILLED * queueMs
  }

  function admit() {
    lastStart = now()
    running++
    active++
  }

  function turn(): Promise<void> {
    const since = now()
    if (isTooLate(since)) return Promise.reject(busy())
    if (!pump) {
      lastPump = since
      pump = setInterval(pumpNow, PUMP_MS)
    }
    return new Promise((resolve, reject) => queue.push({ since, start: resolve, refuse: () => reject(busy()) }))
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
      if (now() - next.since > queueMs) {
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

/** A few more may start at each measurement that found the processor idle: a crowd that comes at once is met before it is measured. */
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
