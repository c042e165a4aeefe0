import { expect, type Page, test } from '@playwright/test'
import { pathIn } from '#app/i18n/language.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { IS_WHOLE } from '../../support/browser/matrix.ts'
import { publicPages } from '../../support/browser/public-pages.ts'
import { wake } from '../../support/browser/steps/wake.ts'

/** One public page of each kind that has scripts; without scripts all other pages are the same anyway. */
const PAGES = publicPages({ hasScripts: true })

for (const [turn, language] of LANGUAGES.entries()) {
  // In the sample each page is compared in one language, and the languages take turns.
  const pages = PAGES.filter((_, nth) => IS_WHOLE || nth % LANGUAGES.length === turn)

  test(`a page in ${language} has the same text and links with scripts as without`, async ({
    page,
    browser,
    baseURL,
  }) => {
    test.setTimeout(180_000)
    const withoutScripts = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    for (const path of pages) {
      const address = pathIn(language, path)
      // Other tests add vehicles meanwhile: then both are read again.
      await expect(async () => {
        await withoutScripts.goto(baseURL + address)
        const without = await contentOf(withoutScripts)
        await page.goto(address)
        await wake(page)
        const shown = await contentOf(page)
        expect(without.texts.length, path).toBeGreaterThan(path === '/login' ? 0 : 20)
        expect(
          without.texts.filter((text) => !shown.texts.includes(text)),
          path,
        ).toEqual([])
        expect(
          without.links.filter((link) => !shown.links.includes(link)),
          path,
        ).toEqual([])
      }).toPass({ intervals: [1000, 5000], timeout: 40_000 })
    }
    await withoutScripts.context().close()
  })
}

/** The text of a page outside its forms, whose fields scripts may replace, and its links. */
function contentOf(page: Page): Promise<{ texts: string[]; links: string[] }> {
  return page.locator('main').evaluate((main) => {
    const copy = main.cloneNode(true) as HTMLElement
    for (const form of copy.querySelectorAll('form, script, style')) form.remove()
    const walker = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent?.trim()
      if (text) texts.push(text)
    }
    const links = [...copy.querySelectorAll('a[href]')].map((link) => link.getAttribute('href') ?? '')
    return { texts, links }
  })
}
