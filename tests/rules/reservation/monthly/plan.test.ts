import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  coveredBy,
  coveredParts,
  dueBy,
  earlyEndSums,
  earlyEnds,
  nextPart,
} from '#app/rules/reservation/monthly/plan.ts'

const parts = [
  { id: 'a', amount: 39, due_on: '2026-11-11' },
  { id: 'b', amount: 39, due_on: '2026-12-08' },
  { id: 'c', amount: 39, due_on: '2027-01-07' },
]

describe('what is paid of a plan', () => {
  test('is the earliest part first, and the next one is late from the day after its due date on', () => {
    const at = (received: number, today: string) =>
      coveredParts(parts, { received, today }).map(({ left, state, days_late }) => [left, state, days_late])
    expect(at(39, '2026-12-08')).toEqual([
      [0, 'PAID', 0],
      [39, 'DUE', 0],
      [39, 'DUE', 0],
    ])
    expect(at(50, '2026-12-10')).toEqual([
      [0, 'PAID', 0],
      [28, 'LATE', 2],
      [39, 'DUE', 0],
    ])
    expect(at(200, '2027-02-01').map(([, state]) => state)).toEqual(['PAID', 'PAID', 'PAID'])
  })

  test('leaves exactly what was not received', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { maxLength: 14 })
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 9_000_000 }), (of, received) => {
        const plan = of.map((amount, index) => ({ amount, due_on: `2026-12-${String(index + 10)}` }))
        const covered = coveredParts(plan, { received, today: '2026-12-15' })
        const total = of.reduce((sum, one) => sum + one, 0)
        const left = covered.reduce((sum, one) => sum + one.left, 0)
        expect(left).toBe(Math.max(0, total - received))
        expect(dueBy(covered, '2026-12-31')).toBe(left)
        const next = covered.findIndex(({ left }) => left > 0)
        expect(nextPart(covered)).toBe(covered[next])
        if (next >= 0) expect(covered.slice(0, next).every(({ state }) => state === 'PAID')).toBe(true)
      }),
    )
  })

  test('says what is due by a day', () => {
    const covered = coveredParts(parts, { received: 40, today: '2026-12-02' })
    expect(dueBy(covered, '2026-12-07')).toBe(0)
    expect(dueBy(covered, '2026-12-08')).toBe(38)
    expect(dueBy(covered, '2027-01-07')).toBe(77)
  })
})

describe('an early end', () => {
  const rental = { start: '2026-11-11', end: '2027-02-09', isPast: false }

  test('is possible from the notice on until the day before the return', () => {
    expect(earlyEnds({ ...rental, today: '2026-12-03', notice: 7 })).toEqual({
      first: '2026-12-10',
      last: '2027-02-08',
    })
    expect(earlyEnds({ ...rental, today: '2026-11-11', notice: 0 })).toEqual({
      first: '2026-11-12',
      last: '2027-02-08',
    })
    expect(earlyEnds({ ...rental, today: '2027-02-02', notice: 7 })).toBeNull()
    // Once today's time of return has passed, an end today would lie in the past.
    expect(earlyEnds({ ...rental, today: '2026-12-03', notice: 0, isPast: true })?.first).toBe('2026-12-04')
    expect(earlyEnds({ ...rental, today: '2027-02-08', notice: 0, isPast: true })).toBeNull()
  })
})

describe('the receipt of a part', () => {
  test('is the one that paid the last of it', () => {
    const receipts = [
      { id: 1, amount: 39 },
      { id: 2, amount: 10 },
      { id: 3, amount: 68 },
    ]
    expect(coveredBy(parts, receipts).map((one) => one?.id ?? null)).toEqual([1, 3, 3])
    expect(coveredBy(parts, receipts.slice(0, 2)).map((one) => one?.id ?? null)).toEqual([1, null, null])
    expect(coveredBy(parts, [])).toEqual([null, null, null])
  })
})

describe('the money of an early end', () => {
  test('is all accounted for: what came in is what it costs, less what is left, and more than that goes back', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000_000 })
    fc.assert(
      fc.property(amount, amount, amount, (total, online, desk) => {
        const { left, refund, desk_back } = earlyEndSums({ total, received: online + desk, online })
        expect(online + desk - refund - desk_back + left).toBe(total)
        expect(refund).toBeLessThanOrEqual(online)
        expect(desk_back).toBeLessThanOrEqual(desk)
        expect(Math.min(left, refund + desk_back)).toBe(0)
      }),
    )
  })
})
