import { CODE_DIGITS } from '#app/rules/constants.ts'
import { toLatinDigits } from '#app/rules/text/digits.ts'

/** The six Latin digits of a verification code as typed in any digits, with spaces or a dash; else null (§5). */
export function readCode(text: string): string | null {
  const code = toLatinDigits(text).replace(/[\s-]/g, '')
  return /^\d+$/.test(code) && code.length === CODE_DIGITS ? code : null
}

/** A code from a random fraction in [0, 1), which must come from a cryptographic generator. */
export function codeOf(fraction: number): string {
  return String(Math.floor(fraction * 10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
}
