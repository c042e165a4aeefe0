import { expect, test } from '@playwright/test'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { targetErrors } from '../../support/browser/accessible.ts'
import { HEIGHT, lookingAt } from '../../support/browser/looking.ts'
import { viewsOf } from '../../support/browser/matrix.ts'

/** Each page in one state. Its other states are checked in the tests about them, in Persian and English. */
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
  '/blog',
  '/blog/kish-in-two-days',
  '/pages/help',
  '/pages/help/deposit',
  '/pages/complaints',
  '/pages/contact',
  '/pages/about-us',
  '/newsletter',
  '/companies',
  '/companies/marjan-rent',
  '/companies/marjan-rent/map',
  '/city',
  '/city/kish',
  '/city/kish/map',
  '/city/kish/car',
  '/city/kish/motor/april',
  '/book/car/62/places',
  '/favourites',
  '/offline',
]

for (const [nth, path] of PAGES.entries()) {
  for (const view of viewsOf(nth)) {
    const { language, width, colorScheme } = view

    test.describe(`${LOCALE_TAGS[language]}, ${width} wide, ${colorScheme}`, () => {
      test.use({ locale: LOCALE_TAGS[language], colorScheme, viewport: { width, height: HEIGHT } })

      test(`axe finds nothing on ${path}, which does not scroll sideways`, async ({ page }) => {
        const { visit } = lookingAt(page, view)
        await visit(path)
        expect.soft(await targetErrors(page), 'large enough to press').toEqual([])
        await expect(page.locator('html')).toHaveAttribute('lang', LOCALE_TAGS[language])
      })
    })
  }
}
