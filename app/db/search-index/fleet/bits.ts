/** Bits of rows are kept in words of 32. */
const WORD_BITS = 5

const ALL_BITS = -1

/** How many words of 32 rows some rows need. */
export const wordsFor = (rows: number) => (rows + 31) >>> WORD_BITS

/** How many rows some words have. */
export const rowsIn = (words: number) => words << WORD_BITS

/** The bits of a word that belong to rows, of `size` rows in all. */
export function bitsOfRows(word: number, size: number): number {
  const rest = size - rowsIn(word)
  return rest >= 32 ? ALL_BITS : (1 << rest) - 1
}

export function setBit(words: Int32Array, at: number, row: number, isSet: boolean): void {
  const word = at + (row >>> WORD_BITS)
  const bit = 1 << (row & 31)
  words[word] = isSet ? (words[word] as number) | bit : (words[word] as number) & ~bit
}

export function hasBit(words: Int32Array, at: number, row: number): boolean {
  return (((words[at + (row >>> WORD_BITS)] as number) >>> (row & 31)) & 1) === 1
}

/** The number of the lowest bit that is set, of a word that has one. */
export const lowestBit = (word: number) => 31 - Math.clz32(word & (-word | 0))

/** How many bits of a word are set. */
export function countBits(word: number): number {
  const pairs = (word - ((word >>> 1) & 0x55555555)) | 0
  const fours = ((pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)) | 0
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** How many bits are set in some words. */
export const countBitsIn = (words: Int32Array, at: number, length: number) => countShared(words, at, words, at, length)

/**
 * How many bits are set in both. Four words are added as three numbers are by hand, bit by bit, with what is carried (Harley and Seal), so that
 * bits are counted once for four words.
 */
export function countShared(
  one: Int32Array,
  oneAt: number,
  other: Int32Array,
  otherAt: number,
  length: number,
): number {
  let ones = 0
  let twos = 0
  let fours = 0
  let at = 0
  for (; at + 3 < length; at += 4) {
    const a = (one[oneAt + at] as number) & (other[otherAt + at] as number)
    const b = (one[oneAt + at + 1] as number) & (other[otherAt + at + 1] as number)
    const c = (one[oneAt + at + 2] as number) & (other[otherAt + at + 2] as number)
    const d = (one[oneAt + at + 3] as number) & (other[otherAt + at + 3] as number)
    const first = ones ^ a
    const carried = (ones & a) | (first & b)
    const second = first ^ b
    const third = second ^ c
    const carriedToo = (second & c) | (third & d)
    ones = third ^ d
    const half = twos ^ carried
    fours += countBits((twos & carried) | (half & carriedToo))
    twos = half ^ carriedToo
  }
  let rest = 0
  for (; at < length; at++) rest += countBits((one[oneAt + at] as number) & (other[otherAt + at] as number))
  return 4 * fours + 2 * countBits(twos) + countBits(ones) + rest
}
