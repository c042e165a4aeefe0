import { TIERS } from '#app/rules/money/price.ts'
import { addRow, type Block, emptyBlock, GAP_OF_COMPANY, NOT_PINNED, removeRow, setBusy } from './block.ts'
import { codeOf, type Dictionary, emptyDictionary } from './dictionary.ts'
import { type Details, type IndexedCompany, KIND_COLUMNS, type KindColumn, type Listing } from './listing.ts'
import { emptyPictures, type Pictures, storePicture } from './pictures.ts'
import { emptyPlaces, type Places, placeOf, setPlace } from './places.ts'

/** All vehicles on offer, by city and category, with what they share. */
export type Fleet = {
  blocks: Block[]
  blockOf: Map<string, number>
  /** Where each vehicle is. */
  places: Places
  /** By code: what a company is now. */
  companies: Dictionary<number> & { isEuro: boolean[]; gap: number[] }
  details: Dictionary<string> & { shown: Details[] }
  /** All different values of kinds. */
  values: Record<KindColumn, Dictionary<string | number | null>>
  properties: Dictionary<string>
  /** All different sets of properties, as bits of their codes. */
  equipment: Dictionary<number>
  pictures: Pictures
  size: number
}

export function emptyFleet(): Fleet {
  return {
    ...{ blocks: [], blockOf: new Map(), places: emptyPlaces() },
    companies: { ...emptyDictionary<number>(), isEuro: [], gap: [] },
    details: { ...emptyDictionary<string>(), shown: [] },
    values: Object.fromEntries(KIND_COLUMNS.map((column) => [column, emptyDictionary()])) as Fleet['values'],
    ...{ properties: emptyDictionary<string>(), equipment: emptyDictionary<number>() },
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
  columns.equipment[row] = equipmentOf(fleet, listing)
  for (const [at, { tier }] of TIERS.entries()) columns[tier][row] = listing.prices[at] as number
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

function kindOf({ values }: Fleet, { kinds, kindCodes }: Block, { kind }: Listing): number {
  const codes = KIND_COLUMNS.map((column) => codeOf(values[column], kind[column]))
  const count = kinds.values.length
  const code = codeOf(kinds, codes.join(' '))
  if (code === count) for (const [at, column] of KIND_COLUMNS.entries()) kindCodes[column].push(codes[at] as number)
  return code
}

/** Throws a RangeError for more different properties than a number has bits. */
function equipmentOf({ properties, equipment }: Fleet, listing: Listing): number {
  const bits = [...new Set(listing.properties)].reduce((sum, property) => sum + 2 ** codeOf(properties, property), 0)
  if (!Number.isSafeInteger(bits)) throw new RangeError('vehicles have too many different properties')
  return codeOf(equipment, bits)
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
export function isWorn({ blocks, pictures, details, equipment, size }: Fleet): boolean {
  const kinds = blocks.reduce((sum, block) => sum + block.kinds.values.length, 0)
  return (
    pictures.unused > MOST_UNUSED_BYTES + 100 * size ||
    kinds + details.values.length + equipment.values.length > MOST_UNUSED + 4 * size
  )
}

const MOST_UNUSED_BYTES = 4_000_000
const MOST_UNUSED = 10_000
