import { readFile } from 'node:fs/promises'
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
  const t = textFor(language, 'bank')
  const errors = textFor(language, 'errors')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('an owner sends the bank’s statement, sees what fits the books, and decides on the rest', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      const companyId = await makeCompany()
      const { id } = await rentFrom(request, companyId)
      const db = await siteDatabase()
      const paid = { reservation_id: id, way: 'TRANSFER', at: new Date() } as const
      await db
        .insertInto('desk_money')
        .values([
          { ...paid, id: crypto.randomUUID(), purpose: 'RENT', amount: 3_000_000 },
          { ...paid, id: crypto.randomUUID(), purpose: 'DEPOSIT', amount: 9_000_000 },
        ])
        .execute()
      const main = page.getByRole('main')
      const look = async () => {
        if (javaScriptEnabled !== false) await expectAccessible(page)
        await expectToFit(page)
      }
      await signInStaff(page, request, { companyId, desk: `${prefix}/desk` })
      await page.goto(`${prefix}/desk/bank`)
      await look()
      const send = async (name: string, text: string) => {
        await main.locator('[name=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
        await main.getByRole('button', { name: t('upload.submit'), exact: true }).click()
      }
      await send('bank.xml', '<!DOCTYPE x><Document/>')
      await expect(main.locator('[name=file]')).toHaveAccessibleDescription(
        new RegExp(errors('bank_file_declarations').slice(0, 20)),
      )
      const today = new Date().toISOString().slice(0, 10)
      const file = [
        'Date,Description,Amount,Reference',
        `${today},Transfer,30000000,1`,
        `${today},Transfer,88000000,2`,
        `${today},Fee of the bank,-52000,3`,
      ].join('\n')
      await send('bank.csv', file)
      await expect(page.getByText(t('upload.done', { added: 3, matched: 1 }))).toBeVisible()
      await expect(main.getByText(t('onlyBank'))).toBeVisible()
      await look()
      await send('bank-again.csv', file)
      await expect(page.getByText(t('upload.nothing', { lines: 3 }))).toBeVisible()

      await send('mistake.csv', `Date,Description,Amount,Reference\n${today},Of another account,1000,9`)
      const mistake = main.getByRole('row').filter({ hasText: 'mistake.csv' })
      await mistake.getByRole('button', { name: t('remove'), exact: true }).click()
      await expect(page.getByText(t('removed'))).toBeVisible()
      await expect(mistake).toHaveCount(0)

      await main.getByRole('link', { name: /Transfer/ }).click()
      await main.getByRole('button', { name: t('one.match'), exact: true }).click()
      await look()
      await main.getByRole('radio').first().check()
      await main.getByRole('button', { name: t('one.match'), exact: true }).click()
      await expect(page.getByText(t('one.matched'))).toBeVisible()

      await page.goto(`${prefix}/desk/bank`)
      await main.getByRole('link', { name: /Fee of the bank/ }).click()
      await main.getByRole('button', { name: t('one.save'), exact: true }).click()
      await main.locator('[name=note]').fill('کارمزد بانک')
      await main.getByRole('button', { name: t('one.save'), exact: true }).click()
      await expect(page.getByText(t('one.explained'))).toBeVisible()
      await look()
      await main.getByRole('button', { name: t('one.reopen'), exact: true }).click()
      await expect(page.getByText(t('one.reopened'))).toBeVisible()

      await page.goto(`${prefix}/desk/bank?view=DIFFERENT`)
      await expect(main.getByText(t('why.HAND'), { exact: true })).toBeVisible()
      const download = page.waitForEvent('download')
      await main.getByRole('link', { name: t('csv'), exact: true }).click()
      const differences = await readFile(await (await download).path(), 'utf8')
      expect(differences).toContain(t('onlyBank'))
      expect(differences).toContain('-5200')
      await page.goto(`${prefix}/desk/bank/missing`)
      await expect(main.getByText(t('missing.none'))).toBeVisible()
      await look()
    })
  })
}
