import { toLatinDigits } from '#app/rules/text/digits.ts'

/** An identity number as it is compared: only capitals and Latin digits. Empty if it has none. Source: *ours*. */
export function identityKey(number: string): string {
  return toLatinDigits(number)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
}
