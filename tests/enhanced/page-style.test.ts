import { expect, type Page, test } from '@playwright/test'

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
  test(`${path} has all the style that it shows inside: the sheet that follows changes nothing`, async ({ page }) => {
    await page.route('**/*.css', (route) => route.abort())
    await page.goto(path, { waitUntil: 'load' })
    const alone = await looksOf(page)
    await page.unroute('**/*.css')
    await page.goto(path, { waitUntil: 'load' })
    expect(alone.length).toBeGreaterThan(20)
    expect(await looksOf(page)).toEqual(alone)
  })
}

test('nothing is requested before the page itself can be painted', async ({ page }) => {
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

/** What each kind of element on a page looks like, as the browser worked it out. */
function looksOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready
    const rules = (element: Element) => {
      const style = getComputedStyle(element)
      // Of margins that are auto Chromium reports 0 or the room that is left, by when it worked them out.
      // Drawings come with the sheet; their room is there from the start. Heights also follow which pictures have come.
      const names = [...style].filter(
        (name) =>
          !/^--|^cursor$|^transition|timeline|^margin-(inline|left|right)|mask|block-size|height|origin|grid-template-rows/.test(
            name,
          ),
      )
      return names.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';')
    }
    const nameOf = (element: Element | null) => `${element?.tagName}.${element?.getAttribute('class') ?? ''}`
    // What comes after the place of the sheet is not shown without it.
    const place = document.querySelector('[data-sheet]')
    const isFirst = (element: Element) =>
      !place || Boolean(place.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING)
    const kinds = new Map(
      [...document.body.querySelectorAll('*')]
        // What is closed at first may get its style with the sheet; the frame of the small picture in view comes with it.
        .filter((element) => !element.matches('script, link, .thumbs a'))
        .filter((element) => element.checkVisibility() && isFirst(element))
        .map((element) => [`${nameOf(element.parentElement)} > ${nameOf(element)}`, element]),
    )
    return [...kinds].map(([kind, element]) => {
      const all = rules(element)
      let sum = 0
      for (let at = 0; at < all.length; at++) sum = (sum * 31 + all.charCodeAt(at)) | 0
      return `${kind} ${sum}`
    })
  })
}
