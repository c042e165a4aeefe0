import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  acceptedHold,
  isAnswerable,
  QUOTE_ANSWERS,
  QUOTE_MOST_DAYS,
  QUOTE_TERMS,
  quoteEnd,
  quoteState,
} from '#app/rules/reservation/quote.ts'
import { RESERVATION_STATUSES } from '#app/rules/reservation/reservation-status.ts'
import { DAY_MS, HOUR_MS } from '#app/rules/time/durations.ts'

const zone = 'Asia/Tehran'
const now = new Date('2026-11-23T05:30:00Z')
const pickUp = new Date('2026-12-16T06:30:00Z')

describe('the state of a quote', () => {
  test('is what was answered, or follows from its reservation', () => {
    const open = { quote: 'OPEN', status: 'AWAITING_PAYMENT' } as const
    expect(quoteState({ ...open, seen: false })).toBe('OPEN')
    expect(quoteState({ ...open, seen: true })).toBe('SEEN')
    expect(quoteState({ ...open, status: 'EXPIRED', seen: true })).toBe('ENDED')
    expect(quoteState({ quote: 'ACCEPTED', status: 'EXPIRED', seen: true })).toBe('ACCEPTED')
  })

  test('can be answered only while it is open and its vehicle held', () => {
    for (const quote of QUOTE_ANSWERS)
      for (const status of RESERVATION_STATUSES)
        expect(isAnswerable(quoteState({ quote, status, seen: true }))).toBe(
          quote === 'OPEN' && status === 'AWAITING_PAYMENT',
        )
  })
})

describe('the end of a quote', () => {
  test('is an hour, a day, or the evening of a date at the place', () => {
    const at = (term: (typeof QUOTE_TERMS)[number], until?: string) => quoteEnd({ term, until }, { now, pickUp, zone })
    expect(at('HOUR')).toEqual({ end: new Date('2026-11-23T06:30:00Z') })
    expect(at('DAY')).toEqual({ end: new Date('2026-11-24T05:30:00Z') })
    expect(at('DATE', '2026-11-25')).toEqual({ end: new Date('2026-11-25T16:30:00Z') })
    expect(at('DATE', '2026-11-22')).toEqual({ fieldError: 'quote_past' })
    expect(at('DATE', '2026-12-10')).toEqual({ fieldError: 'quote_too_long' })
    expect(at('DATE', '2026-02-31')).toEqual({ fieldError: 'not_a_date' })
    expect(at('DATE')).toEqual({ fieldError: 'required' })
  })

  test('of one that is extended counts from its end, and is later', () => {
    const from = new Date('2026-11-24T05:30:00Z')
    expect(quoteEnd({ term: 'DAY' }, { now, from, pickUp, zone })).toEqual({ end: new Date('2026-11-25T05:30:00Z') })
    expect(quoteEnd({ term: 'DATE', until: '2026-11-23' }, { now, from, pickUp, zone })).toEqual({
      fieldError: 'quote_not_longer',
    })
    const late = new Date(pickUp.getTime() - HOUR_MS)
    const soon = new Date(pickUp.getTime() - 2 * DAY_MS)
    expect(quoteEnd({ term: 'DAY' }, { now: soon, from: late, pickUp, zone })).toEqual({ end: pickUp })
    expect(quoteEnd({ term: 'DAY' }, { now, from: pickUp, pickUp, zone })).toEqual({ fieldError: 'quote_too_long' })
  })

  test('is never before now, nor later than two weeks or the pick-up, but for an hour', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...QUOTE_TERMS),
        fc.integer({ min: -5, max: 60 }),
        fc.integer({ min: 1, max: 24 * 60 }),
        (term, days, hours) => {
          const start = new Date(now.getTime() + hours * HOUR_MS)
          const until = new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)
          const answer = quoteEnd({ term, until }, { now, pickUp: start, zone })
          if ('fieldError' in answer) return
          const { end } = answer
          expect(end > now).toBe(true)
          expect(end.getTime()).toBeLessThanOrEqual(now.getTime() + QUOTE_MOST_DAYS * DAY_MS)
          expect(end.getTime()).toBeLessThanOrEqual(Math.max(start.getTime(), now.getTime() + HOUR_MS))
        },
      ),
    )
  })
})

test('an accepted quote is held for its payment as long as it stood, and at least an hour', () => {
  const stands = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  expect(acceptedHold({ now, stands: stands(5) })).toEqual(stands(60))
  expect(acceptedHold({ now, stands: stands(500) })).toEqual(stands(500))
})
