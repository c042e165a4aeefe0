import { expect, test } from 'vitest'
import { chooseDay, movedReturn } from '#app/features/dates/day-range.ts'

const chosen = { start: '2026-12-03', end: '2026-12-08', isReturnNext: false }

test('the return moves along with the pick-up', () => {
  expect(movedReturn(chosen, '2026-12-30')).toBe('2027-01-04')
  expect(movedReturn({ start: '2026-12-03', end: '2026-12-03' }, '2026-12-04')).toBe('2026-12-04')
})

test('a pick-up alone brings the return of a usual rental', () => {
  expect(movedReturn({}, '2026-12-03')).toBe('2026-12-06')
  expect(movedReturn({ start: '2026-12-09', end: '2026-12-08' }, '2026-12-03')).toBe('2026-12-06')
})

test('a day is the pick-up first, then the return, and an earlier one another pick-up', () => {
  const first = chooseDay(chosen, '2026-12-10')
  expect(first).toEqual({ start: '2026-12-10', end: '2026-12-15', isReturnNext: true })
  expect(chooseDay(first, '2026-12-12')).toEqual({ start: '2026-12-10', end: '2026-12-12', isReturnNext: false })
  expect(chooseDay(first, '2026-12-01')).toEqual({ start: '2026-12-01', end: '2026-12-06', isReturnNext: true })
})
