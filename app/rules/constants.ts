/**
 * The fixed numbers and names of the product: the specification's §1, §3 and §9, and what decisions.md adds.
 * Times carry their unit in the name. Nothing here depends on configuration.
 */

/** The site's languages (§1), the default first in `DEFAULT_LANGUAGE`. */
export const LANGUAGES = ['fa', 'en', 'ar', 'tr', 'de'] as const
export type Language = (typeof LANGUAGES)[number]
export const DEFAULT_LANGUAGE: Language = 'fa'

/** How long public pages and answers of the API are kept, here and by caches in between. Source: *ours*. */
export const KEPT_SECONDS = 10

/** Locale tags for formatting and for the `lang` attribute (§9, "flags"). */
export const LOCALE_TAGS: Record<Language, string> = {
  fa: 'fa-IR',
  en: 'en-US',
  ar: 'ar-SA',
  tr: 'tr-TR',
  de: 'de-DE',
}

/** Names what a caller has written, so that later reads show it where replicas answer them. Source: issue 21, C. */
export const POSITION_HEADER = 'savari-position'

/** The writing direction of each language (§1). */
export const DIRECTIONS: Record<Language, 'rtl' | 'ltr'> = { fa: 'rtl', en: 'ltr', ar: 'rtl', tr: 'ltr', de: 'ltr' }

/** Whether a city must have a name in this language; otherwise its English name is shown (decisions.md). */
export const NEEDS_CITY_NAMES: Record<Language, boolean> = { fa: true, en: true, ar: true, tr: false, de: false }

/** The calendar of each language's pages: Jalali in Persian, otherwise Gregorian (decisions.md, "Languages"). */
export const CALENDARS: Record<Language, 'jalali' | 'gregorian'> = {
  fa: 'jalali',
  en: 'gregorian',
  ar: 'gregorian',
  tr: 'gregorian',
  de: 'gregorian',
}

/**
 * Whom each language's pages serve: people in Iran, who have an Iranian phone and identity number and need no e-mail
 * address, or travellers from elsewhere (§1, §9).
 */
const SERVES_IRAN: Record<Language, boolean> = { fa: true, en: false, ar: false, tr: false, de: false }

/** Whether the pages of a language are those for people in Iran. */
export function servesIran(language: Language): boolean {
  return SERVES_IRAN[language]
}

/** Currencies on offer and their ids (§9; EUR's id is *ours*). */
export const CURRENCY_IDS = { IRT: 6, EUR: 2 } as const
export type CurrencyCode = keyof typeof CURRENCY_IDS
export const CURRENCY_CODES: readonly CurrencyCode[] = ['IRT', 'EUR']

const CURRENCIES: Record<Language, CurrencyCode> = { fa: 'IRT', en: 'EUR', ar: 'EUR', tr: 'EUR', de: 'EUR' }

/** The currency tied to a language: toman for Persian, euro for every other (§1). */
export function currencyOfLanguage(language: Language): CurrencyCode {
  return CURRENCIES[language]
}

/** The currency with this id, or undefined where none is offered under it (§9). */
export function currencyOfId(id: number): CurrencyCode | undefined {
  return CURRENCY_CODES.find((code) => CURRENCY_IDS[code] === id)
}

/** Vehicle categories (§1). 7 and 1100 are constants without pages: their meaning is not shown. */
export const CATEGORY = { CAR: 2, MOTOR: 5, SEVEN: 7, ELEVEN_HUNDRED: 1100 } as const

/** Cities that come first in lists: Kish, Tehran, Istanbul, Dubai (§3; names are decisions.md's). */
export const PINNED_CITY_IDS: readonly number[] = [1061, 335471, 335469, 305]
export const DEFAULT_CITY_ID = 1061

/** A company's title in the filters is its id plus this (§3). */
export const COMPANY_TITLE_OFFSET = 1000

/** The times at which a rental may start or end: each half hour from 00:30 to 23:30 (§9). */
export const TIME_SLOTS: readonly string[] = Array.from({ length: 47 }, (_, index) => {
  const minutes = (index + 1) * 30
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${minutes % 60 === 0 ? '00' : '30'}`
})

/** When a rental starts and ends if only its dates are given. Source: *ours*. */
export const DEFAULT_TIME = '10:00'

/** Dial code that a sign-in or reservation form starts with (§9); empty where the person must choose. */
export const DEFAULT_DIAL_CODE: Record<Language, string> = { fa: '+98', en: '', ar: '', tr: '+90', de: '' }
export const IRAN_DIAL_CODE = '+98'

/** Picture presets in pixels (§3). */
export const IMAGE_PRESETS = {
  small: { width: 200, height: 130 },
  medium: { width: 250, height: 150 },
  large: { width: 380, height: 250 },
} as const
export type ImagePreset = keyof typeof IMAGE_PRESETS

/** Toasts and the error snackbar (§8, §9). */
export const TOAST_MS = 2000
export const SNACKBAR_MS = 10_000

/** Sign-in (§4, §9; a code's lifetime and tries are from decisions.md). */
export const CODE_DIGITS = 6
export const CODE_RESEND_SECONDS = 120
export const CODE_MINUTES = 5
export const CODE_TRIES = 5
/**
 * Codes that may be sent to a phone or a mailbox (decisions.md, "One-time codes"): two an hour, and four a day
 * (*ours*), are kept for browsers that have signed in with it before. With five tries each these are 50 guesses at a
 * million a day, 30 of them by strangers: one in 20,000 for a phone that is attacked all day, and half of what NIST
 * allows (protocols/otp.md §1).
 */
export const CODE_LIMITS = {
  hour: 5,
  day: 10,
  strangersHour: 3,
  strangersDay: 6,
  /** A network's daily limit, in multiples of its hourly limit. */
  networkHoursADay: 5,
} as const
/**
 * Codes sent to unknown browsers in ten minutes without delay: by SMS to one country, and by e-mail altogether. Beyond
 * these, people take turns (rules/identity/turn.ts). Source: *ours*.
 */
export const CODE_PACE = { minutes: 10, iran: 500, otherCountry: 50, mail: 2000 } as const
/** How long a browser that has signed in is remembered. Source: *ours*, the longest that browsers keep a cookie. */
export const KNOWN_DEVICE_DAYS = 400
/**
 * Messages that one receiver gets in an hour and in a day: a number or mailbox that has never proven itself
 * (decisions.md, "Decided after the first look"), and one that has (*ours*: reserving for somebody else must not flood them).
 */
export const MESSAGE_LIMITS = {
  unproven: { hour: 3, day: 6 },
  proven: { IMPORTANT: { hour: 40, day: 120 }, FREQUENT: { hour: 20, day: 60 } },
  /** How many important messages one customer may cause. */
  ofOneCause: { hour: 10, day: 30 },
} as const
/** Tries of codes and tokens from one network address in ten minutes. Source: *ours*. */
export const PROOFS_PER_ADDRESS = 60

/** Tokens (decisions.md, "Identity and access"). */
export const ACCESS_TOKEN_MINUTES = 15
export const REFRESH_TOKEN_DAYS = 60
export const REFRESH_RETRY_SECONDS = 30
export const DIRECT_LOGIN_MINUTES = 15
/** Second factor (*ours*): for how long a proof allows moving money, and how many wrong tries lead to a pause. */
export const FACTOR_RECHECK_MINUTES = 10
export const FACTOR_TRIES = { most: 5, seconds: 900 } as const
export const FACTOR_SETUP_MINUTES = 30
export const RECOVERY_CODES = 10
/** Security keys (WebAuthn): how many somebody may have, and for how long a browser may answer a challenge (*ours*). */
export const SECURITY_KEYS = 10
export const KEY_NAME_LETTERS = 40
export const KEY_CHALLENGE_MINUTES = 5
/**
 * Operators' sessions end after this long without a request, and at the latest (*ours*). Staff with a second factor:
 * after 12 hours without one.
 */
export const OPERATOR_IDLE_MINUTES = 30
export const OPERATOR_SIGN_IN_HOURS = 12
export const STAFF_IDLE_HOURS = 12
/** The hidden field that proves a form came from one of our pages, against CSRF (*ours*). */
export const FORM_TOKEN_FIELD = 'form_token'
/** The field of a sign-out's form for the browser's registration for push messages. */
export const PUSH_FIELD = 'registration_id'
/**
 * The hidden field with the form's idempotency key: a form is processed once, however often a browser without scripts
 * sends it (*ours*).
 */
export const FORM_KEY_FIELD = 'form_key'
/**
 * The request header of a script that sends a page's form, and the answer's header with the redirect's address, which
 * fetch would hide (*ours*).
 */
export const FETCHED_FORM_HEADER = 'x-fetched-form'
export const GO_TO_HEADER = 'x-go-to'
/** Which release of the pages' scripts an answer to the router is of. */
export const RELEASE_HEADER = 'x-release'

/** Field limits (§5). A megabyte of the upload limit is 10^6 bytes, as §5 counts. */
export const PHONE_DIGITS = { min: 7, max: 11 } as const
export const USERNAME_LENGTH = { min: 3, max: 30 } as const
export const PASSPORT_LENGTH = { min: 6, max: 15 } as const
export const UPLOAD_BYTES = 10_000_000

/** Cookies (§9). */
export const LOCALE_COOKIE_DAYS = 365

/** Lists and search: results on a page (*ours*). */
export const PAGE_SIZE = 24
export const COMPARE_MAX = 4
/** The number of favourites that a browser or an account remembers (*ours*). */
export const FAVOURITES_MAX = 50

/** How many searches a browser or an account remembers. Source: *ours*. */
export const RECENT_SEARCHES_MAX = 8
export const MONTHLY_RENTAL_DAYS = 30

/** Renting and holding (decisions.md, "Renting" and "Identity and access"). */
export const FREE_MINUTES_OVER = 60
export const CHILD_SEATS_MAX = 3
export const HOLD_MINUTES = 20
export const BANK_HOLD_MINUTES = 40
export const CONFIRM_WITHIN_HOURS = 12
export const MAX_HOLDS_PER_PHONE = 3
/** How often the phone of an unpaid reservation may be corrected. Source: *ours*. */
export const UNPAID_PHONE_CORRECTIONS = 3
export const MAX_HOLDS_PER_ADDRESS = 20
export const CHANGE_UNTIL_HOURS = 24
export const IDEMPOTENCY_HOURS = 24
/** How long the answer to a form is stored for somebody who is not signed in (*ours*). */
export const VISITOR_ANSWER_HOURS = 1
/**
 * How many forms with a key a sign-in sends in an hour, and a subscriber of the network where nobody is signed in
 * (*ours*).
 */
export const FORM_KEYS_AN_HOUR = { session: 1_000, subscriber: 300 } as const
export const FREE_ADDRESS_ID = -1

/** A company's defaults (decisions.md). Percentages are whole numbers. */
export const DEFAULT_CANCELLATION_HOURS = { free: 48, half: 24 } as const

/** Guarantee types, the specification's `trust_type` (decisions.md). */
export const TRUST_TYPES = ['DEPOSIT_FREE', 'CARD_HOLD', 'CHEQUE', 'CASH'] as const
/** Guarantees with a picture: a cheque, or the receipt of a deposit or of an amount blocked on a card. */
export const PICTURED_GUARANTEES = ['CHEQUE', 'CASH', 'CARD_HOLD'] as const
export type TrustType = (typeof TRUST_TYPES)[number]

export const GEARBOXES = ['AUTOMATIC', 'MANUAL'] as const
/** With how much fuel a vehicle goes back. */
export const FUEL_RULES = ['FULL_TO_FULL', 'SAME_TO_SAME', 'PREPAID'] as const
export const FUELS = ['PETROL', 'DIESEL', 'HYBRID', 'ELECTRIC', 'DUAL_FUEL'] as const

/**
 * Payment gateways, each with the page of ours to which its bank returns (§2). `docs/providers.md` says how to add one.
 */
export const GATEWAYS = {
  saman: { returnPage: '/external-pay' },
  yekpay: { returnPage: '/external_yek' },
} as const
export type GatewayName = keyof typeof GATEWAYS
export const GATEWAY_NAMES = Object.keys(GATEWAYS) as [GatewayName, ...GatewayName[]]

/** The gateway that takes new payments of a currency (§7, decisions.md). Another one still settles those it began. */
export const GATEWAY_OF_CURRENCY: Record<CurrencyCode, GatewayName> = { IRT: 'saman', EUR: 'yekpay' }

/** Opening hours of support, every day (§1). */
export const SUPPORT_HOURS = { opens: '08:00', closes: '23:00' } as const

/**
 * The time zone of the marketplace itself: it completes a date without a year where a form names no place. Source:
 * *ours*.
 */
export const HOME_ZONE = 'Asia/Tehran'

/** The time zone of most readers of each language. Texts that show such a time name the zone. Source: *ours*. */
export const READER_ZONES: Record<Language, string> = {
  fa: HOME_ZONE,
  ar: 'Asia/Dubai',
  tr: 'Europe/Istanbul',
  de: 'Europe/Berlin',
  en: 'Europe/London',
}

/**
 * Chat (§5, §9): the longest message, messages per page, the lifetime of a handshake's ticket and of the access that it
 * gives a socket (*ours*).
 */
export const CHAT_MESSAGE_LENGTH = 4000
/** Files that go with one message. Source: *ours*. */
export const FILES_A_MESSAGE = 5
export const CHAT_PAGE_SIZE = 30
export const SOCKET_TICKET_SECONDS = 60
export const SOCKET_MINUTES = 15
export const UNREAD_CAP = 99

/** Whether a company's bookings are confirmed as soon as they are paid, or by its staff. */
export const CONFIRMATIONS = ['AT_ONCE', 'BY_HAND'] as const
export type Confirmation = (typeof CONFIRMATIONS)[number]

/** The kinds of ways to reach us (§3, contacts). */
export const CONTACT_TYPES = ['GENERAL', 'WHATS_APP', 'LIVE_CHAT'] as const
export type ContactType = (typeof CONTACT_TYPES)[number]

/** The kinds of places for a hand-over. */
export const PLACE_KINDS = ['OFFICE', 'AIRPORT', 'STATION', 'HOTEL', 'PORT', 'MALL'] as const

/**
 * The length of the rental whose price is shown without chosen dates: a usual one, in the coming month, on the dates
 * that cost the least (`usualRental`). Source: *ours*.
 */
export const FROM_DAYS = 3

/** The smallest step in which each currency is shown and paid, in its minor unit: 1 toman, 1 euro (§5). */
export const WHOLE_UNIT: Record<CurrencyCode, number> = { IRT: 1, EUR: 100 }
