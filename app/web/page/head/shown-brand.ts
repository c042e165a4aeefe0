import { statSync } from 'node:fs'
import type { Config } from '#app/config.ts'
import type { Language } from '#app/rules/constants.ts'

const addresses = new Map<string, string>()

/** The name and logo that pages of a language show. */
export function shownBrand({ brand: { name, logo } }: Pick<Config, 'brand'>, language: Language) {
  return { name: name[language], logoUrl: logo ? addressOf(logo.file) : undefined }
}

/** The logo is read once per process; the address contains its hash and changes with a new logo. */
function addressOf(file: string): string {
  const known = addresses.get(file) ?? `/brand/logo?v=${Math.round(statSync(file).mtimeMs).toString(36)}`
  addresses.set(file, known)
  return known
}
