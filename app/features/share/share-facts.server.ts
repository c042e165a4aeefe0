import { createHash } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { commaOf } from '#app/i18n/format/comma.ts'
import { formatDecimal, formatNumber, localDigits } from '#app/i18n/format/numerals.ts'
import { formatStartingPrice } from '#app/i18n/format/starting-price.ts'
import { pathIn } from '#app/i18n/language.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import type { CurrencyCode, Language } from '#app/rules/constants.ts'
import { siteContext } from '#app/web/page/context.ts'

/** The texts of a picture for shared links, and its drawing. */
export interface ShareFacts {
  title: string
  line: string
  /** The price, or the rating. */
  highlight: string | undefined
  /** `suv-white`, `city-kish` or `post-desert`. */
  drawing: string | undefined
}

/** Kinds of things that have such a picture, as its address names them. */
export type ShareKind = 'vehicle' | 'city' | 'company' | 'post'

/** Increase it when the pictures look different, so that cached ones are no longer shown. */
const STYLE = 1
const HASH_LENGTH = 10

/** The address of a picture. It changes with the picture's content, so that it can be cached for ever. */
export function sharePath(
  context: Readonly<RouterContextProvider>,
  { kind, id, facts }: { kind: ShareKind; id: string | number; facts: ShareFacts },
): string {
  const { language } = context.get(siteContext)
  return pathIn(language, `/share/${kind}/${id}-${shareHash(context, facts)}.jpg`)
}

/** A hash of everything that the picture depends on. */
export function shareHash(context: Readonly<RouterContextProvider>, facts: ShareFacts): string {
  const { config, language } = context.get(siteContext)
  const said = JSON.stringify([STYLE, config.brand.name[language], config.brand.palette?.light, language, facts])
  return createHash('sha256').update(said).digest('hex').slice(0, HASH_LENGTH)
}

/** The texts and the drawing for a vehicle. */
export function vehicleFacts(
  ad: {
    title: string
    year: number
    picture: string
    city: { name: string }
    company: { name: string }
    price: { per_day: number; currency: CurrencyCode }
  },
  language: Language,
): ShareFacts {
  return {
    title: `${ad.title} ${localDigits(ad.year, language)}`,
    line: [ad.city.name, ad.company.name].join(commaOf(language)),
    highlight: priceFrom(ad.price.per_day, ad.price.currency, language),
    drawing: ad.picture,
  }
}

/** The texts and the drawing for a city. */
export function cityFacts(
  {
    city,
    offers,
    currency,
  }: {
    city: { name: string; slug: string; ads: number }
    offers: readonly { price_from: number }[]
    currency: CurrencyCode
  },
  language: Language,
): ShareFacts {
  const t = textFor(language, 'city')
  return {
    title: t('title', { city: city.name }),
    line: t('list.vehicles', { n: city.ads }),
    highlight: offers[0] && priceFrom(offers[0].price_from, currency, language),
    drawing: `city-${city.slug}`,
  }
}

/** The texts and the drawing for a company. */
export function companyFacts(
  company: {
    name: string
    ads: number
    cities: readonly { name: string }[]
    rating: { score: number | null; count: number }
  },
  language: Language,
): ShareFacts {
  const { score, count } = company.rating
  return {
    title: company.name,
    line: company.cities.map(({ name }) => name).join(commaOf(language)),
    highlight: score === null ? undefined : `★ ${formatDecimal(score, language)} (${formatNumber(count, language)})`,
    drawing: undefined,
  }
}

/** The texts and the drawing for a post of the blog. */
export function postFacts(
  post: { title: string; picture: string | null; tags: readonly { name: string }[] },
  language: Language,
): ShareFacts {
  const tags = post.tags.map(({ name }) => name).join(commaOf(language))
  return {
    title: post.title,
    line: tags || textFor(language, 'blog')('title'),
    highlight: undefined,
    drawing: post.picture ?? undefined,
  }
}

function priceFrom(amount: number, currency: CurrencyCode, language: Language): string {
  return textFor(language, 'city')('list.from', { price: formatStartingPrice(amount, currency, language) })
}
