import { parentPort } from 'node:worker_threads'
import { CalendarNotRead, readCalendar } from './read-calendar.ts'

/** The thread that parses untrusted calendars: `calendar-reader.ts` starts it, sends it one at a time, and ends it. */
parentPort?.on('message', ({ text, window }: { text: string; window: Parameters<typeof readCalendar>[1] }) => {
  parentPort?.postMessage(answerTo(text, window))
})
parentPort?.postMessage('ready')

function answerTo(text: string, window: Parameters<typeof readCalendar>[1]) {
  try {
    return { read: readCalendar(text, window) }
  } catch (error) {
    return { problem: error instanceof CalendarNotRead ? error.problem : 'no_calendar' }
  }
}
