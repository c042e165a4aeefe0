/**
 * Groups of units that are the same for a traveller (`ad.unit_group`), each with a code, in the order in which they come. There are nearly
 * as many as vehicles, because most are alone in theirs, and a `Map` of them would take 70 bytes for each.
 */
export type Groups = {
  size: number
  /** By code. */
  numbers: Float64Array
  /** By code: how many rows a group has; while it has just one that has been alone in it, that row's complement (`~row`). */
  rows: Int32Array
  /** A table of a power of two: one more than each group's code, where its number belongs or in the next free place. */
  slots: Int32Array
}

const GROWTH = 1.1
/** Numbers that are multiplied by this differ in their highest bits, however close together they are. */
const SCATTER = 0x9e3779b1

export function emptyGroups(room: number): Groups {
  // At most three of four places are taken.
  const slots = 2 ** Math.ceil(Math.log2((room * 4) / 3))
  return { size: 0, numbers: new Float64Array(room), rows: new Int32Array(room), slots: new Int32Array(slots) }
}

/** The code of a group, a new one, without rows, where it has none. */
export function codeOfGroup(groups: Groups, number: number): number {
  const known = (groups.slots[slotOf(groups, number)] as number) - 1
  if (known >= 0) return known
  if (groups.size === groups.numbers.length) enlarge(groups)
  const code = groups.size
  groups.numbers[code] = number
  groups.slots[slotOf(groups, number)] = code + 1
  groups.size += 1
  return code
}

/** How many rows a group has. */
export function sizeOfGroup({ rows }: Groups, code: number): number {
  const count = rows[code] as number
  return count < 0 ? 1 : count
}

/** Where a group is in the table, or where it would be. */
function slotOf({ slots, numbers }: Groups, number: number): number {
  const last = slots.length - 1
  for (let at = Math.imul(number, SCATTER) >>> Math.clz32(last); ; at = (at + 1) & last) {
    const code = (slots[at] as number) - 1
    if (code < 0 || numbers[code] === number) return at
  }
}

function enlarge(groups: Groups): void {
  const { size, numbers, rows } = groups
  Object.assign(groups, emptyGroups(Math.ceil(size * GROWTH)), { size })
  groups.numbers.set(numbers)
  groups.rows.set(rows)
  for (let code = 0; code < size; code++) groups.slots[slotOf(groups, numbers[code] as number)] = code + 1
}
