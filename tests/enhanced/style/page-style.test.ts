import { expect, test } from '@playwright/test'
import { looksOf } from '../../support/browser/looks.ts'

const pages = [
  '/',
  '/en/rent/car?city=1061&show=brands',
  '/rent/car/monthly',
  '/login',
  '/voucher',
  '/en/compare',
  '/book/car/62',
]

for (const path of pages) {
  test(`${path} has all of its critical style inline, so the sheet that follows changes nothing`, async ({ page }) => {
    await page.route('**/*.css', (route) => route.abort())
    await page.goto(path, { waitUntil: 'load' })
    const alone = await looksOf(page)
    await page.unroute('**/*.css')
    await page.goto(path, { waitUntil: 'load' })
    expect(alone.length).toBeGreaterThan(20)
    expect(await looksOf(page)).toEqual(alone)
  })
}

test('nothing else is requested before the first paint', async ({ page }) => {
  await page.goto('/rent/car?city=1061')
  const first = await page.evaluate(() => {
    const blocking = performance.getEntriesByType('resource') as (PerformanceResourceTiming & {
      renderBlockingStatus: string
    })[]
    return {
      blocking: blocking.filter((entry) => entry.renderBlockingStatus === 'blocking').map(({ name }) => name),
      preloads: [...document.querySelectorAll('link[rel=preload]')].map((link) => link.outerHTML),
    }
  })
  expect(first).toEqual({ blocking: [], preloads: [] })
})
