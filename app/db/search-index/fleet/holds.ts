/**
 * The holds of a block's rows that end by themselves, in no order, in columns: the row of each, the minutes of its begin and end, and until when
 * it holds, in milliseconds. They last for minutes, so there are few at a time, and a search looks at all of them.
 */
export type Holds = {
  size: number
  rows: Int32Array
  begins: Int32Array
  ends: Int32Array
  until: Float64Array
}

/** How many numbers of each are added. */
const PER_HOLD = 3

export const emptyHolds = (): Holds => ({ size: 0, ...columnsFor(1) })

function columnsFor(room: number): Omit<Holds, 'size'> {
  const [rows, begins, ends] = [new Int32Array(room), new Int32Array(room), new Int32Array(room)]
  return { rows, begins, ends, until: new Float64Array(room) }
}

/** @param added for each hold its begin, its end, and until when it holds */
export function addHolds(holds: Holds, row: number, added: ArrayLike<number>): void {
  for (let at = 0; at < added.length; at += PER_HOLD) {
    const place = holds.size
    if (place === holds.rows.length) grow(holds)
    holds.rows[place] = row
    holds.begins[place] = added[at] as number
    holds.ends[place] = added[at + 1] as number
    holds.until[place] = added[at + 2] as number
    holds.size += 1
  }
}

function grow(holds: Holds): void {
  const larger = columnsFor(2 * holds.size)
  larger.rows.set(holds.rows)
  larger.begins.set(holds.begins)
  larger.ends.set(holds.ends)
  larger.until.set(holds.until)
  Object.assign(holds, larger)
}

/** The last one takes the place of each that is removed. */
export function removeHolds(holds: Holds, row: number): void {
  const { rows } = holds
  for (let at = holds.size - 1; at >= 0; at--) {
    if (rows[at] !== row) continue
    holds.size -= 1
    for (const column of [rows, holds.begins, holds.ends, holds.until]) column[at] = column[holds.size] as number
  }
}

/** A row has another number now. */
export function moveHolds({ size, rows }: Holds, { from, to }: { from: number; to: number }): void {
  for (let at = 0; at < size; at++) if (rows[at] === from) rows[at] = to
}
