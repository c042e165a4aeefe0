import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CalendarEvent, writeCalendarEvent } from '#app/rules/time/calendar-event.server.ts'
import { readCalendarFile } from '../../support/browser/calendar-file.ts'

const EVENT: CalendarEvent = {
  uid: 'abc@example.org',
  product: 'Savari',
  start: new Date('2026-12-03T06:30:00Z'),
  end: new Date('2026-12-08T06:30:00Z'),
  changed: new Date('2026-11-20T10:00:00Z'),
  changes: 3,
  summary: 'Santa Fe',
  location: 'Kish Airport, desk 4; level 1',
  description: 'Two\nlines',
  url: 'https://example.org/voucher/abc',
  alarm: 'Tomorrow',
}

describe('a calendar event', () => {
  test('has its instants in UTC and an alarm a day before', () => {
    const file = readCalendarFile(writeCalendarEvent(EVENT))
    expect(file.get('DTSTART')).toEqual(['20261203T063000Z'])
    expect(file.get('DTEND')).toEqual(['20261208T063000Z'])
    expect(file.get('TRIGGER')).toEqual(['-P1D'])
    expect(file.get('BEGIN')).toEqual(['VCALENDAR', 'VEVENT', 'VALARM'])
    expect(file.get('END')).toEqual(['VALARM', 'VEVENT', 'VCALENDAR'])
  })

  test('keeps commas, semicolons, backslashes and line breaks of its texts', () => {
    const written = writeCalendarEvent({ ...EVENT, summary: 'a\\b' })
    expect(written).toContain('LOCATION:Kish Airport\\, desk 4\\; level 1\r\n')
    const file = readCalendarFile(written)
    expect(file.get('SUMMARY')).toEqual(['a\\b'])
    expect(file.get('LOCATION')).toEqual([EVENT.location])
    expect(file.get('DESCRIPTION')?.[0]).toBe(EVENT.description)
  })

  test('can be read back whatever its texts are, in lines of at most 75 octets', () => {
    const text = fc.string({ unit: fc.constantFrom(...'abc ,;:\\"آبان۱۲😀\n'), maxLength: 300 })
    fc.assert(
      fc.property(text, text, (summary, description) => {
        const written = writeCalendarEvent({ ...EVENT, summary, description })
        for (const line of written.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(written.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
        const file = readCalendarFile(written)
        expect(file.get('SUMMARY')?.[0]).toBe(summary)
        expect(file.get('DESCRIPTION')?.[0]).toBe(description)
      }),
    )
  })

  test('has no line that somebody injected by a name', () => {
    const written = writeCalendarEvent({ ...EVENT, summary: 'x\r\nATTENDEE:mailto:a@b.c\u0007' })
    expect(readCalendarFile(written).has('ATTENDEE')).toBe(false)
    expect(written).not.toContain('\u0007')
  })
})

test('a changed rental is newer than the file downloaded before', () => {
  expect(writeCalendarEvent(EVENT)).toContain('SEQUENCE:3\r\n')
  expect(writeCalendarEvent(EVENT)).toContain('LAST-MODIFIED:20261120T100000Z\r\n')
})
