import { expect, test } from '@playwright/test'
import { type SiteProcess, startSiteProcess } from '../../support/server/process/site-process.ts'

test.describe.configure({ mode: 'default' })
test.setTimeout(120_000)

let site: SiteProcess

test.beforeAll(async () => {
  test.setTimeout(180_000)
  site = await startSiteProcess({
    BRAND_NAME_EN: 'Plum Rides',
    BRAND_NAME_DE: 'Plum Rides',
    BRAND_COLOUR: '#6b2f7a',
    BRAND_ACCENT: '#ffb86b',
    BRAND_LANGUAGES: 'en,de',
    BRAND_LAYOUT: 'top',
    BRAND_POWERED_BY: 'Savari',
    BRAND_PARTNER_URL: 'https://partners.plum.example',
  })
})
test.afterAll(() => site?.stop())

test('a second brand has its own name, colours and layout on every page, within the content security policy', async ({
  page,
}) => {
  const refused: string[] = []
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
  await page.goto(`${site.origin}/en`)
  await expect(page).toHaveTitle(/Plum Rides/)
  await expect(page.getByRole('banner').getByText('Powered by Savari')).toBeVisible()
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Partner sign-in' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Bottom navigation' })).toHaveCount(0)
  const brand = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color-brand'))
  expect(await brand()).toBe('#6b2f7a')
  // The complete style sheet, which loads last, must not override the brand's colours.
  await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.includes('/brand/style.css')))
  expect(await brand()).toBe('#6b2f7a')
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#6b2f7a')
  await page.goto(`${site.origin}/en/no-such-page`)
  expect(await brand()).toBe('#6b2f7a')
  await expect(page).toHaveTitle('This page could not be found - Plum Rides')
  expect(refused.filter((text) => !text.includes('404'))).toEqual([])
  for (const path of ['/brand/icon-192.png', '/brand/maskable-512.png', '/brand/icon-180.png', '/brand/style.css']) {
    expect((await page.request.get(site.origin + path)).status(), path).toBe(200)
  }
})

test('only the brand’s languages exist, and pages link to each other in them', async ({ request }) => {
  const html = await (await request.get(`${site.origin}/en/rent/car`)).text()
  const named = [...html.matchAll(/hrefLang="([\w-]+)"/gi)].map(([, language]) => language)
  expect(new Set(named)).toEqual(new Set(['en', 'de', 'x-default']))
  expect((await request.get(`${site.origin}/tr`)).status()).toBe(404)
  const sitemaps = await (await request.get(`${site.origin}/sitemap.xml`)).text()
  const languages = [...sitemaps.matchAll(/\/sitemaps\/(\w\w)-/g)].map(([, language]) => language)
  expect(new Set(languages)).toEqual(new Set(['en', 'de']))
  expect((await request.get(`${site.origin}/sitemaps/tr-pages.xml`)).status()).toBe(404)
  const feed = await (await request.get(`${site.origin}/de/blog/feed.xml`)).text()
  expect(feed).not.toMatch(/hreflang="(fa|ar|tr)"/)
  const moved = await request.get(`${site.origin}/rent/car?city=1061`, { maxRedirects: 0 })
  expect([moved.status(), moved.headers().location]).toEqual([302, '/en/rent/car?city=1061'])
  expect((await request.get(`${site.origin}/`, { maxRedirects: 0 })).headers().location).toBe('/en')
  expect((await request.get(`${site.origin}/api/currency/`)).status()).toBe(200)
})
