import { describe, expect, test } from 'vitest'
import { daysBetween } from '#app/rules/time/calendar-date.ts'
import { reportDays, reportSteps, spanBefore, spanOf, yearBefore } from '#app/rules/time/report-periods.ts'

const GREGORIAN = { today: '2026-12-03', calendar: 'gregorian', firstWeekday: 1 } as const
const JALALI = { today: '2026-12-03', calendar: 'jalali', firstWeekday: 6 } as const

describe('the steps of a plot', () => {
  test.each([
    [GREGORIAN, '2026-01-01', '2026-12-01', '2027-01-01'],
    // 12 Azar 1405: from Dey 1404 to Azar 1405.
    [JALALI, '2025-12-22', '2026-11-22', '2026-12-22'],
  ])('are twelve months of the reader’s calendar without gaps, the current one last', (by, first, last, end) => {
    const months = reportSteps('MONTH', by)
    expect(months).toHaveLength(12)
    expect([months[0]?.from, months.at(-1)?.from, months.at(-1)?.to]).toEqual([first, last, end])
    months.slice(1).forEach(({ from }, index) => {
      expect(from).toBe(months[index]?.to)
    })
  })

  test.each([
    [GREGORIAN, '2026-11-30'],
    [JALALI, '2026-11-28'],
    [{ ...GREGORIAN, firstWeekday: 4 }, '2026-12-03'],
  ])('are thirteen weeks from the reader’s first weekday on', (by, last) => {
    const weeks = reportSteps('WEEK', by)
    expect(weeks).toHaveLength(13)
    expect(weeks.at(-1)?.from).toBe(last)
    expect(weeks.every(({ from, to }) => daysBetween(from, to) === 7)).toBe(true)
  })
})

test('figures are about 30 full days, this month, or twelve months', () => {
  expect(reportDays('DAYS_30', GREGORIAN)).toEqual({ from: '2026-11-03', to: '2026-12-03' })
  expect(reportDays('MONTH', JALALI)).toEqual({ from: '2026-11-22', to: '2026-12-22' })
  expect(reportDays('YEAR', GREGORIAN)).toEqual({ from: '2026-01-01', to: '2027-01-01' })
})

test('a year before is the month of the same name, of any calendar', () => {
  const february = { from: '2028-02-01', to: '2028-03-01' }
  expect(yearBefore(february, 'gregorian', true)).toEqual({ from: '2027-02-01', to: '2027-03-01' })
  expect(yearBefore({ from: '2026-11-22', to: '2026-12-22' }, 'jalali', true)).toEqual({
    from: '2025-11-22',
    to: '2025-12-22',
  })
})

test('a year before other days are as many days on the same weekdays', () => {
  expect(yearBefore({ from: '2026-11-30', to: '2026-12-07' }, 'gregorian', false)).toEqual({
    from: '2025-12-01',
    to: '2025-12-08',
  })
})

test('a month that is under way is compared with as much of the one a year before', () => {
  const days = { from: '2026-12-01', to: '2027-01-01' }
  const now = Date.parse('2026-12-03T12:00:00Z')
  const span = spanOf(days, 'UTC', now)
  expect(span[1]).toBe(now)
  const before = yearBefore(days, 'gregorian', true)
  expect(spanBefore(before, span, days, 'UTC')).toEqual([Date.parse('2025-12-01'), Date.parse('2025-12-03T12:00:00Z')])
  expect(spanBefore(before, spanOf(days, 'UTC'), days, 'UTC')).toEqual(spanOf(before, 'UTC'))
})

test('days begin at midnight of the place, and days to come are empty until now', () => {
  expect(spanOf({ from: '2026-12-03', to: '2026-12-04' }, 'Asia/Tehran')[0]).toBe(Date.parse('2026-12-02T20:30:00Z'))
  const [start, end] = spanOf({ from: '2026-12-03', to: '2026-12-04' }, 'UTC', Date.parse('2026-11-01'))
  expect(end).toBe(start)
})
