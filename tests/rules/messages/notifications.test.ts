import { describe, expect, test } from 'vitest'
import { channelsFor, DEFAULT_NOTIFICATIONS } from '#app/rules/messages/notifications.ts'

const NEWS = { about: 'booking', must: false } as const
const MUST = { ...NEWS, must: true }
const chosen = (change: Partial<typeof DEFAULT_NOTIFICATIONS>, hasEmail = true, hasPush = false) => ({
  settings: { ...DEFAULT_NOTIFICATIONS, ...change },
  hasEmail,
  hasPush,
})

describe('the channels of a notification', () => {
  test('are all possible ones for somebody without an account', () => {
    expect(channelsFor({ settings: null, hasEmail: true, hasPush: false }, NEWS)).toEqual(['sms', 'email'])
    expect(channelsFor({ settings: null, hasEmail: false, hasPush: false }, NEWS)).toEqual(['sms'])
  })

  test('are those that the person chose', () => {
    expect(channelsFor(chosen({}), NEWS)).toEqual(['email'])
    expect(channelsFor(chosen({ sms: true }), NEWS)).toEqual(['sms', 'email'])
    expect(channelsFor(chosen({ sms: true, email: false }), NEWS)).toEqual(['sms'])
    expect(channelsFor(chosen({ email: false }), NEWS)).toEqual([])
    expect(channelsFor(chosen({ email: false }, false), NEWS)).toEqual([])
  })

  test('include SMS for a person without an e-mail address', () => {
    expect(channelsFor(chosen({}, false), NEWS)).toEqual(['sms'])
  })

  test('are push where a browser accepts it, without an SMS that nobody asked for', () => {
    expect(channelsFor(chosen({}, true, true), NEWS)).toEqual(['push', 'email'])
    expect(channelsFor(chosen({}, false, true), NEWS)).toEqual(['push'])
    expect(channelsFor(chosen({ push: false }, false, true), NEWS)).toEqual(['sms'])
    expect(channelsFor(chosen({}, false, true), MUST)).toEqual(['push', 'sms'])
  })

  test('cost nothing for minor news, and are none for a visitor', () => {
    const minor = { ...NEWS, minor: true }
    expect(channelsFor(chosen({}, false), minor)).toEqual([])
    expect(channelsFor(chosen({ sms: true }, false), minor)).toEqual(['sms'])
    expect(channelsFor({ settings: null, hasEmail: true, hasPush: false }, minor)).toEqual([])
  })

  test('are none for a subject that the person turned off', () => {
    expect(channelsFor(chosen({ booking: false, sms: true }), NEWS)).toEqual([])
    expect(channelsFor(chosen({ payment: false }), NEWS)).toEqual(['email'])
  })

  test('always include one for important news', () => {
    expect(channelsFor(chosen({ booking: false }), MUST)).toEqual(['email'])
    expect(channelsFor(chosen({ email: false }), MUST)).toEqual(['sms'])
    expect(channelsFor(chosen({}, false), MUST)).toEqual(['sms'])
  })
})
