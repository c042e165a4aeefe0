import { expect, test } from '@playwright/test'
import { publicId } from '#app/api/call/public-id.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { CURRENCY_IDS, LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { rentFrom, signInStaff } from '../../support/browser/steps/staff.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { siteDatabase } from '../../support/server/database/site-connection.ts'
import { makeCompany } from '../../support/server/own-fleet.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))
test.setTimeout(120_000)

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'trips')
  const desk = textFor(language, 'desk')
  const business = textFor(language, 'recipient')
  const errors = textFor(language, 'errors')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('the desk makes the invoices of a reservation out to a business, and has an issued one issued again', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      const isScripted = javaScriptEnabled !== false
      const companyId = await makeCompany()
      const { id } = await rentFrom(request, companyId)
      const db = await siteDatabase()
      // Of a booking of the site, the company would learn of no business before it has accepted it.
      await db.updateTable('reservation').set({ source: 'COUNTER' }).where('id', '=', id).execute()
      await signInStaff(page, request, { companyId, desk: `${prefix}/desk` })
      await page.goto(`${prefix}/desk/reservations/${id}`)
      await page.getByRole('link', { name: desk('one.invoices'), exact: true }).click()
      const issued = page.getByRole('article')
      await expect(issued).toHaveCount(0)
      if (isScripted) await expectAccessible(page)
      await page.getByRole('link', { name: t('recipient'), exact: true }).click()
      const field = (name: 'name' | 'country' | 'taxNumber' | 'address') => page.getByLabel(business(name)).first()
      await field('name').fill('Nordic Tours AB')
      await field('country').fill('Atlantis')
      await field('taxNumber').fill('SE556677889901')
      await field('address').fill('Storgatan 1\n111 22 Stockholm')
      await page.getByRole('button', { name: business('save'), exact: true }).click()
      await expect(page.getByText(errors('country_unknown')).first()).toBeVisible()
      await expect(field('name')).toHaveValue('Nordic Tours AB')
      if (isScripted) await expectAccessible(page)
      await expectToFit(page)
      await field('country').fill('SE')
      await page.getByRole('button', { name: business('save'), exact: true }).click()
      await expect(page.getByRole('status')).toHaveText(business('saved'))

      const at = new Date()
      await db
        .insertInto('payment')
        .values({
          ...{ id: publicId(), reservation_id: id, amount: 900_000, currency_id: CURRENCY_IDS.IRT, gateway: 'saman' },
          ...{ status: 'PAID', settled_as: 'RESERVATION', settled_at: at, created_at: at },
          return_address: 'https://savari.example/',
        })
        .execute()
      await page.goto(`${prefix}/desk/reservations/${id}/invoices`)
      await expect(issued).toContainText('Nordic Tours AB')
      await expectToFit(page)
      await page.getByRole('link', { name: t('recipient'), exact: true }).click()
      await page.getByRole('button', { name: business('remove'), exact: true }).click()
      await expect(page.getByRole('status')).toHaveText(business('removed'))
      await expect(issued).not.toContainText('Nordic Tours AB')
      await expect(issued).toContainText(t('credit.replaces'))
      if (isScripted) await expectAccessible(page)
      await page
        .locator('#documents')
        .getByRole('link', { name: /-G\d|-G[۰-۹]/ })
        .click()
      await expect(issued).toContainText('Nordic Tours AB')
      await expect(issued).toContainText(t('credit.reason.RECIPIENT'))
      const link = await page.getByRole('link', { name: t('credit.pdf'), exact: true }).getAttribute('href')
      const file = await page.request.get(link ?? '')
      expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-')
    })
  })
}
