/** Where each vehicle is: pages of ids, because ids are close together. */
export type Places = Map<number, Int32Array>
type Place = { block: number; row: number }

const PAGE_BITS = 10
const PAGE_SIZE = 1 << PAGE_BITS
const NOWHERE = -1

export const emptyPlaces = (): Places => new Map()

export function placeOf(places: Places, id: number): Place | undefined {
  const page = places.get(id >>> PAGE_BITS)
  const at = 2 * (id & (PAGE_SIZE - 1))
  const block = page?.[at] ?? NOWHERE
  return page && block !== NOWHERE ? { block, row: page[at + 1] as number } : undefined
}

export function setPlace(places: Places, id: number, place: Place | null): void {
  const known = places.get(id >>> PAGE_BITS)
  const page = known ?? new Int32Array(2 * PAGE_SIZE).fill(NOWHERE)
  if (!known) places.set(id >>> PAGE_BITS, page)
  const at = 2 * (id & (PAGE_SIZE - 1))
  page[at] = place?.block ?? NOWHERE
  page[at + 1] = place?.row ?? NOWHERE
}
