import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { convertTerms } from '#app/rules/reservation/agreed-terms.ts'
import { mayChangeProposal, PROPOSAL_STATUSES } from '#app/rules/reservation/charges/proposal-status.ts'
import { chargesAtReturn, dayRentOf, lateCharge, sumOf } from '#app/rules/reservation/charges/return-proposal.ts'
import {
  DAMAGE_SIZES,
  DEFAULT_CHARGES,
  damagesAfter,
  MARKS_MAX,
  ODOMETER_MAX,
} from '#app/rules/reservation/protocol.ts'

const terms = DEFAULT_CHARGES.IRT
const rental = { days: 3, mileagePerDay: 250, isFuelPrepaid: false }
const full = { odometer: 48_000, fuel: 8, charge: null }
const scratch = { zone: 'BONNET', type: 'SCRATCH', size: 'COIN' } as const

const reading = fc.record({
  odometer: fc.integer({ min: 0, max: ODOMETER_MAX }),
  fuel: fc.integer({ min: 0, max: 8 }),
  charge: fc.constant(null),
})
const damages = fc.array(
  fc.record({
    zone: fc.constant('ROOF' as const),
    type: fc.constant('DENT' as const),
    size: fc.constantFrom(...DAMAGE_SIZES),
  }),
  { maxLength: MARKS_MAX },
)

describe('the proposed charge of a return', () => {
  test('is nothing for a vehicle that comes back unchanged', () => {
    const back = { ...full, odometer: 48_750 }
    expect(chargesAtReturn({ pickUp: full, back, damages: [], rental, terms })).toEqual([])
  })

  test('has excess kilometres, missing fuel and new damage, each with its unit', () => {
    const back = { odometer: 48_851, fuel: 6, charge: null }
    expect(chargesAtReturn({ pickUp: full, back, damages: [scratch], rental, terms })).toEqual([
      { kind: 'km', quantity: 101, unit: 5_000, amount: 505_000 },
      { kind: 'fuel', quantity: 2, unit: 150_000, amount: 300_000 },
      { kind: 'damage', quantity: 1, unit: 2_000_000, amount: 2_000_000, damage: scratch },
    ])
  })

  test('has no prepaid fuel and no kilometres without a limit', () => {
    const back = { odometer: 60_000, fuel: 0, charge: null }
    const free = { days: 3, mileagePerDay: null, isFuelPrepaid: true }
    expect(chargesAtReturn({ pickUp: full, back, damages: [], rental: free, terms })).toEqual([])
  })

  test("has the percentage of an electric vehicle's charge", () => {
    const pickUp = { odometer: 10, fuel: null, charge: 90 }
    const back = { odometer: 20, fuel: null, charge: 40 }
    const [line] = chargesAtReturn({ pickUp, back, damages: [], rental, terms })
    expect(line).toMatchObject({ kind: 'charge', quantity: 50, amount: 750_000 })
  })

  test('is never negative, adds up, and grows with the defects', () => {
    fc.assert(
      fc.property(reading, reading, damages, fc.nat(40), (pickUp, back, marks, days) => {
        const lines = chargesAtReturn({ pickUp, back, damages: marks, rental: { ...rental, days }, terms })
        for (const { quantity, unit, amount } of lines) {
          expect(amount).toBe(quantity * unit)
          expect(amount).toBeGreaterThan(0)
          expect(Number.isSafeInteger(amount)).toBe(true)
        }
        const worse = { ...back, odometer: back.odometer + 1, fuel: Math.max(0, back.fuel - 1) }
        const more = chargesAtReturn({
          pickUp,
          back: worse,
          damages: [...marks, scratch],
          rental: { ...rental, days },
          terms,
        })
        expect(sumOf(more)).toBeGreaterThan(sumOf(lines))
      }),
    )
  })
})

describe('a late return', () => {
  const due = new Date('2026-12-04T06:30:00Z')
  const late = (minutes: number) =>
    lateCharge({ due, at: new Date(due.getTime() + minutes * 60_000), terms, dayRent: 900_000 })

  test.each([
    [-600, 0],
    [0, 0],
    [60, 0],
    [61, 300_000],
    [120, 300_000],
    [121, 600_000],
    [181, 900_000],
    [1500, 900_000],
    [1501, 1_800_000],
  ])('%i minutes cost %i', (minutes, amount) => {
    expect(sumOf(late(minutes))).toBe(amount)
  })

  test('never costs more than one day’s rent for each started day', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5_000, max: 100_000 }), (minutes) => {
        expect(sumOf(late(minutes))).toBeLessThanOrEqual(Math.ceil(Math.max(0, minutes) / 1440) * 900_000)
      }),
    )
  })
})

test('a vehicle keeps its latest damages, at most forty', () => {
  const known = Array.from({ length: MARKS_MAX }, () => scratch)
  const dent = { ...scratch, type: 'DENT' } as const
  const after = damagesAfter({ known, marks: [dent] })
  expect(after).toHaveLength(MARKS_MAX)
  expect(after.at(-1)).toEqual(dent)
})

test('each side can change a proposal only as allowed: nothing is paid before it is accepted or decided, and final ones stay', () => {
  const found = PROPOSAL_STATUSES.flatMap((from) =>
    PROPOSAL_STATUSES.flatMap((to) =>
      (['CUSTOMER', 'COMPANY', 'OPERATOR', 'SYSTEM'] as const)
        .filter((actor) => mayChangeProposal(from, to, actor))
        .map((actor) => `${actor}: ${from} to ${to}`),
    ),
  )
  expect(found.sort()).toEqual([
    'COMPANY: ACCEPTED to PAID',
    'COMPANY: ACCEPTED to WITHDRAWN',
    'COMPANY: DISPUTED to WITHDRAWN',
    'COMPANY: DRAFT to OPEN',
    'COMPANY: DRAFT to WITHDRAWN',
    'COMPANY: OPEN to DISPUTED',
    'COMPANY: OPEN to WITHDRAWN',
    'COMPANY: RULED to PAID',
    'COMPANY: RULED to WITHDRAWN',
    'CUSTOMER: DISPUTED to ACCEPTED',
    'CUSTOMER: OPEN to ACCEPTED',
    'CUSTOMER: OPEN to DISPUTED',
    'OPERATOR: DISPUTED to DISMISSED',
    'OPERATOR: DISPUTED to PAID',
    'OPERATOR: DISPUTED to RULED',
    'SYSTEM: ACCEPTED to PAID',
    'SYSTEM: RULED to PAID',
  ])
})

test('the rent of a day is that of all days divided, without places and discounts', () => {
  const line = (kind: 'rent' | 'receive_place' | 'discount', amount: number) => ({
    kind,
    quantity: 1,
    unit: amount,
    amount,
  })
  const lines = [line('rent', 700), line('rent', 300), line('receive_place', 90), line('discount', -80)]
  expect(dayRentOf({ lines, days: 3 })).toBe(333)
  expect(dayRentOf({ lines, days: 0 })).toBe(1000)
})

test('terms in euro have the same worth in toman, and the other way round', () => {
  const { IRT, EUR } = DEFAULT_CHARGES
  expect(convertTerms(EUR, { from: 'EUR', rate: 100_000 })).toMatchObject({ km: 30_000, damage: { COIN: 4_000_000 } })
  expect(convertTerms(IRT, { from: 'IRT', rate: 100_000 })).toMatchObject({ km: 5, late_hour: 300 })
})
