import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isWorthShowing,
  keptForSwitch,
  type Switchable,
  type Switched,
  switchRefusal,
} from '#app/rules/reservation/cheaper-offer.ts'

const NOW = new Date('2026-11-28T12:00:00Z')
const [SOON, PAST] = [new Date('2026-11-29T12:00:00Z'), new Date('2026-11-28T11:59:59Z')]
const BEFORE: Switchable = { total: 1000, paid: 300, refunded: 0, freeUntil: SOON }
const AFTER: Switched = { total: 970, payable_now: 291, freeUntil: SOON }

test('an offer is shown from three percent on, while both can be cancelled free of charge and the payment covers it', () => {
  expect(isWorthShowing(BEFORE, AFTER, NOW)).toBe(true)
  expect(isWorthShowing(BEFORE, { ...AFTER, total: 971 }, NOW)).toBe(false)
  expect(switchRefusal(BEFORE, { ...AFTER, total: 999 }, NOW)).toBeNull()
  expect(switchRefusal(BEFORE, { ...AFTER, total: 1000 }, NOW)).toBe('DEARER')
  expect(switchRefusal({ ...BEFORE, freeUntil: PAST }, AFTER, NOW)).toBe('LATE')
  expect(switchRefusal(BEFORE, { ...AFTER, freeUntil: PAST }, NOW)).toBe('LATE')
  expect(switchRefusal({ ...BEFORE, freeUntil: NOW }, AFTER, NOW)).toBeNull()
  expect(switchRefusal(BEFORE, { ...AFTER, payable_now: 301 }, NOW)).toBe('UNCOVERED')
  expect(switchRefusal({ ...BEFORE, refunded: 10 }, AFTER, NOW)).toBe('UNCOVERED')
})

test('what may be switched costs less in all and asks for no more than was paid', () => {
  const amount = fc.nat(10_000)
  const until = fc.constantFrom(SOON, PAST, NOW)
  fc.assert(
    fc.property(amount, amount, amount, amount, amount, until, until, (total, paid, refunded, other, now, one, two) => {
      const before = { total, paid, refunded, freeUntil: one }
      const after = { total: other, payable_now: now, freeUntil: two }
      const mayBeSwitched = switchRefusal(before, after, NOW) === null
      if (isWorthShowing(before, after, NOW)) expect(mayBeSwitched).toBe(true)
      if (!mayBeSwitched) return
      expect(after.total).toBeLessThan(before.total)
      expect(keptForSwitch(before) - after.payable_now).toBeGreaterThanOrEqual(0)
      expect([one, two]).not.toContain(PAST)
    }),
  )
})
