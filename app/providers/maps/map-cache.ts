import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'

/** A cache of drawn maps on the disk. When it is full, the least recently used are deleted. */
export type MapCache = {
  get(name: string): Promise<Buffer | undefined>
  put(name: string, png: Buffer): Promise<void>
}

/** @param bytes how much room the folder may take */
export async function openMapCache(folder: string, bytes: number): Promise<MapCache> {
  const sizes = new LRUCache<string, number>({
    maxSize: bytes,
    sizeCalculation: (size) => Math.max(1, size),
    dispose: (_, name, reason) => {
      if (reason === 'evict') void rm(join(folder, name), { force: true })
    },
  })
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.png')) {
      // An unfinished file of a process that died.
      await rm(join(folder, name), { force: true })
      continue
    }
    const { size } = await stat(join(folder, name))
    sizes.set(name, size)
  }

  return {
    async get(name) {
      if (sizes.get(`${name}.png`) === undefined) return undefined
      return readFile(join(folder, `${name}.png`)).catch(() => {
        sizes.delete(`${name}.png`)
        return undefined
      })
    },
    async put(name, png) {
      const draft = join(folder, `.${randomUUID()}`)
      await writeFile(draft, png)
      await rename(draft, join(folder, `${name}.png`))
      sizes.set(`${name}.png`, png.length)
    },
  }
}
