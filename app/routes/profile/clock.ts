import { formatInstant } from '#app/i18n/dates.ts'
import { HOME_ZONE, type Language } from '#app/rules/constants.ts'

/** An instant for a reader whose clock is not known: Persian pages show Tehran's, others say that it is UTC. */
export function clockOf(at: string, language: Language): string {
  if (language === 'fa') return formatInstant(new Date(at), HOME_ZONE, language, 'long')
  return `${formatInstant(new Date(at), 'UTC', language, 'long')} UTC`
}
