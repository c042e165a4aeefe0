import { packRows, unpackRows } from './packed-rows.ts'

/** A vehicle of the list, with nothing but what its card shows, in words of the page's language. */
export interface ListedAd {
  id: number
  title: string
  /** As the language writes it. */
  year: string
  picture: string
  colour: string
  company: string
  score: number
  ratings: number
  gearbox: string
  fuel: string
  seats: number
  trust: string
  /** In the minor unit; 0 where nothing is asked for. */
  guarantee: number
  isPinned: boolean
  day: number
  /** Undefined without dates. */
  total: number | undefined
}

/** A choice of a filter: what the address says, what people read, how many it would give, whether it is chosen. */
export interface FacetChoice {
  value: string
  name: string
  count: number
  isChosen: boolean
}

export type Facets = Partial<Record<string, FacetChoice[]>>

export function packAds(ads: readonly ListedAd[]): string {
  return packRows(
    ads.map((ad) => [
      ...[ad.id, ad.title, ad.year, ad.picture, ad.colour, ad.company, ad.score, ad.ratings, ad.gearbox],
      ...[ad.fuel, ad.seats, ad.trust, ad.guarantee, ad.isPinned, ad.day, ad.total],
    ]),
  )
}

export function unpackAds(packed: string): ListedAd[] {
  return unpackRows(packed).map((cells) => {
    const text = (column: number) => cells[column] ?? ''
    const number = (column: number) => Number(cells[column])
    return {
      id: number(0),
      title: text(1),
      year: text(2),
      picture: text(3),
      colour: text(4),
      company: text(5),
      score: number(6),
      ratings: number(7),
      gearbox: text(8),
      fuel: text(9),
      seats: number(10),
      trust: text(11),
      guarantee: number(12),
      isPinned: text(13) !== '',
      day: number(14),
      total: text(15) === '' ? undefined : number(15),
    }
  })
}

export function packFacets(facets: Facets): string {
  return packRows(
    Object.entries(facets).flatMap(([filter, choices = []]) =>
      choices.map(({ value, name, count, isChosen }, index) => [index ? '' : filter, value, name, count, isChosen]),
    ),
  )
}

/** Only a filter's first choice names it. */
export function unpackFacets(packed: string): Facets {
  const facets: Record<string, FacetChoice[]> = {}
  let choices: FacetChoice[] = []
  for (const [filter, value = '', name = '', count, chosen] of unpackRows(packed)) {
    if (filter) {
      choices = []
      facets[filter] = choices
    }
    choices.push({ value, name, count: Number(count), isChosen: chosen === '1' })
  }
  return facets
}
