import type { BusyRanges } from './listing.ts'

/**
 * Where busy time begins or ends within a part of a day, in a list for each part: a row is in the one of begins if it is free from the part's
 * begin until then, and in the one of ends if it is free from then until the part's end. With the calendar's line of the part this says what
 * the ranges of all rows say there, without a look at any of them. An item is a row with minutes since the part's begin. So many rows share
 * lists that an item is found soon.
 */
export type Edges = EdgeLists[]

/**
 * @property lists for each list its place among the items, how many it has, and for how many it has room
 * @property end where the next list that needs more room goes
 * @property unused how many places before the end belong to no list any more
 */
type EdgeLists = { lists: Int32Array; items: Int32Array; end: number; unused: number }

/** 0: those of begins; 1: those of ends. */
export type EdgeKind = 0 | 1
export const BEGINS = 0
export const ENDS = 1
const KINDS = 2

/** Rows whose items share lists. */
const ROWS_BITS = 14
const PER_LIST = 3
/** Of an item, those of the minutes: a part has at most 511, and a block four million rows. */
export const MINUTE_BITS = 9
export const MINUTES_OF = (1 << MINUTE_BITS) - 1
/** By how much the items grow. */
const GROWTH = 1.1
/** So many are left, and of more one in so many. */
const FEW_UNUSED = 256
const MOST_UNUSED = 3

/** Makes empty lists for so many rows as there are not yet any. */
export function growEdges(edges: Edges, parts: number, rows: number): void {
  while (edges.length << ROWS_BITS < rows)
    edges.push({ lists: new Int32Array(parts * KINDS * PER_LIST), items: new Int32Array(0), end: 0, unused: 0 })
}

/**
 * The lists of rows that share them, of the first ones for `at` 0, all at once: the items of each list are counted first.
 * @param edgesIn those of a row, as `edgesOf`
 */
export function fillEdges(edges: Edges, at: number, rows: number, edgesIn: (row: number) => readonly number[]): void {
  const own = edges[at] as EdgeLists
  const { lists } = own
  const [from, to] = [at << ROWS_BITS, Math.min((at + 1) << ROWS_BITS, rows)]
  const all: (readonly number[])[] = []
  for (let row = from; row < to; row++) {
    const found = edgesIn(row)
    all.push(found)
    for (let each = 0; each < found.length; each += 2) {
      const list = (found[each] as number) * PER_LIST
      lists[list + 2] = (lists[list + 2] as number) + 1
    }
  }
  for (let list = 0; list < lists.length; list += PER_LIST) {
    if (lists[list + 2] === 0) continue
    lists[list] = own.end
    lists[list + 2] = roomFor(lists[list + 2] as number)
    own.end += lists[list + 2] as number
  }
  own.items = new Int32Array(own.end)
  for (const [each, found] of all.entries()) addAll(own, from + each, found)
}

/**
 * The places of ranges' ends: in turn the number of a list (twice the part, and its kind) and minutes.
 * @param ranges in the order of their begins, and of their ends
 */
export function edgesOf(ranges: BusyRanges['ranges'], { first, parts, minutes }: PartsOfDays): number[] {
  const found: number[] = []
  const add = (part: number, kind: EdgeKind, minute: number) => {
    if (part >= 0 && part < parts) found.push(part * KINDS + kind, minute)
  }
  for (let at = 0; at < ranges.length; at += 2) {
    const [begin, end] = [(ranges[at] as number) - first, (ranges[at + 1] as number) - first]
    const [ofBegin, ofEnd] = [Math.floor(begin / minutes), Math.floor(end / minutes)]
    const former = at === 0 ? Number.NEGATIVE_INFINITY : (ranges[at - 1] as number) - first
    const next = at + 2 === ranges.length ? Number.POSITIVE_INFINITY : (ranges[at + 2] as number) - first
    if (begin > ofBegin * minutes && former <= ofBegin * minutes) add(ofBegin, BEGINS, begin - ofBegin * minutes)
    if (end > ofEnd * minutes && next >= (ofEnd + 1) * minutes) add(ofEnd, ENDS, end - ofEnd * minutes)
  }
  return found
}

/** @property first the minute at which the first of them begins */
export type PartsOfDays = { first: number; parts: number; minutes: number }

/** Adds a row's edges, or removes them. */
export function changeEdges(edges: Edges, row: number, changed: readonly number[], isAdded: boolean): void {
  const own = edges[row >>> ROWS_BITS] as EdgeLists
  if (isAdded) {
    addAll(own, row, changed)
    return
  }
  for (let at = 0; at < changed.length; at += 2)
    removeItem(own, (changed[at] as number) * PER_LIST, itemOf(row, changed[at + 1] as number))
}

const itemOf = (row: number, minute: number) => (row << MINUTE_BITS) | minute

function addAll(own: EdgeLists, row: number, added: readonly number[]): void {
  for (let at = 0; at < added.length; at += 2)
    addItem(own, (added[at] as number) * PER_LIST, itemOf(row, added[at + 1] as number))
}

function addItem(edges: EdgeLists, list: number, item: number): void {
  const { lists } = edges
  const count = lists[list + 1] as number
  if (count === lists[list + 2]) giveRoom(edges, list)
  edges.items[(lists[list] as number) + count] = item
  lists[list + 1] = count + 1
}

/** The last item of the list takes its place. */
function removeItem({ lists, items }: EdgeLists, list: number, item: number): void {
  const place = lists[list] as number
  const last = (lists[list + 1] as number) - 1
  const at = items.subarray(place, place + last + 1).indexOf(item)
  if (at < 0) throw new RangeError('an edge is in no list')
  items[place + at] = items[place + last] as number
  lists[list + 1] = last
}

/** Puts a list at the end, with more room. */
function giveRoom(edges: EdgeLists, list: number): void {
  if (edges.unused > FEW_UNUSED && edges.unused * MOST_UNUSED > edges.end) rewrite(edges)
  const { lists, end } = edges
  const [place, count, former] = [lists[list] as number, lists[list + 1] as number, lists[list + 2] as number]
  if (count < former) return
  const room = roomFor(count)
  if (end + room > edges.items.length) {
    const larger = new Int32Array(Math.ceil((end + room) * GROWTH))
    larger.set(edges.items)
    edges.items = larger
  }
  edges.items.copyWithin(end, place, place + count)
  edges.unused += former
  edges.end += room
  lists[list] = end
  lists[list + 2] = room
}

const roomFor = (count: number) => count + (count >> 3) + 1

/** Leaves out what belongs to no list. */
function rewrite(edges: EdgeLists): void {
  const { lists, items } = edges
  let end = 0
  for (let list = 0; list < lists.length; list += PER_LIST)
    if (lists[list + 2] !== 0) end += roomFor(lists[list + 1] as number)
  const fresh = new Int32Array(Math.ceil(end * GROWTH))
  end = 0
  for (let list = 0; list < lists.length; list += PER_LIST) {
    if (lists[list + 2] === 0) continue
    const place = lists[list] as number
    const count = lists[list + 1] as number
    const room = roomFor(count)
    for (let at = 0; at < count; at++) fresh[end + at] = items[place + at] as number
    lists[list] = end
    lists[list + 2] = room
    end += room
  }
  edges.items = fresh
  edges.end = end
  edges.unused = 0
}

/** Calls for each list of a part: with the items, and where those of the list begin and end. */
export function eachList(
  edges: Edges,
  { part, kind }: { part: number; kind: EdgeKind },
  visit: (items: Int32Array, from: number, to: number) => void,
): void {
  const list = (part * KINDS + kind) * PER_LIST
  for (const { lists, items } of edges) {
    const place = lists[list] as number
    visit(items, place, place + (lists[list + 1] as number))
  }
}
