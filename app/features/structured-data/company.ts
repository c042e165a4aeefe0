import { pathIn } from '#app/i18n/language.ts'
import type { Language } from '#app/rules/constants.ts'
import type { ApiClient } from '#app/web/api.server.ts'
import { everyDay, ofWeek } from './business.ts'

type Company = Awaited<ReturnType<ApiClient['companies']['read']>>
type Place = Company['places'][number]

/** A rental company with its offices, in terms of schema.org. */
export function companyData(company: Company, { language, origin }: { language: Language; origin: string }): object {
  const { score, count } = company.rating
  const offices = company.places.filter(({ kind }) => kind === 'OFFICE')
  return {
    '@type': 'AutoRental',
    name: company.name,
    description: company.about,
    url: origin + pathIn(language, `/companies/${company.slug}`),
    telephone: company.phone,
    ...(score !== null && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: score, reviewCount: count, bestRating: 5 },
    }),
    ...(offices[0] && officeData(offices[0])),
    ...(offices.length > 1 && {
      department: offices.slice(1).map((office) => ({
        '@type': 'AutoRental',
        name: office.name,
        telephone: office.phone ?? company.phone,
        ...officeData(office),
      })),
    }),
  }
}

function officeData({ address, city, latitude, longitude, opens_at, closes_at, week }: Place): object {
  return {
    address: { '@type': 'PostalAddress', streetAddress: address, addressLocality: city.name },
    ...(latitude !== null && longitude !== null && { geo: { '@type': 'GeoCoordinates', latitude, longitude } }),
    openingHoursSpecification: week ? ofWeek(week) : everyDay({ opens: opens_at, closes: closes_at }),
  }
}
