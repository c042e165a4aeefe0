import { type DateStyle, formatInstant } from '#app/i18n/format/dates.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { type Language, READER_ZONES } from '#app/rules/constants.ts'

/** An instant as a time of day in the zone of the language's readers, with the name of that zone. */
export function clockOf(at: string, language: Language, style: DateStyle = 'long'): string {
  return textFor(language, 'info')('clock', {
    at: formatInstant(new Date(at), READER_ZONES[language], language, style),
  })
}
