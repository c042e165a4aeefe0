import { expect, type Page, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { askForCode, codeSentTo, newcomer, wrongCode } from '../support/browser/steps/sign-in.ts'
import { freshAddress } from '../support/browser/steps/traveller.ts'
import { wake } from '../support/browser/steps/wake.ts'

const t = textFor('fa', 'login')
const errors = textFor('fa', 'errors')
const LIST = '/profile/reservations'

/** What a page requested from WebOTP, one entry per request. */
interface Requested {
  transports: string[]
  isOver: boolean
  bring(code: string): void
}
declare global {
  interface Window {
    requested: Requested[]
  }
}

// The tests' browser has no WebOTP, so a stub takes its place and delivers an SMS when the test says so.
test.beforeEach(async ({ context }) => {
  await context.setExtraHTTPHeaders(freshAddress())
  await context.addInitScript(() => {
    window.requested = []
    Object.assign(window, { OTPCredential: class {} })
    navigator.credentials.get = (request) =>
      new Promise((resolve, reject) => {
        const { otp, signal } = request as CredentialRequestOptions & { otp: { transport: string[] } }
        const requested: Requested = {
          transports: otp.transport,
          isOver: false,
          bring: (code) => resolve(Object.assign(new EventTarget(), { id: '', type: 'otp', code })),
        }
        signal?.addEventListener('abort', () => {
          requested.isOver = true
          reject(signal.reason)
        })
        window.requested.push(requested)
      })
  })
})

test('the code of the SMS is filled in and submitted', async ({ page }) => {
  const person = await reachCode(page)
  await expect.poll(() => requests(page)).toEqual([{ transports: ['sms'], isOver: false }])
  await bring(page, await codeSentTo(person.sentTo))
  await page.waitForURL(LIST)
})

test('a page that opened without a user gesture waits for the SMS at once, and a wrong code is refused', async ({
  page,
}) => {
  const person = await reachCode(page)
  await page.reload()
  await expect.poll(() => requests(page)).toEqual([{ transports: ['sms'], isOver: false }])
  await bring(page, wrongCode(await codeSentTo(person.sentTo)))
  await expect(page.getByLabel(t('code.label'))).toHaveAccessibleDescription(errors('code'))
})

test('going back to the phone stops waiting for the SMS', async ({ page }) => {
  await reachCode(page)
  await expect.poll(() => requests(page)).toHaveLength(1)
  await page.getByRole('link', { name: t('code.change') }).click()
  await expect(page.getByLabel(t('phone'))).toBeVisible()
  expect(await requests(page)).toEqual([{ transports: ['sms'], isOver: true }])
})

test('typing the code stops waiting for the SMS', async ({ page }) => {
  await reachCode(page)
  await expect.poll(() => requests(page)).toHaveLength(1)
  await page.getByLabel(t('code.label')).fill('000000')
  await page.getByRole('button', { name: t('code.submit'), exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  expect(await requests(page)).toEqual([{ transports: ['sms'], isOver: true }])
})

async function reachCode(page: Page) {
  const person = newcomer('fa')
  await page.goto(`/login?returnUrl=${encodeURIComponent(LIST)}`)
  await wake(page)
  await askForCode(page, 'fa', person)
  return person
}

function requests(page: Page) {
  return page.evaluate(() => window.requested.map(({ transports, isOver }) => ({ transports, isOver })))
}

function bring(page: Page, code: string) {
  return page.evaluate((text) => window.requested[0]?.bring(text), code)
}
