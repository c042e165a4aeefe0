import type { Config } from '#app/config.ts'
import { localeTag, pathIn } from '#app/i18n/language.ts'
import { type Language, SUPPORT_HOURS } from '#app/rules/constants.ts'

const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** The home page for search engines: the business with its hours (§1) and the questions that the page answers. */
export function structuredData({
  brand,
  language,
  origin,
  questions,
}: {
  brand: Config['brand']
  language: Language
  origin: string
  questions: readonly { question: string; answer: string }[]
}): object[] {
  const business = {
    '@type': 'AutoRental',
    name: brand.name[language],
    url: origin + pathIn(language, '/'),
    image: `${origin}/icon-512.png`,
    telephone: brand.phone || undefined,
    email: brand.email || undefined,
    address: brand.address || undefined,
    priceRange: '€€',
    openingHoursSpecification: {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: WEEK,
      ...SUPPORT_HOURS,
    },
  }
  if (questions.length === 0) return [business]
  const faq = {
    '@type': 'FAQPage',
    inLanguage: localeTag(language),
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
  return [business, faq]
}
