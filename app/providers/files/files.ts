import { randomUUID } from 'node:crypto'
import { access, glob, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

/** Stores files by key (`ads/17/small.avif`), in a folder or in an object store. */
export type FileStore = {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Undefined when there is no such file. */
  get(key: string): Promise<Uint8Array | undefined>
  exists(key: string): Promise<boolean>
  remove(key: string): Promise<void>
}

const keyShape = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/i

/** A store that can name all its files, for backups. */
export type ListedFileStore = FileStore & { keys(): AsyncIterable<string> }

/** Whether a file can be ours by its key; a folder or bucket may have others. */
export function isFileKey(key: string): boolean {
  return key.length <= 200 && keyShape.test(key)
}

/** Throws a RangeError unless each part of `key` is a plain file name: no way out of the folder, no hidden files. */
export function assertFileKey(key: string): void {
  if (!isFileKey(key)) throw new RangeError('A file key has letters, digits, . _ - and / only')
}

/** Stores files in `folder`. A file is complete or absent, even after a power cut. */
export function createDiskFileStore(folder: string): ListedFileStore {
  const pathOf = (key: string) => {
    assertFileKey(key)
    return join(folder, key)
  }

  return {
    async put(key, bytes) {
      const path = pathOf(key)
      const draft = join(dirname(path), `.${randomUUID()}`)
      await mkdir(dirname(path), { recursive: true })
      try {
        await writeThrough(draft, bytes)
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async get(key) {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    async exists(key) {
      try {
        await access(pathOf(key))
        return true
      } catch (error) {
        if (isMissing(error)) return false
        throw error
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    async *keys() {
      // Drafts begin with a dot, which the pattern leaves out; so do the folders of other programs.
      for await (const entry of glob('**/*', { cwd: folder, withFileTypes: true })) {
        if (entry.isFile()) yield relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/')
      }
    },
  }
}

async function writeThrough(path: string, bytes: Uint8Array) {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}
