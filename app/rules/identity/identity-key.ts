import { toLatinDigits } from '#app/rules/text/digits.ts'

/** An identity number as it is compared: capitals and Latin digits alone. Empty where nothing of it is left. Source: *ours*. */
export function identityKey(number: string): string {
  return toLatinDigits(number)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
}
