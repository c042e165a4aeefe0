import { expect, test } from '@playwright/test'
import { formatMoney } from '#app/i18n/format/money.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { doAtBank } from '../../support/browser/steps/at-bank.ts'
import { signIn } from '../../support/browser/steps/sign-in.ts'
import { rentFrom, signInStaff } from '../../support/browser/steps/staff.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { completeRental, confirmTrip } from '../../support/server/database/site-database.ts'
import { makeCompany } from '../../support/server/own-fleet.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))
test.setTimeout(180_000)

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'deposit')
  const checkIn = textFor(language, 'checkin')
  const company = textFor(language, 'company')
  const trips = textFor(language, 'trips')
  const amount = formatMoney(20_000_000, 'IRT', language)

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('a traveller pays the deposit online, and the company gives it back', async ({
      page,
      browser,
      request,
      javaScriptEnabled,
    }) => {
      const isScripted = javaScriptEnabled !== false
      const look = async (of = page) => {
        if (isScripted) await expectAccessible(of)
        await expectToFit(of)
      }
      const companyId = await makeCompany()
      const { id, customer } = await rentFrom(request, companyId)
      await confirmTrip(id)
      const counter = await browser.newContext({
        locale: LOCALE_TAGS[language],
        extraHTTPHeaders: freshAddress(),
        javaScriptEnabled: isScripted,
      })
      const desk = await counter.newPage()
      await signInStaff(desk, request, { companyId, desk: `${prefix}/desk/company/terms` })
      await desk.goto(`${prefix}/desk/company/terms`)
      await desk.getByLabel(company('terms.deposit_online')).check()
      await desk.getByRole('button', { name: company('save') }).click()
      await expect(desk.getByText(company('terms.done'))).toBeVisible()
      await expect(desk.getByLabel(company('terms.deposit_online'))).toBeChecked()

      const main = page.getByRole('main')
      await signIn(page, 'fa', customer, `${prefix}/profile/reservation/${id}/check-in`)
      await expect(main.getByText(checkIn('text.depositOnline'))).toBeVisible()
      await main.getByRole('link', { name: checkIn('part.DEPOSIT'), exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(checkIn('part.DEPOSIT'))
      await look()
      const pay = main.getByRole('button', { name: t('pay.submit', { amount }), exact: true })
      await pay.click()
      await doAtBank(page, language, 'cancel', { isScripted })
      await expect(main.getByText(t('pay.failed'))).toBeVisible()
      await look()
      await pay.click()
      await doAtBank(page, language, 'pay', { isScripted })
      await expect(page).toHaveURL(`${prefix}/profile/reservation/${id}/check-in/deposit`)
      await expect(main.getByText(t('step.taken', { amount }))).toBeVisible()
      await expect(pay).toHaveCount(0)
      await look()
      await page.goto(`${prefix}/profile/reservation/${id}`)
      await expect(main.getByRole('heading', { name: t('title') })).toBeVisible()
      await look()

      await completeRental(id)
      await desk.goto(`${prefix}/desk/deposits`)
      await expect(desk.getByText(t('held.online'))).toBeVisible()
      await look(desk)
      await desk.getByRole('button', { name: t('list.giveBackOnline', { amount }) }).click()
      await expect(desk.getByText(t('list.done'))).toBeVisible()
      await counter.close()

      await page.goto(`${prefix}/profile/reservation/${id}`)
      await expect(main.getByText(t('sentence.back', { amount }))).toBeVisible()
      // Its bank can still reverse it.
      await expect(
        main.getByText(new RegExp(`${trips('cardReturn.WAITING')}|${trips('cardReturn.DONE')}`)),
      ).toBeVisible()
      await main.locator('#payments').getByRole('link').first().click()
      await expect(main.getByText(trips('invoice.noneOfDeposit', { amount }))).toBeVisible()
      await look()
    })
  })
}
