import { afterAll, describe, expect, test } from 'vitest'
import { createCalendarReader } from '#app/providers/calendar-reader.ts'
import { CalendarNotRead } from '#app/providers/read-calendar.ts'

const WINDOW = {
  from: new Date('2026-11-23T00:00:00Z'),
  until: new Date('2027-12-28T00:00:00Z'),
  zone: 'Asia/Tehran',
}
const file = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT']
const GOOD = file(...event('DTSTART:20261201T100000Z', 'DURATION:PT1H', 'SUMMARY:Good'))
/** A rule that no day fulfils: the library looks for one for ever. */
const ENDLESS = file(...event('DTSTART:20261201T100000Z', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'))
/** Within what is fetched, and as much to expand as may be. */
const MUCH = file(
  ...Array.from({ length: 1900 }, () => event('DTSTART:19700101T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY')).flat(),
)
const DEEP = `${'BEGIN:VCALENDAR\r\n'.repeat(60_000)}`
const LONG = file(...event(`SUMMARY:${'x'.repeat(990_000)}`, 'DTSTART:20261201T100000Z', 'DURATION:PT1H'))

const reader = createCalendarReader({ withinMs: 1000 })
afterAll(() => reader.close())

const outcomeOf = (text: string, of = reader) =>
  of.read(text, WINDOW).then(
    ({ entries }) => entries.map(({ summary }) => summary),
    (error) => (error instanceof CalendarNotRead ? error.problem : error),
  )

describe('a calendar is read beside the site', () => {
  test('with its times, its problems and its wrong events as they are', async () => {
    expect(await reader.read(GOOD, WINDOW)).toEqual({
      entries: [{ start: new Date('2026-12-01T10:00:00Z'), end: new Date('2026-12-01T11:00:00Z'), summary: 'Good' }],
      wrong: [],
    })
    expect(await outcomeOf('<html></html>')).toBe('no_calendar')
    expect(await outcomeOf(file(...Array.from({ length: 2001 }, () => event()).flat()))).toBe('too_many')
  })

  test.each([
    ['looks for a day that never comes', ENDLESS, ['too_complex']],
    ['has much to expand', MUCH, ['too_complex', 'too_many']],
    ['is nested without end', DEEP, ['too_complex', 'no_calendar']],
    ['is one long line', LONG, [['x'.repeat(80)], 'too_complex']],
  ])('one that %s does not hold up the site', async (_, text, outcomes) => {
    await outcomeOf(GOOD)
    // What this thread does itself, so that a busy machine is not taken for a busy thread.
    const before = process.threadCpuUsage()
    const outcome = await outcomeOf(text)
    const { user, system } = process.threadCpuUsage(before)
    expect(outcomes).toContainEqual(outcome)
    expect((user + system) / 1000).toBeLessThan(50)
    expect(await outcomeOf(GOOD)).toEqual(['Good'])
  })

  test('one that takes more memory than it may is refused, and the next one is read', async () => {
    const small = createCalendarReader({ memoryMb: 12 })
    const many = file(...Array.from({ length: 1999 }, () => event('DTSTART:20261201T100000Z', ...attendees(12))).flat())
    expect(await outcomeOf(many, small)).toBe('too_complex')
    expect(await outcomeOf(GOOD, small)).toEqual(['Good'])
    await small.close()
  })

  test('several at once are read one after the other, also behind one that takes too long', async () => {
    const outcomes = await Promise.all([outcomeOf(GOOD), outcomeOf(ENDLESS), outcomeOf(GOOD)])
    expect(outcomes).toEqual([['Good'], 'too_complex', ['Good']])
  })
})

function attendees(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `ATTENDEE;CN=Guest ${at}:mailto:guest${at}@mail.example`)
}
