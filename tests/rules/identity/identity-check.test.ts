import { expect, test } from 'vitest'
import { checkCountsUntil, isCheckable, mayAsk } from '#app/rules/identity/identity-check.ts'

const NOW = new Date('2026-12-01T08:00:00Z')
const asked = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const rental = { checkedUntil: null, startDate: '2026-12-03' }

test('only an Iranian national id with an Iranian mobile number can be asked about', () => {
  const person = { national_id: '0499370899', phone: '+989121234567' }
  expect(isCheckable(person)).toBe(true)
  expect(isCheckable({ ...person, phone: '+4915112345678' })).toBe(false)
  expect(isCheckable({ ...person, phone: '+982144000000' })).toBe(false)
  expect(isCheckable({ ...person, national_id: '0499370898' })).toBe(false)
  expect(isCheckable({ ...person, national_id: 'P1234567' })).toBe(false)
})

test('a good answer counts for a year, for rentals that begin in it', () => {
  expect(checkCountsUntil('2026-12-01')).toBe('2027-12-01')
  const last = { verdict: 'SAME', asked_at: asked(60) } as const
  expect(mayAsk({ ...rental, last, checkedUntil: '2026-12-03' }, NOW)).toBe(false)
  expect(mayAsk({ ...rental, last, checkedUntil: '2026-12-02' }, NOW)).toBe(true)
})

test('after “not the same” it is not asked again, after silence not at once', () => {
  expect(mayAsk({ ...rental, last: null }, NOW)).toBe(true)
  expect(mayAsk({ ...rental, last: { verdict: 'NOT_SAME', asked_at: asked(100_000) } }, NOW)).toBe(false)
  expect(mayAsk({ ...rental, last: { verdict: 'SILENT', asked_at: asked(9) } }, NOW)).toBe(false)
  expect(mayAsk({ ...rental, last: { verdict: 'SILENT', asked_at: asked(10) } }, NOW)).toBe(true)
})
