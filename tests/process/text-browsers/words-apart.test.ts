import { spawnSync } from 'node:child_process'
import { expect, test } from '@playwright/test'
import { pathIn } from '#app/i18n/language.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { freshAddress, todayInTehran } from '../../support/browser/steps/traveller.ts'
import { hasTextBrowser } from '../../support/browser/text-browser.ts'

const [START, END] = [addDays(todayInTehran(), 40), addDays(todayInTehran(), 43)]
const PAGES = [
  '/',
  `/rent/car?city=kish&start_date=${START}&end_date=${END}`,
  '/rent/motor',
  '/companies/marjan-rent',
  '/pages/help',
  `/book/car/62/${START}/${END}`,
]
/** A word in whose middle the next one begins, or a number that touches a word. */
const RUN_TOGETHER = /\S*(?:\p{Ll}\p{Lu}|\p{Nd}\p{L}{2}|\p{L}{2}\p{Nd}|[€)]\p{L}{2}|\p{L}€)\S*/gu
/** Names of makes and models, and what w3m writes for a picture and a radio button. */
const SO_WRITTEN = /^(\[[\w-]+\].*|\(.\)\p{L}+|\)[\p{L}-]+|WhatsApp|RAV4|NS200|۳۲۰آی|اس[۵۷]|ایکس۳۳)$/u

for (const language of ['fa', 'en', 'de'] as const) {
  test(`w3m keeps the words of pages in ${language} apart, where no style separates them`, async ({ request }) => {
    test.skip(!hasTextBrowser('w3m'), 'w3m is not installed')
    for (const path of PAGES) {
      const html = await (await request.get(pathIn(language, path), { headers: freshAddress() })).text()
      const seen = /<header class="bar">[\s\S]*<\/body>/.exec(html)?.[0] ?? ''
      const { stdout } = spawnSync('w3m', ['-dump', '-cols', '200', '-T', 'text/html', '-I', 'UTF-8', '-O', 'UTF-8'], {
        input: seen,
        encoding: 'utf8',
      })
      expect(stdout.length, path).toBeGreaterThan(500)
      const words = [...stdout.matchAll(RUN_TOGETHER)].map(([word]) => word).filter((word) => !SO_WRITTEN.test(word))
      expect.soft([...new Set(words)], path).toEqual([])
    }
  })
}
