import { expect, test } from '@playwright/test'
import { pathIn } from '#app/i18n/language.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { PUBLIC_PAGES, publicPages, publicRoutes } from '../support/browser/public-pages.ts'

/** Structured data is no script, though its element is called so. */
const SCRIPT = /<script(?! type="application\/ld\+json")|modulepreload|\son\w+="/

test('the tests know an address of every public page', () => {
  expect(Object.keys(PUBLIC_PAGES).sort()).toEqual(
    publicRoutes()
      .map(({ path }) => path)
      .sort(),
  )
})

for (const language of LANGUAGES) {
  test(`pages of text in ${language} send not a byte of script`, async ({ request }) => {
    const pages = publicPages({ hasScripts: false })
    expect(pages.length).toBeGreaterThan(20)
    for (const path of pages) {
      const answer = await request.get(pathIn(language, path))
      expect(answer.status(), path).toBe(200)
      expect(await answer.text(), path).not.toMatch(SCRIPT)
    }
  })
}
