import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { payHere } from '../../support/browser/steps/own-trip.ts'
import { signIn } from '../../support/browser/steps/sign-in.ts'
import { rentFrom } from '../../support/browser/steps/staff.ts'
import { around, freshAddress, GAP } from '../../support/browser/steps/traveller.ts'
import { siteDatabase } from '../../support/server/database/site-connection.ts'
import { makeCompany, makeVehicle } from '../../support/server/own-fleet.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))
test.setTimeout(120_000)

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'cheaper')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('a traveller sees one cheaper offer whose price changes, and switches to it', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      const isScripted = javaScriptEnabled !== false
      const main = page.getByRole('main')
      const companyId = await makeCompany()
      const { id, customer } = await rentFrom(request, companyId)
      const { id: other } = await makeVehicle({ companyId })
      await priceOf(other, 3_500_000)
      await page.goto(`${prefix}/payment?id=${id}`)
      await payHere(page, language, isScripted)
      await offer(id, other)

      await signIn(page, 'fa', customer, `${prefix}/profile/reservation/${id}`)
      await main.getByRole('link', { name: t('see'), exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('title'))
      if (isScripted) await expectAccessible(page)
      await expectToFit(page)
      await priceOf(other, 3_600_000)
      const change = main.getByRole('button', { name: around(t('switch', { amount: GAP })) })
      await change.click()
      await expect(main.getByRole('alert')).toContainText(
        around(textFor(language, 'errors')('price_changed', { before: GAP, now: GAP })),
      )
      await change.click()
      await expect(
        page
          .getByRole('status')
          .or(main)
          .getByText(around(t('doneWallet', { number: GAP, amount: GAP })))
          .first(),
      ).toBeVisible()
      expect(new URL(page.url()).pathname).not.toContain(id)

      await page.goto(`${prefix}/profile/reservation/${id}/cheaper`)
      await expect(main.getByText(t('gone'))).toBeVisible()
      if (isScripted) await expectAccessible(page)
    })
  })
}

async function priceOf(ad: number, amount: number) {
  const db = await siteDatabase()
  await db.updateTable('ad').set({ p3: amount, s3: amount }).where('id', '=', ad).execute()
}

/** What the job finds an hour after the booking. */
async function offer(reservation_id: string, ad_id: number) {
  const db = await siteDatabase()
  const now = new Date()
  await db.insertInto('cheaper_offer').values({ reservation_id, ad_id, checked_at: now, found_at: now }).execute()
}
