import { expect, test } from '@playwright/test'
import { pathIn } from '#app/i18n/language.ts'
import { CATEGORY, LANGUAGES, type Language } from '#app/rules/constants.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { freshAddress, todayInTehran } from '../../support/browser/steps/traveller.ts'

/** What a motorbike is not, and what it does not have. */
const OF_CARS: Record<Language, RegExp> = {
  fa: /خودرو|صندلی|تعداد سرنشین/,
  en: /\b(cars?|seats?)\b/i,
  ar: /سيار|مقعد|مقاعد/,
  tr: /\b(araba|otomobil|koltuk)/i,
  de: /\b(Autos?|Pkw|Sitze?)\b/,
}

test.use({ extraHTTPHeaders: freshAddress() })

for (const language of LANGUAGES) {
  test(`in ${language}, no page of motorbikes speaks of cars or seats`, async ({ request }) => {
    const [start_date, end_date] = [addDays(todayInTehran(), 40), addDays(todayInTehran(), 43)]
    const wanted = { city: 'kish', start_date, end_date, categories: [CATEGORY.MOTOR] }
    const found = await request.post('/api/business/rent/ad/search/', { data: wanted })
    const { results } = (await found.json()) as { results: { id: number }[] }
    const [one, other] = results.map(({ id }) => id)
    for (const path of [
      `/rent/motor?city=kish&start_date=${start_date}&end_date=${end_date}&show=room`,
      `/book/motor/${one}/${start_date}/${end_date}`,
      `/compare?ids=${one}&ids=${other}`,
    ]) {
      const html = await (await request.get(pathIn(language, path))).text()
      // What people wrote about a motorbike is theirs.
      const main = /<main[\s\S]*?(?=<section[^>]*id="reviews"|<\/main>)/.exec(html)?.[0] ?? ''
      const words = main.replace(/<(script|style|svg)[\s\S]*?<\/\1>/g, ' ').replace(/<[^>]+>/g, '\n')
      expect(words.length, path).toBeGreaterThan(200)
      const lines = words.split('\n').filter((line) => OF_CARS[language].test(line))
      expect(lines, path).toEqual([])
    }
  })
}
