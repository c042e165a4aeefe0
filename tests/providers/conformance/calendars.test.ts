import { createCalendarFetch } from '#app/providers/calendars/calendar-fetch.ts'
import { createCalendarReader } from '#app/providers/calendars/calendar-reader.ts'
import { describeCalendarFetch, describeCalendarReader } from './calendar-suite.ts'

describeCalendarFetch('HTTP', {
  anywhere: createCalendarFetch(),
  here: createCalendarFetch({ isForbidden: (address) => address !== '127.0.0.1', withinMs: 1500 }),
})

describeCalendarReader('A thread of its own', createCalendarReader)
