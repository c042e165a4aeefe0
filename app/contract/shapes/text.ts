import { z } from 'zod'
import { toLatinDigits } from '#app/rules/text/digits.ts'
import { isPlainText } from '#app/rules/text/plain-text.ts'

/** The text types of every call. Error messages are keys of `locales/<language>/errors.json`. */

/** A text with Latin digits, without spaces around it; everything else stays. */
export const latin = (value: unknown) => (typeof value === 'string' ? toLatinDigits(value).trim() : value)
const GROUPED = /^\d{1,3}(?:[,٬]\d{3})+$/

/** The same for a number with thousands separators: `۱۲٬۰۰۰` is `12000`. */
export function grouped(value: unknown): unknown {
  const plain = latin(value)
  return typeof plain === 'string' && GROUPED.test(plain) ? plain.replace(/[,٬]/g, '') : plain
}
/** The value of an untouched form field counts as missing. */
export const empty = (value: unknown) => (value === '' || value === null ? undefined : value)

/** One line of text, without spaces around it and without characters that nobody types. */
export const Text = z
  .string({ error: 'required' })
  .trim()
  .refine((text) => isPlainText(text), 'characters')

/** The same for several lines, with tabs and line breaks. */
export const Lines = z
  .string({ error: 'required' })
  .trim()
  .refine((text) => isPlainText(text, { lines: true }), 'characters')

/** A required line. */
export const requiredText = (max: number) => Text.min(1, 'required').max(max, 'max_length')
/** A few lines, required. */
export const requiredLines = (max: number) => Lines.min(1, 'required').max(max, 'max_length')
/** A typed amount, which `typedAmount` of rules/money/typed-amount.ts parses. */
export const AmountText = requiredText(30)
/** An optional line. */
export const optionalText = (max: number) => z.preprocess(empty, Text.max(max, 'max_length').optional())
/** A few optional lines. */
export const optionalLines = (max: number) => z.preprocess(empty, Lines.max(max, 'max_length').optional())

/**
 * A whole form as it is sent: empty and null values count as missing, in it and in its places (§3, "empty
 * ones are dropped").
 */
export const withoutEmpty = <Form extends z.ZodObject>(form: Form) =>
  z.preprocess((given: z.input<Form>) => dropEmpty(given) as z.input<Form>, form)

function dropEmpty(given: unknown, isInside = false): unknown {
  if (!isRecord(given)) return given
  const filled = Object.entries(given).flatMap(([name, value]) => {
    const kept = isInside ? value : dropEmpty(value, true)
    return isNothing(kept) ? [] : [[name, kept] as const]
  })
  return isInside && filled.length === 0 ? undefined : Object.fromEntries(filled)
}

const isNothing = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
