import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { DRIVER, fillDriver, freeVehicle } from '../../support/api/booking.ts'
import { WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import { DRIVER_EN, fillAddress, RESERVE } from '../../support/browser/steps/booking-page.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { siteDatabase } from '../../support/server/database/site-connection.ts'

/** A passport number that no other test uses. */
const BANNED = `B${Date.now()}`

test.beforeEach(async ({ context }) => {
  await context.setExtraHTTPHeaders(freshAddress())
  const db = await siteDatabase()
  await db
    .insertInto('banned_identity')
    .values({ account_id: 'somebody', kind: 'IDENTITY', value: BANNED })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
})

test(
  'a banned person reads beside the form, which keeps what was typed, that they are banned and how to object',
  WITHOUT_SCRIPTS,
  async ({ page }) => {
    const vehicle = await freeVehicle(page.request)
    await page.goto(`/en${vehicle.path}`)
    await fillDriver(page, DRIVER_EN, { ...DRIVER, national_id: BANNED, phone: '15123456789' })
    await fillAddress(page)
    await page.getByRole('button', RESERVE).first().click()
    await expect(page.getByText(textFor('en', 'errors')('banned_details'))).toBeVisible()
    await expect(page.getByLabel('Identity card or passport number', { exact: true })).toHaveValue(BANNED)
    await page.getByRole('link', { name: 'what a block means and how to object' }).click()
    await expect(page.getByRole('heading', { level: 1, name: textFor('en', 'login')('banned.title') })).toBeVisible()
  },
)

test('the page about bans shows a telephone number in every language', WITHOUT_SCRIPTS, async ({ page }) => {
  for (const language of LANGUAGES) {
    await page.goto(`${language === 'fa' ? '' : `/${language}`}/banned`)
    await expect(page.getByRole('heading', { name: textFor(language, 'login')('banned.object') })).toBeVisible()
    await expect(page.getByRole('main').locator('a[href^="tel:"]').first()).toBeVisible()
  }
})
