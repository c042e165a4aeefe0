import { expect, type Page, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { expectToFit } from '../support/browser/reflow.ts'
import {
  askForCode,
  codeSentTo,
  giveCode,
  newcomer,
  signInByApi,
  startSignedIn,
} from '../support/browser/steps/sign-in.ts'
import { freshAddress } from '../support/browser/steps/traveller.ts'
import { siteDatabase } from '../support/server/database/site-connection.ts'
import { forgetFactorProof, makeOperator } from '../support/server/database/site-database.ts'

const t = textFor('fa', 'factor')
const login = textFor('fa', 'login')
const errors = textFor('fa', 'errors')
const PATH = '/profile/second-factor'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

test('an operator adds a security key, signs in with it, and proves it before a refund', async ({ page, request }) => {
  const operator = newcomer('fa')
  await signInByApi(request, operator)
  await makeOperator(operator.sentTo)
  await plugInKey(page)
  await startSignedIn(page, 'fa', operator, PATH)
  await turnAppOn(page)

  await page.getByRole('link', { name: t('keys.add') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('newKey.title'))
  await page.getByRole('button', { name: t('newKey.submit') }).click()
  await expect(page.getByLabel(t('newKey.name'))).toHaveAccessibleDescription(new RegExp(errors('required')))
  await looks(page)
  await page.getByLabel(t('newKey.name')).fill('کلید آبی')
  await page.getByRole('button', { name: t('newKey.submit') }).click()
  await expect(page.getByText(t('newKey.done'))).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'کلید آبی' })).toContainText(t('keys.unused'))
  await looks(page)

  await page.context().clearCookies()
  await page.goto(`/login?returnUrl=${encodeURIComponent('/operator')}`)
  await askForCode(page, 'fa', operator)
  await giveCode(page, 'fa', await codeSentTo(operator.sentTo, 3))
  await expect(page.getByRole('button', { name: login('factor.key') })).toBeVisible()
  await looks(page)
  await page.getByRole('button', { name: login('factor.key') }).click()
  await page.waitForURL('/operator')

  await forgetFactorProof(operator.sentTo)
  const refund = `/operator/payments/${await paidPayment()}/refund`
  await page.goto(refund)
  await expect(page.getByText(login('factor.again'))).toBeVisible()
  await letGoOfKey(page)
  await page.getByRole('button', { name: login('factor.key') }).click()
  await expect(page.getByRole('alert').filter({ hasText: errors('key_cancelled') })).toBeFocused()
  await looks(page)
  await page.reload()
  await page.getByRole('button', { name: login('factor.key') }).click()
  await page.waitForURL(refund)

  await page.goto(PATH)
  await page.getByRole('button', { name: t('keys.remove') }).click()
  await expect(page.getByText(t('keys.removed'))).toBeVisible()
  await expect(page.getByText('کلید آبی')).toHaveCount(0)
})

/** A virtual security key of Chromium that is always touched at once. */
async function plugInKey(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'usb', automaticPresenceSimulation: true },
  })
}

/** Dismisses the browser's prompt until the next page, because an untouched key would take a minute to time out. */
function letGoOfKey(page: Page) {
  return page.evaluate(() => {
    navigator.credentials.get = () => Promise.reject(new DOMException('closed', 'NotAllowedError'))
  })
}

/** Sets up the app's codes and recovery codes, which a key needs first. */
async function turnAppOn(page: Page) {
  await page.getByRole('button', { name: t('begin') }).click()
  await expect(page.getByRole('img', { name: t('scan.picture') })).toBeVisible()
  await expect(page.getByText(t('keys.title'))).toHaveCount(0)
  const secret = (await page.getByRole('main').locator('code').innerText()).replaceAll(/\s/g, '')
  await page.getByLabel(t('first.label')).fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await page.getByRole('button', { name: t('first.submit') }).click()
  await page.getByLabel(t('codes.kept')).check()
  await page.getByRole('button', { name: t('codes.goOn') }).click()
}

async function looks(page: Page) {
  await expectToFit(page)
  await expectAccessible(page)
}

/** Takes a future reservation, because all of it can still be refunded. */
async function paidPayment(): Promise<string> {
  const db = await siteDatabase()
  const { id } = await db
    .selectFrom('payment')
    .innerJoin('reservation', 'reservation.id', 'payment.reservation_id')
    .select('payment.id')
    .where('payment.status', '=', 'PAID')
    .where('reservation.status', '=', 'CONFIRMED')
    .orderBy('payment.created_at', 'desc')
    .executeTakeFirstOrThrow()
  return id
}
