import { TIERS, type Tier } from '#app/rules/money/price.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'
import {
  addRow,
  type Block,
  type BlockSize,
  emptyBlock,
  fillBlock,
  GAP_OF_COMPANY,
  NOT_PINNED,
  removeRow,
  setBusy,
  setGroup,
} from './block.ts'
import { type Combinations, combinationOf, emptyCombinations, type TraitValue } from './combinations.ts'
import { codeOf, type Dictionary, emptyDictionary } from './dictionary.ts'
import {
  type Details,
  type IndexedCompany,
  type Listing,
  TRAIT_GROUPS,
  TRAITS,
  type TraitColumn,
  type TraitGroup,
} from './listing.ts'
import { emptyPictures, type Pictures, storePicture } from './pictures.ts'
import { emptyPlaces, type Places, placeOf, setPlace } from './places.ts'
import { markFacts, markGapsOf } from './row-lines.ts'

/** All vehicles on offer, by city and category, with what they share. */
export type Fleet = {
  blocks: Block[]
  blockOf: Map<string, number>
  /** How many vehicles blocks will have soon, by the same names. */
  expected: ReadonlyMap<string, number>
  /** Where each vehicle is. */
  places: Places
  /** By code: what a company is now. */
  companies: Dictionary<number> & { isEuro: boolean[]; gap: number[] }
  details: Dictionary<string> & { shown: Details[]; isPinned: boolean[] }
  traits: Record<TraitGroup, Combinations>
  /** Of all tiers, the different prices, in the minor unit of the company's currency. */
  amounts: Record<Tier, Dictionary<number>>
  /** A vehicle's properties are the bits of their codes. */
  properties: Dictionary<string>
  pictures: Pictures
  /** The longest gap that any vehicle or company has had, in minutes. */
  longestGap: number
  /** The first day of calendars, in days since 1970. */
  firstDay: number
  size: number
  /** Whether everything is being read, until `endFilling`. */
  isFilling: boolean
}

/** Busy ranges are read from shortly before now on. */
const DAYS_BEFORE = 2

/** @param sizes what is about to be read, until `endFilling`: so nothing is copied while that grows, and no room is left over */
export function emptyFleet(now: Date, sizes?: readonly BlockSize[]): Fleet {
  const byGroup = TRAIT_GROUPS.map((group) => [group, emptyCombinations(group)])
  const expected = new Map((sizes ?? []).map((size) => [nameOf(size), size.expected]))
  return {
    ...{ blocks: [], blockOf: new Map(), expected, places: emptyPlaces() },
    companies: { ...emptyDictionary<number>(), isEuro: [], gap: [] },
    details: { ...emptyDictionary<string>(), shown: [], isPinned: [] },
    traits: Object.fromEntries(byGroup) as Fleet['traits'],
    amounts: Object.fromEntries(TIERS.map(({ tier }) => [tier, emptyDictionary()])) as Fleet['amounts'],
    ...{ properties: emptyDictionary<string>(), pictures: emptyPictures(), longestGap: 0 },
    ...{ firstDay: Math.floor(now.getTime() / DAY_MS) - DAYS_BEFORE, size: 0, isFilling: sizes !== undefined },
  }
}

/** Puts a vehicle in, in place of what was known of it. */
export function putListing(fleet: Fleet, listing: Listing): void {
  const blockAt = blockFor(fleet, listing)
  const place = placeOf(fleet.places, listing.id)
  if (place && place.block !== blockAt) removeListing(fleet, listing.id)
  const block = fleet.blocks[blockAt] as Block
  const isNew = !place || place.block !== blockAt
  const row = isNew ? addRow(block) : place.row
  if (isNew) {
    fleet.size += 1
    block.columns.pictureLength[row] = 0
    setPlace(fleet.places, listing.id, { block: blockAt, row })
  }
  setGroup(block, row, listing.group, isNew)
  fill(fleet, block, row, listing, isNew)
  markFacts(fleet, block, row, isNew)
}

/** To be called once everything is in that was read; the iteration has its breaks where others may have their turn. */
export function* endFilling(fleet: Fleet): Generator<void> {
  for (const block of fleet.blocks) yield* fillBlock(block)
  fleet.isFilling = false
}

/** Takes a vehicle out, if it is in. */
export function removeListing(fleet: Fleet, id: number): void {
  const place = placeOf(fleet.places, id)
  if (!place) return
  const block = fleet.blocks[place.block] as Block
  fleet.pictures.unused += block.columns.pictureLength[place.row] as number
  const moved = removeRow(block, place.row)
  setPlace(fleet.places, id, null)
  if (moved !== undefined) setPlace(fleet.places, moved, place)
  fleet.size -= 1
}

/** What a company is now, also for its vehicles that are in. */
export function putCompany(fleet: Fleet, { id, isEuro, gap }: IndexedCompany): number {
  const { companies } = fleet
  fleet.longestGap = Math.max(fleet.longestGap, gap)
  const code = codeOf(companies, id)
  const former = companies.gap[code] ?? gap
  companies.isEuro[code] = isEuro
  companies.gap[code] = gap
  if (gap !== former) markGapsOf(fleet, code)
  return code
}

function fill(fleet: Fleet, block: Block, row: number, listing: Listing, isNew: boolean): void {
  const { columns } = block
  columns.id[row] = listing.id
  columns.company[row] = putCompany(fleet, listing.company)
  columns.details[row] = detailsOf(fleet, listing)
  columns.gap[row] = listing.gap ?? GAP_OF_COMPANY
  fleet.longestGap = Math.max(fleet.longestGap, listing.gap ?? 0)
  columns.score[row] = listing.score
  columns.pin[row] = listing.pinnedPlace ?? NOT_PINNED
  columns.ratingSum[row] = listing.ratingSum
  columns.ratingCount[row] = listing.ratingCount
  columns.properties[row] = propertyBits(fleet, listing)
  for (const group of TRAIT_GROUPS) columns[group][row] = combinationOf(fleet.traits[group], listing.traits)
  for (const [at, { tier }] of TIERS.entries())
    columns[tier][row] = codeOf(fleet.amounts[tier], listing.prices[at] as number)
  storePicture(fleet.pictures, columns, row, listing.picture)
  setBusy(block, row, listing.busy, isNew)
}

function blockFor({ blocks, blockOf, expected, firstDay, isFilling }: Fleet, { city, category }: Listing): number {
  const name = nameOf({ city, category })
  const known = blockOf.get(name)
  if (known !== undefined) return known
  blockOf.set(name, blocks.length)
  return blocks.push(emptyBlock({ city, category, expected: expected.get(name) ?? 0 }, firstDay, isFilling)) - 1
}

const nameOf = ({ city, category }: Pick<BlockSize, 'city' | 'category'>) => `${city} ${category}`

/** Throws a RangeError for more different properties than a column has bits. */
function propertyBits({ properties }: Fleet, listing: Listing): number {
  return listing.properties.reduce((bits, property) => {
    const code = codeOf(properties, property)
    if (code >= MOST_PROPERTIES) throw new RangeError('vehicles have too many different properties')
    return bits | (1 << code)
  }, 0)
}

const MOST_PROPERTIES = 31

function detailsOf({ details }: Fleet, { details: shown }: Listing): number {
  const { colour, guarantee_amount, mileage_per_day, fuel_rule, pinned, pinned_paid } = shown
  const code = codeOf(
    details,
    `${colour}\n${guarantee_amount} ${mileage_per_day} ${fuel_rule} ${pinned} ${pinned_paid}`,
  )
  details.shown[code] ??= shown
  details.isPinned[code] = pinned
  return code
}

/** The different values of a column, by code. */
export function valuesIn({ traits }: Fleet, wanted: TraitColumn): readonly TraitValue[] {
  return columnOf(traits, wanted).values.values
}

/** The codes of a column's values, by the number of their combination. */
export function codesOf({ traits }: Fleet, wanted: TraitColumn): readonly number[] {
  return columnOf(traits, wanted).codes
}

function columnOf(traits: Fleet['traits'], column: TraitColumn): Combinations['columns'][number] {
  const { group, at } = PLACE_OF[column]
  return traits[group].columns[at] as Combinations['columns'][number]
}

const PLACE_OF = Object.fromEntries(
  TRAIT_GROUPS.flatMap((group) => TRAITS[group].map((column, at) => [column, { group, at }])),
) as Record<TraitColumn, { group: TraitGroup; at: number }>

/**
 * Whether so much of what is kept belongs to nobody any more, or calendars begin so long ago that they end too soon, that everything should
 * be read again.
 */
export function isWorn(fleet: Fleet, now: Date): boolean {
  const isOld = now.getTime() > (fleet.firstDay + MOST_DAYS) * DAY_MS
  const isLoose = fleet.pictures.unused > MOST_UNUSED_BYTES + 100 * fleet.size
  return isOld || isLoose || distinct(fleet) > MOST_UNUSED + 16 * fleet.size
}

function distinct({ traits, amounts, details, blocks }: Fleet): number {
  const combinations = Object.values(traits).map(({ numbers }) => numbers)
  const dictionaries = [...combinations, ...Object.values(amounts), details]
  const groups = blocks.reduce((sum, block) => sum + block.groups.size, 0)
  return dictionaries.reduce((sum, { values }) => sum + values.length, groups)
}

const MOST_UNUSED_BYTES = 4_000_000
const MOST_UNUSED = 10_000
const MOST_DAYS = 30
