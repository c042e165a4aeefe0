import { expect, test } from 'vitest'
import { nextTargetDay } from '#app/rules/money/target-days.ts'

test('the next banking day skips weekends and the closing days of TARGET', () => {
  expect(nextTargetDay('2026-11-23')).toBe('2026-11-24')
  expect(nextTargetDay('2026-11-27')).toBe('2026-11-30')
  // Christmas and its weekend, New Year, Good Friday to Easter Monday, the first of May.
  expect(nextTargetDay('2026-12-24')).toBe('2026-12-28')
  expect(nextTargetDay('2026-12-31')).toBe('2027-01-04')
  expect(nextTargetDay('2027-03-25')).toBe('2027-03-30')
  expect(nextTargetDay('2029-04-30')).toBe('2029-05-02')
})
