import { describe, expect, test } from 'vitest'
import type { Booking } from '#app/features/booking/booking-form.ts'
import { joinAnswers, statusOf } from '#app/routes/book/join-answers.ts'

const booking = (facts: Partial<Booking>): Booking => ({
  chosen: { startTime: '10:00', endTime: '10:00' },
  quote: null,
  alternatives: null,
  key: null,
  at: 1,
  ...facts,
})
const withErrors = (...names: string[]) => ({
  error: Object.fromEntries(names.map((name) => [name, [{ key: 'invalid' }]])),
})

describe('among several answers to the booking form', () => {
  test('the last one counts: the address, then the sent form, then a later price', () => {
    const begun = booking({ key: 'begun' })
    const sent = booking({ key: 'sent', at: 5 })
    expect(joinAnswers(begun, undefined, undefined).booking.key).toBe('begun')
    expect(joinAnswers(begun, sent, booking({ key: 'earlier', at: 4 })).booking.key).toBe('sent')
    expect(joinAnswers(begun, sent, booking({ key: 'later', at: 6 })).booking.key).toBe('later')
  })

  test('a price requested while typing keeps errors of the driver, and updates those of its own fields', () => {
    const sent = booking({ form: withErrors('', 'phone', 'discount_code', 'start_date'), refusal: 'taken', at: 5 })
    const { reply, booking: joined } = joinAnswers(booking({}), sent, booking({ form: withErrors('end_time'), at: 6 }))
    expect(Object.keys(reply?.error ?? {}).sort()).toEqual(['end_time', 'phone'])
    expect(joined.refusal).toBeUndefined()
  })

  test('the reason for a refused form stays when a later price says the same', () => {
    const sent = booking({ form: withErrors('email', 'discount_code'), at: 5 })
    const { refusedFields } = joinAnswers(booking({}), sent, booking({ form: withErrors('discount_code'), at: 6 }))
    expect(refusedFields).toEqual(['email', 'discount_code'])
  })

  test('a page that begins with errors has an invalid address', () => {
    expect(statusOf(booking({ form: withErrors('start_date') }))).toBe(400)
    expect(statusOf(booking({}))).toBe(200)
  })
})
