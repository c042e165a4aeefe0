import { expect, test } from '@playwright/test'
import { formatMoney } from '#app/i18n/format/money.ts'
import type { CurrencyCode, Language } from '#app/rules/constants.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

type Offers = { results: { link: string; total: { amount: number; currency: CurrencyCode } }[] }

for (const [language, currency] of [
  ['fa', 'IRT'],
  ['en', 'EUR'],
  ['de', 'IRT'],
] as [Language, CurrencyCode][]) {
  test(`the link of an offer opens with exactly its price: ${language}, ${currency}`, async ({ request }) => {
    const query = `city=1061&start_date=${inDays(20)}&end_date=${inDays(26)}&currency=${currency}&size=4`
    const headers = { 'accept-language': language }
    const answer = await request.get(`/api/v2/offers/?${query}`, { headers })
    expect(answer.headers()['cache-control']).toBe('public, max-age=10')
    const again = { ...headers, 'if-none-match': answer.headers().etag ?? '' }
    expect((await request.get(`/api/v2/offers/?${query}`, { headers: again })).status()).toBe(304)
    const { results } = (await answer.json()) as Offers
    expect(results).toHaveLength(4)
    for (const { link, total } of results) {
      const { pathname, search } = new URL(link)
      const page = await request.get(pathname + search, { headers, maxRedirects: 0 })
      expect(page.status(), link).toBe(200)
      const text = (await page.text()).replaceAll(/<[^>]*>/g, '').replaceAll('&nbsp;', ' ')
      expect(text, link).toContain(formatMoney(total.amount, currency, language))
    }
  })
}
