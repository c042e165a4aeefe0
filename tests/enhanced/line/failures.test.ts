import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { newcomer, signIn, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { wake } from '../../support/browser/steps/wake.ts'

const common = textFor('en', 'common')
const login = textFor('en', 'login')
const info = textFor('en', 'info')
const wallet = textFor('en', 'wallet')

test.use({ locale: 'en-US' })

test('a page whose scripts no longer exist is reloaded once', async ({ page, context }) => {
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

test('a form that cannot be sent keeps everything typed, and a message says why', async ({ page, context }) => {
  await context.setExtraHTTPHeaders(freshAddress())
  await startSignedIn(page, 'en', newcomer('en'), '/en/profile/profile')
  const name = page.getByLabel(info('personal.fullname'))
  await name.fill('Sara Newcomer')
  const save = page.getByRole('button', { name: info('personal.save'), exact: true }).first()
  let isSiteReached = false
  await page.route('**/profile/profile.data*', (route) =>
    isSiteReached ? route.fulfill({ status: 502, body: 'away' }) : route.abort('internetdisconnected'),
  )
  await save.click()
  await expect(page.getByRole('status').getByText(common('held.form'))).toBeVisible()
  await expect(name).toHaveValue('Sara Newcomer')
  isSiteReached = true
  // The form may be sent again by itself just before, and the button with its message be gone.
  await page
    .getByRole('button', { name: common('error.again') })
    .click({ timeout: 3000 })
    .catch(() => undefined)
  await expect(page.getByRole('alert').getByText(common('error.server'))).toBeVisible()
  await page.unroute('**/profile/profile.data*')
  await save.click()
  await expect(page.getByText(info('personal.saved'))).toBeVisible()
})

test('a 404 page at a desk is shown in the site’s frame, within the content security policy', async ({
  page,
  context,
}) => {
  await context.setExtraHTTPHeaders(freshAddress())
  const refused: string[] = []
  page.on('console', (message) => /policy/i.test(message.text()) && refused.push(message.text()))
  for (const desk of ['/en/desk/fleet', '/en/operator']) {
    await context.clearCookies()
    await signIn(page, 'en', newcomer('en'), desk)
    for (const isWhole of [false, true]) {
      if (isWhole) await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(common('error.notFound'))
      await expect(page.getByRole('banner').getByRole('link', { name: common('nav.partners') })).toBeVisible()
      await expect(page.getByRole('contentinfo')).toBeVisible()
    }
  }
  expect(refused).toEqual([])
})

test('a toast appears after half a second for two seconds, cut to 100 characters; that of a lost connection stays', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/en/login')
  await wake(page)
  const person = newcomer('en')
  await page.getByLabel(login('countryCode')).selectOption(person.dialCode)
  await page.getByLabel(login('phone')).fill(person.phone)
  await page.getByLabel(login('email')).fill(person.email ?? '')
  const send = page.getByRole('button', { name: login('send') })
  await page.clock.pauseAt(Date.now() + 60_000)

  await page.route('**/login.data*', (route) => route.fulfill({ status: 504, body: 'x'.repeat(300) }))
  const toast = page.getByRole('alert').getByText(`${'x'.repeat(99)}…`)
  // The toast's half second begins with the answer, and the button is still enabled right after the click.
  const answered = page.waitForResponse('**/login.data*')
  await send.click()
  await (await answered).finished()
  await expect(send).toBeEnabled()
  await page.clock.runFor(450)
  await expect(toast).toHaveCount(0)
  await page.clock.runFor(100)
  await expect(toast).toBeVisible()
  await page.clock.runFor(1_900)
  await expect(toast).toBeVisible()
  await page.clock.runFor(200)
  await expect(toast).toHaveCount(0)

  await page.unroute('**/login.data*')
  await page.route('**/login.data*', (route) => route.abort('internetdisconnected'))
  const lost = page.getByRole('status').getByText(common('held.form'))
  await send.click()
  await expect(lost).toBeVisible()
  await page.clock.runFor(11_000)
  await expect(lost).toBeVisible()
  await expect(page.getByLabel(login('phone'))).toHaveValue(person.phone)
})
