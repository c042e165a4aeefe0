import { expect, test } from 'vitest'
import { lastMonths } from '#app/rules/time/last-months.ts'

test('months of either calendar follow each other without a gap, over the turn of the year', () => {
  expect(lastMonths('2026-01-15', 'gregorian', 3)).toEqual([
    { key: '2026-01', from: '2026-01-01', to: '2026-01-31', year: '2026-01-01' },
    { key: '2025-12', from: '2025-12-01', to: '2025-12-31', year: '2025-01-01' },
    { key: '2025-11', from: '2025-11-01', to: '2025-11-30', year: '2025-01-01' },
  ])
  expect(lastMonths('2026-03-25', 'jalali', 2)).toEqual([
    { key: '1405-01', from: '2026-03-21', to: '2026-04-20', year: '2026-03-21' },
    { key: '1404-12', from: '2026-02-20', to: '2026-03-20', year: '2025-03-21' },
  ])
})
