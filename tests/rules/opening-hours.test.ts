import { describe, expect, it } from 'vitest'
import { isOpenAt } from '#app/rules/opening-hours.ts'

describe('a place', () => {
  it.each([
    ['07:59', false],
    ['08:00', true],
    ['20:00', true],
    ['20:01', false],
    ['00:00', false],
  ])('open from 08:00 to 20:00, at %s: %s', (time, isOpen) => {
    expect(isOpenAt({ opens_at: '08:00', closes_at: '20:00' }, time)).toBe(isOpen)
  })

  it.each([
    ['17:59', false],
    ['18:00', true],
    ['23:30', true],
    ['00:00', true],
    ['02:00', true],
    ['02:01', false],
  ])('open from 18:00 past midnight to 02:00, at %s: %s', (time, isOpen) => {
    expect(isOpenAt({ opens_at: '18:00', closes_at: '02:00' }, time)).toBe(isOpen)
  })

  it('is open all day where it closes when it opens, or at 24:00', () => {
    for (const time of ['00:00', '12:30', '23:59']) {
      expect(isOpenAt({ opens_at: '09:00', closes_at: '09:00' }, time)).toBe(true)
      expect(isOpenAt({ opens_at: '00:00', closes_at: '24:00' }, time)).toBe(true)
    }
  })
})
