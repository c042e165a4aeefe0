import { FILTER_NAMES, type FilterName, SEARCH_FILTERS } from '#app/rules/search/search-filters.ts'

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
  /** In the minor unit; 0 where nothing is requested. */
  guarantee: number
  isPinned: boolean
  day: number
  /** Undefined without dates. */
  total: number | undefined
}

/** The same as a row: what a page is sent for hydration is mostly its lists, and a row names no field (*ours*). */
export type AdRow = readonly [
  ...[id: number, title: string, year: string, picture: string, colour: string, company: string],
  ...[score: number, ratings: number, gearbox: string, fuel: string, seats: number, trust: string],
  ...[guarantee: number, isPinned: boolean, day: number, total?: number],
]

/**
 * An ad as the page carries it: an array without the field names, which would repeat with every ad. `adOfRow` reads it.
 */
export function rowOfAd(ad: ListedAd): AdRow {
  const { id, title, year, picture, colour, company, score, ratings, gearbox, fuel, seats, trust } = ad
  const { guarantee, isPinned, day, total } = ad
  const row = [id, title, year, picture, colour, company, score, ratings, gearbox, fuel, seats, trust] as const
  return total === undefined ? [...row, guarantee, isPinned, day] : [...row, guarantee, isPinned, day, total]
}

/** The ad of a row that `rowOfAd` wrote. */
export function adOfRow(row: AdRow): ListedAd {
  const [id, title, year, picture, colour, company, score, ratings, gearbox, fuel, seats, trust] = row
  const [, , , , , , , , , , , , guarantee, isPinned, day, total] = row
  return {
    ...{ id, title, year, picture, colour, company, score, ratings, gearbox, fuel, seats, trust },
    ...{ guarantee, isPinned, day, total },
  }
}

/** A choice of a filter: what the address says, what people read, how many it would give, whether it is chosen. */
export type FacetChoice = readonly [value: string, name: string, count: number, isChosen: boolean]

/** A filter with the choices that the page shows: none where it is closed. */
export interface Facet {
  choices: readonly FacetChoice[]
  /** How many more there are. */
  more: number
}

/** The filters that have anything to choose from. */
export type Facets = Partial<Record<FilterName, Facet>>

/** Of a long filter so many choices are shown before all are requested. */
const FIRST_CHOICES = 8
/** Shown from the start: what most people choose by. */
const OPEN: readonly string[] = FILTER_NAMES.filter((name) => 'isOpen' in SEARCH_FILTERS[name])

/**
 * What a page shows of a filter: all of what was requested (`show`, in the address), the first choices and the chosen ones
 * of what is open, nothing of what is closed.
 * @param group the name by which the address requests it
 */
export function shownFacet(
  choices: readonly FacetChoice[],
  { group, show }: { group: string; show: readonly string[] },
): Facet {
  if (show.includes(group)) return { choices, more: 0 }
  const isOpen = OPEN.includes(group) || choices.some(([, , , isChosen]) => isChosen)
  const shown = isOpen ? choices.filter(([, , , isChosen], index) => index < FIRST_CHOICES || isChosen) : []
  return { choices: shown, more: choices.length - shown.length }
}
