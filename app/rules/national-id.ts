import { PASSPORT_LENGTH } from './constants.ts'
import { toLatinDigits } from './digits.ts'

export type IdentityKind = 'national_id' | 'passport'

export type JudgedIdentity = { ok: true; kind: IdentityKind; value: string } | { ok: false; kind: IdentityKind }

/**
 * Whether a text is an Iranian national id or a passport number, in any digits. An error names which of the two was
 * meant, and so which of §5's messages to show: digits alone mean a national id, of any length, and so does everything
 * where only Iranians are meant; all else means a passport. A passport in lower case is refused, not corrected.
 * Source: §5; what was meant is decisions.md's, "Decided after the first look at the product".
 */
export function judgeIdentity(text: string, { iranianOnly = false }: { iranianOnly?: boolean } = {}): JudgedIdentity {
  const value = toLatinDigits(text).trim()
  const kind = iranianOnly || /^\d+$/.test(value) ? 'national_id' : 'passport'
  const ok = kind === 'national_id' ? isNationalId(value) : isPassport(value)
  return ok ? { ok, kind, value } : { ok, kind }
}

/** Ten Latin digits, not all the same, the last of which checks the others (§5). */
export function isNationalId(text: string): boolean {
  if (!/^\d{10}$/.test(text) || /^(\d)\1{9}$/.test(text)) return false
  return checkDigitOf(text) === Number(text[9])
}

/** 6 to 15 capital Latin letters or digits (§5). */
export function isPassport(text: string): boolean {
  return /^[A-Z0-9]+$/.test(text) && text.length >= PASSPORT_LENGTH.min && text.length <= PASSPORT_LENGTH.max
}

/** The tenth digit that belongs to the first nine of a national id. */
export function checkDigitOf(digits: string): number {
  let sum = 0
  for (let place = 0; place < 9; place += 1) sum += Number(digits[place]) * (10 - place)
  const rest = sum % 11
  return rest < 2 ? rest : 11 - rest
}
