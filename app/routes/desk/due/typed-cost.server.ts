import type { z } from 'zod'
import { DoneFields, DueFields } from '#app/contract/company/fleet/due.ts'
import { optionalText } from '#app/contract/shapes/text.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { typedAmount } from '#app/rules/money/typed-amount.ts'

const typed = { cost: optionalText(30) }
/** The contract's fields with the cost as people type it, in whole units. */
export const DueForm = DueFields.extend(typed)
export const DoneForm = DoneFields.extend(typed)

/** The cost in the minor unit, or what is wrong with it: a key of `errors.json`. */
export function costOf({ cost }: z.infer<z.ZodObject<typeof typed>>, currency: CurrencyCode) {
  if (cost === undefined) return { cost: undefined }
  const amount = typedAmount(cost, currency)
  return 'minor' in amount ? { cost: amount.minor } : { wrong: amount.fieldError }
}
