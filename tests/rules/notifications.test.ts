import { describe, expect, test } from 'vitest'
import { DEFAULT_NOTIFICATIONS, waysOf } from '#app/rules/notifications.ts'

const NEWS = { subject: 'booking', must: false } as const
const MUST = { ...NEWS, must: true }
const chosen = (change: Partial<typeof DEFAULT_NOTIFICATIONS>, hasEmail = true) => ({
  settings: { ...DEFAULT_NOTIFICATIONS, ...change },
  hasEmail,
})

describe('the ways of a piece of news', () => {
  test('are all there are for somebody without an account', () => {
    expect(waysOf({ settings: null, hasEmail: true }, NEWS)).toEqual(['sms', 'email'])
    expect(waysOf({ settings: null, hasEmail: false }, NEWS)).toEqual(['sms'])
  })

  test('are those that a person chose', () => {
    expect(waysOf(chosen({}), NEWS)).toEqual(['email'])
    expect(waysOf(chosen({ sms: true }), NEWS)).toEqual(['sms', 'email'])
    expect(waysOf(chosen({ sms: true, email: false }), NEWS)).toEqual(['sms'])
    expect(waysOf(chosen({ email: false }), NEWS)).toEqual([])
    expect(waysOf(chosen({ email: false }, false), NEWS)).toEqual([])
  })

  test('are an SMS where a person has no e-mail address', () => {
    expect(waysOf(chosen({}, false), NEWS)).toEqual(['sms'])
  })

  test('are none for a subject that nobody wants to hear of', () => {
    expect(waysOf(chosen({ booking: false, sms: true }), NEWS)).toEqual([])
    expect(waysOf(chosen({ payment: false }), NEWS)).toEqual(['email'])
  })

  test('always include one for what must be heard', () => {
    expect(waysOf(chosen({ booking: false }), MUST)).toEqual(['email'])
    expect(waysOf(chosen({ email: false }), MUST)).toEqual(['sms'])
    expect(waysOf(chosen({}, false), MUST)).toEqual(['sms'])
  })
})
