import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { siteDatabase } from '../../support/server/database/site-connection.ts'
import { makeOperator } from '../../support/server/database/site-database.ts'
import { makeCompany, makeVehicle } from '../../support/server/own-fleet.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'featured')
  const texts = textFor(language, 'texts')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('an operator features a listing as an advert, changes its position and puts it back', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      const look = async () => {
        if (javaScriptEnabled !== false) await expectAccessible(page)
        await expectToFit(page)
      }
      const { id } = await makeVehicle({ companyId: await makeCompany() })
      // Three others of the demonstration fill the city.
      const db = await siteDatabase()
      await db
        .deleteFrom('featured_listing')
        .where('id', 'in', (of) =>
          of
            .selectFrom('ad')
            .select('ad.id')
            .where('city_id', '=', (own) => own.selectFrom('ad').select('city_id').where('ad.id', '=', id)),
        )
        .execute()
      const operator = newcomer('fa')
      await signInByApi(request, operator)
      await makeOperator(operator.sentTo)
      const list = `${prefix}/operator/featured`
      await startSignedIn(page, 'fa', operator, list)
      await look()
      await page.getByRole('link', { name: t('new') }).click()
      await look()

      // A listing that is none is refused at its field, and what was typed is still there.
      const number = page.getByLabel(t('number'))
      await number.fill('99999999')
      await page.getByLabel(t('place'), { exact: true }).fill('7')
      await page.getByRole('button', { name: t('save') }).click()
      await expect(number).toHaveAttribute('aria-invalid', 'true')
      await expect(page.getByLabel(t('place'), { exact: true })).toHaveValue('7')
      await number.fill(String(id))
      await page.getByLabel(t('paid')).check()
      await page.getByRole('button', { name: t('save') }).click()
      const row = page.locator('tr', { has: page.locator(`a[href="${list}/${id}"]`) })
      await expect(row).toContainText(t('advert'))
      await expect(row).toContainText(t('statuses.NOW'))
      await look()

      await row.locator(`a[href="${list}/${id}"]`).click()
      await expect(page.getByLabel(t('paid'))).toBeChecked()
      await page.getByLabel(t('paid')).uncheck()
      await page.getByLabel(t('place'), { exact: true }).fill('8')
      await page.getByRole('button', { name: t('save') }).click()
      await expect(row).not.toContainText(t('advert'))
      await row.getByRole('button', { name: t('remove') }).click()
      await expect(page.getByText(t('removed'))).toBeVisible()
      await expect(row).toHaveCount(0)
    })

    test('an operator writes a post, which nobody reads until it is published', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      const look = async () => {
        if (javaScriptEnabled !== false) await expectAccessible(page)
        await expectToFit(page)
      }
      const operator = newcomer('fa')
      await signInByApi(request, operator)
      await makeOperator(operator.sentTo)
      await startSignedIn(page, 'fa', operator, `${prefix}/operator/texts`)
      await page.getByRole('link', { name: texts('new') }).click()
      await look()
      const slug = `autumn-${operator.sentTo.slice(-8)}${javaScriptEnabled === false ? 'n' : 'j'}`
      const title = `Autumn ${slug}`
      const field = (name: string) => page.locator(`main [name="${name}"]`)
      await field('language').selectOption(language)
      await field('slug').fill('No Such Address')
      await field('title').fill(title)
      await field('description').fill(
        'What to see on the island when the heat is gone, and which car is enough for it.',
      )
      await field('body').fill('## By car\n\nRound the island in **an hour**.')
      await page.getByRole('button', { name: texts('create') }).click()
      await expect(field('slug')).toHaveAttribute('aria-invalid', 'true')
      await expect(field('title')).toHaveValue(title)
      await field('slug').fill(slug)
      await page.getByRole('button', { name: texts('create') }).click()
      await expect(page.getByText(texts('created'))).toBeVisible()
      await look()
      const address = `${prefix}/blog/${slug}`
      expect((await page.request.get(address)).status()).toBe(404)

      await page.getByRole('link', { name: texts('toPublish') }).click()
      await look()
      await field('start_date').fill(language === 'fa' ? '۱۴۰۵/۰۸/۱۰' : '2026-11-01')
      await page.getByRole('button', { name: texts('publish.do') }).click()
      await expect(page.getByText(texts('publish.done'))).toBeVisible()
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()

      // Without a day it is a draft again.
      await page.goto(`${prefix}/operator/texts/post/${slug}/publish`)
      await field('start_date').fill('')
      await page.getByRole('button', { name: texts('publish.do') }).click()
      await expect(page.getByText(texts('publish.done'))).toBeVisible()
      expect((await page.request.get(address)).status()).toBe(404)
    })
  })
}
