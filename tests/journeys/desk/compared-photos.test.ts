import { expect, test } from '@playwright/test'
import { formatPercent } from '#app/i18n/format/numerals.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { DESK_COMPANY } from '../../support/browser/desk-pages.ts'
import { inSample } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { signInStaff } from '../../support/browser/steps/staff.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { wake } from '../../support/browser/steps/wake.ts'
import { rentalWithPhotos } from '../../support/server/database/site-database.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'protocol')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('staff compare the photos of a rental, one over the other', async ({ page, request, javaScriptEnabled }) => {
      await signInStaff(page, request, { companyId: DESK_COMPANY, desk: `${prefix}/desk` })
      const id = await rentalWithPhotos(DESK_COMPANY)
      await page.goto(`${prefix}/desk/reservations/${id}`)
      await page.getByRole('link', { name: t('compare.link') }).click()
      await expect(page.getByRole('heading', { level: 1, name: t('compare.title') })).toBeVisible()
      const left = page.getByRole('region', { name: t('view.LEFT'), exact: true })
      const later = left.locator('.overlaid-after')
      const hidden = () => later.evaluate((shown) => getComputedStyle(shown).getPropertyValue('--hidden'))
      expect(await hidden()).toBe('50%')
      if (javaScriptEnabled === false) {
        await left.getByRole('radio', { name: t('compare.share', { percent: formatPercent(100, language) }) }).check()
        expect(await hidden()).toBe('0%')
      } else {
        await wake(page)
        const slider = left.getByRole('slider')
        await slider.fill('90')
        expect(await hidden()).toBe('10%')
        await slider.press('Home')
        expect(await hidden()).toBe('100%')
        await expectAccessible(page)
      }
      await expect(left.getByText(/^[0-9a-f]{64}$/)).toHaveCount(2)
      await expectToFit(page)
    })
  })
}
