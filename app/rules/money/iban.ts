import { toLatinDigits } from '#app/rules/text/digits.ts'
import type { CurrencyCode } from '../constants.ts'

/** Lengths of IBANs by country. Source: the IBAN registry, as of 2024. */
const LENGTHS: Record<string, number> = {
  ...{ AE: 23, AT: 20, BE: 16, BG: 22, CH: 21, CY: 28, CZ: 24, DE: 22, DK: 18, EE: 20, ES: 24, FI: 18, FR: 27 },
  ...{ GB: 22, GE: 22, GR: 27, HR: 21, HU: 28, IE: 22, IR: 26, IS: 26, IT: 27, LI: 21, LT: 20, LU: 20, LV: 21 },
  ...{ MC: 27, MT: 31, NL: 18, NO: 15, PL: 28, PT: 25, RO: 24, SA: 24, SE: 24, SI: 19, SK: 24, TR: 26 },
}

/** Countries whose banks take part in SEPA. Source: the EPC's list, as of October 2025. */
const SEPA_COUNTRIES = new Set(
  'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA'.split(
    ' ',
  ),
)

/** An IBAN as it is stored: Latin digits and capitals without spaces. A Sheba number may lack its IR. */
export function normaliseIban(typed: string): string {
  const plain = toLatinDigits(typed)
    .replace(/[\s.-]/g, '')
    .toUpperCase()
  return /^\d{24}$/.test(plain) ? `IR${plain}` : plain
}

/**
 * Whether it is an IBAN: a country's letters, its length if we know it, and check digits by modulus 97 (ISO 13616,
 * ISO 7064). An Iranian one is a Sheba number: IR and 24 digits. Takes the stored form.
 */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  const country = iban.slice(0, 2)
  const length = LENGTHS[country]
  if (length !== undefined && iban.length !== length) return false
  if (country === 'IR' && !/^IR\d{24}$/.test(iban)) return false
  return remainder(iban) === 1
}

/** Whether a currency can be paid to an account: toman only to a Sheba number, euro only to other IBANs. */
export function takesCurrency(iban: string, currency: CurrencyCode): boolean {
  return iban.startsWith('IR') === (currency === 'IRT')
}

/** Whether a SEPA transfer reaches the account. */
export function isSepaIban(iban: string): boolean {
  return SEPA_COUNTRIES.has(iban.slice(0, 2))
}

/** The last four characters, enough for the account's owner to recognise it. */
export function maskedIban(iban: string): string {
  return `${iban.slice(0, 2)}••${iban.slice(-4)}`
}

/** Digit by digit, as the whole value exceeds Number.MAX_SAFE_INTEGER. */
function remainder(iban: string): number {
  let rest = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}
