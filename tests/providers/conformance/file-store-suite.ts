import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FileStore } from '#app/providers/files/files.ts'

/** An empty store, a direct view of its content, and a store that cannot be reached. */
export type OpenStore = {
  files: FileStore
  /** The names of everything that it stores. */
  kept: () => Promise<string[]>
  /** The same with a key that is refused, or at an address where nobody answers. */
  away: FileStore[]
  close: () => Promise<void>
}

const HOSTILE = [
  '',
  '/etc/passwd',
  '../up',
  'a/../b',
  'a//b',
  'a/',
  '.hidden',
  'a/.b',
  'a\\b',
  'a b',
  'a\0',
  'a\n',
  'é',
  'a%2fb',
  'a?b',
  'x'.repeat(201),
]
/** For writing 10 MB to a disk and signing it on a busy machine. */
const PATIENT_MS = 60_000
/** Every byte value, in a length that is no multiple of a block size. */
const PATTERN = Uint8Array.from({ length: 251 * 256 }, (_, index) => (index * 7919) % 256)
const bytesOf = (text: string) => new TextEncoder().encode(text)

/** What every file store must do; ours pass. */
export function describeFileStore(
  name: string,
  open: () => Promise<OpenStore>,
  /** False for a simulator that mixes simultaneous writes to one file. */
  { hasWholePuts = true }: { hasWholePuts?: boolean } = {},
) {
  describe(`${name} as a file store`, () => {
    let store: OpenStore
    let files: FileStore
    beforeAll(async () => {
      store = await open()
      files = store.files
    })
    afterAll(() => store.close())

    const textAt = async (key: string) => new TextDecoder().decode(await files.get(key))

    test('returns a file as it was put, and the last put counts', async () => {
      await files.put('ads/17/small.avif', bytesOf('one'))
      await files.put('ads/17/small.avif', bytesOf('two'))
      expect(await textAt('ads/17/small.avif')).toBe('two')
      expect(await files.exists('ads/17/small.avif')).toBe(true)
    })

    test(
      'keeps every byte of a large file',
      async () => {
        const large = Buffer.alloc(10_000_000, PATTERN)
        await files.put('attachments/file--large_1.pdf', large)
        expect(Buffer.compare((await files.get('attachments/file--large_1.pdf')) ?? new Uint8Array(), large)).toBe(0)
      },
      PATIENT_MS,
    )

    test('stores an empty file', async () => {
      await files.put('attachments/empty', new Uint8Array())
      expect(await files.get('attachments/empty')).toHaveLength(0)
      expect(await files.exists('attachments/empty')).toBe(true)
    })

    test('stores what was put, even if the caller changes the bytes afterwards', async () => {
      const bytes = bytesOf('mine')
      await files.put('own', bytes)
      bytes.fill(0)
      expect(await textAt('own')).toBe('mine')
    })

    test.runIf(hasWholePuts)('has one complete file of two simultaneous puts', async () => {
      const [one, other] = ['1'.repeat(500_000), '2'.repeat(500_000)]
      await Promise.all([files.put('both', bytesOf(one)), files.put('both', bytesOf(other))])
      expect([one, other]).toContain(await textAt('both'))
    })

    test('has undefined for a file that does not exist, and for a prefix of a name', async () => {
      await files.put('here/file', bytesOf('file'))
      for (const key of ['there', 'here/other', 'here/fil', 'here/file/below']) {
        expect(await files.get(key), key).toBeUndefined()
        expect(await files.exists(key), key).toBe(false)
      }
    })

    test('does not have a removed file any more, and removing it twice is fine', async () => {
      await files.put('gone', bytesOf('file'))
      await files.remove('gone')
      await files.remove('gone')
      expect(await files.exists('gone')).toBe(false)
      expect(await files.get('gone')).toBeUndefined()
    })

    test.each(HOSTILE)('refuses the key %j in every call', async (key) => {
      const before = await store.kept()
      await expect(files.put(key, bytesOf('x'))).rejects.toThrow(RangeError)
      await expect(files.get(key)).rejects.toThrow(RangeError)
      await expect(files.exists(key)).rejects.toThrow(RangeError)
      await expect(files.remove(key)).rejects.toThrow(RangeError)
      expect(await store.kept()).toEqual(before)
    })

    test('throws when it cannot be reached, instead of reporting a missing file', async () => {
      for (const away of store.away) {
        await expect(away.put('a', bytesOf('x'))).rejects.toThrow()
        await expect(away.get('a')).rejects.toThrow()
        await expect(away.exists('a')).rejects.toThrow()
      }
    })
  })
}
