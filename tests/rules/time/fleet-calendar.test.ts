import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { calendarRow, columnStart, slotFrom, slotUntil, wallText } from '#app/rules/time/fleet-calendar.ts'

const FROM = '2026-12-01'
const stay = (start: string, end: string) => ({
  start: { date: start.slice(0, 10), time: start.slice(11) },
  end: { date: end.slice(0, 10), time: end.slice(11) },
})
const spans = (...stays: ReturnType<typeof stay>[]) =>
  calendarRow(stays, { from: FROM, days: 7 }).map(({ span, stays: held }) => (held.length > 0 ? span : -span))

test('a day has two columns; five days from ten to ten have ten', () => {
  expect(spans(stay('2026-12-02T10:00', '2026-12-07T10:00'))).toEqual([-2, 10, -2])
})

test('a vehicle that comes back at ten and goes out at eleven has no gap between', () => {
  const rows = spans(stay('2026-12-02T10:00', '2026-12-03T10:00'), stay('2026-12-03T11:00', '2026-12-04T13:00'))
  expect(rows).toEqual([-2, 2, 3, -7])
})

test('stays are cut at the edges, and those outside are left out', () => {
  expect(spans(stay('2026-11-20T10:00', '2026-12-02T10:00'), stay('2026-12-06T13:00', '2027-01-02T10:00'))).toEqual([
    2, -9, 3,
  ])
  expect(spans(stay('2026-11-20T10:00', '2026-12-01T10:00'), stay('2026-12-08T10:00', '2026-12-09T10:00'))).toEqual([
    -14,
  ])
})

test('stays within the same half day share a cell', () => {
  const [first] = calendarRow(
    [stay('2026-12-01T00:30', '2026-12-01T02:00'), stay('2026-12-01T03:00', '2026-12-01T05:00')],
    { from: FROM, days: 7 },
  )
  expect(first).toMatchObject({ at: 0, span: 1 })
  expect(first?.stays).toHaveLength(2)
})

test('a row is complete, and shows each stay once', () => {
  const moment = fc.tuple(fc.integer({ min: -5, max: 35 }), fc.integer({ min: 0, max: 47 })).map(([day, slot]) => ({
    date: addDays(FROM, day),
    time: `${String(slot >> 1).padStart(2, '0')}:${slot % 2 ? '30' : '00'}`,
  }))
  const stays = fc
    .array(fc.tuple(moment, moment), { maxLength: 40 })
    .map((pairs) => pairs.map(([start, end]) => ({ start, end })))
  fc.assert(
    fc.property(stays, fc.constantFrom(7, 14, 30), (held, days) => {
      const cells = calendarRow(held, { from: FROM, days })
      expect(cells.reduce((sum, { span }) => sum + span, 0)).toBe(days * 2)
      expect(cells.every(({ span }) => span > 0)).toBe(true)
      let at = 0
      for (const cell of cells) {
        expect(cell.at).toBe(at)
        at += cell.span
      }
      const shown = cells.flatMap((cell) => cell.stays)
      expect(new Set(shown).size).toBe(shown.length)
    }),
  )
})

test('a column starts at midnight or at noon', () => {
  expect(columnStart(FROM, 0)).toEqual({ date: FROM, time: '00:00' })
  expect(columnStart(FROM, 3)).toEqual({ date: '2026-12-02', time: '12:00' })
})

test('suggested times are on half hours, never at midnight', () => {
  const from = (time: string) => wallText(slotFrom({ date: FROM, time }))
  const until = (time: string) => wallText(slotUntil({ date: FROM, time }))
  expect(['00:00', '09:31', '10:00', '23:31'].map(from)).toEqual([
    '2026-12-01T00:30',
    '2026-12-01T10:00',
    '2026-12-01T10:00',
    '2026-12-02T00:30',
  ])
  expect(['00:00', '09:31', '10:00', '23:59'].map(until)).toEqual([
    '2026-11-30T23:30',
    '2026-12-01T09:30',
    '2026-12-01T10:00',
    '2026-12-01T23:30',
  ])
})
