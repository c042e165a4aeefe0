import { describe, expect, test } from 'vitest'
import { CalendarNotRead, readCalendar } from '#app/providers/calendars/read-calendar.ts'

const WINDOW = {
  from: new Date('2026-11-23T00:00:00Z'),
  until: new Date('2027-12-28T00:00:00Z'),
  zone: 'Asia/Tehran',
}
const file = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT']
const read = (...lines: string[]) => readCalendar(file(...event(...lines)), WINDOW)
const times = (...lines: string[]) =>
  read(...lines).entries.map(
    ({ start, end }) => `${start.toISOString().slice(0, 16)} ${end.toISOString().slice(0, 16)}`,
  )
const problemOf = (text: string) => {
  try {
    readCalendar(text, WINDOW)
  } catch (error) {
    return error instanceof CalendarNotRead ? error.problem : error
  }
  return undefined
}

describe('times', () => {
  test('in UTC, in a named zone, without a zone, and of whole days are read', () => {
    expect(times('DTSTART:20261201T063000Z', 'DTEND:20261204T063000Z')).toEqual(['2026-12-01T06:30 2026-12-04T06:30'])
    expect(times('DTSTART;TZID=Europe/Berlin:20261201T100000', 'DURATION:PT2H')).toEqual([
      '2026-12-01T09:00 2026-12-01T11:00',
    ])
    expect(times('DTSTART:20261201T100000', 'DTEND:20261201T120000')).toEqual(['2026-12-01T06:30 2026-12-01T08:30'])
    expect(times('DTSTART;VALUE=DATE:20261201', 'DTEND;VALUE=DATE:20261203')).toEqual([
      '2026-11-30T20:30 2026-12-02T20:30',
    ])
  })

  test('in a zone that only the file defines are read', () => {
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Office', 'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0500']
    const rest = ['TZOFFSETTO:+0500', 'END:STANDARD', 'END:VTIMEZONE']
    const text = file(...zone, ...rest, ...event('DTSTART;TZID=Office:20261201T100000', 'DURATION:PT1H'))
    expect(readCalendar(text, WINDOW).entries[0]?.start.toISOString()).toBe('2026-12-01T05:00:00.000Z')
  })

  test('in a standard zone are read by the standard, whatever the file defines', () => {
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Europe/Berlin', 'BEGIN:STANDARD', 'DTSTART:19700101T000000']
    const rest = ['TZOFFSETFROM:+0900', 'TZOFFSETTO:+0900', 'END:STANDARD', 'END:VTIMEZONE']
    const text = file(
      ...[...zone, ...rest],
      ...event('DTSTART;TZID=Europe/Berlin:20261201T100000', 'DTEND;TZID=Europe/Berlin:20261201T120000'),
    )
    const [entry] = readCalendar(text, WINDOW).entries
    expect(entry?.start.toISOString()).toBe('2026-12-01T09:00:00.000Z')
    expect(entry?.end.toISOString()).toBe('2026-12-01T11:00:00.000Z')
  })

  test('of a recurring event keep their hour when clocks change', () => {
    const found = times('DTSTART;TZID=Europe/Berlin:20270321T100000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=2')
    expect(found).toEqual(['2027-03-21T09:00 2027-03-21T10:00', '2027-03-28T08:00 2027-03-28T09:00'])
  })
})

describe('recurrence', () => {
  test('is expanded only within the window, without its exceptions', () => {
    const daily = times('DTSTART:20200106T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY')
    expect(daily).toHaveLength(400)
    expect(new Set(daily).size).toBe(400)
    expect([daily[0], daily.at(-1)]).toEqual(['2026-11-23T10:00 2026-11-23T11:00', '2027-12-27T10:00 2027-12-27T11:00'])
    const found = times(
      ...['DTSTART:20261201T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=4', 'EXDATE:20261202T100000Z'],
    )
    expect(found.map((time) => time.slice(0, 10))).toEqual(['2026-12-01', '2026-12-03', '2026-12-04'])
  })

  test('has a moved occurrence at its new time', () => {
    const moved = event('RECURRENCE-ID:20261202T100000Z', 'DTSTART:20261210T100000Z', 'DURATION:PT1H')
    const text = file(...event('DTSTART:20261201T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2'), ...moved)
    const starts = readCalendar(text, WINDOW).entries.map(({ start }) => start.toISOString().slice(0, 10))
    expect(starts).toEqual(['2026-12-01', '2026-12-10'])
  })

  test('each minute is refused, and none of it is kept', () => {
    expect(read('DTSTART:20261201T100000Z', 'DURATION:PT1M', 'RRULE:FREQ=MINUTELY')).toEqual({
      entries: [],
      wrong: [{ reason: 'recurrence', summary: null }],
    })
  })
})

describe('the window', () => {
  test('cuts events at its ends', () => {
    expect(times('DTSTART:20261120T100000Z', 'DTEND:20280101T100000Z')).toEqual(['2026-11-23T00:00 2027-12-28T00:00'])
  })

  test('leaves out what ends at its start, and what starts at its end', () => {
    expect(read('DTSTART:20261122T230000Z', 'DTEND:20261123T000000Z')).toEqual({ entries: [], wrong: [] })
    expect(read('DTSTART:20271228T000000Z', 'DTEND:20271228T010000Z')).toEqual({ entries: [], wrong: [] })
  })
})

describe('a malicious calendar', () => {
  test('has every invalid event reported, and the others kept', () => {
    const found = readCalendar(
      file(
        ...event('SUMMARY:Back', 'DTSTART:20261203T100000Z', 'DTEND:20261201T100000Z'),
        ...event('SUMMARY:Old', 'DTSTART:00010101T000000Z', 'DTEND:99990101T000000Z'),
        ...event('SUMMARY:Nothing'),
        ...event('SUMMARY:Good', 'DTSTART:20261203T100000Z', 'DTEND:20261204T100000Z'),
        ...event('SUMMARY:Away', 'DTSTART:20261205T100000Z', 'DURATION:PT1H', 'STATUS:CANCELLED'),
        ...event('SUMMARY:Seen', 'DTSTART:20261205T100000Z', 'DURATION:PT1H', 'TRANSP:TRANSPARENT'),
      ),
      WINDOW,
    )
    expect(found.entries.map(({ summary }) => summary)).toEqual(['Good'])
    expect(found.wrong).toEqual([
      { reason: 'backwards', summary: 'Back' },
      { reason: 'year', summary: 'Old' },
      { reason: 'no_time', summary: 'Nothing' },
    ])
  })

  test('is refused if it is no calendar, or has too much in it', () => {
    for (const text of ['', '<html></html>', 'BEGIN:VCARD\r\nEND:VCARD', '\u0000\u0001', 'BEGIN:VCALENDAR'])
      expect(problemOf(text), text).toBe('no_calendar')
    const many = Array.from({ length: 2001 }, () => event('DTSTART:20261203T100000Z', 'DURATION:PT1H')).flat()
    expect(problemOf(file(...many))).toBe('too_many')
  })
})
