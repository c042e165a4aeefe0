import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { DRIVER, fillDriver, freeVehicle, freshPhone } from '../../support/api/booking.ts'
import { DRIVER_EN, fillAddress, RESERVE } from '../../support/browser/steps/booking-page.ts'
import { newcomer, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { wake } from '../../support/browser/steps/wake.ts'

const common = textFor('en', 'common')

test('a list that cannot be sorted offline stays as it is, and is sorted when the connection is back', async ({
  page,
  context,
}) => {
  await page.goto('/en/rent/car?city=1061')
  await wake(page)
  const cards = page.getByRole('article')
  const before = await cards.count()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Cheapest' }).click()
  await expect(page.getByRole('status').getByText(common('held.page'))).toBeVisible()
  await expect(cards).toHaveCount(before)
  await context.setOffline(false)
  await expect(page).toHaveURL(/ordering=cheapest/)
  await expect(page.getByText(common('held.page'))).toBeHidden()
})

test('a form whose answer was lost is sent again, and takes effect once', async ({ page, context }) => {
  await context.setExtraHTTPHeaders(freshAddress())
  await startSignedIn(page, 'en', newcomer('en'), '/en/profile/ticketing/new')
  const form = page.locator('main form[method=post]')
  await form.locator('input[type=text]').first().fill('Sent twice, done once')
  await form.locator('textarea').fill('Whatever happens on the way.')
  let sent = 0
  await page.route('**/ticketing/new.data*', async (route) => {
    if (route.request().method() !== 'POST' || ++sent > 1) return route.continue()
    await route.fetch({ maxRedirects: 0 })
    await route.abort('connectionreset')
  })
  await form.locator('button[type=submit], button:not([type])').last().click()
  await expect(page).not.toHaveURL(/\/new$/)
  expect(sent).toBe(2)
  await page.goto('/en/profile/ticketing')
  await expect(page.getByText('Sent twice, done once')).toHaveCount(1)
})

test('a reservation that was not sent says so beside its button, and is sent when the connection is back', async ({
  page,
  context,
  request,
}) => {
  await context.setExtraHTTPHeaders(freshAddress())
  const vehicle = await freeVehicle(request)
  await page.goto(`/en${vehicle.path}`)
  await wake(page)
  await fillDriver(page, DRIVER_EN, { ...DRIVER, phone: freshPhone() })
  // Pressing the button blurs the last field, which validates it; that request is not the form.
  await fillAddress(page)
  await context.setOffline(true)
  const button = page.locator('#book').getByRole('button', RESERVE)
  await button.click()
  await expect(button.locator('xpath=following-sibling::*[@role="status"]')).toContainText(common('held.form'))
  await context.setOffline(false)
  await page.waitForURL(/\/payment\?id=/)
})
