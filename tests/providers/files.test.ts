import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDiskFileStore, type FileStore } from '#app/providers/files.ts'
import { createS3FileStore } from '#app/providers/s3-files.ts'
import { startS3 } from '../support/server/s3-server.ts'

const KEYS = [
  '',
  '/etc/passwd',
  '../up',
  'a/../b',
  'a//b',
  '.hidden',
  'a/.b',
  'a\\b',
  'a b',
  'a\0',
  'é',
  'x'.repeat(201),
]

let folder: string
const bytes = (text: string) => new TextEncoder().encode(text)
let s3: Awaited<ReturnType<typeof startS3>>

beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'))
})
afterEach(() => rm(folder, { recursive: true }))

const STORES: [string, () => FileStore][] = [
  ['in a folder', () => createDiskFileStore(folder)],
  ['in a bucket', () => createS3FileStore(s3.settings)],
]

describe.each(STORES)('a store %s', (_, open) => {
  test('gives a file back as it was put, and the last one put counts', async () => {
    const files = open()
    await files.put('ads/17/small.avif', bytes('one'))
    await files.put('ads/17/small.avif', bytes('two'))
    expect(new TextDecoder().decode(await files.get('ads/17/small.avif'))).toBe('two')
    expect(await files.exists('ads/17/small.avif')).toBe(true)
  })

  test('keeps every byte of a large file', async () => {
    const files = open()
    const large = Uint8Array.from({ length: 10_000_000 }, (_, index) => (index * 7919) % 251)
    await files.put('attachments/file--large_1.pdf', large)
    expect(Buffer.compare((await files.get('attachments/file--large_1.pdf')) ?? new Uint8Array(), large)).toBe(0)
  })

  test('has undefined for a file that is not there', async () => {
    const files = open()
    await files.put('here', bytes('file'))
    expect(await files.get('there')).toBeUndefined()
    expect(await files.exists('there')).toBe(false)
  })

  test('has a removed file no more, and removing it twice is fine', async () => {
    const files = open()
    await files.put('gone', bytes('file'))
    await files.remove('gone')
    await files.remove('gone')
    expect(await files.exists('gone')).toBe(false)
    expect(await files.get('gone')).toBeUndefined()
  })

  test.each(KEYS)('refuses the key "%s"', async (key) => {
    const files = open()
    await expect(files.put(key, bytes('x'))).rejects.toThrow(RangeError)
    await expect(files.get(key)).rejects.toThrow(RangeError)
    expect(await readdir(folder)).toEqual([])
  })
})

test('a bucket that refuses or does not answer is an error, never a missing file', async () => {
  const wrong = createS3FileStore({ ...s3.settings, secretKey: 'wrong' })
  await expect(wrong.get('a')).rejects.toThrow()
  await expect(wrong.put('a', bytes('x'))).rejects.toThrow()
  const away = createS3FileStore({ ...s3.settings, endpoint: 'http://127.0.0.1:9' })
  await expect(away.get('a')).rejects.toThrow()
})

test('a folder’s put that fails leaves nothing behind', async () => {
  const files = createDiskFileStore(folder)
  await files.put('a/b', bytes('file'))
  await expect(files.put('a', bytes('over a folder'))).rejects.toThrow()
  expect(await readdir(folder)).toEqual(['a'])
})
