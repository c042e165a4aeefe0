import { once } from 'node:events'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { CalendarNotRead, type CalendarWindow, type ReadCalendar } from './read-calendar.ts'

/** Reads a calendar's text in a thread of its own. Throws CalendarNotRead. */
export type CalendarReader = {
  read: (text: string, window: CalendarWindow) => Promise<ReadCalendar>
  close: () => Promise<void>
}

type Answer = { read: ReadCalendar } | { problem: CalendarNotRead['problem'] }

const WITHIN_MS = 2000
const MEMORY_MB = 96
/** The sources are there in production as well, and the server's bundle stands elsewhere. */
const WORKER = createRequire(import.meta.url).resolve('#app/providers/calendars/calendar-worker.ts')

/**
 * Reads calendars of strangers beside the site's own thread, one after the other: one that takes longer than `withinMs` or
 * more than `memoryMb` is too complex, and ends its thread; the next one gets a new one. Source: *ours*.
 */
export function createCalendarReader({ withinMs = WITHIN_MS, memoryMb = MEMORY_MB } = {}): CalendarReader {
  let worker: Promise<Worker> | undefined
  let turn: Promise<unknown> = Promise.resolve()

  return {
    read(text, window) {
      const mine = turn.then(() => readNext(text, window))
      turn = mine.catch(() => {})
      return mine
    },
    close: end,
  }

  async function readNext(text: string, window: CalendarWindow): Promise<ReadCalendar> {
    worker ??= startWorker(memoryMb, forget)
    const answer = await answerOf(await worker, { text, window }, withinMs)
    if (answer && 'read' in answer) return answer.read
    if (!answer) await end()
    throw new CalendarNotRead(answer?.problem ?? 'too_complex')
  }

  async function end() {
    const ended = worker
    forget()
    await (await ended)?.terminate()
  }

  function forget() {
    worker = undefined
  }
}

/** `onError`: it did not start, or died; who waits for its answer notices by themselves. */
async function startWorker(memoryMb: number, onError: () => void): Promise<Worker> {
  const worker = new Worker(WORKER, {
    name: 'calendars',
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: memoryMb / 4 },
  })
  worker.on('error', onError)
  await once(worker, 'message')
  // Between calendars it keeps no process from ending.
  worker.unref()
  return worker
}

/** What the worker says; undefined where it said nothing in time, or died of it. */
async function answerOf(worker: Worker, question: object, withinMs: number): Promise<Answer | undefined> {
  try {
    const answered = once(worker, 'message', { signal: AbortSignal.timeout(withinMs) })
    worker.postMessage(question)
    const [answer] = await answered
    return answer as Answer
  } catch {
    return undefined
  }
}
