import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { words } from '#app/providers/gateways/simulator/words.ts'
import { amountsIn, runningSums } from '../../support/api/amounts.ts'
import { freshDriver, travellerOn } from '../../support/browser/steps/traveller.ts'
import { freePort } from '../../support/server/process/free-port.ts'
import { type SiteProcess, startSiteProcess } from '../../support/server/process/site-process.ts'

test.use({ javaScriptEnabled: false, locale: 'en-US' })
test.setTimeout(180_000)
// Both tests share the two processes.
test.describe.configure({ mode: 'default' })

let api: SiteProcess
let site: SiteProcess

test.beforeAll(async () => {
  test.setTimeout(180_000)
  const port = String(await freePort())
  api = await startSiteProcess({ CALLBACK_ORIGINS: `http://localhost:${port}`, TRUSTED_PROXIES: '127.0.0.1,::1' })
  // Only the API has a bank; the site has no setting for it.
  site = await startSiteProcess({ PORT: port, API_BASE_URL: `${api.origin}/api`, BANK_PORT: '' })
})

test.afterAll(async () => {
  await site?.stop()
  await api?.stop()
})

test('a site with a remote API has no database and takes a booking from the search to the voucher', async ({
  page,
}) => {
  expect(site.output()).toContain('none: the API is remote')
  const traveller = travellerOn(page, 'en', { origin: site.origin, api: api.origin })
  await traveller.search({ city: 'Kish', daysAhead: 30, days: 5 })
  const chosen = await traveller.choose(0)
  const bill = await traveller.readBill()
  expect(runningSums(bill.lines)).toContain(chosen.rent)
  const driver = freshDriver('en')
  await traveller.fillDriver(driver)
  expect(await traveller.reserve()).toBe(bill.total)
  await traveller.goToBank()
  const pay = page.getByRole('button', { name: `${words.en.actions.pay}: ` })
  expect(amountsIn(await pay.innerText())).toEqual([bill.now])
  await pay.click()

  await page.waitForURL(new RegExp(`^${site.origin}/en/voucher/[\\w-]{22}$`))
  await expect(page.getByRole('heading', { level: 1, name: /^Booked: / })).toBeVisible()
  await expect(page.getByRole('article')).toContainText(driver.fullname)
  expect(existsSync(join(site.dataDir, 'pg18'))).toBe(false)
  // The only stored files are the maps that it drew.
  expect(readdirSync(site.dataDir).filter((name) => name !== 'maps')).toEqual([])
  expect(site.output()).not.toContain('"event":"error"')
})

test('a page that such a site cannot serve says so', async ({ page }) => {
  const unknown = await page.goto(`${site.origin}/en/book/car/999999`)
  expect(unknown?.status()).toBe(404)
  const direct = await page.goto(`${site.origin}/api/currency/`)
  expect(direct?.status()).toBe(404)
})
