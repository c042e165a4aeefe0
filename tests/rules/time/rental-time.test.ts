import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TIME_SLOTS } from '#app/rules/constants.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { HOUR_MS } from '#app/rules/time/durations.ts'
import { dateIn, instantOf, isTimeSlot, localOf, rentalDays, validateRental } from '#app/rules/time/rental-time.ts'

const date = fc.integer({ min: 0, max: 3650 }).map((days) => addDays('2023-01-01', days))
const slot = fc.constantFrom(...TIME_SLOTS)

describe('the clock of a city', () => {
  it('Tehran is three and a half hours ahead all year', () => {
    fc.assert(
      fc.property(date, slot, (day, time) => {
        expect(instantOf(day, time, 'Asia/Tehran').getTime()).toBe(Date.parse(`${day}T${time}:00+03:30`))
      }),
    )
  })

  it('Berlin is one hour ahead in winter and two in summer', () => {
    expect(instantOf('2026-12-03', '10:00', 'Europe/Berlin').toISOString()).toBe('2026-12-03T09:00:00.000Z')
    expect(instantOf('2026-07-03', '10:00', 'Europe/Berlin').toISOString()).toBe('2026-07-03T08:00:00.000Z')
  })

  it('a time that Berlin skips is read with the offset before', () => {
    const skipped = instantOf('2027-03-28', '02:30', 'Europe/Berlin')
    expect(skipped.toISOString()).toBe('2027-03-28T01:30:00.000Z')
    expect(localOf(skipped, 'Europe/Berlin')).toEqual({ date: '2027-03-28', time: '03:30' })
  })

  it('a time that Berlin has twice is the first', () => {
    expect(instantOf('2026-10-25', '02:30', 'Europe/Berlin').toISOString()).toBe('2026-10-25T00:30:00.000Z')
    expect(instantOf('2026-10-25', '03:00', 'Europe/Berlin').toISOString()).toBe('2026-10-25T02:00:00.000Z')
  })

  it('every time of every day reads back, except skipped ones', () => {
    const zone = fc.constantFrom('Asia/Tehran', 'Europe/Berlin', 'Europe/Istanbul', 'Asia/Dubai', 'America/St_Johns')
    fc.assert(
      fc.property(date, slot, zone, (day, time, where) => {
        const read = localOf(instantOf(day, time, where), where)
        const isSkipped = read.time !== time
        expect(read.date).toBe(day)
        if (isSkipped) expect(Date.parse(`${day}T${read.time}Z`) - Date.parse(`${day}T${time}Z`)).toBe(HOUR_MS)
      }),
      { numRuns: 300 },
    )
  })

  it('a later local time is a later instant, also on the day that has an hour twice', () => {
    for (const day of ['2026-10-25', '2026-12-03']) {
      const instants = TIME_SLOTS.map((time) => instantOf(day, time, 'Europe/Berlin').getTime())
      expect(instants).toEqual(instants.toSorted((a, b) => a - b))
    }
  })

  it('the date in one city can differ from the date in another', () => {
    const instant = new Date('2026-11-21T21:00:00Z')
    expect(dateIn('Asia/Tehran', instant)).toBe('2026-11-22')
    expect(dateIn('Europe/Berlin', instant)).toBe('2026-11-21')
  })

  it('an unknown zone is an error', () => {
    expect(() => instantOf('2026-12-03', '10:00', 'Asia/Atlantis')).toThrow(RangeError)
  })
})

describe('rental days', () => {
  const start = { date: '2026-12-03', time: '10:00' }

  it.each([
    ['2026-12-03', '10:30', 1],
    ['2026-12-04', '10:00', 1],
    ['2026-12-04', '11:00', 1],
    ['2026-12-04', '11:30', 2],
    ['2026-12-08', '10:00', 5],
    ['2026-12-08', '11:00', 5],
    ['2026-12-08', '11:01', 6],
    ['2026-12-08', '11:30', 6],
  ])('from 10:00 on the third to %s %s is %i', (endDate, endTime, days) => {
    expect(rentalDays(start, { date: endDate, time: endTime })).toBe(days)
  })

  it('the night of a clock change adds no day', () => {
    for (const day of ['2026-10-25', '2027-03-28']) {
      const evening = { date: addDays(day, -1), time: '10:00' }
      expect(rentalDays(evening, { date: day, time: '10:00' })).toBe(1)
      expect(rentalDays(evening, { date: day, time: '11:00' })).toBe(1)
    }
  })

  it('n whole days and up to an hour are n days; another half hour is one day more', () => {
    fc.assert(
      fc.property(
        date,
        fc.constantFrom(...TIME_SLOTS.slice(0, 40)),
        fc.integer({ min: 1, max: 90 }),
        (day, time, days) => {
          const from = { date: day, time }
          const later = (slots: number) => TIME_SLOTS[TIME_SLOTS.indexOf(time) + slots] ?? ''
          const end = addDays(day, days)
          expect(rentalDays(from, { date: end, time })).toBe(days)
          expect(rentalDays(from, { date: end, time: later(2) })).toBe(days)
          expect(rentalDays(from, { date: end, time: later(3) })).toBe(days + 1)
        },
      ),
    )
  })
})

describe('a requested rental', () => {
  const requested = {
    start_date: '2026-12-03',
    start_time: '10:00',
    end_date: '2026-12-08',
    end_time: '10:00',
    zone: 'Asia/Tehran',
    now: new Date('2026-11-21T08:00:00Z'),
  }

  it('can be in the future with its return after its pick-up', () => {
    expect(validateRental(requested)).toEqual({})
  })

  it('reports which field is wrong', () => {
    expect(validateRental({ ...requested, end_date: '2026-12-02' })).toEqual({ end_date: 'return_before_pickup' })
    expect(validateRental({ ...requested, end_date: '2026-12-03' })).toEqual({ end_time: 'return_before_pickup' })
    expect(validateRental({ ...requested, start_date: '2026-11-20' })).toEqual({ start_date: 'past' })
    expect(validateRental({ ...requested, start_date: '2026-11-21' })).toEqual({ start_time: 'past' })
    // The current minute is too late.
    expect(validateRental({ ...requested, start_date: '2026-11-21', start_time: '11:30' })).toEqual({
      start_time: 'past',
    })
    expect(validateRental({ ...requested, start_date: '2026-11-21', start_time: '12:00' })).toEqual({})
    expect(validateRental({ ...requested, start_time: '10:15' })).toEqual({ start_time: 'not_a_slot' })
    expect(validateRental({ ...requested, end_time: '' })).toEqual({ end_time: 'not_a_slot' })
    expect(validateRental({ ...requested, start_date: '1404-12-30x', end_date: '2026-02-29' })).toEqual({
      start_date: 'not_a_date',
      end_date: 'not_a_date',
    })
  })

  it('begins and ends on half hours from 00:30 to 23:30', () => {
    expect(TIME_SLOTS).toHaveLength(47)
    expect([isTimeSlot('00:30'), isTimeSlot('09:00'), isTimeSlot('23:30')]).toEqual([true, true, true])
    expect(['00:00', '24:00', '9:00', '10:15', ''].some(isTimeSlot)).toBe(false)
  })
})
