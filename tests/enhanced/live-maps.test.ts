import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { expectAccessible, sidewaysPixels } from '../support/browser/accessible.ts'
import { IS_WHOLE } from '../support/browser/matrix.ts'
import { wake } from '../support/browser/steps/wake.ts'

const PAGES = ['/book/car/62/places', '/city/kish/map', '/companies/marjan-rent/map']
const LANGUAGES = ['fa', 'en'] as const

for (const language of LANGUAGES) {
  const t = textFor(language, 'map')
  const prefix = language === 'fa' ? '' : '/en'
  const move = { name: t('move') }
  /** In the sample the languages take turns. */
  const pages = PAGES.filter((_, nth) => IS_WHOLE || nth % LANGUAGES.length === LANGUAGES.indexOf(language))

  test.describe(`${language}: maps of places`, () => {
    test('become interactive on request, with every place under its number, also by keyboard', async ({ page }) => {
      for (const path of pages) {
        await page.goto(prefix + path)
        await wake(page)
        const numbers = await page.locator('.spots').first().locator('> li').count()
        await page.getByRole('button', move).first().click()
        const map = page.getByRole('application')
        await expect(map.locator('.map-mark')).toHaveCount(numbers)
        await expect(map.locator('.leaflet-tile-loaded').first()).toBeAttached()
        await expect(map).toBeFocused()
        const mark = map.locator('.map-mark').first()
        const before = await mark.boundingBox()
        await page.keyboard.press('ArrowRight')
        await expect.poll(async () => (await mark.boundingBox())?.x).toBeLessThan(before?.x ?? 0)
        await page.getByRole('button', { name: t('zoomIn') }).click()
        await expect(map.locator('.leaflet-tile-loaded[src*="/map/tiles/"]').first()).toBeAttached()
        await expectAccessible(page)
        await page.setViewportSize({ width: 320, height: 800 })
        expect(await sidewaysPixels(page)).toBe(0)
        await page.setViewportSize({ width: 1280, height: 900 })
      }
    })

    test.describe('without scripts', () => {
      test.use({ javaScriptEnabled: false })

      test('are pictures, with links to the visitor’s own map app', async ({ page }) => {
        for (const path of pages) {
          await page.goto(prefix + path)
          const picture = page.locator('img.map-image').first()
          await expect(picture).toBeVisible()
          expect((await page.request.get((await picture.getAttribute('src')) ?? '')).headers()['content-type']).toMatch(
            /^image\//,
          )
          await expect(page.getByRole('button', move)).toHaveCount(0)
          const first = page.locator('.spots > li').first()
          await expect(first.locator('a[href^="https://"]').first()).toBeVisible()
          await expect(first.locator('a[href^="geo:"]')).toBeVisible()
        }
      })
    })
  })
}
