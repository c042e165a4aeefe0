import { LANGUAGES, type Language } from '#app/rules/constants.ts'

/** The language whose texts a page shows: the address's, else the page's own. */
export function languageOfTexts(query: URLSearchParams, own: Language): Language {
  return LANGUAGES.find((language) => language === query.get('lang')) ?? own
}
