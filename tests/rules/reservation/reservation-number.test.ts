import { expect, it } from 'vitest'
import { reservationNumberIn } from '#app/rules/reservation/reservation-number.ts'

it.each(['SV-48213', 'sv-48213', 'SV48213', ' 48213 ', 'SV-۴۸۲۱۳', '٤٨٢١٣'])('%j is number 48213', (text) => {
  expect(reservationNumberIn(text)).toBe(48213)
})

it.each(['', 'SV-', 'SV-4821x', 'XY-48213', '1234567890', 'b4k1tVvO9tHDzXxLQm0y2A'])('%j is no number', (text) => {
  expect(reservationNumberIn(text)).toBeUndefined()
})
