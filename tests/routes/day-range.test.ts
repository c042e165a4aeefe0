import { expect, test } from 'vitest'
import { chooseDay, movedReturn } from '#app/features/dates/day-range.ts'

const chosen = { start: '2026-12-03', end: '2026-12-08', isReturnNext: false }

test('changing the pick-up moves the return', () => {
  expect(movedReturn(chosen, '2026-12-30')).toBe('2027-01-04')
  expect(movedReturn({ start: '2026-12-03', end: '2026-12-03' }, '2026-12-04')).toBe('2026-12-04')
})

test('choosing only a pick-up adds a return after the usual length', () => {
  expect(movedReturn({}, '2026-12-03')).toBe('2026-12-06')
  expect(movedReturn({ start: '2026-12-09', end: '2026-12-08' }, '2026-12-03')).toBe('2026-12-06')
})

test('the first chosen day is the pick-up, the next one the return, and an earlier one another pick-up', () => {
  const first = chooseDay(chosen, '2026-12-10')
  expect(first).toEqual({ start: '2026-12-10', end: '2026-12-15', isReturnNext: true })
  expect(chooseDay(first, '2026-12-12')).toEqual({ start: '2026-12-10', end: '2026-12-12', isReturnNext: false })
  expect(chooseDay(first, '2026-12-01')).toEqual({ start: '2026-12-01', end: '2026-12-06', isReturnNext: true })
})
