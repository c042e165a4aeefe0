import type { RouterContextProvider } from 'react-router'
import { CATEGORY, type CurrencyCode } from '#app/rules/constants.ts'
import { apiOf } from '#app/web/api.server.ts'

const VEHICLES = 3
const CITIES = 3

type Api = ReturnType<typeof apiOf>
type Post = Awaited<ReturnType<Api['content']['post']>>

/** The offer in the cities of a post: their numbers of vehicles and prices, and some vehicles of the first city. */
export async function nearPost(
  context: Readonly<RouterContextProvider>,
  { cities, categories }: Pick<Post, 'cities' | 'categories'>,
  currency: CurrencyCode,
) {
  const api = apiOf(context)
  const kinds = categories.length > 0 ? categories : (['car'] as const)
  const lists = await Promise.all(
    kinds.map(async (kind) => {
      const { results } = await api.places.rentCities({ category: categoryOf(kind), currency })
      return cities.slice(0, CITIES).flatMap((city) => {
        const offer = results.find(({ id }) => id === city.id)
        return offer?.price_from ? [{ kind, city, ads: offer.ads, price: offer.price_from }] : []
      })
    }),
  )
  const offers = lists.flat()
  const [first] = offers
  if (!first) return { offers, vehicles: [] }
  const body = { city: first.city.id, categories: [categoryOf(first.kind)] }
  const { results } = await api.ads.search({ query: { size: VEHICLES, currency }, body })
  return { offers, vehicles: results }
}

function categoryOf(kind: 'car' | 'motor'): number {
  return kind === 'motor' ? CATEGORY.MOTOR : CATEGORY.CAR
}
