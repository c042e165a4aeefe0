import { z } from 'zod'
import { numeric } from './number.ts'
import { latin } from './text.ts'

/** A latitude (90) or longitude (180), in any digits and with any sign that people write for a decimal. */
export const degrees = (most: number) =>
  z.preprocess(
    (value) => (value === '' || value === null ? undefined : latinDecimal(value)),
    numeric({ error: 'location_degrees' }).min(-most, 'location_degrees').max(most, 'location_degrees'),
  )

/** The same where there may be none: null takes it away. */
export const optionalDegrees = (most: number) =>
  z.preprocess((value) => (value === '' ? null : value), degrees(most).nullable().optional())

function latinDecimal(value: unknown) {
  const plain = latin(value)
  return typeof plain === 'string' ? plain.replace(/[٫,]/, '.').replace('−', '-') : plain
}
