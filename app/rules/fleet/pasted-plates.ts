import { plateKey } from './fine.ts'

/** How many plates can be pasted at once, and the longest such list, in characters. Source: *ours*. */
export const PLATES_MAX = 5000
export const PLATES_LENGTH = 150_000
/** The longest file of vehicles that is imported on the desk, in characters: some 1,500 rows; and the most rows, however short. */
export const IMPORT_LENGTH = 400_000
export const IMPORT_ROWS_MAX = 2000
/** How many plates are typed in one table. */
export const PLATE_ROWS_MAX = 40

/**
 * The plates of a pasted sheet, one a line, as typed. Parts of a plate in several cells are one plate, separated by spaces.
 */
export function pastedPlates(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replaceAll(/[\s",;،؛]+/g, ' ').trim())
    .filter(Boolean)
}

/** The plates as typed, each only once however it is written; those without any letter or digit are left as they are. */
export function differentPlates(plates: readonly string[]): Map<string, string> {
  const different = new Map<string, string>()
  for (const plate of plates) {
    const key = plateKey(plate) || plate
    if (!different.has(key)) different.set(key, plate)
  }
  return different
}
