import { DEFAULT_LANGUAGE, type Language } from '#app/rules/constants.ts'
import { isLanguage } from './language.ts'

/**
 * The site's language that an Accept-Language header prefers by weight, ignoring regions: German for `de-AT,en;q=0.5`.
 * Persian where it names none of ours.
 */
export function acceptedLanguage(header: string | null): Language {
  const wanted = (header ?? '').split(',').map((part) => {
    const [tag = '', weight] = part.trim().split(/\s*;\s*q=/)
    return { code: tag.slice(0, 2).toLowerCase(), weight: weight === undefined ? 1 : Number(weight) || 0 }
  })
  const ours = wanted.sort((one, other) => other.weight - one.weight).find(({ code }) => isLanguage(code))
  return ours && isLanguage(ours.code) ? ours.code : DEFAULT_LANGUAGE
}
