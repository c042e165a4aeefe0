const PERSIAN_ZERO = 0x06f0
const ARABIC_ZERO = 0x0660

/** The text with Persian (۰–۹) and Arabic-Indic (٠–٩) digits as Latin ones (§5); all else stays. */
export function toLatinDigits(text: string): string {
  return text.replace(/[۰-۹٠-٩]/g, (digit) => {
    const code = digit.charCodeAt(0)
    return String(code - (code >= PERSIAN_ZERO ? PERSIAN_ZERO : ARABIC_ZERO))
  })
}

/** The text with Latin and Arabic-Indic digits as Persian ones; all else stays. */
export function toPersianDigits(text: string): string {
  return toLatinDigits(text).replace(/\d/g, (digit) => String.fromCharCode(PERSIAN_ZERO + Number(digit)))
}

/** The text with Latin and Persian digits as Arabic-Indic ones; all else stays. */
export function toArabicDigits(text: string): string {
  return toLatinDigits(text).replace(/\d/g, (digit) => String.fromCharCode(ARABIC_ZERO + Number(digit)))
}

/**
 * The form of a text that is stored for search and that a search is made of: compatibility forms united, lower case,
 * one spelling of ی and ک, Latin digits, no diacritics, Turkish and German letters as i and ss, invisible characters
 * as spaces or gone, single spaces. Folding twice changes nothing. Source: *ours*, data.md "Text".
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
