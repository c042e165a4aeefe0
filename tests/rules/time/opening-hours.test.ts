import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TIME_SLOTS } from '#app/rules/constants.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import {
  areInOrder,
  isOpenAt,
  isShutOn,
  nextOpening,
  type OpeningHours,
  type Period,
  readPeriods,
  type Week,
  weekParts,
} from '#app/rules/time/opening-hours.ts'
import { ownTime } from '../../support/own-time.ts'

const MONDAY = '2026-12-07'
const daily = (opens_at: string, closes_at: string) => ({ opens_at, closes_at, week: null, closed: [] })

describe('a place', () => {
  it.each([
    ['07:59', false],
    ['08:00', true],
    ['20:00', true],
    ['20:01', false],
    ['00:00', false],
  ])('open from 08:00 to 20:00, at %s: %s', (time, isOpen) => {
    expect(isOpenAt(daily('08:00', '20:00'), { date: MONDAY, time })).toBe(isOpen)
  })

  it.each([
    ['17:59', false],
    ['18:00', true],
    ['23:30', true],
    ['00:00', true],
    ['02:00', true],
    ['02:01', false],
  ])('open from 18:00 past midnight to 02:00, at %s: %s', (time, isOpen) => {
    expect(isOpenAt(daily('18:00', '02:00'), { date: MONDAY, time })).toBe(isOpen)
  })

  it('is open all day if it closes when it opens, or at 24:00', () => {
    for (const time of ['00:00', '12:30', '23:59']) {
      expect(isOpenAt(daily('09:00', '09:00'), { date: MONDAY, time })).toBe(true)
      expect(isOpenAt(daily('00:00', '24:00'), { date: MONDAY, time })).toBe(true)
    }
  })
})

const at = (date: string, time: string) => ({ date, time })
const weekOf = (periods: Period[], rest: Period[] = []): Week => [...Array(5).fill(periods), rest, rest]

describe('a week', () => {
  const split: Period[] = [
    ['09:00', '13:00'],
    ['16:00', '20:00'],
  ]
  const hours = { ...daily('00:00', '24:00'), week: weekOf(split) }

  it('can have a break at noon and closed days', () => {
    const open = (date: string, time: string) => isOpenAt(hours, at(date, time))
    expect([open(MONDAY, '12:30'), open(MONDAY, '14:30'), open(MONDAY, '16:00')]).toEqual([true, false, true])
    expect(isShutOn(hours, addDays(MONDAY, 5))).toBe(true)
    expect(nextOpening([hours], at(addDays(MONDAY, 4), '20:30'))).toEqual(at(addDays(MONDAY, 7), '09:00'))
  })

  it('continues past midnight into the next day, unless that is closed', () => {
    const night = { ...hours, week: weekOf([['18:00', '02:00']]) }
    const saturday = addDays(MONDAY, 5)
    expect(isOpenAt(night, at(saturday, '01:30'))).toBe(true)
    expect(isOpenAt(night, at(MONDAY, '01:30'))).toBe(false)
    expect(isOpenAt({ ...night, closed: [{ starts_on: saturday, ends_on: saturday }] }, at(saturday, '01:30'))).toBe(
      false,
    )
    expect(
      isOpenAt(
        { ...night, closed: [{ starts_on: addDays(saturday, -1), ends_on: addDays(saturday, -1) }] },
        at(saturday, '01:30'),
      ),
    ).toBe(false)
  })

  it('is shown in groups of equal days', () => {
    expect(weekParts(weekOf(split)).map(({ first, last }) => [first, last])).toEqual([
      [0, 4],
      [5, 6],
    ])
  })
})

describe('typed opening hours', () => {
  it.each([
    [
      '9-13, 16:30-20',
      [
        ['09:00', '13:00'],
        ['16:30', '20:00'],
      ],
    ],
    [
      '۹ تا ۱۳ و ۱۶:۳۰ تا ۲۰',
      [
        ['09:00', '13:00'],
        ['16:30', '20:00'],
      ],
    ],
    ['09.00 – 24.00 Uhr', [['09:00', '24:00']]],
    ['18:00–02:00', [['18:00', '02:00']]],
    ['  ', []],
  ])('%s', (typed, periods) => expect(readPeriods(typed)).toEqual(periods))

  it.each([
    '9',
    '9-25',
    '9-13-16',
    '9:75-10',
    'closed',
    '9-13, 12-20',
    '18-2, 4-6',
    '24-3',
    '1-2,3-4,5-6,7-8,9-10',
    '<9-13>',
  ])('cannot be %s', (typed) => expect(readPeriods(typed)).toBeUndefined())
})

describe('closed days', () => {
  const day = fc.integer({ min: 0, max: 40 }).map((days) => addDays(MONDAY, days))
  const clock = fc.constantFrom(...TIME_SLOTS)
  const periods = fc
    .array(fc.tuple(clock, clock), { maxLength: 3 })
    .map((list) => list.sort() as Period[])
    .filter((list) => areInOrder(list))
  const closed = fc.array(
    fc.tuple(day, day).map(([one, other]) => ({
      starts_on: one < other ? one : other,
      ends_on: one < other ? other : one,
    })),
    { maxLength: 4 },
  )
  const hours: fc.Arbitrary<OpeningHours> = fc.record({
    opens_at: clock,
    closes_at: clock,
    week: fc.option(fc.array(periods, { minLength: 7, maxLength: 7 })),
    closed,
  })

  it('are never open, and close nothing else', () => {
    fc.assert(
      fc.property(hours, day, clock, (place, date, time) => {
        const isClosed = place.closed.some(({ starts_on, ends_on }) => starts_on <= date && date <= ends_on)
        if (isClosed) expect(isOpenAt(place, at(date, time))).toBe(false)
        const isFar = place.closed.every(({ starts_on, ends_on }) => date < starts_on || date > addDays(ends_on, 1))
        if (isFar) expect(isOpenAt(place, at(date, time))).toBe(isOpenAt({ ...place, closed: [] }, at(date, time)))
      }),
    )
  })

  it('are followed by the next time when the place is open', () => {
    fc.assert(
      fc.property(hours, day, clock, (place, date, time) => {
        const next = nextOpening([place], at(date, time))
        if (!next) return
        expect(isOpenAt(place, next)).toBe(true)
        const isBetween = (slot: string, on: string) =>
          (on > date || slot >= time) && (on < next.date || slot < next.time)
        for (let on = date; on <= next.date; on = addDays(on, 1))
          for (const slot of TIME_SLOTS) if (isBetween(slot, on)) expect(isOpenAt(place, at(on, slot))).toBe(false)
      }),
      { numRuns: 60 },
    )
  })

  it('are searched quickly, however many there are', async () => {
    const closed = Array.from({ length: 200 }, () => ({ starts_on: '2030-01-01', ends_on: '2030-01-02' }))
    const shut = { ...daily('08:00', '20:00'), week: Array.from({ length: 7 }, () => []), closed }
    const search = () => expect(nextOpening(Array(100).fill(shut), at(MONDAY, '10:00'))).toBeNull()
    expect(await ownTime(search)).toBeLessThan(250)
  })
})
