import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import { reserveSome } from '../../support/browser/steps/reserved.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'

for (const language of ['fa', 'en'] as const) {
  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language], extraHTTPHeaders: freshAddress() })

    test(
      'a vehicle has four pictures, and each small one opens its large one',
      WITHOUT_SCRIPTS,
      async ({ page, request, javaScriptEnabled }) => {
        const t = textFor(language, 'booking')
        const { adId } = await reserveSome(request, language)
        await page.goto(`${language === 'fa' ? '' : '/en'}/book/car/${adId}`)
        const views = page.getByRole('region', { name: t('photos') })
        await expect(views.getByRole('img')).toHaveCount(4)
        await expect(views.locator('#view-1')).toBeInViewport({ ratio: 0.9 })
        await expect(views.locator('#view-3')).not.toBeInViewport()

        await page.getByRole('link', { name: t('view', { view: 'rear' }), exact: true }).click()
        await expect(views.locator('#view-3')).toBeInViewport({ ratio: 0.9 })
        await expect(views.locator('#view-1')).not.toBeInViewport()
        expect(await page.evaluate(() => scrollY), 'the page stays where it was').toBe(0)
        await page.getByRole('link', { name: t('view', { view: 'inside' }), exact: true }).click()
        await expect(views.locator('#view-4')).toBeInViewport({ ratio: 0.9 })

        const drawn = await views
          .getByRole('img')
          .evaluateAll((images) =>
            images.map((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0),
          )
        expect(drawn).toEqual([true, true, true, true])
        if (javaScriptEnabled !== false) await expectAccessible(page)
      },
    )

    test('visitors who save data get a picture of half the size', async ({ request }) => {
      const sizeWith = async (headers: Record<string, string>) => {
        const answer = await request.get('/pictures/suv-white-large.avif', { headers })
        expect(answer.headers().vary).toContain('Save-Data')
        return (await answer.body()).length
      }
      expect(await sizeWith({ 'save-data': 'on' })).toBeLessThan((await sizeWith({})) * 0.6)
    })
  })
}
