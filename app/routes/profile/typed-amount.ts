import type { CurrencyCode } from '#app/rules/constants.ts'
import { toLatinDigits } from '#app/rules/digits.ts'
import { WHOLE_UNIT } from '#app/rules/price.ts'

/**
 * An amount as people type it, in whole units, any digits and with separators of thousands; in the minor unit. Null for
 * what is none. Source: *ours*.
 */
export function minorAmount(typed: string, currency: CurrencyCode): number | null {
  const plain = toLatinDigits(typed)
    .replaceAll(/[\s,٬’']/g, '')
    .replace('٫', '.')
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(plain)) return null
  const minor = Math.round(Number(plain) * WHOLE_UNIT[currency])
  return Number.isSafeInteger(minor) ? minor : null
}
