import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { rentFrom, signInStaff } from '../../support/browser/steps/staff.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { completeRental, confirmTrip } from '../../support/server/database/site-database.ts'
import { makeCompany } from '../../support/server/own-fleet.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'desk')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('staff record how a rental went with its driver', async ({ page, request, javaScriptEnabled }) => {
      const companyId = await makeCompany()
      const { id } = await rentFrom(request, companyId)
      await confirmTrip(id)
      await signInStaff(page, request, { companyId, desk: `${prefix}/desk/reservations/${id}` })
      const card = page.getByRole('region', { name: t('driver.title') })
      await page.goto(`${prefix}/desk/reservations/${id}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(card).toHaveCount(0)
      await completeRental(id)
      await page.reload()
      await card.getByLabel(t('driver.clean')).uncheck()
      await card.getByRole('button', { name: t('driver.save') }).click()
      await expect(page.getByText(t('driver.done'))).toBeVisible()
      await expect(card.getByLabel(t('driver.clean'))).not.toBeChecked()
      await expect(card.getByLabel(t('driver.paid'))).toBeChecked()
      if (javaScriptEnabled !== false) await expectAccessible(page)
      await expectToFit(page)
    })
  })
}
