import { LANGUAGES, type Language } from '#app/rules/constants.ts'

/** The language of the texts on a page: the address's, else the page's own. */
export function languageOfTexts(query: URLSearchParams, own: Language): Language {
  return LANGUAGES.find((language) => language === query.get('lang')) ?? own
}
