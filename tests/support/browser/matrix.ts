import { LANGUAGES, type Language } from '#app/rules/constants.ts'

/**
 * `npm run test:all` goes through every combination of language, width, scheme and scripts; `npm test` takes a sample. Its rule:
 *
 * - A journey is gone through in Persian without JavaScript and in English with it (`inSample`); one that is written in one
 *   language, both ways. What the first screens say is looked at in all five languages, each one way.
 * - What the server alone answers (addresses, statuses, redirects) is looked at without scripts; what differs by nothing but
 *   a row of a table takes turns.
 * - Each page is looked at by axe in one language, width and scheme, which have their turns from page to page (`viewsOf`).
 */
export const IS_WHOLE = Boolean(process.env.FULL_MATRIX)

/** The tags by which `playwright.config.ts` leaves out of `npm test` what a project is no sample of. */
export const SAMPLE = { withScripts: '@scripts', withoutScripts: '@no-scripts' } as const

/** In the sample a test with this is run with JavaScript alone. */
export const WITH_SCRIPTS = { tag: SAMPLE.withScripts }
/** In the sample a test with this is run without JavaScript alone. */
export const WITHOUT_SCRIPTS = { tag: SAMPLE.withoutScripts }

/**
 * For a journey that is written once for several languages: `test.describe(title, inSample(language), …)`. `npm test`
 * goes through it in Persian without JavaScript and in English with it, each other language one way;
 * `npm run test:all` through all of them both ways. What differs by language *and* scripts (a calendar) has no tag.
 */
export function inSample(language: Language): { tag: string } {
  return language === 'en' || language === 'ar' || language === 'de' ? WITH_SCRIPTS : WITHOUT_SCRIPTS
}

/** For the tests of a table whose rows go the same way: in the sample the `nth` goes with or without JavaScript, in turns. */
export function inTurn(nth: number): { tag: string } {
  return nth % 2 ? WITH_SCRIPTS : WITHOUT_SCRIPTS
}

/** The languages of a long journey: of those that it is written for, Persian and English in the sample. */
export function sampleOf<L extends Language>(languages: readonly L[]): L[] {
  return languages.filter((language) => IS_WHOLE || language === 'fa' || language === 'en')
}

/** In which language, on how wide a screen and in which colours a page is looked at. */
export interface View {
  language: Language
  width: number
  colorScheme: 'light' | 'dark'
}

const WIDE = 1280
export const NARROW = 320

const OTHERS = LANGUAGES.filter((language) => language !== 'fa')

/**
 * The views in which the `nth` page of the tests is looked at. In the sample it is one, and languages, widths and schemes
 * have their turns from page to page: every other page is looked at in Persian. All of them in the whole matrix.
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
