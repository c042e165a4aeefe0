import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { rentFrom, signInStaff } from '../../support/browser/steps/staff.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { bringToDesk, makeAgent } from '../../support/server/database/site-database.ts'
import { makeCompany } from '../../support/server/own-fleet.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))
test.setTimeout(120_000)

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'reports')
  const desk = textFor(language, 'desk')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('an owner reads how the vehicles were used and what they earned, and follows a figure to its list', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      const companyId = await makeCompany()
      const { id } = await rentFrom(request, companyId)
      await bringToDesk(id, 'CONFIRMED')
      await signInStaff(page, request, { companyId, desk: `${prefix}/desk` })
      const main = page.getByRole('main')

      await page.goto(`${prefix}/desk/reports`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('use.title'))
      await expect(main.getByRole('img').first()).toBeVisible()
      if (javaScriptEnabled !== false) await expectAccessible(page)
      await expectToFit(page)
      const weekdays = main.getByRole('group', { name: t('weekdays.title') })
      await expect(weekdays.getByRole('columnheader')).toHaveCount(8)
      await expect(weekdays.getByRole('row').last()).toContainText(language === 'fa' ? '٪' : '%')

      await main.getByLabel(t('span'), { exact: true }).selectOption('MONTH')
      await main.getByLabel(t('step'), { exact: true }).selectOption('WEEK')
      await main.getByRole('button', { name: t('show') }).click()
      await expect(page).toHaveURL(/span=MONTH/)
      await expect(page.getByRole('heading', { name: t('use.by.WEEK') })).toBeVisible()
      const file = page.waitForEvent('download')
      await main.getByRole('link', { name: t('use.csv') }).click()
      expect(await readFile(await (await file).path(), 'utf8')).toContain(t('csv.out'))

      await main.getByRole('link', { name: t('use.group.VEHICLE'), exact: true }).click()
      await expect(page).toHaveURL(/by=VEHICLE/)
      await expect(
        main
          .getByRole('table', { name: t('use.groups') })
          .getByRole('link')
          .first(),
      ).toBeVisible()

      await main
        .getByRole('link', { name: t('use.rentals') })
        .first()
        .click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(desk('list.title'))
      await expect(main.getByText(t('counted.RENTALS'))).toBeVisible()

      // The rental began three days ago, which may be another month.
      await page.goto(`${prefix}/desk/reports/money?span=YEAR`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('money.title'))
      await expect(main.getByText(t('source.SITE'))).toBeVisible()
      if (javaScriptEnabled !== false) await expectAccessible(page)
      await expectToFit(page)
    })
  })
}

test('staff without the right to see money have one report, and see why', async ({ page, request }) => {
  const t = textFor('en', 'reports')
  const desk = textFor('en', 'desk')
  const person = newcomer('fa')
  await signInByApi(request, person)
  await makeAgent(person.sentTo, await makeCompany(), 'DESK')
  await startSignedIn(page, 'fa', person, '/en/desk')
  await page.goto('/en/desk/reports')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('use.title'))
  await expect(page.getByRole('main').getByRole('link', { name: t('money.title') })).toHaveCount(0)
  const answer = await page.goto('/en/desk/reports/money')
  expect([403, 404]).toContain(answer?.status())
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(desk('refused.title'))
})
