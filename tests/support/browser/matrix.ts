import { LANGUAGES, type Language } from '#app/rules/constants.ts'

/** `npm run test:all` goes through every combination of language, width, scheme and scripts; `npm test` takes a sample. */
export const IS_WHOLE = Boolean(process.env.FULL_MATRIX)

/** The tags by which `playwright.config.ts` leaves out of `npm test` what a project is no sample of. */
export const SAMPLE = { withScripts: '@scripts', withoutScripts: '@no-scripts' } as const

/**
 * For a journey that is written once for several languages: `test.describe(title, inSample(language), …)`. `npm test`
 * goes through it in Persian without JavaScript and in English with it, each other language one way;
 * `npm run test:all` through all of them both ways. What differs by language *and* scripts (a calendar) has no tag.
 */
export function inSample(language: Language): { tag: string } {
  const isScripted = language === 'en' || language === 'ar' || language === 'de'
  return { tag: isScripted ? SAMPLE.withScripts : SAMPLE.withoutScripts }
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
 * The views in which the `nth` page of the tests is looked at: in Persian and in one other language, of which each has
 * its turn; in both schemes and at both widths. All of them in the whole matrix.
 */
export function viewsOf(nth: number): View[] {
  if (IS_WHOLE) return EVERY_VIEW
  const [width, otherWidth] = nth % 2 ? [WIDE, NARROW] : [NARROW, WIDE]
  const language = OTHERS[nth % OTHERS.length] ?? 'en'
  return [
    { language: 'fa', width, colorScheme: nth % 4 < 2 ? 'light' : 'dark' },
    { language, width: otherWidth, colorScheme: nth % 4 < 2 ? 'dark' : 'light' },
  ]
}

const EVERY_VIEW: View[] = LANGUAGES.flatMap((language) =>
  [WIDE, NARROW].flatMap((width) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ language, width, colorScheme })),
  ),
)
