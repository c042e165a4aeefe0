import { addRow, type Block, emptyBlock, GAP_OF_COMPANY, NOT_PINNED, removeRow, setBusy, TIER_NAMES } from './block.ts'
import { codeOf, type Dictionary, emptyDictionary } from './dictionary.ts'
import { COUNTED_COLUMNS, type CountedColumn, type Details, type IndexedCompany, type Listing } from './listing.ts'
import { emptyPictures, type Pictures, storePicture } from './pictures.ts'
import { emptyPlaces, type Places, placeOf, setPlace } from './places.ts'

/** All vehicles on offer, by city and category, with what they share. */
export type Fleet = {
  blocks: Block[]
  blockOf: Map<string, number>
  /** Where each vehicle is. */
  places: Places
  /** All different prices. */
  amounts: Dictionary<number>
  /** By code: what a company is now. */
  companies: Dictionary<number> & { isEuro: boolean[]; gap: number[] }
  details: Dictionary<string> & { shown: Details[] }
  /** All different values of the counted columns, as the database writes them; that of null is empty. */
  values: Record<CountedColumn | 'properties', Dictionary<string>>
  pictures: Pictures
  size: number
}

export function emptyFleet(): Fleet {
  return {
    ...{ blocks: [], blockOf: new Map(), places: emptyPlaces(), amounts: emptyDictionary<number>() },
    companies: { ...emptyDictionary<number>(), isEuro: [], gap: [] },
    details: { ...emptyDictionary<string>(), shown: [] },
    values: Object.fromEntries(
      [...COUNTED_COLUMNS, 'properties'].map((column) => [column, emptyDictionary<string>()]),
    ) as Fleet['values'],
    ...{ pictures: emptyPictures(), size: 0 },
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
    block.columns.busyCount[row] = 0
    block.columns.pictureLength[row] = 0
    setPlace(fleet.places, listing.id, { block: blockAt, row })
  }
  fill(fleet, block, row, listing)
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
export function putCompany({ companies }: Fleet, { id, isEuro, gap }: IndexedCompany): number {
  const code = codeOf(companies, id)
  companies.isEuro[code] = isEuro
  companies.gap[code] = gap
  return code
}

function fill(fleet: Fleet, block: Block, row: number, listing: Listing): void {
  const { columns } = block
  columns.id[row] = listing.id
  columns.kind[row] = kindOf(fleet, block, listing)
  columns.company[row] = putCompany(fleet, listing.company)
  columns.details[row] = detailsOf(fleet, listing)
  columns.gap[row] = listing.gap ?? GAP_OF_COMPANY
  columns.score[row] = listing.score
  columns.pin[row] = listing.pinnedPlace ?? NOT_PINNED
  columns.ratingSum[row] = listing.ratingSum
  columns.ratingCount[row] = listing.ratingCount
  for (const [at, tier] of TIER_NAMES.entries())
    columns[tier][row] = codeOf(fleet.amounts, listing.prices[at] as number)
  storePicture(fleet.pictures, columns, row, listing.picture)
  const { ranges, holds } = listing.busy
  setBusy(block, row, ranges)
  if (holds.length > 0) block.holds.set(listing.id, holdsOf(listing.busy))
  else block.holds.delete(listing.id)
}

/** Which of the ranges are holds that end by themselves, with their ends. */
function holdsOf({ ranges, holds }: Listing['busy']): [number, number][] {
  const found: [number, number][] = []
  for (let at = 0; at < ranges.length; at += 2)
    if ((ranges[at] as number) & 1) found.push([at / 2, holds[found.length] as number])
  return found
}

function blockFor({ blocks, blockOf }: Fleet, { city, category }: Listing): number {
  const key = `${city} ${category}`
  const known = blockOf.get(key)
  if (known !== undefined) return known
  blockOf.set(key, blocks.length)
  blocks.push(emptyBlock(city, category))
  return blocks.length - 1
}

function kindOf({ values }: Fleet, { kinds, kindValues, kindCodes, kindProperties }: Block, { kind }: Listing): number {
  const { brand_id, model_id, trim_id, type_id, year, gearbox, fuel, seats, load_capacity, trust, properties } = kind
  const key = `${brand_id} ${model_id} ${trim_id} ${type_id} ${year} ${gearbox} ${fuel} ${seats} ${load_capacity} ${trust} ${properties}`
  const code = codeOf(kinds, key)
  if (code === kindValues.length) {
    kindValues.push(kind)
    kindProperties.push(properties.map((property) => codeOf(values.properties, property)))
    for (const column of COUNTED_COLUMNS)
      kindCodes[column].push(codeOf(values[column], kind[column] === null ? '' : String(kind[column])))
  }
  return code
}

function detailsOf({ details }: Fleet, { details: shown }: Listing): number {
  const { colour, guarantee_amount, mileage_per_day, fuel_rule, pinned, pinned_paid } = shown
  const code = codeOf(
    details,
    `${colour}\n${guarantee_amount} ${mileage_per_day} ${fuel_rule} ${pinned} ${pinned_paid}`,
  )
  details.shown[code] ??= shown
  return code
}

/** Whether so much of what is kept belongs to nobody any more that everything should be read again. */
export function isWorn({ blocks, pictures, details, size }: Fleet): boolean {
  const kinds = blocks.reduce((sum, block) => sum + block.kindValues.length, 0)
  return pictures.unused > MOST_UNUSED_BYTES + 100 * size || kinds + details.values.length > MOST_UNUSED + 4 * size
}

const MOST_UNUSED_BYTES = 4_000_000
const MOST_UNUSED = 10_000
