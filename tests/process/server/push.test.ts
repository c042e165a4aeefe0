import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type APIRequestContext, type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { DEMONSTRATION_PEOPLE } from '#app/rules/identity/demonstration-people.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { askForCode, codeSentTo, giveCode, newcomer } from '../../support/browser/steps/sign-in.ts'
import { wake } from '../../support/browser/steps/wake.ts'
import { type SiteProcess, startSiteProcess } from '../../support/server/process/site-process.ts'
import { openPushService, type PushService, type Subscription } from '../../support/server/simulators/push-service.ts'

test.setTimeout(180_000)
test.describe.configure({ mode: 'default' })
test.use({ serviceWorkers: 'allow' })

const t = textFor('fa', 'push')
/** Longer than the page waits before it asks. */
const ASKS_AFTER_MS = 3_000
const [customer] = DEMONSTRATION_PEOPLE
let service: PushService
let site: SiteProcess
let folder: string

test.beforeAll(async () => {
  service = await openPushService()
  folder = mkdtempSync(join(tmpdir(), 'savari-push-'))
  writeFileSync(join(folder, 'ca.pem'), service.ca)
  site = await startSiteProcess({ PUSH_DEV_HOST: service.host, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') })
})
test.afterAll(async () => {
  await site?.stop()
  await service?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A browser with a simulated push service that has not been asked yet, and with its answer. */
async function withPush(context: BrowserContext, subscription: Subscription, answer: 'granted' | 'denied') {
  await context.addInitScript(
    ({ subscription, answer }) => {
      let permission = sessionStorage.getItem('permission') ?? 'default'
      Object.defineProperty(Notification, 'permission', { get: () => permission })
      Notification.requestPermission = async () => {
        permission = answer
        sessionStorage.setItem('permission', answer)
        return answer
      }
      PushManager.prototype.getSubscription = async () => null
      PushManager.prototype.subscribe = async () => subscription as unknown as PushSubscription
    },
    { subscription, answer },
  )
}

async function signIn(page: Page, count: number) {
  await page.goto('/login?returnUrl=/profile/profile')
  const phone = customer.phone.replace('+98', '0')
  await askForCode(page, 'fa', { dialCode: '+98', phone, sentTo: customer.phone })
  await giveCode(page, 'fa', await codeSentTo(customer.phone, count, site.dataDir))
  await page.waitForURL('**/profile/profile')
}

test('the site asks, registers the browser, sends through the push service, shows the notification and closes it', async ({
  browser,
  request,
}) => {
  const context = await browser.newContext({ baseURL: site.origin, permissions: ['notifications'], locale: 'fa-IR' })
  await withPush(context, service.subscribe(), 'granted')
  const page = await context.newPage()
  const violations: string[] = []
  page.on('console', (message) => /Content Security Policy/i.test(message.text()) && violations.push(message.text()))
  await signIn(page, 1)
  const cdp = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL === `${site.origin}/`)
      if (ours) resolve(ours.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')

  const prompt = page.getByRole('region', { name: t('title') })
  await expect(prompt.getByRole('status')).toHaveText(t('ask'))
  await expectAccessible(page)
  await prompt.getByRole('button', { name: t('accept') }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('granted'))).toBeVisible()
  await expect(prompt).toBeHidden()
  const device = await page.evaluate(() => localStorage.getItem('push-device-WEB'))
  expect(device).toMatch(/^WEB-[0-9a-f]+-\d+$/)

  const number = await cancelTrip(request)
  await expect.poll(() => service.received.length, { timeout: 30_000 }).toBeGreaterThan(0)
  const pushed = service.received.at(-1)
  expect(pushed?.data.title).toContain(number)
  expect(pushed?.data).toMatchObject({ lang: 'fa', dir: 'rtl' })
  expect(pushed?.ttl).toBeGreaterThan(3600)

  // A headless shell shows no notifications; a full Chromium does.
  if (await showsNotifications(browser)) {
    const registrationId = await registered
    await cdp.send('ServiceWorker.deliverPushMessage', {
      origin: site.origin,
      registrationId,
      data: JSON.stringify(pushed?.data),
    })
    const shown = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration('/')
        return (await registration?.getNotifications())?.map(({ title, data }) => ({ title, url: data.url })) ?? []
      })
    await expect.poll(shown).toEqual([{ title: pushed?.data.title, url: pushed?.data.url }])
    await expect.poll(shown, { timeout: 15_000 }).toEqual([])
  }
  expect(violations).toEqual([])

  // The message is on the page, and signing out unregisters the browser.
  await page.goto('/profile/notifications')
  await expect(page.getByRole('heading', { name: pushed?.data.title })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectToFit(page)
  await context.close()
})

test('a refusal is acknowledged, and the person is not asked again', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.origin, permissions: ['notifications'], locale: 'fa-IR' })
  await withPush(context, service.subscribe(), 'denied')
  const page = await context.newPage()
  await page.clock.install()
  await page.goto('/')
  const prompt = page.getByRole('region', { name: t('title') })
  await page.clock.fastForward(ASKS_AFTER_MS)
  await expect(prompt).toBeHidden()
  // The page's scripts start when a person touches the page; two seconds later it asks.
  await wake(page)
  await expect(prompt).toBeVisible()
  await prompt.getByRole('button', { name: t('accept') }).click()
  await expect(page.getByText(t('denied'))).toBeVisible()
  await context.close()
})

test('who is asked, signs in and then answers is not asked again', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.origin, permissions: ['notifications'], locale: 'fa-IR' })
  await withPush(context, service.subscribe(), 'granted')
  const page = await context.newPage()
  await page.clock.install()
  await page.goto('/login?returnUrl=/profile/profile')
  await wake(page)
  const prompt = page.getByRole('region', { name: t('title') })
  await page.clock.fastForward(ASKS_AFTER_MS)
  await expect(prompt).toBeVisible()
  const person = newcomer('fa')
  await askForCode(page, 'fa', person)
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 500))
  await giveCode(page, 'fa', await codeSentTo(person.sentTo, 1, site.dataDir))
  await page.waitForURL('**/profile/profile')
  await prompt.getByRole('button', { name: t('accept') }).click()
  await expect(prompt).toBeHidden()
  await page.clock.runFor(ASKS_AFTER_MS)
  await expect(prompt).toBeHidden()
  await context.close()
})

test('dismissing the prompt means not being asked again', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.origin, permissions: ['notifications'], locale: 'fa-IR' })
  await withPush(context, service.subscribe(), 'granted')
  const page = await context.newPage()
  await page.clock.install()
  await page.goto('/')
  await page.mouse.move(200, 200)
  await page.mouse.move(220, 240)
  const prompt = page.getByRole('region', { name: t('title') })
  await expect(prompt).toBeVisible()
  await prompt.getByRole('button', { name: t('dismiss') }).focus()
  await page.keyboard.press('Escape')
  await expect(prompt).toBeHidden()
  await page.reload()
  await wake(page)
  await page.clock.fastForward(ASKS_AFTER_MS)
  await expect(prompt).toBeHidden()
  await context.close()
})

test.describe('the service workers', () => {
  for (const path of ['/sw.js', '/firebase-messaging-sw.js']) {
    test(`${path} is a classic script that is revalidated on each request`, async ({ request }) => {
      const answer = await request.get(site.origin + path)
      expect(answer.status()).toBe(200)
      expect(answer.headers()['content-type']).toMatch(/^text\/javascript/)
      expect(answer.headers()['cache-control']).toBe('no-cache')
      expect(await answer.text()).toContain('notificationclick')
    })
  }
})

async function showsNotifications(browser: Browser): Promise<boolean> {
  const context = await browser.newContext({ baseURL: site.origin, permissions: ['notifications'] })
  const page = await context.newPage()
  await page.goto('/sw.js')
  const permission = await page.evaluate(() => Notification.permission)
  await context.close()
  return permission === 'granted'
}

/** Cancels the customer's next confirmed trip from another device, as an app would; returns its number. */
async function cancelTrip(request: APIRequestContext): Promise<string> {
  const api = `${site.origin}/api`
  const form = { phone: customer.phone.replace('+98', '0'), country_code: '+98' }
  await request.post(`${api}/users/login/`, { data: form })
  const token = await codeSentTo(customer.phone, 2, site.dataDir)
  const signedIn = await (await request.post(`${api}/users/token/`, { data: { ...form, token } })).json()
  const headers = { authorization: `Bearer ${signedIn.access}` }
  const { results } = await (await request.get(`${api}/business/rent/ad/reserve/list/?size=100`, { headers })).json()
  const trips = results as { id: string; number: string; status: string }[]
  for (const { id, number } of trips.filter(({ status }) => status === 'CONFIRMED')) {
    const answer = await request.patch(`${api}/business/rent/ad/reserve/${id}/cancel/`, { headers, data: {} })
    if (answer.ok()) return number
  }
  throw new Error('no trip can be cancelled')
}
