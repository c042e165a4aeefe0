import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { DRIVER, fillDriver, freshPhone } from '../../support/api/booking.ts'
import { awaken, typeInto } from '../../support/browser/cut-line.ts'
import { DRIVER_EN, fillAddress, RESERVE } from '../../support/browser/steps/booking-page.ts'
import { askForCode, newcomer } from '../../support/browser/steps/sign-in.ts'
import { wake } from '../../support/browser/steps/wake.ts'
import { makeVehicle } from '../../support/server/own-fleet.ts'
import { freePort } from '../../support/server/process/free-port.ts'
import { makeNextRelease } from '../../support/server/process/next-release.ts'
import { rawRequest } from '../../support/server/process/raw-request.ts'
import { startSiteProcess } from '../../support/server/process/site-process.ts'

test.setTimeout(240_000)
test.use({ locale: 'en-US' })

const START = addDays(dateIn('Asia/Tehran', new Date()), 40)
const TIME = `start_date=${START}&start_time=10:00&end_date=${addDays(START, 3)}&end_time=10:00`
const RESULTS = `/en/rent/car?city=Kish&${TIME}`

test('pages of a release go on when the next one has taken its place, and none runs scripts of both', async ({
  browser,
}) => {
  const ports = { PORT: String(await freePort()), BANK_PORT: String(await freePort()) }
  const before = await startSiteProcess(ports)
  const open = pagesOf(browser, before.origin)
  const { id } = await makeVehicle({ dataDir: before.dataDir })
  const other = await makeVehicle({ dataDir: before.dataDir })
  const book = (vehicle: number) => `/en/book/car/${vehicle}/${START}/${addDays(START, 3)}`

  const filtered = await open(RESULTS)
  const again = await open(RESULTS)
  await again.getByRole('checkbox', { name: 'Automatic' }).check()
  await again.waitForURL(/gearbox_type=AUTOMATIC/)
  const back = await open(RESULTS)
  await back.getByRole('checkbox', { name: 'Automatic' }).check()
  await back.waitForURL(/gearbox_type=AUTOMATIC/)
  const cutOff = await open(RESULTS)
  const left = await open(RESULTS)
  const login = await open('/en/login')
  const booking = await open(book(id))
  await fillForm(booking)
  const plain = await open('/en/voucher')
  const withoutScripts = await open(book(other.id), { javaScriptEnabled: false })
  await fillForm(withoutScripts)
  const { page: late, release: releaseScripts } = await openWithoutScripts(browser, before.origin)
  const oldScripts = await scriptsOf(filtered)
  const oldDictionary = await dictionaryOf(before.origin)
  expect(oldScripts.length).toBeGreaterThan(3)

  await before.end()
  const next = makeNextRelease()
  const after = await startSiteProcess({ ...ports, DATA_DIR: before.dataDir }, next.script)
  try {
    await test.step('the scripts of before are gone, and nobody keeps the answer', async () => {
      for (const path of oldScripts) {
        const answer = await fetch(`${after.origin}${path}`)
        expect(`${path} ${answer.status}`).toBe(`${path} 404`)
        expect(answer.headers.get('cache-control')).toMatch(/no-store|no-cache/)
      }
    })
    await test.step('a browser with the dictionary of before gets the page without it', async () => {
      const encodingFor = async (dictionary: string) => {
        const headers = { 'accept-encoding': 'gzip, br, zstd, dcb, dcz', 'available-dictionary': dictionary }
        return (await rawRequest(after.origin, RESULTS, { headers })).headers['content-encoding']
      }
      expect(await encodingFor(oldDictionary)).toBe('br')
      expect(await encodingFor(await dictionaryOf(after.origin))).toBe('dcz')
    })
    await test.step('a link opens a page whose scripts the release before had under other addresses', async () => {
      await left.getByRole('main').locator('a[href*="/book/"], a[href*="/rent/car/"]').first().click()
      await left.waitForURL((url) => !url.pathname.endsWith('/rent/car'))
      await expectOneRelease(left)
    })
    await test.step('a filter of a page that is open', async () => {
      await filtered.getByRole('checkbox', { name: 'Automatic' }).check()
      await filtered.waitForURL(/gearbox_type=AUTOMATIC/)
      await expectOneRelease(filtered)
    })
    await test.step('a filter of a page that has fetched all that filters need', async () => {
      await again.getByRole('checkbox', { name: 'SUV' }).check()
      await again.waitForURL(/gearbox_type=AUTOMATIC.*suv|suv.*AUTOMATIC/i)
      await expectOneRelease(again)
    })
    await test.step('Back to what the page of before has shown', async () => {
      await back.goBack()
      await back.waitForURL((url) => !url.search.includes('gearbox_type'))
      await expect(back.getByRole('checkbox', { name: 'Automatic' })).not.toBeChecked()
      await expectOneRelease(back)
    })
    await test.step('a filter while the line is down: the page stays, says so, and goes on once it is back', async () => {
      await cutOff.context().setOffline(true)
      await cutOff.getByRole('checkbox', { name: 'Automatic' }).check()
      await expect(cutOff.getByRole('status').getByText(textFor('en', 'common')('held.page'))).toBeVisible()
      await expect(cutOff.getByRole('main').locator('a[href*="/rent/car/"], a[href*="/book/"]').first()).toBeVisible()
      await cutOff.context().setOffline(false)
      await cutOff.waitForURL(/gearbox_type=AUTOMATIC/)
      await expectOneRelease(cutOff)
    })
    await test.step('a price that is asked for while a form is filled in', async () => {
      await booking.getByRole('checkbox', { name: 'Second driver' }).check()
      await expect(booking.getByRole('status').filter({ hasText: /^New total: €\d/ })).toBeAttached()
      await expect(booking.getByLabel(DRIVER_EN.email).first()).toHaveValue(DRIVER.email)
    })
    await test.step('a form that is refused has everything typed, and is sent again', async () => {
      await booking.getByLabel(DRIVER_EN.fullname, { exact: true }).fill('1')
      await booking.getByRole('button', RESERVE).first().click()
      await expect(booking.getByRole('alert').first()).toBeVisible()
      await expect(booking.getByLabel(DRIVER_EN.email).first()).toHaveValue(DRIVER.email)
      await booking.getByLabel(DRIVER_EN.fullname, { exact: true }).fill(DRIVER.fullname)
      await booking.getByRole('button', RESERVE).first().click()
      await booking.waitForURL(/\/payment\?id=/)
      await expectOneRelease(booking)
    })
    await test.step('a form whose answer leads to a page that needs no other scripts', async () => {
      await askForCode(login, 'en', newcomer('en'))
      await expectOneRelease(login)
    })
    await test.step('a form of a page without React', async () => {
      await typeInto(plain, 0)
      await plain.getByRole('main').locator('form[method=post] button').last().click()
      await expect(plain.getByRole('alert').first()).toBeVisible()
      await expect(plain.getByRole('main').locator('input[type=text]').first()).toHaveValue('Typed')
    })
    await test.step('a form without scripts', async () => {
      await withoutScripts.getByRole('button', RESERVE).first().click()
      await withoutScripts.waitForURL(/\/payment\?id=/)
    })
    await test.step('a page whose scripts come too late', async () => {
      releaseScripts()
      await late.getByRole('checkbox', { name: 'Automatic' }).check()
      await late.getByRole('button', { name: /^Show \d+ cars/ }).click({ timeout: 10_000 })
      await late.waitForURL(/gearbox_type=AUTOMATIC/)
      await expectOneRelease(late)
    })
  } finally {
    await after.stop()
    next.remove()
  }
})

/** Opens pages of a site, each in a browser of its own, and wakes their scripts. */
function pagesOf(browser: Browser, baseURL: string) {
  return async (path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> => {
    const context: BrowserContext = await browser.newContext({ baseURL, locale: 'en-US', ...options })
    const page = await context.newPage()
    await page.goto(path)
    if (options.javaScriptEnabled !== false) await awaken(page)
    return page
  }
}

async function openWithoutScripts(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL, locale: 'en-US' })
  const page = await context.newPage()
  const { promise, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await promise
    await route.continue().catch(() => {})
  })
  await page.goto(RESULTS, { waitUntil: 'commit' })
  await page.getByRole('main').waitFor()
  return { page, release }
}

async function fillForm(page: Page) {
  await fillDriver(page, DRIVER_EN, { ...DRIVER, phone: freshPhone() })
  await fillAddress(page)
}

/** How a browser names the dictionary that a site's pages of results offer. */
async function dictionaryOf(origin: string): Promise<string> {
  const page = await fetch(`${origin}${RESULTS}`)
  const [, address = ''] = /^<(.+)>;rel=compression-dictionary$/.exec(page.headers.get('link') ?? '') ?? []
  const dictionary = await fetch(`${origin}${address}`)
  const hash = createHash('sha256').update(new Uint8Array(await dictionary.arrayBuffer()))
  return `:${hash.digest('base64')}:`
}

/** The addresses of the scripts that a document has fetched. */
function scriptsOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith('/assets/') && path.endsWith('.js')),
  )
}

/** Those of the release before are the ones of this build. */
const OLD = new Set(readdirSync('build/client/assets').map((name) => `/assets/${name}`))

/** A page that the new release has rendered, and that runs its scripts alone. */
async function expectOneRelease(page: Page) {
  await wake(page)
  await expect.poll(async () => (await scriptsOf(page)).length).toBeGreaterThan(0)
  await expect.poll(async () => (await scriptsOf(page)).filter((path) => OLD.has(path))).toEqual([])
}
