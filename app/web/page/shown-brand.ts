import { statSync } from 'node:fs'
import type { Config } from '#app/config.ts'
import type { Language } from '#app/rules/constants.ts'

const addresses = new Map<string, string>()

/** The name and logo that pages of a language show. */
export function shownBrand({ brand: { name, logo } }: Pick<Config, 'brand'>, language: Language) {
  return { name: name[language], logoUrl: logo ? addressOf(logo.file) : undefined }
}

/** A process reads its logo once; after a start with a new one the address is another. */
function addressOf(file: string): string {
  const known = addresses.get(file) ?? `/brand/logo?v=${Math.round(statSync(file).mtimeMs).toString(36)}`
  addresses.set(file, known)
  return known
}
