import { LANGUAGES, type Language } from '#app/rules/constants.ts'

/**
 * `npm run test:all` goes through every combination of language, width, scheme and scripts; `npm test` takes a sample. Its rule:
 *
 * - A journey runs in Persian without JavaScript and in English with it (`inSample`); one that is written in a single language
 *   runs both ways. The first screens are checked in all five languages, each one way.
 * - A refusal or a side path of a journey, and a long journey of a desk, runs one way: in Persian without JavaScript or in
 *   English with it. Its tag says which. Searching, booking, paying, cancelling and a company's day run both ways.
 * - What only the server decides (addresses, statuses, redirects, errors of a search) is checked without scripts.
 * - axe checks each page in one language, width and scheme, which rotate from page to page (`viewsOf`).
 */
export const IS_WHOLE = Boolean(process.env.FULL_MATRIX)

/** The tags by which `playwright.config.ts` leaves tests out of a project when only the sample runs. */
export const SAMPLE = { withScripts: '@scripts', withoutScripts: '@no-scripts' } as const

/** In the sample, a test with this tag runs only with JavaScript. */
export const WITH_SCRIPTS = { tag: SAMPLE.withScripts }
/** In the sample, a test with this tag runs only without JavaScript. */
export const WITHOUT_SCRIPTS = { tag: SAMPLE.withoutScripts }

/**
 * For a journey that is written once for several languages: `test.describe(title, inSample(language), …)`. `npm test`
 * runs it in Persian without JavaScript, in English with it, and in each other language one way;
 * `npm run test:all` runs every language both ways. What depends on language *and* scripts (a calendar) gets no tag.
 */
export function inSample(language: Language): { tag: string } {
  return language === 'en' || language === 'ar' || language === 'de' ? WITH_SCRIPTS : WITHOUT_SCRIPTS
}

/**
 * The journeys that also run with the site and its API in two processes (`SITE_API_PORT`), both ways: a search, a booking, its
 * payment, voucher and cancellation, signing in, files, tickets, the chat, and a company's day.
 */
export const SPLIT_JOURNEYS = [
  'journeys/booking/whole-journey.test.ts',
  'journeys/booking/payment.test.ts',
  'journeys/trips/voucher.test.ts',
  'journeys/account/sign-in.test.ts',
  'journeys/account/avatar.test.ts',
  'journeys/account/tickets.test.ts',
  'journeys/account/chat.test.ts',
  'journeys/desk/desk.test.ts',
  'journeys/desk/hand-over.test.ts',
]

/** The languages in which a long journey runs: in the sample only Persian and English. */
export function sampleOf<L extends Language>(languages: readonly L[]): L[] {
  return languages.filter((language) => IS_WHOLE || language === 'fa' || language === 'en')
}

/** The language, screen width and colour scheme in which a page is checked. */
export interface View {
  language: Language
  width: number
  colorScheme: 'light' | 'dark'
}

const WIDE = 1280
export const NARROW = 320

const OTHERS = LANGUAGES.filter((language) => language !== 'fa')

/**
 * The views in which the `nth` page of the tests is checked: all of them in the whole matrix, one in the sample, where
 * languages, widths and schemes rotate from page to page and every other page is checked in Persian.
 */
export function viewsOf(nth: number): View[] {
  if (IS_WHOLE) return EVERY_VIEW
  const language = nth % 2 ? OTHERS[Math.floor(nth / 2) % OTHERS.length] : 'fa'
  return [
    {
      language: language ?? 'en',
      width: nth % 4 < 2 ? NARROW : WIDE,
      colorScheme: nth % 3 === 1 ? 'dark' : 'light',
    },
  ]
}

const EVERY_VIEW: View[] = LANGUAGES.flatMap((language) =>
  [WIDE, NARROW].flatMap((width) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ language, width, colorScheme })),
  ),
)
