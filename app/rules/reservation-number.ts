import { toLatinDigits } from './digits.ts'

const NUMBER = /^\s*(?:SV[\s-]*)?(\d{1,9})\s*$/i

/** The number that a reservation's readable name means, `SV-48213` in any digits or without its letters; undefined for all else. */
export function reservationNumberIn(text: string): number | undefined {
  const digits = NUMBER.exec(toLatinDigits(text))?.[1]
  return digits ? Number(digits) : undefined
}
