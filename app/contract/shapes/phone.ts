import { z } from 'zod'
import { isPhone } from '#app/rules/identity/phone.ts'
import { empty, latin } from './text.ts'

/** A phone as people write it (§5), with its own dial code or the one in the other field. */
export const Phone = z.preprocess(latin, z.string({ error: 'required' }).min(1, 'required').refine(isPhone, 'phone'))

/**
 * A dial code as forms and bodies write it: `+49`, `49`, `+1 CA` with its country, or an object with `dial_code` (§3).
 */
const dialCodeIn = (value: unknown): unknown => {
  const given = value && typeof value === 'object' && 'dial_code' in value ? value.dial_code : value
  const text = latin(typeof given === 'number' ? String(given) : given)
  return empty(typeof text === 'string' ? text.replace(/ [A-Z]{2}$/, '') : text)
}

const Code = z.string({ error: 'country_code' }).regex(/^\+?\d{1,4}$/, 'country_code')
export const DialCode = z.preprocess(dialCodeIn, Code)
export const OptionalDialCode = z.preprocess(dialCodeIn, Code.optional())
