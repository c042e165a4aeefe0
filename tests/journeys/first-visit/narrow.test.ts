import { expect, type Page, test } from '@playwright/test'
import { brokenWords } from '../../support/browser/accessible.ts'
import { IS_WHOLE, SAMPLE } from '../../support/browser/matrix.ts'

const PAGES = [
  '/',
  '/rent/car?city=Kish',
  '/book/car/62',
  '/compare?ids=1,2,3',
  '/landing/cars',
  '/pages/terms',
  '/voucher',
  '/login',
  '/blog?tag=kish',
  '/blog/kish-in-two-days',
  '/pages/help?q=deposit',
  '/pages/help/deposit',
  '/pages/complaints',
  '/newsletter',
  '/companies',
  '/companies/marjan-rent',
  '/city',
  '/city/kish',
  '/city/kish/motor/april',
  '/book/car/62/places',
]

for (const [turn, language] of (['de', 'tr', 'en', 'ar'] as const).entries()) {
  // German has the longest words and runs two thirds of the pages in the sample; the other languages share the rest.
  const pages = PAGES.filter((_, nth) => IS_WHOLE || (turn === 0 ? nth % 3 !== 2 : nth % 9 === (turn - 1) * 3 + 2))

  test(`${language}: header, cards and chips fit at 320 px, and at 390 px with text at 200%`, {
    tag: SAMPLE.withoutScripts,
  }, async ({ page }) => {
    test.slow()
    for (const path of pages) {
      await page.setViewportSize({ width: 320, height: 800 })
      await page.goto(`/${language}${path}`.replace(/\/(?=$|\?)/, ''))
      expect.soft(await cutOff(page), `${path} at 320 px`).toEqual([])
      await page.setViewportSize({ width: 390, height: 844 })
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%'
      })
      expect.soft(await cutOff(page), `${path} with text of twice the size`).toEqual([])
    }
  })
}

/** Pages with elements whose words must not break, and the screen width. */
const WHOLE_WORDS = [
  { path: '/book/car/62', width: 390, within: '.pay-bar .btn' },
  { path: '/', width: 1280, within: '.kind b' },
  { path: '/compare?ids=1,2,3', width: 390, within: '.vs-t tbody tr:nth-child(-n + 3) td' },
]

for (const language of IS_WHOLE ? (['fa', 'de', 'tr'] as const) : (['de'] as const)) {
  test(`${language}: the bar has one line on a phone, and no word breaks where there is room for it`, {
    tag: SAMPLE.withoutScripts,
  }, async ({ page }) => {
    const addressOf = (path: string) => (language === 'fa' ? path : `/${language}${path}`.replace(/\/(?=$|\?)/, ''))
    for (const { path, width, within } of WHOLE_WORDS) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(addressOf(path))
      expect.soft(await brokenWords(page, within), path).toEqual([])
      const bar = await page.getByRole('banner').boundingBox()
      expect.soft(bar?.height, path).toBeLessThan(80)
    }
  })
}

test('on a phone the compared attributes are stacked, and a link leaves only the differences', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/en/compare?ids=1,2')
  const header = page.getByRole('rowheader', { name: /^Company/ })
  const cell = page
    .getByRole('row', { name: /^Company/ })
    .getByRole('cell')
    .first()
  const [label, value] = [await header.boundingBox(), await cell.boundingBox()]
  expect(value?.y ?? 0).toBeGreaterThan((label?.y ?? 0) + (label?.height ?? 0) - 4)
  const all = await page.getByRole('row').count()
  await page.getByRole('link', { name: 'Show differences only' }).click()
  await expect(page).toHaveURL(/differences=1/)
  expect(await page.getByRole('row').count()).toBeLessThan(all)
  await expect(page.getByText('the same')).toHaveCount(0)
  await page.getByRole('link', { name: 'Show everything' }).click()
  await expect(page.getByRole('row')).toHaveCount(all)
})

/** Elements that stick out of the page, except those that scroll by themselves or are only for screen readers. */
async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const isScrolled = (element: Element) => {
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { overflowX, position } = getComputedStyle(at)
        if (overflowX !== 'visible' || (position === 'absolute' && at.clientWidth <= 1)) return true
      }
      return false
    }
    const wide = [...document.querySelectorAll('header *, main *, footer *, .tabs *')].filter((element) => {
      const { left, right, width: own } = element.getBoundingClientRect()
      return element.checkVisibility() && own > 1 && (left < -1 || right > width + 1) && !isScrolled(element)
    })
    const scrolled =
      document.documentElement.scrollWidth > width ? [`page: ${document.documentElement.scrollWidth}`] : []
    const clipped = [...document.querySelectorAll('.card, .chip, .btn, .bar > .wrap')].filter(
      (element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX === 'visible',
    )
    const nameOf = (element: Element) =>
      `${element.tagName}.${element.className}: ${element.textContent?.trim().slice(0, 30)}`
    return [...scrolled, ...wide.map(nameOf).slice(0, 5), ...clipped.map((one) => `clipped ${nameOf(one)}`).slice(0, 5)]
  })
}
