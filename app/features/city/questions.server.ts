import { formatMoney } from '#app/i18n/money.ts'
import { formatDecimal } from '#app/i18n/numerals.ts'
import { textFor } from '#app/i18n/texts.server.ts'
import type { Language } from '#app/rules/constants.ts'
import { FROM_DAYS } from '#app/rules/price.ts'
import type { ApiClient } from '#app/web/api.server.ts'

type Guide = Awaited<ReturnType<ApiClient['places']['cityGuide']>>

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

/**
 * A city's vehicles of one category in a few sentences, for the list of them: how many, what they cost, what is asked for.
 * Source: quality.md, "Search engines".
 */
export function aboutVehiclesIn(guide: Guide, category: number, language: Language): string[] {
  const t = textFor(language, 'city')
  const { offers, companies, currency } = guide
  const offer = offers.find((one) => one.category === category)
  if (!offer) return []
  const lead = t('lead', {
    vehicles: t('list.vehicles', { n: offer.ads }),
    companies: t('companiesCount', { n: companies.length }),
  })
  const price = t('faq.price.a', {
    days: FROM_DAYS,
    from: formatMoney(offer.price_from, currency, language),
    usual: formatMoney(offer.price_usual, currency, language),
  })
  // All else of the guide is about its first category.
  const more = offer === offers[0] ? questionsAbout(guide, language).slice(1, 3) : []
  return [lead, price, ...more.map(({ answer }) => answer)]
}

/** How far each airport is, and that vehicles are handed over there. */
export function airportLines({ airports }: Guide, language: Language): string[] {
  const t = textFor(language, 'city')
  const lines = airports.map(({ name, kilometres }) =>
    t('airport.line', { name, distance: t('airport.distance', { n: kilometres }) }),
  )
  return lines.length > 0 ? [...lines, t('airport.handover')] : []
}
