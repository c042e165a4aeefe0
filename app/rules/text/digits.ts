const PERSIAN_ZERO = 0x06f0
const ARABIC_ZERO = 0x0660

const LATIN_ZERO = 0x30
const ZEROS = [LATIN_ZERO, PERSIAN_ZERO, ARABIC_ZERO]

/** Maps the digits of all three scripts to the script with this zero. */
function digitsFrom(zero: number): ReadonlyMap<string, string> {
  return new Map(
    ZEROS.flatMap((from) =>
      Array.from({ length: 10 }, (_, digit) => [String.fromCharCode(from + digit), String.fromCharCode(zero + digit)]),
    ),
  )
}

const LATIN = digitsFrom(LATIN_ZERO)
const PERSIAN = digitsFrom(PERSIAN_ZERO)
const ARABIC = digitsFrom(ARABIC_ZERO)

/** The text with Persian (۰–۹) and Arabic-Indic (٠–٩) digits as Latin ones (§5); all else stays. */
export function toLatinDigits(text: string): string {
  return text.replace(/[۰-۹٠-٩]/g, (digit) => LATIN.get(digit) ?? digit)
}

/** The text with Latin and Arabic-Indic digits as Persian ones; all else stays. */
export function toPersianDigits(text: string): string {
  return written(text, PERSIAN)
}

/** The text with Latin and Persian digits as Arabic-Indic ones; all else stays. */
export function toArabicDigits(text: string): string {
  return written(text, ARABIC)
}

/** A loop takes half the time of a regular expression for short texts, and a page has hundreds. */
function written(text: string, digits: ReadonlyMap<string, string>): string {
  let result = ''
  for (const sign of text) result += digits.get(sign) ?? sign
  return result
}

/**
 * Normalises a text for search, both stored texts and queries: NFKC, lower case, one spelling of ی and ک, Latin digits,
 * no diacritics, Turkish and German letters as i and ss, invisible characters as spaces or removed, single spaces.
 * Idempotent. Source: *ours*, data.md "Text".
 */
export function foldText(text: string): string {
  return toLatinDigits(
    text
      .normalize('NFKC')
      .toLowerCase()
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[يى]/g, 'ی')
      .replace(/ك/g, 'ک')
      .replace(/ı/g, 'i')
      .replace(/ß/g, 'ss')
      .replace(/\u200b|\u200c/g, ' ')
      .replace(/\u0640|\p{Cf}/gu, ''),
  )
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
}
