import { expect, test } from '@playwright/test'
import { LANGUAGES, LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../support/accessible.ts'

/** Each page in one state; the other states are looked at where they are tested, in Persian and English. */
const PAGES = [
  '/',
  '/rent/car',
  '/rent/motor?page=0',
  '/rent/car/monthly',
  '/compare?ids=62&ids=367',
  '/book/car/62',
  '/voucher',
  '/landing/cars',
  '/no-such-page',
]
const WIDE = { width: 1280, height: 900 }
const NARROW = { width: 360, height: 740 }

const CHOSEN = [
  { language: 'fa', viewport: NARROW, colorScheme: 'light' },
  { language: 'en', viewport: NARROW, colorScheme: 'dark' },
  { language: 'ar', viewport: WIDE, colorScheme: 'light' },
  { language: 'tr', viewport: WIDE, colorScheme: 'light' },
  { language: 'de', viewport: WIDE, colorScheme: 'light' },
] as const
const ALL = LANGUAGES.flatMap((language) =>
  [WIDE, NARROW].flatMap((viewport) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ language, viewport, colorScheme })),
  ),
)

for (const { language, viewport, colorScheme } of process.env.FULL_MATRIX ? ALL : CHOSEN) {
  test.describe(`${LOCALE_TAGS[language]}, ${viewport.width} wide, ${colorScheme}`, () => {
    test.use({ viewport, colorScheme, locale: LOCALE_TAGS[language] })

    for (const path of PAGES) {
      test(`${path} has nothing that axe objects to, and does not scroll sideways`, async ({ page }) => {
        await page.goto(language === 'fa' ? path : `/${language}${path}`.replace(/\/$/, ''))
        await expect(page.locator('html')).toHaveAttribute('lang', LOCALE_TAGS[language])
        await expectAccessible(page)
        const { content, room } = await page.evaluate(() => ({
          content: document.documentElement.scrollWidth,
          room: document.documentElement.clientWidth,
        }))
        expect(content).toBeLessThanOrEqual(room)
      })
    }
  })
}
