import type { CurrencyCode, Language } from '#app/rules/constants.ts'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'
import type { ApiClient } from '#app/web/api.server.ts'
import type { Ad } from './booking-form.ts'

/** The vehicle of an address, and everything that its booking depends on. */
export interface BookingContext {
  api: ApiClient
  ad: Ad
  language: Language
  currency: CurrencyCode
  /** Today's date in the vehicle's city. */
  today: CalendarDate
}
