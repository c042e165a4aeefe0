import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { signIn } from '../../support/browser/steps/sign-in.ts'
import { rentFrom, signInStaff } from '../../support/browser/steps/staff.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { beginRental, confirmTrip } from '../../support/server/database/site-database.ts'
import { makeCompany } from '../../support/server/own-fleet.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))
test.setTimeout(120_000)

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'extension')
  const errors = textFor(language, 'errors')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('a customer asks for more time, the company refuses with a reason, and then gives it', async ({
      page,
      browser,
      request,
      javaScriptEnabled,
    }) => {
      const companyId = await makeCompany()
      const { id, customer } = await rentFrom(request, companyId)
      await confirmTrip(id)
      await beginRental(id)
      const main = page.getByRole('main')
      await signIn(page, 'fa', customer, `${prefix}/profile/reservation/${id}/extension`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('title'))
      if (javaScriptEnabled !== false) await expectAccessible(page)
      await expectToFit(page)
      await main.getByRole('button', { name: t('showPrice') }).click()
      await expect(main.getByText(t('toPay'))).toBeVisible()
      await main.getByLabel(t('message')).fill('The flight was moved')
      await main.getByRole('button', { name: t('ask') }).click()
      await expect(main.getByRole('heading', { name: t('asked.title') })).toBeVisible()

      const counter = await browser.newContext({
        locale: LOCALE_TAGS[language],
        extraHTTPHeaders: freshAddress(),
        javaScriptEnabled: javaScriptEnabled !== false,
      })
      const desk = await counter.newPage()
      await signInStaff(desk, request, { companyId, desk: `${prefix}/desk` })
      await desk.goto(`${prefix}/desk/at-risk`)
      if (javaScriptEnabled !== false) await expectAccessible(desk)
      await expectToFit(desk)
      await desk.goto(`${prefix}/desk/reservations/${id}/extension`)
      await expect(desk.getByText('The flight was moved')).toBeVisible()
      if (javaScriptEnabled !== false) await expectAccessible(desk)
      await expectToFit(desk)
      const answer = desk.getByRole('button', { name: t('desk.send') })
      await desk.locator('input[name=answer][value=REFUSE]').check({ force: true })
      await answer.click()
      await expect(desk.getByRole('alert')).toContainText(errors('required'))
      await desk.getByLabel(t('desk.message')).fill('It is booked')
      await answer.click()
      await expect(desk.getByText(t('desk.said.refused'))).toBeVisible()
      await page.reload()
      await expect(main.getByText('It is booked')).toBeVisible()

      await main.getByRole('button', { name: t('ask') }).click()
      await expect(main.getByRole('heading', { name: t('asked.title') })).toBeVisible()
      await desk.goto(`${prefix}/desk/reservations/${id}/extension`)
      await answer.click()
      await expect(desk.getByText(t('desk.said.offered'))).toBeVisible()
      await page.reload()
      await expect(main.getByRole('heading', { name: t('asked.title') })).toHaveCount(0)
      if (javaScriptEnabled !== false) await expectAccessible(page)
      await expectToFit(page)
      await counter.close()
    })
  })
}
