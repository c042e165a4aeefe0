import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toArabicDigits, toPersianDigits } from '#app/rules/text/digits.ts'
import {
  addDays,
  type Calendar,
  dateOf,
  daysBetween,
  isCalendarDate,
  parseDate,
  partsIn,
  weekday,
} from '#app/rules/time/calendar-date.ts'

const today = '2026-11-21' // 30 Aban 1405
const jalali = { calendar: 'jalali', today } as const
const gregorian = { calendar: 'gregorian', today } as const
const date = fc.integer({ min: 0, max: 69_000 }).map((days) => addDays('1921-03-21', days))
const calendar = fc.constantFrom<Calendar>('jalali', 'gregorian')
const notADate = { ok: false, reason: 'not_a_date' }

describe('parsing a date', () => {
  it.each([
    ['2026-12-03', 'ISO'],
    ['1405/9/12', 'Jalali with slashes'],
    ['۱۴۰۵/۰۹/۱۲', 'Jalali in Persian digits'],
    ['١٤٠٥-٩-١٢', 'Jalali in Arabic digits'],
    ['1405.9.12', 'Jalali with dots'],
    ['12/9/1405', 'Jalali, the day first'],
    ['03.12.2026', 'Gregorian as Germans and Turks write it'],
    ['3 / 12 / 2026', 'Gregorian with spaces'],
    ['  2026/12/3 ', 'Gregorian, the year first'],
  ])('accepts %s as the third of December on pages of either calendar (%s)', (text) => {
    expect(parseDate(text, jalali)).toEqual({ ok: true, date: '2026-12-03' })
    expect(parseDate(text, gregorian)).toEqual({ ok: true, date: '2026-12-03' })
  })

  it.each([
    '1404/12/30',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '0000-01-01',
    '1200/1/1',
    '12/9',
    '05/9/12',
    'tomorrow',
    '2026-12-03T10:00',
    '2026-12-3-4',
    '20261203',
  ])('refuses %s', (text) => {
    expect(parseDate(text, jalali)).toEqual(notADate)
  })

  it('accepts 30 Esfand only in a leap year', () => {
    expect(parseDate('1403/12/30', jalali)).toEqual({ ok: true, date: '2025-03-20' })
    expect(parseDate({ day: '30', month: '12', year: '1404' }, jalali)).toEqual(notADate)
    expect(parseDate({ day: '30', month: '1405-12' }, jalali)).toEqual(notADate)
    expect(parseDate({ day: '۳۰', month: '۱۲' }, jalali)).toEqual(notADate)
  })

  it.each([null, undefined, '', '  ', {}, { day: '', month: '' }, { day: ' ', month: '', year: '1405' }])(
    'reports %j as missing',
    (input) => {
      expect(parseDate(input, jalali)).toEqual({ ok: false, reason: 'missing' })
    },
  )

  it('accepts parts with a year of either calendar, or a month that includes its year', () => {
    expect(parseDate({ day: '۱۲', month: '۹', year: '۱۴۰۵' }, jalali)).toEqual({ ok: true, date: '2026-12-03' })
    expect(parseDate({ day: '12', month: '1405-9' }, jalali)).toEqual({ ok: true, date: '2026-12-03' })
    expect(parseDate({ day: '3', month: '12', year: '1990' }, jalali)).toEqual({ ok: true, date: '1990-12-03' })
    expect(parseDate({ day: '3', month: '' }, gregorian)).toEqual(notADate)
    expect(parseDate({ day: '3', month: 'x' }, gregorian)).toEqual(notADate)
  })

  it('completes parts without a year to the next such day, today included', () => {
    expect(parseDate({ day: '30', month: '8' }, jalali)).toEqual({ ok: true, date: today })
    expect(parseDate({ day: '29', month: '8' }, jalali)).toEqual({ ok: true, date: '2027-11-20' })
    expect(parseDate({ day: '1', month: '1' }, jalali)).toEqual({ ok: true, date: '2027-03-21' })
    expect(parseDate({ day: '20', month: '11' }, gregorian)).toEqual({ ok: true, date: '2027-11-20' })
  })

  it('reads back what either calendar writes, in any digits', () => {
    const digits = fc.constantFrom(String, toPersianDigits, toArabicDigits)
    const separator = fc.constantFrom('/', '-', '.')
    fc.assert(
      fc.property(date, calendar, calendar, digits, separator, (day, written, page, inDigits, between) => {
        const parts = partsIn(day, written)
        const text = inDigits([parts.year, parts.month, parts.day].join(between))
        expect(parseDate(text, { calendar: page, today })).toEqual({ ok: true, date: day })
      }),
    )
  })

  it('never completes parts to a day before today or more than a year ahead', () => {
    fc.assert(
      fc.property(date, calendar, fc.nat(365), (from, page, ahead) => {
        const { month, day } = partsIn(addDays(from, ahead), page)
        const read = parseDate({ day: String(day), month: String(month) }, { calendar: page, today: from })
        if (read.ok) {
          expect(read.date >= from).toBe(true)
          expect(daysBetween(from, read.date)).toBeLessThanOrEqual(366)
        } else {
          expect([29, 30]).toContain(day)
        }
      }),
    )
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789۱۲/-. x') }), calendar, (text, page) => {
        const read = parseDate(text, { calendar: page, today })
        expect(read.ok ? isCalendarDate(read.date) : read.reason).toBeTruthy()
      }),
    )
  })
})

describe('days', () => {
  it('adding days and counting them agree', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: -4000, max: 4000 }), (from, days) => {
        expect(daysBetween(from, addDays(from, days))).toBe(days)
        expect((((weekday(addDays(from, days)) - weekday(from) - days) % 7) + 7) % 7).toBe(0)
      }),
    )
  })

  it('parts of a date make that date again', () => {
    fc.assert(
      fc.property(date, calendar, (day, kind) => {
        expect(dateOf(partsIn(day, kind), kind)).toBe(day)
      }),
    )
    expect(() => dateOf({ year: 2026, month: 2, day: 29 }, 'gregorian')).toThrow(RangeError)
  })

  it('weekdays are counted from Sunday', () => {
    expect(weekday('2026-11-21')).toBe(6)
    expect(weekday('1969-12-31')).toBe(3)
  })

  it('only real ISO dates in Latin digits are accepted by the API', () => {
    expect(isCalendarDate('2024-02-29')).toBe(true)
    expect(isCalendarDate('2026-02-29')).toBe(false)
    expect(isCalendarDate('1405/9/12')).toBe(false)
    expect(isCalendarDate('۲۰۲۶-۱۲-۰۳')).toBe(false)
  })
})
