import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress, todayInTehran } from '../../support/browser/steps/traveller.ts'
import { siteDatabase } from '../../support/server/database/site-connection.ts'
import { makeAgent } from '../../support/server/database/site-database.ts'
import { makeCompany, makeVehicle } from '../../support/server/own-fleet.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'booking')
  const desk = textFor(language, 'desk')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('a company gives a vehicle a gap of its own, and a traveller reads that only this is in the way', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      const look = async () => {
        if (javaScriptEnabled !== false) await expectAccessible(page)
        await expectToFit(page)
      }
      const companyId = await makeCompany()
      const { id } = await makeVehicle({ companyId })
      const staff = newcomer('fa')
      await signInByApi(request, staff)
      await makeAgent(staff.sentTo, companyId)
      await startSignedIn(page, 'fa', staff, `${prefix}/desk/fleet/${id}`)
      const gap = page.locator('[name="gap_minutes"]')
      await expect(gap).toHaveValue('')
      await gap.fill('2881')
      await page.getByRole('button', { name: desk('fleet.save') }).click()
      await expect(gap).toHaveAttribute('aria-invalid', 'true')
      await gap.fill(language === 'fa' ? '۲۴۰' : '240')
      await page.getByRole('button', { name: desk('fleet.save') }).click()
      await expect(page.getByText(desk('fleet.saved'))).toBeVisible()
      await expect(gap).toHaveValue('240')
      await look()

      const [start, end] = [addDays(todayInTehran(), 60), addDays(todayInTehran(), 63)]
      const db = await siteDatabase()
      await db
        .insertInto('busy')
        .values({
          ...({ ad_id: id, kind: 'BLOCK', status: 2 } as const),
          // From 12:00 in Tehran.
          start_at: new Date(`${end}T08:30Z`),
          end_at: new Date(`${end}T20:30Z`),
        })
        .execute()
      await page.goto(`${prefix}/book/car/${id}/${start}/${end}`)
      await expect(page.getByText(t('taken.gap', { length: t('taken.hours', { n: 4 }) }))).toBeVisible()
      await expect(page.getByRole('region', { name: t('taken.title') })).toContainText(
        language === 'fa' ? '۰۸:۰۰' : '08:00',
      )
      await look()
    })
  })
}
