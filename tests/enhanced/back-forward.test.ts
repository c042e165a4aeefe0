import { type Browser, chromium, expect, type Page, test } from '@playwright/test'
import { chromiumHere, fullChromiumHere } from '../../scripts/chromium.mjs'
import { PUBLIC_PAGES } from '../support/browser/public-pages.ts'

/** What a browser that keeps no pages gives as reasons for every page. */
const OF_BROWSER = ['BackForwardCacheDisabledForDelegate', 'BrowsingInstanceNotSwapped']
/** Another page, to come back from. */
const ELSEWHERE = '/en/city'
/** Public pages with what is one person's (favourites) or a key that works once: never stored. */
const NEVER_STORED = /^\/(favourites|login|price-alert|newsletter\/|book\/\w+\/\d+\/\d)/
/** It goes on to another site by itself. */
const LEAVES = '/pages/contact/whatsapp'
const path = fullChromiumHere()

let browser: Browser
test.beforeAll(async () => {
  const args = ['--no-sandbox', '--disable-gpu', '--enable-features=BackForwardCache']
  browser = await chromium.launch({
    // The headless shell keeps no page; it only says what in a page would prevent it.
    ...{ executablePath: path ?? chromiumHere(), args: path ? [...args, '--headless=new'] : args },
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
})
test.afterAll(() => browser.close())

/** Opens an address, goes on to another and back: whether the page came back as it was, and what of it prevented that. */
async function goOnAndBack(page: Page, address: string) {
  const session = await page.context().newCDPSession(page)
  const reasons: string[] = []
  session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
    reasons.push(...notRestoredExplanations.map(({ reason }) => reason)),
  )
  await session.send('Page.enable')
  const answer = await page.goto(address)
  const opened = page.url()
  await page.evaluate(() => addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted })))
  await page.mouse.move(2, 2)
  await page.mouse.move(9, 9)
  await page.waitForLoadState('networkidle')
  await page.evaluate((there) => location.assign(there), ELSEWHERE)
  await page.waitForURL(`**${ELSEWHERE}`)
  await page.goBack({ waitUntil: 'commit' })
  // Playwright waits in vain for the load of a page that was never unloaded.
  await expect.poll(() => page.evaluate(() => location.href)).toBe(opened)
  const persisted = await page.evaluate(() => 'persisted' in window && window.persisted === true)
  await session.detach()
  return { persisted, reasons, cacheControl: answer?.headers()['cache-control'] ?? '' }
}

for (const address of Object.values(PUBLIC_PAGES).flat()) {
  if (address === LEAVES) continue
  test(`${address} comes back from the back/forward cache`, async ({ baseURL }) => {
    const page = await browser.newPage({ baseURL, locale: 'fa-IR', serviceWorkers: 'block' })
    const { persisted, reasons, cacheControl } = await goOnAndBack(page, address)
    expect(reasons.filter((reason) => !OF_BROWSER.includes(reason))).toEqual([])
    if (path) expect(persisted).toBe(true)
    expect(cacheControl).toMatch(NEVER_STORED.test(address) ? /no-store/ : /^public, max-age=\d+$/)
    await page.close()
  })
}

test('a page that blocks the back/forward cache is noticed', async ({ baseURL }) => {
  const page = await browser.newPage({ baseURL, serviceWorkers: 'block' })
  await page.addInitScript(() => {
    if (location.pathname === '/companies') addEventListener('unload', () => {})
  })
  const { persisted, reasons } = await goOnAndBack(page, '/companies')
  expect(reasons).toContain('UnloadHandlerExistsInMainFrame')
  expect(persisted).toBe(false)
  await page.close()
})
