import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { candidatesOf, matchLines } from '#app/rules/money/bank/match-lines.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'

const DAY = '2026-12-03'
const line = (id: number, amount: number, words = '', on = DAY) => ({ id, amount, words, on })
const item = (key: string, amount: number, more: object = {}) => ({
  ...{ key, amount, on: DAY, reference: null, name: null, isCard: false },
  ...more,
})

describe('a line is matched', () => {
  test('by the number of the payment, also two weeks later, whatever signs and digits the bank writes', () => {
    const booked = [item('a', 500, { reference: 'SV-48 390' }), item('b', 500)]
    expect(matchLines([line(1, 500, 'ref sv/۴۸۳۹۰', addDays(DAY, 14))], booked)).toEqual([
      { line: 1, items: ['a'], why: 'REFERENCE' },
    ])
  })

  test('by amount and day, only where both are the only ones', () => {
    expect(matchLines([line(1, 500)], [item('a', 500)])).toMatchObject([{ items: ['a'], why: 'AMOUNT' }])
    expect(matchLines([line(1, 500), line(2, 500)], [item('a', 500)])).toEqual([])
    expect(matchLines([line(1, 500)], [item('a', 500), item('b', 500)])).toEqual([])
    expect(matchLines([line(1, 500, '', addDays(DAY, 6))], [item('a', 500)])).toEqual([])
    expect(matchLines([line(1, 500, '', addDays(DAY, -2))], [item('a', 500)])).toEqual([])
    expect(matchLines([line(1, -500)], [item('a', 500)])).toEqual([])
  })

  test('by name among equal amounts, and the last one is then alone', () => {
    const booked = [item('a', 500, { name: 'علي رستمي' }), item('b', 500, { name: 'سارا محمدی' })]
    const lines = [line(1, 500, 'کارت به کارت رستمی علی'), line(2, 500, 'حواله')]
    expect(matchLines(lines, booked)).toEqual([
      { line: 1, items: ['a'], why: 'NAME' },
      { line: 2, items: ['b'], why: 'AMOUNT' },
    ])
  })

  test('as the sum of a terminal’s day', () => {
    const booked = [item('a', 500, { isCard: true }), item('b', 700, { isCard: true }), item('c', 10)]
    expect(matchLines([line(1, 1200, 'POS', addDays(DAY, 1))], booked)).toEqual([
      { line: 1, items: ['a', 'b'], why: 'DAY_SUM' },
    ])
  })
})

test('proposals are of the same direction, and near in amount, number or name', () => {
  const booked = [
    item('far', 2000),
    item('near', 1100),
    item('out', -1000),
    item('named', 5000, { name: 'Rostami' }),
    item('late', 1000, { on: addDays(DAY, -60) }),
  ]
  expect(candidatesOf(line(1, 1000, 'ROSTAMI'), booked).map(({ key }) => key)).toEqual(['near', 'named'])
})

const days = fc.integer({ min: -8, max: 8 }).map((n) => addDays(DAY, n))
const amounts = fc.constantFrom(100, 200, 300, -100)
const words = fc.constantFrom('', 'A1234', 'B1234', 'Sara', 'Ali')
const lines = fc
  .array(fc.record({ on: days, amount: amounts, words }), { maxLength: 12 })
  .map((all) => all.map((one, id) => ({ ...one, id })))
const booked = fc
  .array(
    fc.record({
      ...{ on: days, amount: amounts, isCard: fc.boolean() },
      reference: fc.constantFrom(null, 'A1234', 'B1234', '12'),
      name: fc.constantFrom(null, 'Sara', 'Ali'),
    }),
    { maxLength: 12 },
  )
  .map((all) => all.map((one, index) => ({ ...one, key: `k${index}` })))
const sorted = (found: ReturnType<typeof matchLines>) => found.toSorted((one, other) => one.line - other.line)

test('each line and each entry is matched at most once, to the same sum, whatever their order; and a second time finds nothing', () => {
  fc.assert(
    fc.property(lines, booked, (given, books) => {
      const found = matchLines(given, books)
      const keys = found.flatMap(({ items }) => items)
      expect(new Set(keys).size).toBe(keys.length)
      expect(new Set(found.map((one) => one.line)).size).toBe(found.length)
      for (const { line: id, items } of found) {
        const sum = items.reduce((total, key) => total + (books.find((one) => one.key === key)?.amount ?? 0), 0)
        expect(sum).toBe(given.find((one) => one.id === id)?.amount)
      }
      expect(sorted(matchLines(given.toReversed(), books.toReversed())).map(({ line: id }) => id)).toEqual(
        sorted(found).map(({ line: id }) => id),
      )
      const rest = given.filter(({ id }) => !found.some((one) => one.line === id))
      expect(
        matchLines(
          rest,
          books.filter(({ key }) => !keys.includes(key)),
        ),
      ).toEqual([])
    }),
    { numRuns: 500 },
  )
})
