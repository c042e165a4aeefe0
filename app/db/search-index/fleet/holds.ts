/**
 * The holds of a block's rows that end by themselves, in no order: for each its row, the minutes of its begin and end, and until when it
 * holds, in milliseconds. They last for minutes, so there are few at a time, and a search looks at all of them.
 */
export type Holds = { size: number; numbers: Float64Array }

/** How many numbers a hold has. */
export const PER_HOLD = 4

export const emptyHolds = (): Holds => ({ size: 0, numbers: new Float64Array(PER_HOLD) })

/** @param added for each hold its begin, its end, and until when it holds */
export function addHolds(holds: Holds, row: number, added: ArrayLike<number>): void {
  for (let at = 0; at < added.length; at += PER_HOLD - 1) {
    const place = PER_HOLD * holds.size
    if (place === holds.numbers.length) {
      const larger = new Float64Array(2 * place)
      larger.set(holds.numbers)
      holds.numbers = larger
    }
    holds.numbers.set([row, added[at] as number, added[at + 1] as number, added[at + 2] as number], place)
    holds.size += 1
  }
}

/** The last one takes the place of each that is removed. */
export function removeHolds(holds: Holds, row: number): void {
  const { numbers } = holds
  for (let at = PER_HOLD * (holds.size - 1); at >= 0; at -= PER_HOLD) {
    if (numbers[at] !== row) continue
    holds.size -= 1
    const last = PER_HOLD * holds.size
    numbers.copyWithin(at, last, last + PER_HOLD)
  }
}

/** A row has another number now. */
export function moveHolds({ size, numbers }: Holds, { from, to }: { from: number; to: number }): void {
  for (let at = 0; at < PER_HOLD * size; at += PER_HOLD) if (numbers[at] === from) numbers[at] = to
}
