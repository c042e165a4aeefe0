import { expect, test } from '@playwright/test'
import { formatDate } from '#app/i18n/format/dates.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
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
  const t = textFor(language, 'due')
  const errors = textFor(language, 'errors')
  const fleet = textFor(language, 'fleet')
  const protocol = textFor(language, 'protocol')
  const today = dateIn('Asia/Tehran', new Date())
  const typed = (days: number) => formatDate(addDays(today, days), language, 'numeric')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('a paper that has ended closes the hand-over until it is renewed', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      const companyId = await makeCompany()
      const { id } = await rentFrom(request, companyId)
      await bringToDesk(id, 'CONFIRMED')
      const db = await siteDatabase()
      const { ad_id: ad } = await db
        .selectFrom('reservation')
        .select('ad_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await signInStaff(page, request, { companyId, desk: `${prefix}/desk` })

      await page.goto(`${prefix}/desk/fleet/${ad}/due`)
      const form = page.getByRole('form', { name: t('add.title') })
      await form.getByLabel(t('kind.label')).selectOption('INSPECTION')
      await form.getByLabel(t('add.on')).fill('31/31/1405')
      await form.getByRole('button', { name: t('add.submit') }).click()
      await expect(page.getByRole('alert').or(page.locator('.errors'))).toContainText(errors('date'))
      await expect(form.getByLabel(t('add.on'))).toHaveValue('31/31/1405')
      await form.getByLabel(t('add.on')).fill(typed(-2))
      await form.getByRole('button', { name: t('add.submit') }).click()
      await expect(page.getByText(t('closed')).first()).toBeVisible()
      await expectToFit(page)
      if (javaScriptEnabled !== false) await expectAccessible(page)

      const attaching = page.getByRole('form', { name: t('papers.submit') })
      const wrong = { name: 'policy.pdf', mimeType: 'application/pdf', buffer: Buffer.from('words') }
      await attaching.getByLabel(t('papers.file')).setInputFiles(wrong)
      await attaching.getByRole('button', { name: t('papers.submit') }).click()
      await expect(attaching.getByLabel(t('papers.file'))).toHaveAttribute('aria-invalid', 'true')
      const right = { ...wrong, buffer: Buffer.from('%PDF-1.4\n%%EOF') }
      await attaching.getByLabel(t('papers.file')).setInputFiles(right)
      await attaching.getByRole('button', { name: t('papers.submit') }).click()
      await expect(page.getByText(t('papers.saved'))).toBeVisible()
      const paper = page.getByRole('link', { name: 'policy.pdf' })
      const answer = await page.request.get((await paper.getAttribute('href')) ?? '')
      expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf'])
      await expectToFit(page)
      if (javaScriptEnabled !== false) await expectAccessible(page)

      await page.goto(`${prefix}/desk/reservations/${id}/hand-over`)
      await expect(page.getByLabel(protocol('papers.reason'))).toBeVisible()

      await page.goto(`${prefix}/desk/due`)
      await expect(page.getByRole('row').filter({ hasText: t('kind.INSPECTION') })).toContainText(t('closed'))
      await expectToFit(page)
      if (javaScriptEnabled !== false) await expectAccessible(page)
      await page.getByRole('link', { name: t('done.link') }).click()
      await page.getByLabel(t('done.paperOn')).fill(typed(365))
      await page.getByRole('button', { name: t('done.submit') }).click()
      await expect(page).toHaveURL(new RegExp(`/desk/fleet/${ad}/due`))
      await expect(page.getByText(t('state.LATER'))).toBeVisible()

      await page.goto(`${prefix}/desk/reservations/${id}/hand-over`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByLabel(protocol('papers.reason'))).toHaveCount(0)
    })

    test('the file of a vehicle keeps its chassis number, key and purchase, and what is wrong is said beside', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      const companyId = await makeCompany()
      const { adId } = await rentFrom(request, companyId)
      await signInStaff(page, request, { companyId, desk: `${prefix}/desk` })
      await page.goto(`${prefix}/desk/fleet/${adId}`)
      await page.getByRole('link', { name: fleet('parts.details') }).click()
      const form = page.getByRole('form', { name: fleet('details.title') })
      const vin = form.getByLabel(fleet('details.vin'))
      await vin.fill('O')
      await form.getByLabel(fleet('details.key_number')).fill('K-118')
      await form.getByLabel(fleet('details.bought_on')).fill(typed(-400))
      await form.locator('[name=bought_for]').fill('1980000')
      await form.getByRole('button', { name: fleet('details.save') }).click()
      await expect(vin).toHaveAttribute('aria-invalid', 'true')
      await expect(form.getByLabel(fleet('details.key_number'))).toHaveValue('K-118')
      await expectToFit(page)
      if (javaScriptEnabled !== false) await expectAccessible(page)
      await vin.fill('nmtbe3je50r042417')
      await form.getByRole('button', { name: fleet('details.save') }).click()
      await expect(page.getByText(fleet('details.saved'))).toBeVisible()
      await expect(vin).toHaveValue('NMTBE3JE50R042417')
      await expect(form.getByLabel(fleet('details.bought_on'))).toHaveValue(typed(-400))
      await expect(form.locator('[name=bought_for]')).toHaveValue(formatNumber(1_980_000, language))
    })
  })
}
