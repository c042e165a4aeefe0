import { expect, test } from '@playwright/test'
import { formatDate } from '#app/i18n/format/dates.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { rentFrom, signInStaff } from '../../support/browser/steps/staff.ts'
import { freshAddress, todayInTehran } from '../../support/browser/steps/traveller.ts'
import { siteDatabase } from '../../support/server/database/site-connection.ts'
import { completeRental } from '../../support/server/database/site-database.ts'
import { makeCompany } from '../../support/server/own-fleet.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))
test.setTimeout(120_000)

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'fines')
  const errors = textFor(language, 'errors')
  const what = `Shore road ${'x'.repeat(60)}`
  const day = formatDate(addDays(todayInTehran(), -1), language, 'numeric')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('staff enter a fine, its rental is found, and the customer is asked for it; a list is corrected and entered', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      const companyId = await makeCompany()
      const { id, adId } = await rentFrom(request, companyId)
      await completeRental(id)
      await wasOutSince(id, adId)
      const main = page.getByRole('main')
      const look = async () => {
        if (javaScriptEnabled !== false) await expectAccessible(page)
        await expectToFit(page)
      }
      await signInStaff(page, request, { companyId, desk: `${prefix}/desk` })
      await page.goto(`${prefix}/desk/fines/new`)
      await look()
      await main.getByLabel(t('plate')).fill('۱۲ب۳۴۵-۹۹')
      await main.getByLabel(t('on'), { exact: true }).fill(day)
      await main.getByLabel(t('at'), { exact: true }).fill('25:00')
      await main.getByLabel(t('what')).fill(what)
      await main.locator('input[name=amount]').fill('400000')
      await main.getByRole('button', { name: t('new.submit') }).click()
      await expect(page.getByRole('alert')).toContainText(errors('time'))
      await expect(main.getByLabel(t('what'))).toHaveValue(what)
      await main.getByLabel(t('at'), { exact: true }).fill('12:00')
      await main.getByRole('button', { name: t('new.submit') }).click()
      await expect(main.getByText(t('why.FOUND', { name: 'آرمان رستگار' }))).toBeVisible()
      await look()

      await main.locator('input[name=fee]').fill('x')
      await main.getByRole('button', { name: t('ask.submit') }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await expect(main.locator('input[name=fee]')).toHaveValue('x')
      await main.locator('input[name=fee]').fill('100000')
      await main.getByRole('button', { name: t('ask.submit') }).click()
      await expect(main.getByText(t('charge.OPEN'))).toBeVisible()
      await look()

      await page.goto(`${prefix}/desk/fines/import`)
      await look()
      const row = (notice: string, amount: string) => `11 ج 223, ${day}, 07:12, ${amount}, Bridge, ${notice}, toll`
      await main.getByRole('textbox', { name: t('many.rows') }).fill(`${row('A1', '160000')}\n${row('A2', 'much')}`)
      await main.getByRole('button', { name: t('many.submit') }).click()
      await expect(main.getByText(t('many.row', { n: 2 }))).toBeVisible()
      await expect(main.getByText(errors('number'))).toBeVisible()
      await look()
      const left = await main.getByRole('textbox', { name: t('many.rows') }).inputValue()
      expect(left).not.toContain('A1')
      await main.getByRole('textbox', { name: t('many.rows') }).fill(left.replace('much', '170000'))
      await main.getByRole('button', { name: t('many.submit') }).click()
      await expect(page).toHaveURL(`${prefix}/desk/fines`)
      await expect(main.getByText(t('why.UNKNOWN_PLATE')).first()).toBeVisible()
      await look()
    })
  })
}

/** Gives the vehicle a plate, and lets it have been out for three days. */
async function wasOutSince(reservation: string, ad: number) {
  const db = await siteDatabase()
  await db.updateTable('ad').set({ plate: '12 ب 345 ایران 99' }).where('id', '=', ad).execute()
  await db
    .updateTable('reservation_event')
    .set({ at: new Date(Date.now() - 3 * 24 * 60 * 60 * 1000) })
    .where('reservation_id', '=', reservation)
    .where('status', '=', 'ACTIVE')
    .execute()
}
