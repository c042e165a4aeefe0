import { expect, test } from '@playwright/test'
import { pathIn } from '#app/i18n/language.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { freshAddress, todayInTehran } from '../../support/browser/steps/traveller.ts'

test.use({ extraHTTPHeaders: freshAddress() })

for (const language of ['fa', 'en'] as const) {
  test(`in ${language}, a list of an unknown category finds nothing and says so`, async ({ request }) => {
    const [start, end] = [addDays(todayInTehran(), 40), addDays(todayInTehran(), 43)]
    const list = `/rent/car?city=kish&start_date=${start}&end_date=${end}`
    const bookable = async (query: string) => {
      const answer = await request.get(pathIn(language, list + query))
      expect(answer.status()).toBe(200)
      const html = await answer.text()
      return { html, count: new Set(html.match(/\/book\/car\/\d+/g)).size }
    }
    expect((await bookable('')).count).toBeGreaterThan(0)
    const title = textFor(language, 'results')('empty.title')
    for (const unknown of ['99', '-1', 'boat', '2.5', '99999999999999999999']) {
      const { html, count } = await bookable(`&category=${unknown}`)
      expect(count, unknown).toBe(0)
      expect(html, unknown).toContain(title)
    }
  })
}
