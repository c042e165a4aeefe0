import { expect, test } from '@playwright/test'
import { pathIn } from '#app/i18n/language.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { PUBLIC_PAGES, publicPages, publicRoutes } from '../../support/browser/public-pages.ts'

/** Structured data is in a script element, but is no script. */
const SCRIPT = /<script(?! type="application\/ld\+json")|modulepreload|\son\w+="/
/** The only script of a page with a form (`app/ui/connection/plain-forms.live.ts`). */
const OF_FORMS = /<script src="\/assets\/plain-forms-[\w-]+\.js"[^>]*><\/script>/
const WITH_FORMS: readonly string[] = [
  '/blog/kish-in-two-days',
  '/newsletter',
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
  '/pages/complaints',
  '/pages/contact',
  '/price-alert',
  '/price-alert/confirm',
  '/price-alert/stop',
  '/voucher',
]

test('the tests know an address of every public page', () => {
  expect(Object.keys(PUBLIC_PAGES).sort()).toEqual(
    publicRoutes()
      .map(({ path }) => path)
      .sort(),
  )
})

for (const language of LANGUAGES) {
  test(`text pages in ${language} send no script, and those with a form only the script for forms`, async ({
    request,
  }) => {
    const pages = publicPages({ hasScripts: false })
    const withForms: string[] = []
    expect(pages.length).toBeGreaterThan(20)
    for (const path of pages) {
      const answer = await request.get(pathIn(language, path))
      expect(answer.status(), path).toBe(200)
      const html = await answer.text()
      expect(html.replace(OF_FORMS, ''), path).not.toMatch(SCRIPT)
      if (OF_FORMS.test(html)) withForms.push(path.replace(/\?.*/, ''))
    }
    expect(withForms.sort()).toEqual(WITH_FORMS)
  })
}
