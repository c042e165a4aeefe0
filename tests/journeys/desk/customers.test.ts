import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { rentFrom, signInStaff } from '../../support/browser/steps/staff.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { siteDatabase } from '../../support/server/database/site-connection.ts'
import { bringToDesk } from '../../support/server/database/site-database.ts'
import { makeCompany } from '../../support/server/own-fleet.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))
test.setTimeout(120_000)

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'customers')
  const errors = textFor(language, 'errors')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('staff find a customer, leave a note, block them with a reason, and end it', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      const companyId = await makeCompany()
      const { id } = await rentFrom(request, companyId)
      await bringToDesk(id, 'CONFIRMED')
      const db = await siteDatabase()
      const { fullname } = await db
        .selectFrom('reservation')
        .select('fullname')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const name = `\u2068${fullname}\u2069`
      await signInStaff(page, request, { companyId, desk: `${prefix}/desk` })
      const main = page.getByRole('main')

      await page.goto(`${prefix}/desk/customers`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('title'))
      if (javaScriptEnabled !== false) await expectAccessible(page)
      await expectToFit(page)
      await main.getByLabel(t('find')).fill(fullname.split(' ').at(-1) ?? '')
      await main.getByLabel(t('find')).press('Enter')
      await main.getByRole('link', { name: fullname }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(fullname)

      await main.getByLabel(t('note')).fill('Speaks slowly')
      await main.getByRole('button', { name: t('addNote') }).click()
      await expect(main.getByText('Speaks slowly')).toBeVisible()

      const block = page.getByRole('button', { name: t('block.submit', { name }) })
      await main.getByLabel(t('block.reason'), { exact: true }).fill('   ')
      await block.click()
      await expect(page.getByRole('alert')).toContainText(errors('required'))
      await main.getByLabel(t('block.reason'), { exact: true }).fill('Never paid')
      await block.click()
      await expect(main.getByRole('heading', { name: t('blocked') })).toBeVisible()
      await expect(main.getByText('Never paid')).toBeVisible()
      if (javaScriptEnabled !== false) await expectAccessible(page)
      await expectToFit(page)

      await page.goto(`${prefix}/desk/customers?view=BLOCKED`)
      await expect(page.getByRole('row').filter({ hasText: fullname })).toContainText(t('blocked'))
      await main.getByRole('link', { name: fullname }).click()
      await page.getByRole('button', { name: t('unblock', { name }) }).click()
      await expect(main.getByRole('heading', { name: t('block.title') })).toBeVisible()
    })
  })
}
