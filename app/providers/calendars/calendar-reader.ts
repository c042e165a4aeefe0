import { createRequire } from 'node:module'
import { createThread } from '#app/providers/threads/thread.ts'
import { CalendarNotRead, type CalendarWindow, type ReadCalendar } from './read-calendar.ts'

/** Parses a calendar in a thread of its own. Throws CalendarNotRead. */
export type CalendarReader = {
  read: (text: string, window: CalendarWindow) => Promise<ReadCalendar>
  close: () => Promise<void>
}

type Question = { text: string; window: CalendarWindow }
type Answer = { read: ReadCalendar } | { problem: CalendarNotRead['problem'] }

const WITHIN_MS = 2000
const MEMORY_MB = 96
/** By its name in the sources, because the server's bundle is in another folder. */
const WORKER = createRequire(import.meta.url).resolve('#app/providers/calendars/calendar-worker.ts')

/**
 * Parses untrusted calendars outside the site's own thread, one after the other. One that takes longer than `withinMs` or
 * more than `memoryMb` is too complex. Source: *ours*.
 */
export function createCalendarReader({ withinMs = WITHIN_MS, memoryMb = MEMORY_MB } = {}): CalendarReader {
  const thread = createThread<Question, Answer>({ file: WORKER, name: 'calendars', withinMs, memoryMb })
  return {
    async read(text, window) {
      const answer = await thread.ask({ text, window })
      if (answer && 'read' in answer) return answer.read
      throw new CalendarNotRead(answer?.problem ?? 'too_complex')
    },
    close: thread.close,
  }
}
