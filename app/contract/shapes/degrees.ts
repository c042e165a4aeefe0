import { z } from 'zod'
import { numeric } from './number.ts'
import { latin } from './text.ts'

/** A latitude (90) or longitude (180), in any digits and with any decimal sign. */
export const degrees = (most: number) =>
  z.preprocess(
    (value) => (value === '' || value === null ? undefined : latinDecimal(value)),
    numeric({ error: 'location_degrees' }).min(-most, 'location_degrees').max(most, 'location_degrees'),
  )

/** The same, optional: null removes it. */
export const optionalDegrees = (most: number) =>
  z.preprocess((value) => (value === '' ? null : value), degrees(most).nullable().optional())

function latinDecimal(value: unknown) {
  const plain = latin(value)
  return typeof plain === 'string' ? plain.replace(/[٫,]/, '.').replace('−', '-') : plain
}
