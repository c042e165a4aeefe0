import { foldText } from './digits.ts'

/** The names of a place by language. */
interface PlaceNames {
  name_fa: string
  name_en: string
  name_ar: string
  name_tr?: string | null
  name_de?: string | null
}

/** The form in which names of places are compared: as `foldText`, and ة as ه, which many write for it. Source: *ours*. */
export function foldPlace(text: string): string {
  return foldText(text).replaceAll('ة', 'ه')
}

/**
 * All spellings of a place that people type, folded: its names in every language, ä, ö and ü spelt ae, oe and ue, too.
 */
export function spellingsOf({ name_fa, name_en, name_ar, name_tr, name_de }: PlaceNames): string[] {
  const names = [name_fa, name_en, name_ar, name_tr, name_de].flatMap((name) => (name ? [name] : []))
  return [...new Set(names.flatMap((name) => [foldPlace(name), foldPlace(withoutUmlauts(name))]))]
}

function withoutUmlauts(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöü]/g, (letter) => `${UMLAUTS[letter]}e`)
}

const UMLAUTS: Record<string, string> = { ä: 'a', ö: 'o', ü: 'u' }
