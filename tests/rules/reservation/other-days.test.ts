import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EARLIEST_SHIFT, LATEST_SHIFT, nearestFirst, shiftsOf } from '#app/rules/reservation/other-days.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'

test('a rental moves neither before today nor to where it is, and the nearest days come first', () => {
  expect(nearestFirst(shiftsOf('2026-12-03', '2026-12-01')).slice(0, 5)).toEqual([1, -1, 2, -2, 3])
  expect(nearestFirst(shiftsOf('2026-12-01', '2026-12-01'))[0]).toBe(1)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40 }), (ahead) => {
      const shifts = shiftsOf(addDays('2026-12-01', ahead), '2026-12-01')
      expect(shifts).not.toContain(0)
      expect(shifts).toHaveLength(LATEST_SHIFT + Math.min(ahead, -EARLIEST_SHIFT))
      for (const days of shifts) expect(ahead + days).toBeGreaterThanOrEqual(0)
    }),
  )
})
