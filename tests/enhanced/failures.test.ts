import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/texts.server.ts'
import { newcomer, startSignedIn } from '../support/browser/sign-in.ts'
import { freshAddress } from '../support/browser/traveller.ts'

const common = textFor('en', 'common')
const info = textFor('en', 'info')
const wallet = textFor('en', 'wallet')

test.use({ locale: 'en-US' })

test('a page whose files are gone is loaded as a whole, once', async ({ page, context }) => {
  await context.setExtraHTTPHeaders(freshAddress())
  await startSignedIn(page, 'en', newcomer('en'), '/en/profile/profile')
  await page.route(/\/assets\/wallet-.*\.js/, (route) => route.abort())
  let loads = 0
  page.on('load', () => loads++)
  await page.locator('a[href="/en/profile/wallet"]').first().click()
  await expect(page).toHaveURL(/\/en\/profile\/wallet$/)
  await page.waitForLoadState('load')
  await expect(page.getByRole('heading', { level: 1, name: wallet('title') })).toBeVisible()
  await expect.poll(() => loads).toBe(1)
})

test('a form whose sending fails stays with all that was typed, and a message says why', async ({ page, context }) => {
  await context.setExtraHTTPHeaders(freshAddress())
  await startSignedIn(page, 'en', newcomer('en'), '/en/profile/profile')
  const name = page.getByLabel(info('personal.fullname'))
  await name.fill('Sara Newcomer')
  const save = page.getByRole('button', { name: info('personal.save'), exact: true }).first()
  await page.route('**/profile/profile.data*', (route) => route.abort('internetdisconnected'))
  await save.click()
  await expect(page.getByRole('alert').getByText(common('error.connectionLost'))).toBeVisible()
  await expect(name).toHaveValue('Sara Newcomer')
  await page.unroute('**/profile/profile.data*')
  await page.route('**/profile/profile.data*', (route) => route.fulfill({ status: 502, body: 'away' }))
  await save.click()
  await expect(page.getByRole('alert').getByText(common('error.server'))).toBeVisible()
  await page.unroute('**/profile/profile.data*')
  await save.click()
  await expect(page.getByText(info('personal.saved'))).toBeVisible()
})
