import type { Columns } from './block.ts'

/** The names of pictures as bytes, because a string for each of a million vehicles takes several times as much. */
export type Pictures = { pages: Buffer[]; filled: number; unused: number }

const PAGE_BITS = 16
const PAGE_SIZE = 1 << PAGE_BITS

export const emptyPictures = (): Pictures => ({ pages: [], filled: PAGE_SIZE, unused: 0 })

/** Stores the picture of a row; the same one again takes no place. Throws a RangeError for a name that is too long. */
export function storePicture(pictures: Pictures, columns: Columns, row: number, name: string): void {
  if (pictureAt(pictures, columns, row) === name) return
  const length = Buffer.byteLength(name)
  if (length >= PAGE_SIZE) throw new RangeError(`a picture's name of ${length} bytes is too long`)
  pictures.unused += columns.pictureLength[row] as number
  if (pictures.filled + length > PAGE_SIZE) {
    pictures.pages.push(Buffer.alloc(PAGE_SIZE))
    pictures.filled = 0
  }
  pictures.pages.at(-1)?.write(name, pictures.filled)
  columns.picture[row] = ((pictures.pages.length - 1) << PAGE_BITS) + pictures.filled
  columns.pictureLength[row] = length
  pictures.filled += length
}

export function pictureAt({ pages }: Pictures, { picture, pictureLength }: Columns, row: number): string {
  const at = picture[row] as number
  const start = at & (PAGE_SIZE - 1)
  const length = pictureLength[row] as number
  return length === 0 ? '' : (pages[at >>> PAGE_BITS] as Buffer).toString('utf8', start, start + length)
}
