import type { CityNames } from '#app/i18n/language.ts'
import type { CurrencyCode, Language } from '#app/rules/constants.ts'

/** The data of the frame around every page. Brand and contact are configuration (white label). */
export interface SiteFrame {
  brand: {
    name: string
    /** The languages on offer. */
    languages: readonly Language[]
    /** `top` is the white-label layout (§2). */
    layout: 'default' | 'top'
    /** The white-label line of the footer; none when empty. */
    poweredBy?: string
    /** The partners’ own site; without one, links lead to our sign-in page. */
    partnerUrl?: string
    androidUrl?: string
    iosUrl?: string
    /** The app's download address from the API (§7), for when neither shop is configured. */
    appUrl?: string
  }
  currency: CurrencyCode
  /** The currencies to choose from; none while the API's list can't be had. */
  currencies?: readonly [id: number, code: string, name: string][]
  /** Path without language, and query, of the current page. */
  path: string
  query: URLSearchParams
  /** The signed-in person, if any. */
  viewer?: {
    name: string | null
    /** Grouped for reading; shown for people without a name. */
    phone: string
    /** The id of their picture. */
    avatar: string | null
    /** Chat messages that wait to be read. */
    unread: number
  }
  /** Name of the searched city in each language, if the page's address contains a city (§4, "Language change"). */
  cityNames?: CityNames
}
