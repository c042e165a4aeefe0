import type { RouterContextProvider } from 'react-router'
import { bookHref } from '#app/features/booking/book-address.ts'
import type { BookingContext } from '#app/features/booking/booking-context.ts'
import type { Ad } from '#app/features/booking/booking-form.ts'
import { sharePath, vehicleFacts } from '#app/features/share/share-facts.server.ts'
import { breadcrumbsData } from '#app/features/structured-data/breadcrumbs.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { formatStartingPrice } from '#app/i18n/format/starting-price.ts'
import { pathIn } from '#app/i18n/language.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { CATEGORY, WHOLE_UNIT } from '#app/rules/constants.ts'
import { rialOf } from '#app/rules/money/rial.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageMeta } from '#app/web/page/head/page-meta.ts'
import { withDocumentOnly } from '#app/web/router/document-only.ts'

/**
 * The structured data of a vehicle for search engines and shared links: Product with its Offer, and the breadcrumbs. A
 * page with a price for certain dates (`isPriced`) has no Offer, because search engines know the page without dates.
 */
export function metaOf(
  context: Readonly<RouterContextProvider>,
  { ad, language, currency }: BookingContext,
  { isPriced }: { isPriced: boolean },
): PageMeta {
  const { origin } = context.get(siteContext)
  const t = textFor(language, 'booking')
  const price = formatStartingPrice(ad.price.per_day, currency, language)
  const trust = textFor(language, 'vehicle').loose(`trust.${ad.trust_type}`)
  const { title, colour } = ad
  const names = { title, year: localDigits(ad.year, language), city: ad.city.name, company: ad.company.name }
  const description = t('meta.description', { ...names, price, trust })
  const image = sharePath(context, { kind: 'vehicle', id: ad.id, facts: vehicleFacts(ad, language) })
  const meta = { title: t('meta.title', { ...names, colour }), description, image }
  if (isPriced) return meta
  const jsonLd = [
    product(ad, { origin, description, url: origin + bookHref(language, ad) }),
    breadcrumbsData(crumbs(ad, language), origin),
  ]
  return withDocumentOnly(context, meta, { jsonLd })
}

/** The vehicles of the same kind in the same city, as search lists them. */
function listPath(ad: Ad): string {
  const kind = ad.category === CATEGORY.MOTOR ? 'motor' : 'car'
  return `/rent/${kind}?${new URLSearchParams({ city: ad.city.name })}`
}

function product(ad: Ad, { origin, url, description }: { origin: string; url: string; description: string }) {
  const { score, count } = ad.rating
  const isEuro = ad.price.currency === 'EUR'
  return {
    // Search engines show prices and stars of a product, and read the code of a car.
    ...(ad.acriss ? { '@type': ['Product', 'Car'], acrissCode: ad.acriss } : { '@type': 'Product' }),
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
      price: isEuro ? ad.price.per_day / WHOLE_UNIT.EUR : rialOf(ad.price.per_day),
      priceCurrency: isEuro ? 'EUR' : 'IRR',
      availability: 'https://schema.org/InStock',
      businessFunction: 'http://purl.org/goodrelations/v1#LeaseOut',
      seller: { '@type': 'AutoRental', name: ad.company.name },
    },
  }
}

/** The same breadcrumbs as on the page (`book.tsx`). */
function crumbs(ad: Ad, language: BookingContext['language']) {
  const t = textFor(language, 'booking')
  const { city } = ad
  return [
    { label: t('home'), href: pathIn(language, '/') },
    {
      label: ad.category === CATEGORY.MOTOR ? t('motorsIn', { city: city.name }) : t('carsIn', { city: city.name }),
      href: pathIn(language, listPath(ad)),
    },
    { label: `${ad.title} ${localDigits(ad.year, language)}` },
  ]
}

function pictureOf(ad: Ad): string {
  return `/pictures/${ad.picture}-large.webp`
}
