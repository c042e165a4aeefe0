import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rememberAccepted, wasJustAccepted } from '#app/web/session/accepted-tokens.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date('2026-11-24T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

test('what the API has accepted counts for ten seconds, also when the clock goes back by an hour', () => {
  rememberAccepted('token')
  vi.setSystemTime(new Date('2026-11-24T11:00:00Z'))
  vi.advanceTimersByTime(9_000)
  expect(wasJustAccepted('token')).toBe(true)
  vi.advanceTimersByTime(2_000)
  expect(wasJustAccepted('token')).toBe(false)
})
