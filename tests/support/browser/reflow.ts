import { expect, type Page } from '@playwright/test'

const NARROWEST = 320

/** Expects that on the narrowest screen nothing overflows its card or the page, and that a card's legend is inside it (quality.md, "Everybody"). */
export async function expectToFit(page: Page) {
  const before = page.viewportSize()
  await page.setViewportSize({ width: NARROWEST, height: 800 })
  const tooWide = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('.card')]
      .filter((element) => element.scrollWidth > element.clientWidth)
      .map((element) => {
        // The innermost one that sticks out says which row it is.
        const edges = element.getBoundingClientRect()
        const out = [...element.querySelectorAll('*')].findLast((one) => {
          const { left, right, width } = one.getBoundingClientRect()
          return width > 1 && (left < edges.left - 1 || right > edges.right + 1)
        })
        return `${element.id || element.tagName}: ${element.scrollWidth} > ${element.clientWidth}: ${out?.outerHTML.slice(0, 200)}`
      }),
  )
  expect(tooWide).toEqual([])
  const legends = await page.locator('fieldset.card > legend').all()
  for (const legend of legends) {
    const [own, card] = [await legend.boundingBox(), await legend.locator('..').boundingBox()]
    expect((own?.y ?? 0) - (card?.y ?? 0), (await legend.textContent()) ?? '').toBeGreaterThan(8)
  }
  if (before) await page.setViewportSize(before)
}
