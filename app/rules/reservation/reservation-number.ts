import { toLatinDigits } from '#app/rules/text/digits.ts'

const NUMBER = /^\s*(?:SV[\s-]*)?(\d{1,9})\s*$/i

/**
 * The number in a reservation's code: `SV-48213` in any digits, with or without letters. Undefined for anything else.
 */
export function reservationNumberIn(text: string): number | undefined {
  const digits = NUMBER.exec(toLatinDigits(text))?.[1]
  return digits ? Number(digits) : undefined
}
