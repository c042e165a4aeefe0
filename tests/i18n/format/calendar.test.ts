import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMonths, monthGrid, monthGrids, monthOf } from '#app/i18n/format/calendar.ts'
import { firstWeekday } from '#app/i18n/format/dates.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { addDays, daysBetween, weekday } from '#app/rules/time/calendar-date.ts'

const language = fc.constantFrom(...LANGUAGES)
const date = fc.integer({ min: 0, max: 69_000 }).map((days) => addDays('1921-04-21', days))

describe('a month on the calendar', () => {
  it('shows Azar 1405 from Saturday, with Fridays as rest days', () => {
    const azar = monthGrid({ year: 1405, month: 9 }, 'fa')
    expect(azar).toMatchObject({ title: 'آذر ۱۴۰۵', first: '2026-11-22', last: '2026-12-21' })
    expect(azar.weeks).toHaveLength(5)
    expect(azar.weeks[0]?.map(({ label, inMonth }) => (inMonth ? label : ''))).toEqual([
      '',
      '۱',
      '۲',
      '۳',
      '۴',
      '۵',
      '۶',
    ])
    expect(azar.weeks.every((week) => week.findIndex(({ isRestDay }) => isRestDay) === 6)).toBe(true)
  })

  it('shows December 2026 from Monday in English', () => {
    const december = monthGrid({ year: 2026, month: 12 }, 'en')
    expect(december).toMatchObject({ title: 'December 2026', first: '2026-12-01', last: '2026-12-31' })
    expect(december.weeks[0]?.map(({ iso }) => iso.slice(5))).toEqual([
      '11-30',
      '12-01',
      '12-02',
      '12-03',
      '12-04',
      '12-05',
      '12-06',
    ])
  })

  it('has each of its days once, in whole weeks with the right first day', () => {
    fc.assert(
      fc.property(date, language, (day, tongue) => {
        const grid = monthGrid(monthOf(day, tongue), tongue)
        const days = grid.weeks.flat()
        const own = days.filter(({ inMonth }) => inMonth)
        expect(own.map(({ iso }) => iso)).toEqual(own.map((_, index) => addDays(grid.first, index)))
        expect(own).toHaveLength(daysBetween(grid.first, grid.last) + 1)
        expect(own.some(({ iso }) => iso === day)).toBe(true)
        expect(
          grid.weeks.every((week) => week.length === 7 && weekday(week[0]?.iso ?? '') === firstWeekday(tongue)),
        ).toBe(true)
        expect(grid.weeks.every((week) => week.some(({ inMonth }) => inMonth))).toBe(true)
      }),
    )
  })

  it('months follow each other without a gap, across years', () => {
    fc.assert(
      fc.property(date, language, (day, tongue) => {
        const grids = monthGrids(day, 4, tongue)
        for (const [index, grid] of grids.slice(1).entries()) {
          expect(grid.first).toBe(addDays(grids[index]?.last ?? '', 1))
        }
      }),
    )
    expect(addMonths({ year: 1405, month: 11 }, 3)).toEqual({ year: 1406, month: 2 })
    expect(addMonths({ year: 2026, month: 1 }, -1)).toEqual({ year: 2025, month: 12 })
  })
})
