import { formatMoney } from '#app/i18n/format/money.ts'
import { formatDecimal } from '#app/i18n/format/numerals.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { FROM_DAYS, type Language } from '#app/rules/constants.ts'
import type { ApiClient } from '#app/web/api.server.ts'

export type Guide = Awaited<ReturnType<ApiClient['places']['cityGuide']>>

/** What travellers ask about a city, answered from what is on offer there. */
export function questionsAbout(guide: Guide, language: Language): { question: string; answer: string }[] {
  const t = textFor(language, 'city')
  const { currency, offers, lengths, guarantees, airports, companies } = guide
  const city = guide.city.name
  const money = (amount: number) => formatMoney(amount, currency, language)
  const [offer] = offers
  const longest = lengths.at(-1)
  const free = guarantees.find(({ trust_type }) => trust_type === 'DEPOSIT_FREE')
  const [best] = companies
  const questions = [
    offer && {
      question: t('faq.price.q', { city }),
      answer: t('faq.price.a', {
        days: FROM_DAYS,
        from: money(offer.price_from),
        usual: money(offer.price_usual),
      }),
    },
    longest && {
      question: t('faq.month.q'),
      answer: t('faq.month.a', {
        days: longest.from_days,
        from: money(longest.price_from),
        usual: money(longest.price_usual),
      }),
    },
    {
      question: t('faq.deposit.q', { city }),
      answer: free ? t('faq.deposit.yes', { vehicles: t('list.vehicles', { n: free.ads }) }) : t('faq.deposit.no'),
    },
    airports.length > 0 && { question: t('faq.airport.q'), answer: airportLines(guide, language).join(' ') },
    best &&
      best.rating.score !== null && {
        question: t('faq.best.q', { city }),
        answer: t('faq.best.a', {
          name: best.name,
          score: formatDecimal(best.rating.score, language),
          count: best.rating.count,
        }),
      },
  ]
  return questions.filter((question) => question !== undefined && question !== false)
}

/** How far each airport is, and that vehicles are handed over there. */
export function airportLines({ airports }: Guide, language: Language): string[] {
  const t = textFor(language, 'city')
  const lines = airports.map(({ name, kilometres }) =>
    t('airport.line', { name, distance: t('airport.distance', { n: kilometres }) }),
  )
  return lines.length > 0 ? [...lines, t('airport.handover')] : []
}
