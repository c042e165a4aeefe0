import { z } from 'zod'
import { toLatinDigits } from '#app/rules/text/digits.ts'

/** A one-time code as people type it, in any digits. */
export const Code = z.preprocess(
  (value) => (typeof value === 'string' ? toLatinDigits(value).replaceAll(/\s/g, '') : value),
  z.string({ error: 'required' }).regex(/^\d{6}$/, 'code'),
)

/** The channel of a code. */
export const Channels = z.array(z.enum(['sms', 'email']))
