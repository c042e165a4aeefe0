import { sepaText } from '#app/rules/money/sepa-text.ts'
import { foldText } from '#app/rules/text/digits.ts'

/**
 * Whether the holder of a bank account has one of these names, however it is written: capitals, diacritics, punctuation
 * and the transliteration of transfers make no difference ("GRÖSSE-MÜLLER" is "Groesse Mueller"). Source: *ours*.
 */
export function isHolder(holder: string, names: readonly string[]): boolean {
  const written = spellingsOf(holder)
  return names.some((name) => spellingsOf(name).some((spelling) => written.includes(spelling)))
}

function spellingsOf(name: string): string[] {
  return [name, sepaText(name)].map(lettersOf).filter((letters) => letters !== '')
}

function lettersOf(name: string): string {
  return foldText(name).replace(/[^\p{L}\p{N}]+/gu, '')
}
