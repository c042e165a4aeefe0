import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterDepositStep,
  type Deposit,
  type DepositStep,
  depositBackBy,
  depositBackDays,
  depositCap,
  depositDue,
  depositRule,
  depositState,
  heldOf,
  onlineDeposit,
  returnedByItself,
} from '#app/rules/reservation/deposit.ts'

const AGREED: Deposit = { agreed: 15_000_000, taken: 0, back: 0, kept: 0 }
const HELD: Deposit = { ...AGREED, taken: 15_000_000 }

describe('bounds of a country', () => {
  test('Turkey’s draft allows three days’ rent up to six days, seven up to thirty, and seven days to give it back', () => {
    const cap = (days: number) => depositCap({ country: 'TR', days, dayRent: 100 })?.amount
    expect([1, 6, 7, 30].map(cap)).toEqual([300, 300, 700, 700])
    expect(cap(31)).toBeUndefined()
    expect(depositRule('TR')).toMatchObject({ isDraft: true, of: '2026-02-10' })
    expect(depositBackDays('TR', 14)).toBe(7)
    expect(depositBackDays('TR', 3)).toBe(3)
  })

  test('elsewhere nothing bounds it, and the company’s own term counts', () => {
    expect(depositCap({ country: 'IR', days: 3, dayRent: 100 })).toBeNull()
    expect(depositBackDays('IR', null)).toBe(7)
    expect(depositBackDays('IR', 14)).toBe(14)
    expect(depositBackBy('2026-12-28', 'IR', 7)).toBe('2027-01-04')
  })
})

test('a last day is later, soon from two days before, and overdue from the day after it', () => {
  const of = (today: string) => depositDue('2026-12-05', today)
  expect(['2026-12-02', '2026-12-03', '2026-12-05', '2026-12-06'].map(of)).toEqual(['LATER', 'SOON', 'SOON', 'OVERDUE'])
})

describe('a deposit', () => {
  test('is agreed, held, and given back, partly kept or kept', () => {
    expect(depositState({ ...AGREED, agreed: 0 })).toBe('NONE')
    expect(depositState(AGREED)).toBe('AGREED')
    expect(depositState(HELD)).toBe('HELD')
    expect(depositState({ ...HELD, back: 1 })).toBe('HELD')
    expect(depositState({ ...HELD, back: 15_000_000 })).toBe('GIVEN_BACK')
    expect(depositState({ ...HELD, back: 14_999_999, kept: 1 })).toBe('PARTLY_KEPT')
    expect(depositState({ ...HELD, kept: 15_000_000 })).toBe('KEPT')
  })

  test('refuses what is wrong, by name', () => {
    const refused = (deposit: Deposit, step: DepositStep) => afterDepositStep(deposit, step).refused
    expect(refused(AGREED, { kind: 'TAKE', amount: 0, cap: null })).toBe('min')
    expect(refused(AGREED, { kind: 'TAKE', amount: 0.5, cap: null })).toBe('min')
    expect(refused(AGREED, { kind: 'TAKE', amount: 301, cap: 300 })).toBe('deposit_cap')
    expect(refused(HELD, { kind: 'TAKE', amount: 1, cap: null })).toBe('deposit_taken')
    expect(refused(AGREED, { kind: 'GIVE_BACK', amount: 1, disputed: 0 })).toBe('deposit_not_taken')
    expect(refused(AGREED, { kind: 'KEEP', amount: 1, ground: 'ACCEPTED' })).toBe('deposit_not_taken')
    expect(refused(HELD, { kind: 'KEEP', amount: 15_000_001, ground: 'RULED' })).toBe('more_than_held')
    expect(refused(HELD, { kind: 'KEEP', amount: 1, ground: null })).toBe('charge_not_accepted')
    expect(refused(HELD, { kind: 'GIVE_BACK', amount: 15_000_000, disputed: 1 })).toBe('deposit_disputed')
    expect(refused({ ...HELD, back: 15_000_000 }, { kind: 'GIVE_BACK', amount: 1, disputed: 0 })).toBe('more_than_held')
  })

  const amount = fc.integer({ min: -2, max: 40 })
  const step = fc.oneof(
    fc.record({ kind: fc.constant('TAKE' as const), amount, cap: fc.option(amount) }),
    fc.record({ kind: fc.constant('GIVE_BACK' as const), amount, disputed: fc.nat(20) }),
    fc.record({
      kind: fc.constant('KEEP' as const),
      amount,
      ground: fc.constantFrom('ACCEPTED' as const, 'RULED' as const, null),
    }),
  )

  test('is all held, given back or kept after any steps, is taken once, and never goes back', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let deposit: Deposit = { agreed: 30, taken: 0, back: 0, kept: 0 }
        const grounds = { kept: 0 }
        let isOver = false
        for (const next of steps) {
          const { deposit: after } = afterDepositStep(deposit, next)
          if (!after) continue
          expect(isOver).toBe(false)
          expect(after.back + after.kept + heldOf(after)).toBe(after.taken)
          expect(heldOf(after)).toBeGreaterThanOrEqual(0)
          if (deposit.taken > 0) expect(after.taken).toBe(deposit.taken)
          expect(after.back).toBeGreaterThanOrEqual(deposit.back)
          if (next.kind === 'KEEP' && next.ground) grounds.kept += next.amount
          expect(after.kept).toBe(grounds.kept)
          deposit = after
          isOver = deposit.taken > 0 && heldOf(deposit) === 0
        }
        if (isOver) expect(deposit.back + deposit.kept).toBe(deposit.taken)
      }),
    )
  })
})

describe('a deposit that is paid online', () => {
  test('is what is agreed, never more than the country allows, and only while nothing was taken and the rental is binding', () => {
    const deposits = fc.record({ agreed: fc.nat(40), taken: fc.nat(3), back: fc.constant(0), kept: fc.constant(0) })
    fc.assert(
      fc.property(deposits, fc.option(fc.nat(40)), fc.boolean(), (deposit, cap, isBinding) => {
        const amount = onlineDeposit({ deposit, cap, isBinding })
        const most = Math.min(deposit.agreed, cap ?? deposit.agreed)
        expect(amount).toBe(isBinding && deposit.taken === 0 && most > 0 ? most : null)
        if (amount === null) return
        const { deposit: held } = afterDepositStep(deposit, { kind: 'TAKE', amount, cap })
        expect(held && heldOf(held)).toBe(amount)
      }),
    )
  })

  test('goes back by itself in whole where the rental was called off, and otherwise less what charges ask for', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.nat(60), (held, claimed) => {
        expect(returnedByItself({ held, claimed, isCalledOff: true })).toBe(held)
        const back = returnedByItself({ held, claimed, isCalledOff: false })
        expect(back).toBe(held - Math.min(held, claimed))
      }),
    )
  })
})
