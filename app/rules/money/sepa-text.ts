/** The longest name or line of a transfer: 70 characters (EPC 115-06, AT-21 and AT-05). */
const SEPA_TEXT_LENGTH = 70

/**
 * Letters that are replaced by others: SEPA's table (EPC 217-08, chapter 6), and for German letters the German banks'
 * agreement on data formats (DFÜ-Abkommen, annex 3). All other letters lose their diacritics.
 */
const LETTERS: Record<string, string> = {
  ...{ Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', ẞ: 'SS' },
  ...{ Æ: 'AE', æ: 'ae', Œ: 'OE', œ: 'oe', Ø: 'O', ø: 'o', Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', Ð: 'D', ð: 'd' },
  ...{ Þ: 'TH', þ: 'th', ı: 'i', Ħ: 'H', ħ: 'h', Ŋ: 'N', ŋ: 'n', Ŧ: 'T', ŧ: 't', ĸ: 'k', ſ: 's' },
  ...{ '€': 'E', '&': '+', '@': '.', _: '-', '’': "'", '‘': "'", '´': "'", '`': "'", '–': '-', '—': '-' },
}

/** Bulgarian and Greek, the non-Latin alphabets of the SEPA area, from the same table. */
const ALPHABETS = {
  ...paired(
    'а б в г д е ж з и й к л м н о п р с т у ф х ц ч ш щ ъ ь ю я',
    'a b v g d e zh z i y k l m n o p r s t u f h ts ch sh sht a y yu ya',
  ),
  ...paired(
    'α β γ δ ε ζ η θ ι κ λ μ ν ξ ο π ρ σ ς τ υ φ χ ψ ω',
    'a v g d e z i th i k l m n x o p r s s t y f ch ps o',
  ),
}

const ALLOWED = /^[A-Za-z0-9/?:().,'+ -]$/

/**
 * A text in the characters that every SEPA bank accepts, at most 70; without leading, trailing or double slashes. Empty
 * where nothing of it can be transliterated. Source: EPC 217-08.
 */
export function sepaText(text: string): string {
  const written = [...text.normalize('NFC')].map(transliterated).join('')
  const spaced = written
    .replace(/\/{2,}/g, '/')
    .replace(/\s+/g, ' ')
    .replace(/^[/ ]+/, '')
  return spaced.slice(0, SEPA_TEXT_LENGTH).replace(/[/ ]+$/, '')
}

/** Whether a name can be sent to a bank: it has letters, and all of them can be transliterated. */
export function isSepaName(text: string): boolean {
  const letters = [...text.normalize('NFC')].filter((sign) => /\p{L}/u.test(sign))
  return letters.length > 0 && letters.every((letter) => transliterated(letter) !== ' ')
}

function transliterated(sign: string): string {
  const own = LETTERS[sign] ?? letterOf(sign)
  if (own !== undefined) return own
  const [plain = ''] = sign.normalize('NFKD')
  const letter = letterOf(plain) ?? plain
  return [...letter].every((one) => ALLOWED.test(one)) ? letter : ' '
}

/** Transliterates a letter of another alphabet and keeps its case: Щ is Sht. */
function letterOf(sign: string): string | undefined {
  const small = sign.toLowerCase()
  const latin = ALPHABETS[small]
  return latin === undefined || sign === small ? latin : latin.charAt(0).toUpperCase() + latin.slice(1)
}

function paired(letters: string, latin: string): Record<string, string> {
  const written = latin.split(' ')
  return Object.fromEntries(letters.split(' ').map((letter, at) => [letter, written[at] ?? '']))
}
