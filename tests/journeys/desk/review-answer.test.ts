import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { signInStaff } from '../../support/browser/steps/staff.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { reviewVehicle } from '../../support/server/database/site-database.ts'
import { makeCompany, makeVehicle } from '../../support/server/own-fleet.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'reviews')
  const booking = textFor(language, 'booking')
  const errors = textFor(language, 'errors')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('a company answers a review once, and travellers read it', async ({ page, request, javaScriptEnabled }) => {
      const look = async () => {
        if (javaScriptEnabled !== false) await expectAccessible(page)
        await expectToFit(page)
      }
      const companyId = await makeCompany()
      const { id } = await makeVehicle({ companyId })
      await reviewVehicle(id, [{ score: 4, body: 'The tank was full.', language: 'en' }])
      await signInStaff(page, request, { companyId, desk: `${prefix}/desk/reviews` })
      await page.goto(`${prefix}/desk/reviews`)
      const main = page.getByRole('main')
      await expect(main.getByText(t('open'), { exact: true })).toBeVisible()
      const figures = main.getByRole('list', { name: t('figures.title') })
      await expect(figures).toContainText(language === 'fa' ? '۰٪' : '0%')
      await look()
      await main.getByRole('link', { name: 'Sina' }).click()
      const answer = main.getByRole('textbox', { name: t('answer') })
      await answer.fill('   ')
      await main.getByRole('button', { name: t('publish') }).click()
      await expect(page.getByRole('alert')).toContainText(errors('required'))
      await look()
      await answer.fill('Come again!')
      await main.getByRole('button', { name: t('publish') }).click()
      await expect(page.getByText(t('done'))).toBeVisible()
      await expect(main.getByText(t('none'))).toBeVisible()
      await main.getByRole('link', { name: t('views.ANSWERED'), exact: true }).click()
      await main.getByRole('link', { name: 'Sina' }).click()
      await expect(main.getByText('Come again!')).toBeVisible()
      await expect(answer).toHaveCount(0)
      await look()

      await page.goto(`${prefix}/book/car/${id}`)
      const reviews = page.getByRole('region', { name: booking('reviews.title') })
      await expect(reviews.getByText('Come again!')).toBeVisible()
      await look()
    })
  })
}
