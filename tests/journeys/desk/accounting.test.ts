import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { unzipSync } from 'fflate'
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
  const t = textFor(language, 'accounting')
  const errors = textFor(language, 'errors')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('an owner takes all data of the company in one file', async ({ page, request, javaScriptEnabled }) => {
      const companyId = await makeCompany()
      const main = page.getByRole('main')
      await signInStaff(page, request, { companyId, desk: `${prefix}/desk` })
      await page.goto(`${prefix}/desk/accounting`)
      if (javaScriptEnabled !== false) await expectAccessible(page)
      await expectToFit(page)
      const download = page.waitForEvent('download')
      await main.getByRole('link', { name: t('export.submit'), exact: true }).click()
      const files = unzipSync(await readFile(await (await download).path()))
      expect(Object.keys(files)).toContain('reservations.csv')
      expect(Object.keys(files)).toContain('index.csv')
    })

    test('an owner sets the accounts and takes the month’s journal to the accountant', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      const companyId = await makeCompany()
      const { id } = await rentFrom(request, companyId)
      const db = await siteDatabase()
      const money = { reservation_id: id, purpose: 'RENT', at: new Date(), amount: 2_500_000 } as const
      await db
        .insertInto('desk_money')
        .values([
          { ...money, id: crypto.randomUUID(), way: 'CASH' },
          { ...money, id: crypto.randomUUID(), way: 'CARD' },
        ])
        .execute()
      const main = page.getByRole('main')
      await signInStaff(page, request, { companyId, desk: `${prefix}/desk` })
      await page.goto(`${prefix}/desk/accounting`)
      await main.locator('[name=month]').selectOption({ index: 0 })
      await main.getByRole('button', { name: t('journal.show'), exact: true }).click()
      await expect(main.getByText(t('journal.unmapped', { n: 2 }))).toBeVisible()
      await main.locator('[name=consultant]').fill('12')
      await main.locator('[name=client]').fill('۷۷')
      await main.locator('[name=credit_RENT_CARD]').fill('')
      await main.getByRole('button', { name: t('map.save'), exact: true }).click()
      await expect(main.locator('[name=consultant]')).toHaveAccessibleDescription(errors('consultant_number'))
      await main.locator('[name=consultant]').fill('1001')
      await main.getByRole('button', { name: t('map.save'), exact: true }).click()
      await expect(page.getByText(t('map.done'))).toBeVisible()
      await expect(main.getByText(t('journal.unmapped', { n: 1 }))).toBeVisible()
      if (javaScriptEnabled !== false) await expectAccessible(page)
      await expectToFit(page)
      const taken = async (name: string) => {
        const download = page.waitForEvent('download')
        await main.getByRole('link', { name, exact: true }).click()
        return readFile(await (await download).path(), 'latin1')
      }
      const datev = (await taken(t('journal.datev'))).split('\r\n')
      expect(datev[0]).toMatch(/^"EXTF";700;21;"Buchungsstapel";13;.*;1001;77;/)
      expect(datev[2]).toMatch(/^25000000,00;"S";"IRR";;;;1000;8400;/)
      expect(datev).toHaveLength(4)
      expect((await taken(t('journal.csv'))).trim().split('\r\n')).toHaveLength(3)
    })
  })
}
