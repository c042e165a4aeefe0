import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
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
  const t = textFor(language, 'cash')
  const errors = textFor(language, 'errors')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('staff count the till, explain what is short, and close the day for ever', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      const companyId = await makeCompany()
      const { id } = await rentFrom(request, companyId)
      const db = await siteDatabase()
      await db
        .insertInto('desk_money')
        .values({
          ...({ id: crypto.randomUUID(), reservation_id: id, purpose: 'RENT', way: 'CASH' } as const),
          ...{ amount: 2_500_000, at: new Date() },
        })
        .execute()
      const main = page.getByRole('main')
      const look = async () => {
        if (javaScriptEnabled !== false) await expectAccessible(page)
        await expectToFit(page)
      }
      const press = (name: string) => main.getByRole('button', { name, exact: true }).click()
      await signInStaff(page, request, { companyId, desk: `${prefix}/desk` })
      await page.goto(`${prefix}/desk/cash`)
      await look()
      await main.locator('[name=n100000]').fill('۲۴')
      await main.locator('[name=kept]').fill('500000')
      await press(t('sum'))
      await expect(main.getByText(t('short'))).toBeVisible()
      await expect(main.locator('[name=n100000]')).toHaveValue('۲۴')
      await press(t('close'))
      await expect(main.locator('[name=note]')).toHaveAccessibleDescription(errors('required'))
      await look()
      await main.locator('[name=reason]').selectOption('CHANGE')
      await main.locator('[name=note]').fill('بقیه')
      await press(t('close'))
      await expect(page.getByText(t('done'))).toBeVisible()
      await expect(main.getByText(t('reasons.CHANGE'))).toBeVisible()
      await look()
      await page.goto(`${prefix}/desk/cash`)
      await expect(main.getByText(t('closed'))).toBeVisible()
      await main.getByRole('link', { name: t('closings.title'), exact: true }).click()
      await expect(main.getByRole('table')).toBeVisible()
      await look()
    })
  })
}
