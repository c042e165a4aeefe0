import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ChosenDays, canPickUp, canReturn, choiceOf } from '#app/features/booking/free-days.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'

const RANGES = [
  { start: '2026-12-01T00:00', end: '2026-12-05T12:00' },
  { start: '2026-12-08T18:00', end: '2026-12-31T00:00' },
]
const AT_TEN: ChosenDays = { startTime: '10:00', endTime: '10:00' }

describe('a day of the availability calendar', () => {
  test('can be a pick-up if the vehicle is free at the chosen time', () => {
    expect(canPickUp(RANGES, '2026-12-05', AT_TEN)).toBe(true)
    expect(canPickUp(RANGES, '2026-12-05', { ...AT_TEN, startTime: '12:00' })).toBe(false)
    expect(canPickUp(RANGES, '2026-12-08', AT_TEN)).toBe(false)
    expect(canPickUp(RANGES, '2026-12-08', { ...AT_TEN, startTime: '18:00' })).toBe(true)
  })

  test('can be a return only if the vehicle is free all the time before', () => {
    const chosen = { ...AT_TEN, start: '2026-12-03' }
    expect(canReturn(RANGES, '2026-12-05', chosen)).toBe(true)
    expect(canReturn(RANGES, '2026-12-05', { ...chosen, endTime: '12:30' })).toBe(false)
    expect(canReturn(RANGES, '2026-12-20', chosen)).toBe(false)
    expect(canReturn(RANGES, '2026-12-03', chosen)).toBe(false)
    expect(canReturn(RANGES, '2026-12-03', { ...chosen, endTime: '10:30' })).toBe(true)
  })

  test('is the return after a pick-up, and a new pick-up before it or once both are chosen', () => {
    const begun = { ...AT_TEN, start: '2026-12-10' }
    expect(choiceOf(RANGES, '2026-12-12', begun)).toEqual({ start: '2026-12-10', end: '2026-12-12' })
    expect(choiceOf(RANGES, '2026-12-02', begun)).toEqual({ start: '2026-12-02' })
    expect(choiceOf(RANGES, '2026-12-12', { ...begun, end: '2026-12-14' })).toEqual({ start: '2026-12-12' })
    expect(choiceOf(RANGES, '2026-12-06', AT_TEN)).toBeUndefined()
  })

  test('never offers a rental outside one free range', () => {
    const day = fc.integer({ min: -3, max: 40 }).map((days) => addDays('2026-12-01', days))
    fc.assert(
      fc.property(day, day, (start, date) => {
        const choice = choiceOf(RANGES, date, { ...AT_TEN, start })
        if (!choice?.end) return
        const isInside = RANGES.some(
          (range) => range.start <= `${choice.start}T10:00` && `${choice.end}T10:00` <= range.end,
        )
        expect(isInside).toBe(true)
        expect(choice.start < choice.end).toBe(true)
      }),
    )
  })
})
