import { expect, test } from 'vitest'
import { isCorrectable } from '#app/rules/reservation/protocol.ts'

const back = { done_at: new Date('2026-12-04T06:30:00Z') }

test.each([
  ['before the return', [], undefined, '2027-12-04T06:30:00Z', true],
  ['within thirty days after the return', [], back, '2027-01-03T06:29:00Z', true],
  ['after thirty days', [], back, '2027-01-03T06:31:00Z', false],
  ['for the tenth time', Array(9).fill({}), back, '2026-12-05T06:30:00Z', true],
  ['for the eleventh time', Array(10).fill({}), back, '2026-12-05T06:30:00Z', false],
])('a reading is corrected %s', (_, corrections, record, now, expected) => {
  expect(isCorrectable({ corrections }, { back: record, now: new Date(now) })).toBe(expected)
})
