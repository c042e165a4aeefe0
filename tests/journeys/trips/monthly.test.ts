import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { payHere } from '../../support/browser/steps/own-trip.ts'
import { rentFrom, signInStaff } from '../../support/browser/steps/staff.ts'
import { around, freshAddress, GAP } from '../../support/browser/steps/traveller.ts'
import { beginRental } from '../../support/server/database/site-database.ts'
import { makeCompany } from '../../support/server/own-fleet.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))
test.setTimeout(180_000)

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'monthly')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('a long rental is paid in monthly parts, which the desk sees, and ends early', async ({
      page,
      browser,
      request,
      javaScriptEnabled,
    }) => {
      const isScripted = javaScriptEnabled !== false
      const companyId = await makeCompany()
      const { id } = await rentFrom(request, companyId, 95)
      const main = page.getByRole('main')
      const look = async (at = page) => {
        if (isScripted) await expectAccessible(at)
        await expectToFit(at)
      }

      await page.goto(`${prefix}/payment?id=${id}`)
      await main.getByRole('button', { name: t('choice.choose') }).click()
      await expect(main.getByRole('heading', { name: t('choice.chosen') })).toBeVisible()
      await look()
      await payHere(page, language, isScripted)

      await page.goto(`${prefix}/voucher/${id}/plan`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('title'))
      await expect(main.getByRole('listitem').filter({ hasText: t('invoice') })).toHaveCount(1)
      await beginRental(id)
      await page.reload()
      await look()
      await payHere(page, language, isScripted)
      await expect(page).toHaveURL(new RegExp(`/voucher/${id}/plan$`))
      await expect(main.getByRole('listitem').filter({ hasText: t('invoice') })).toHaveCount(2)

      const counter = await browser.newContext({
        locale: LOCALE_TAGS[language],
        extraHTTPHeaders: freshAddress(),
        javaScriptEnabled: isScripted,
      })
      const desk = await counter.newPage()
      await signInStaff(desk, request, { companyId, desk: `${prefix}/desk/parts` })
      await expect(desk.getByRole('heading', { level: 1 })).toHaveText(t('desk.title'))
      await look(desk)
      await desk.getByRole('main').getByRole('link', { name: 'آرمان رستگار' }).first().click()
      await look(desk)
      await desk.getByRole('button', { name: t('desk.postpone') }).click()
      await expect(desk.getByText(t('desk.postponed'))).toBeVisible()
      await desk.getByRole('button', { name: t('desk.sendLink') }).click()
      await expect(desk.getByText(t('desk.linkSent'))).toBeVisible()
      await expect(desk.getByRole('listitem').filter({ hasText: t('desk.partLink') })).toBeVisible()

      await main.getByRole('link', { name: t('end.link') }).click()
      await main.getByRole('button', { name: t('end.show') }).click()
      await expect(main.getByRole('heading', { name: t('end.price') })).toBeVisible()
      await look()
      await main.getByRole('button', { name: around(t('end.submit', { date: GAP })) }).click()
      await expect(page.getByText(t('end.done'))).toBeVisible()
      await expect(main.getByText(around(t('payPart', { n: 2 })))).toHaveCount(0)
      await desk.reload()
      await expect(desk.getByText(t('desk.allPaid'))).toBeVisible()
      await counter.close()
    })
  })
}
