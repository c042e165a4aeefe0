import { z } from 'zod'
import { toLatinDigits } from '#app/rules/text/digits.ts'
import { isPlainText } from '#app/rules/text/plain-text.ts'

/** The text types of every call. Error messages are keys of `locales/<language>/errors.json`. */

/** A text's digits as Latin ones, without spaces around; all else stays. */
export const latin = (value: unknown) => (typeof value === 'string' ? toLatinDigits(value).trim() : value)
const GROUPED = /^\d{1,3}(?:[,٬]\d{3})+$/

/** The same of a number with separators of thousands: `۱۲٬۰۰۰` is `12000`. */
export function grouped(value: unknown): unknown {
  const plain = latin(value)
  return typeof plain === 'string' && GROUPED.test(plain) ? plain.replace(/[,٬]/g, '') : plain
}
/** What a form sends for an untouched field counts as left out. */
export const empty = (value: unknown) => (value === '' || value === null ? undefined : value)

/** One line of text as people write it, without spaces around and without characters that nobody types. */
export const Text = z
  .string({ error: 'required' })
  .trim()
  .refine((text) => isPlainText(text), 'characters')

/** The same where tabs and line breaks have a meaning. */
export const Lines = z
  .string({ error: 'required' })
  .trim()
  .refine((text) => isPlainText(text, { lines: true }), 'characters')

/** A line that must be there. */
export const requiredText = (max: number) => Text.min(1, 'required').max(max, 'max_length')
/** A few lines that must be there. */
export const requiredLines = (max: number) => Lines.min(1, 'required').max(max, 'max_length')
/** An amount as it is typed, which `typedAmount` of rules/money/typed-amount.ts reads. */
export const AmountText = requiredText(30)
/** A line that may be left out or empty. */
export const optionalText = (max: number) => z.preprocess(empty, Text.max(max, 'max_length').optional())
/** A few lines that may be left out or empty. */
export const optionalLines = (max: number) => z.preprocess(empty, Lines.max(max, 'max_length').optional())

/**
 * A whole form as it is sent: what is empty or null counts as left out, in it and in the places that it names (§3, "empty
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
