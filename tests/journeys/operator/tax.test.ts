import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { post } from '#app/api/books/ledger.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { siteDatabase } from '../../support/server/database/site-connection.ts'
import { makeOperator } from '../../support/server/database/site-database.ts'
import { makeCompany } from '../../support/server/own-fleet.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))
test.setTimeout(120_000)

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'tax')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('an operator sees tax by place, and which company lacks what for the yearly report', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      const companyId = await makeCompany()
      const db = await siteDatabase()
      const city = await db
        .selectFrom('city')
        .innerJoin('country', 'country.id', 'city.country_id')
        .select('city.id')
        .where('country.code', '=', 'DE')
        .executeTakeFirstOrThrow()
      const details = { city_id: city.id, legal_name: `Aegean Wheels ${companyId}`, tax_number: 'DE13669597' }
      await db.updateTable('company').set(details).where('id', '=', companyId).execute()
      await db.transaction().execute((tx) =>
        post(tx, {
          ...{ key: `test tax ${companyId}`, kind: 'COMMISSION', currency: 'EUR', at: new Date() },
          entries: [
            { kind: 'BANK', owner: 'marketplace', amount: -10_000 },
            { kind: 'COMPANY', owner: companyId, amount: 8500 },
            { kind: 'COMMISSION', owner: 'marketplace', amount: 1500 },
          ],
        }),
      )
      const person = newcomer('fa')
      await signInByApi(request, person)
      await makeOperator(person.sentTo)
      await startSignedIn(page, 'fa', person, `${prefix}/operator`)
      await page.goto(`${prefix}/operator/tax`)
      const main = page.getByRole('main')
      await main.locator('[name=month]').selectOption({ index: 0 })
      await main.locator('[name=year]').selectOption({ index: 0 })
      await main.getByRole('button', { name: t('show'), exact: true }).click()
      await expect(page).toHaveURL(/month=/)
      const row = main.getByRole('row').filter({ hasText: `Aegean Wheels ${companyId}` })
      await expect(row).toContainText(t('dac7.problem.tax_number'))
      await expect(row).toContainText(t('dac7.problem.zip_code'))
      if (javaScriptEnabled !== false) await expectAccessible(page)
      await expectToFit(page)
      const download = page.waitForEvent('download')
      await main.getByRole('link', { name: t('vat.csv'), exact: true }).click()
      expect(await readFile(await (await download).path(), 'utf8')).toContain(t('vat.base'))
    })
  })
}
