import { bookHref } from '#app/features/booking/book-address.ts'
import type { Desk } from '#app/features/booking/booking-context.ts'
import type { Ad } from '#app/features/booking/booking-form.ts'
import { pathIn } from '#app/i18n/language.ts'
import { localDigits } from '#app/i18n/numerals.ts'
import { formatStartingPrice } from '#app/i18n/starting-price.ts'
import { textFor } from '#app/i18n/texts.server.ts'
import { CATEGORY } from '#app/rules/constants.ts'
import type { PageMeta } from '#app/web/page/page-meta.ts'

const CENTS = 100
/** Toman has no code of its own in ISO 4217; ten rial are one toman. */
const RIAL_A_TOMAN = 10

/** What search engines and shared links show of a vehicle: Product with its Offer, and the way to it. */
export function metaOf({ ad, language, currency }: Desk, origin: string): PageMeta {
  const t = textFor(language, 'booking')
  const price = formatStartingPrice(ad.price.per_day, currency, language)
  const trust = textFor(language, 'vehicle').loose(`trust.${ad.trust_type}`)
  const { title, colour } = ad
  const names = { title, year: localDigits(ad.year, language), city: ad.city.name, company: ad.company.name }
  const description = t('meta.description', { ...names, price, trust })
  return {
    title: t('meta.title', { ...names, colour }),
    description,
    image: pictureOf(ad),
    jsonLd: [
      product(ad, { origin, description, url: origin + bookHref(language, ad) }),
      breadcrumbs(ad, language, origin),
    ],
  }
}

/** The vehicles of the same kind in the same city, as search lists them. */
export function listPath(ad: Ad): string {
  const kind = ad.category === CATEGORY.MOTOR ? 'motor' : 'car'
  return `/rent/${kind}?${new URLSearchParams({ city: ad.city.name })}`
}

function product(ad: Ad, { origin, url, description }: { origin: string; url: string; description: string }) {
  const { score, count } = ad.rating
  const isEuro = ad.price.currency === 'EUR'
  return {
    '@type': 'Product',
    name: `${ad.title} ${ad.year}`,
    description,
    image: origin + pictureOf(ad),
    brand: { '@type': 'Brand', name: ad.brand },
    color: ad.colour,
    ...(score !== null && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: score, reviewCount: count, bestRating: 5 },
    }),
    offers: {
      '@type': 'Offer',
      url,
      price: isEuro ? ad.price.per_day / CENTS : ad.price.per_day * RIAL_A_TOMAN,
      priceCurrency: isEuro ? 'EUR' : 'IRR',
      availability: 'https://schema.org/InStock',
      businessFunction: 'http://purl.org/goodrelations/v1#LeaseOut',
      seller: { '@type': 'AutoRental', name: ad.company.name },
    },
  }
}

function breadcrumbs(ad: Ad, language: Desk['language'], origin: string) {
  const t = textFor(language, 'booking')
  const list =
    ad.category === CATEGORY.MOTOR ? t('motorsIn', { city: ad.city.name }) : t('carsIn', { city: ad.city.name })
  const items = [
    { name: t('home'), path: '/' },
    { name: list, path: listPath(ad) },
    { name: `${ad.title} ${localDigits(ad.year, language)}`, path: undefined },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: items.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      ...(path && { item: origin + pathIn(language, path) }),
    })),
  }
}

function pictureOf(ad: Ad): string {
  return `/pictures/${ad.photos[0] ?? ad.picture}-large.webp`
}
