import type { CityNames } from '#app/i18n/language.ts'
import type { CurrencyCode, Language } from '#app/rules/constants.ts'

/** What the frame around every page needs to know. Brand and contact are configuration (white label). */
export interface SiteFrame {
  brand: {
    name: string
    /** The languages on offer. */
    languages: readonly Language[]
    /** `top` is the white-label layout (§2). */
    layout: 'default' | 'top'
    /** The white-label line of the footer; none where empty. */
    poweredBy?: string
    /** The partners’ own site; our sign-in page where there is none. */
    partnerUrl?: string
    androidUrl?: string
    iosUrl?: string
    /** The app's download where neither shop is configured: the API's (§7). */
    appUrl?: string
  }
  currency: CurrencyCode
  /** Path without language, and query, of the page at hand. */
  path: string
  query: URLSearchParams
  /** Who is signed in, if somebody is. */
  viewer?: {
    name: string | null
    /** Grouped for reading: who has no name yet is known by it. */
    phone: string
    /** The id of their picture. */
    avatar: string | null
    /** Chat messages that wait to be read. */
    unread: number
  }
  /** Name of the searched city in each language, where the page's address holds a city (§4, "Language change"). */
  cityNames?: CityNames
}
