import { statSync } from 'node:fs'
import { extname, isAbsolute, relative, resolve } from 'node:path'
import { Unreadable } from './import-error.ts'

const TYPES = ['.jpg', '.jpeg', '.png', '.webp', '.avif']

/**
 * Absolute paths of the pictures that a cell names, relative to `folder`. Throws `Unreadable` for a picture that is outside
 * of it or does not exist: pictures are read later, when nobody could correct the file any more. Without a folder no picture can be named.
 */
export function readPictures(names: readonly string[], folder: string | null): string[] {
  const paths = names.map((name) => name.trim()).filter(Boolean)
  if (folder === null) {
    if (paths.length > 0) throw new Unreadable({ kind: 'pictures_elsewhere' })
    return []
  }
  return [...new Set(paths.map((path) => pictureAt(path, folder)))]
}

function pictureAt(path: string, folder: string): string {
  const found = resolve(folder, path)
  const inside = relative(folder, found)
  if (isAbsolute(inside) || inside.startsWith('..')) throw new Unreadable({ kind: 'picture_outside', path })
  if (!TYPES.includes(extname(found).toLowerCase())) throw new Unreadable({ kind: 'picture_type', path })
  if (!statSync(found, { throwIfNoEntry: false })?.isFile()) throw new Unreadable({ kind: 'picture_missing', path })
  return found
}
