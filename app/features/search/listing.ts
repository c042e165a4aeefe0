import { FILTER_NAMES, type FilterName, SEARCH_FILTERS } from '#app/rules/search/search-filters.ts'

/** A vehicle in the list of results, with only the facts that its card shows, in the page's language. */
export interface ListedAd {
  id: number
  title: string
  /** As the language writes it. */
  year: string
  picture: string
  colour: string
  company: string
  /** Where, until when cancelling is free, kilometres, and whether it is confirmed at once. */
  terms: string
  score: number
  ratings: number
  gearbox: string
  fuel: string
  seats: number
  trust: string
  /** How many of the same there are; empty for a single one. */
  units: string
  /** In the minor unit; 0 when none is required. */
  guarantee: number
  /** 1: featured by us; 2: for money, named an advert. */
  pin: 0 | 1 | 2
  day: number
  /** Undefined without dates. */
  total: number | undefined
}

/**
 * The same as an array, without the names of fields. As objects, the data of another list (a filter, the next page) are 6 to 9 %
 * larger: 3.4 instead of 3.2 kB in English, 3.9 instead of 3.7 in Persian (Brotli 4, 24 vehicles), in the same time. A page's HTML is
 * the same, because it leaves the list out of its data. *Ours*.
 */
export type AdRow = readonly [
  ...[id: number, title: string, year: string, picture: string, colour: string, company: string],
  ...[terms: string],
  ...[score: number, ratings: number, gearbox: string, fuel: string, seats: number, trust: string, units: string],
  ...[guarantee: number, pin: 0 | 1 | 2, day: number, total?: number],
]

/** An ad as the list's data carry it. `adOfRow` reads it. */
export function rowOfAd(ad: ListedAd): AdRow {
  const { id, title, year, picture, colour, company, terms, score, ratings, gearbox, fuel, seats, trust } = ad
  const { units, guarantee, pin, day, total } = ad
  const row = [id, title, year, picture, colour, company, terms, score, ratings, gearbox, fuel, seats, trust] as const
  return total === undefined ? [...row, units, guarantee, pin, day] : [...row, units, guarantee, pin, day, total]
}

const ID_AT = 0
const TERMS_AT = 6

/** PostgreSQL's texts never have it. */
const BETWEEN = '\0'

/** What of a row differs from page to page, and everything else of it as one text. */
export function splitRow(row: AdRow): { id: number; terms: string; others: string } {
  const others = row.slice(0, TERMS_AT).join(BETWEEN) + BETWEEN + row.slice(TERMS_AT + 1).join(BETWEEN)
  return { id: row[ID_AT], terms: row[TERMS_AT], others }
}

/** The ad of a row that `rowOfAd` wrote. */
export function adOfRow(row: AdRow): ListedAd {
  const [id, title, year, picture, colour, company, terms, score, ratings, gearbox, fuel, seats, trust] = row
  const [, , , , , , , , , , , , , units, guarantee, pin, day, total] = row
  return {
    ...{ id, title, year, picture, colour, company, terms, score, ratings, gearbox, fuel, seats, trust },
    ...{ units, guarantee, pin, day, total },
  }
}

/** An option of a filter: its value in the address, its name, the number of results it would give, and whether it is chosen. */
export type FacetChoice = readonly [value: string, name: string, count: number, isChosen: boolean]

/** A filter with the options that the page shows: none when it is closed. */
export interface Facet {
  choices: readonly FacetChoice[]
  /** How many options are not shown. */
  more: number
}

/** The filters that have options. */
export type Facets = Partial<Record<FilterName, Facet>>

/** How many options of a long filter are shown before all are requested. */
const FIRST_CHOICES = 8
/** The filters that are open from the start: those that most people use. */
const OPEN: readonly string[] = FILTER_NAMES.filter((name) => 'isOpen' in SEARCH_FILTERS[name])

/**
 * The options of a filter that a page shows: all if the address requests them (`show`), the first and the chosen ones if it is
 * open, none if it is closed.
 * @param group the filter's name in the parameter `show`
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
