import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  COVER_LEVELS,
  COVER_PARTS,
  type CoverLevel,
  type CoverPart,
  coveredParts,
  coverRows,
  type DriverShare,
} from '#app/rules/reservation/cover.ts'

const LEVELS = {
  COLLISION: 'BASIC',
  THEFT: 'BASIC',
  NATURE: 'INSURED',
  GLASS: 'INSURED',
  TYRES: 'NONE',
  UNDERBODY: 'NONE',
  INTERIOR: 'NONE',
} as const
const rowOf = (part: CoverPart, excess: { basic: number | null; insured: number | null }, isInsuranceSold = true) =>
  coverRows({ levels: LEVELS, excess, isInsuranceSold }).find((row) => row.part === part)

test('a driver pays up to the excess of what is covered, and all of what is not', () => {
  const excess = { basic: 900, insured: 0 }
  const [all, nine, none] = [{ kind: 'ALL' }, { kind: 'UP_TO', amount: 900 }, { kind: 'UP_TO', amount: 0 }]
  expect(rowOf('COLLISION', excess)).toEqual({ part: 'COLLISION', basic: nine, insured: none })
  expect(rowOf('GLASS', excess)).toEqual({ part: 'GLASS', basic: all, insured: none })
  expect(rowOf('TYRES', excess)).toEqual({ part: 'TYRES', basic: all, insured: all })
  expect(rowOf('COLLISION', excess, false)).toEqual({ part: 'COLLISION', basic: nine, insured: null })
})

test('an excess that is not stated stays unknown, unless the other one bounds it', () => {
  expect(rowOf('COLLISION', { basic: null, insured: null })?.basic).toEqual({ kind: 'UNKNOWN' })
  expect(rowOf('COLLISION', { basic: 900, insured: null })?.insured).toEqual({ kind: 'UP_TO', amount: 900 })
  expect(rowOf('COLLISION', { basic: null, insured: 100 })?.basic).toEqual({ kind: 'UNKNOWN' })
})

const levels = fc.record(
  Object.fromEntries(COVER_PARTS.map((part) => [part, fc.constantFrom(...COVER_LEVELS)])) as Record<
    CoverPart,
    fc.Arbitrary<CoverLevel>
  >,
)
const amount = fc.option(fc.nat(100_000))

test('the supplemental insurance never leaves a driver with more, and covers all that is covered without it', () => {
  fc.assert(
    fc.property(levels, amount, amount, (chosen, basic, insured) => {
      const rows = coverRows({ levels: chosen, excess: { basic, insured }, isInsuranceSold: true })
      expect(rows.map(({ part }) => part)).toEqual([...COVER_PARTS])
      for (const row of rows) expect(most(row.insured)).toBeLessThanOrEqual(most(row.basic))
      const [without, with_] = [coveredParts(chosen, false), coveredParts(chosen, true)]
      expect(with_.covered).toEqual(expect.arrayContaining(without.covered))
      for (const { covered, not } of [without, with_])
        expect([...covered, ...not].sort()).toEqual([...COVER_PARTS].sort())
    }),
  )
})

/** The most that a driver may have to pay; an unknown amount may be any but all. */
function most(share: DriverShare | null): number {
  if (share === null || share.kind === 'ALL') return Number.POSITIVE_INFINITY
  return share.kind === 'UNKNOWN' ? Number.MAX_SAFE_INTEGER : share.amount
}
