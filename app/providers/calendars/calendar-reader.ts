import { once } from 'node:events'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { CalendarNotRead, type CalendarWindow, type ReadCalendar } from './read-calendar.ts'

/** Parses a calendar in a thread of its own. Throws CalendarNotRead. */
export type CalendarReader = {
  read: (text: string, window: CalendarWindow) => Promise<ReadCalendar>
  close: () => Promise<void>
}

type Answer = { read: ReadCalendar } | { problem: CalendarNotRead['problem'] }

const WITHIN_MS = 2000
const MEMORY_MB = 96
/** The source file, because the server's bundle is in another folder. Production has the sources, too. */
const WORKER = createRequire(import.meta.url).resolve('#app/providers/calendars/calendar-worker.ts')

/**
 * Parses untrusted calendars outside the site's own thread, one after the other. One that takes longer than `withinMs` or
 * more than `memoryMb` is too complex: its thread is ended, and the next calendar gets a new one. Source: *ours*.
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

/** `onError` is called when it does not start, or dies; a caller that waits for its answer notices that itself. */
async function startWorker(memoryMb: number, onError: () => void): Promise<Worker> {
  const worker = new Worker(WORKER, {
    name: 'calendars',
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: memoryMb / 4 },
  })
  worker.on('error', onError)
  await once(worker, 'message')
  // Between calendars it does not keep the process alive.
  worker.unref()
  return worker
}

/** The worker's answer; undefined when it did not answer in time, or died. */
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
