import { expect, type Page, test } from '@playwright/test'
import { wake } from '../support/browser/steps/wake.ts'

test.use({ locale: 'en-US' })

const CITY = '/en/city/Kish'
const LINKS = 'main a[href^="/en/city/"], main a[href^="/en/rent/"]'
const RESULTS = '/en/rent/car?city=1061'
/** Much longer than a browser waits over a link before it fetches its page. */
const RESTING_MS = 1_000

/** The addresses that the browser prefetches for a page, with what became of each, and the errors of the page's rules. */
async function watch(page: Page) {
  const seen = { prefetched: new Map<string, string>(), problems: [] as string[], sets: 0 }
  const session = await page.context().newCDPSession(page)
  session.on('Preload.ruleSetUpdated', ({ ruleSet }) => {
    seen.sets++
    if (ruleSet.errorMessage) seen.problems.push(ruleSet.errorMessage)
  })
  session.on('Preload.prefetchStatusUpdated', ({ key, status }) => {
    const { pathname, search } = new URL(key.url)
    seen.prefetched.set(pathname + search, status)
  })
  await session.send('Preload.enable')
  return seen
}

/** Rests on a link, which the browser may take as a sign to fetch its page. */
async function restOn(page: Page, selector: string) {
  await page.locator(selector).first().hover()
  await page.waitForTimeout(RESTING_MS)
}

test('the page of a link on which somebody rests is fetched ahead, and shown from there', async ({ page }) => {
  const seen = await watch(page)
  await page.goto(CITY)
  await expect.poll(() => seen.sets).toBeGreaterThan(0)
  await restOn(page, LINKS)
  expect(seen.problems).toEqual([])
  const [address] = [...seen.prefetched.keys()]
  expect(address).toMatch(/^\/en\/(city|rent)\//)
  await expect.poll(() => seen.prefetched.get(address ?? '')).toBe('Ready')
  await page.locator(`main a[href="${address}"]`).first().click()
  await page.waitForURL(`**${address}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const delivery = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
      deliveryType: string
    })[]
    return navigation?.deliveryType
  })
  expect(delivery).toBe('navigational-prefetch')
})

test('links to a sign-in, to another currency and of the header are not fetched ahead', async ({ page }) => {
  const seen = await watch(page)
  await page.goto(CITY)
  await expect.poll(() => seen.sets).toBeGreaterThan(0)
  await restOn(page, 'header a[href*="/login"], header a[href*="/profile"]')
  await page.evaluate(() => {
    for (const href of ['/en/book/car/62', '/en/city/Kish?currency=2', '/en/voucher', '/en/logout'])
      document
        .querySelector('main')
        ?.insertAdjacentHTML('afterbegin', `<p><a class="probe" href="${href}">${href}</a></p>`)
  })
  for (const link of await page.locator('.probe').all()) {
    await link.hover()
    await page.waitForTimeout(RESTING_MS)
  }
  expect([...seen.prefetched.keys()]).toEqual([])
})

test('no page is fetched ahead once scripts run, since links then fetch only data', async ({ page }) => {
  const seen = await watch(page)
  await page.goto(RESULTS)
  await wake(page)
  await restOn(page, 'a[href="/en"], a[href^="/en/city"]')
  expect([...seen.prefetched.keys()]).toEqual([])
})

test('a browser that saves data gets no rules, and fetches nothing ahead', async ({ page, context, request }) => {
  await context.setExtraHTTPHeaders({ 'save-data': 'on' })
  const seen = await watch(page)
  const answer = await page.goto(CITY)
  expect(answer?.headers()).not.toHaveProperty('speculation-rules')
  await restOn(page, LINKS)
  expect([seen.sets, ...seen.prefetched.keys()]).toEqual([0])
  expect((await request.get(CITY)).headers()).toMatchObject({
    'speculation-rules': '"/prefetch.json"',
    vary: expect.stringContaining('Save-Data'),
  })
})

test('private pages have no rules', async ({ request }) => {
  for (const path of ['/en/login', '/en/favourites', '/en/newsletter/confirm']) {
    expect((await request.get(path)).headers(), path).not.toHaveProperty('speculation-rules')
  }
})
