/** The letters of GSM 7-bit that take one place, and those that take two. Source: 3GPP TS 23.038, 6.2.1. */
const ONE_PLACE = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const TWO_PLACES = new Set('\f^{}\\[~]|€')
/** Places in a message of one part, and in each part of a longer one. */
const GSM = { alone: 160, joined: 153 }
const UNICODE = { alone: 70, joined: 67 }

/** What typography writes, as a keyboard writes it. */
const PLAIN: [RegExp, string][] = [
  [/[“”„«»]/g, '"'],
  [/[‘’‚‹›]/g, "'"],
  [/[‐‑‒–—−]/g, '-'],
  [/[\u00a0\u2007\u2009\u202f]/g, ' '],
  [/…/g, '...'],
  [/[·•]/g, '-'],
  [/×/g, 'x'],
]
/** Marks of direction, which only letters of other scripts need. */
const UNSEEN = /[\u200b-\u200f\u2066-\u2069\u061c]/g
const ACCENTS = /\p{M}/gu
const DOTLESS: Record<string, string> = { ı: 'i', ø: 'o', đ: 'd', ł: 'l' }

/**
 * The text as an SMS sends it in the fewest parts: one letter outside GSM's alphabet makes a message more than twice as long, and as
 * expensive. Typographic signs are written plainly, and letters such as `ş` without their mark where that saves parts; a text of another
 * script keeps its own signs, where they cost nothing more. Source: *ours*.
 */
export function smsText(text: string): string {
  const spaced = text.replaceAll('\u00a0', ' ')
  const plain = PLAIN.reduce((sum, [typographic, typed]) => sum.replace(typographic, typed), spaced).replace(UNSEEN, '')
  if (isGsm(plain)) return plain
  const bare = [...plain].map((letter) => (isGsm(letter) ? letter : bareOf(letter))).join('')
  return isGsm(bare) && smsParts(bare) < smsParts(spaced) ? bare : spaced
}

/** In how many parts a text is sent. */
export function smsParts(text: string): number {
  const places = isGsm(text)
    ? [...text].reduce((sum, letter) => sum + (TWO_PLACES.has(letter) ? 2 : 1), 0)
    : text.length
  const { alone, joined } = isGsm(text) ? GSM : UNICODE
  return places <= alone ? 1 : Math.ceil(places / joined)
}

function isGsm(text: string): boolean {
  return [...text].every((letter) => ONE_PLACE.has(letter) || TWO_PLACES.has(letter))
}

function bareOf(letter: string): string {
  return DOTLESS[letter] ?? letter.normalize('NFD').replace(ACCENTS, '')
}
