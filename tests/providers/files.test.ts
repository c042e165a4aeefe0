import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDiskFileStore, type FileStore } from '#app/providers/files.ts'

let folder: string
let files: FileStore
const bytes = (text: string) => new TextEncoder().encode(text)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'))
  files = createDiskFileStore(folder)
})
afterEach(() => rm(folder, { recursive: true }))

test('a file comes back as it was put, and the last one put counts', async () => {
  await files.put('ads/17/small.avif', bytes('one'))
  await files.put('ads/17/small.avif', bytes('two'))
  expect(new TextDecoder().decode(await files.get('ads/17/small.avif'))).toBe('two')
  expect(await files.exists('ads/17/small.avif')).toBe(true)
  expect(await readdir(join(folder, 'ads', '17'))).toEqual(['small.avif'])
})

test('a file that is not there is undefined', async () => {
  await files.put('a', bytes('file'))
  expect(await files.get('b')).toBeUndefined()
  expect(await files.get('a/b')).toBeUndefined()
  expect(await files.exists('b')).toBe(false)
})

test('a removed file is gone, and removing it twice is fine', async () => {
  await files.put('a', bytes('file'))
  await files.remove('a')
  await files.remove('a')
  expect(await files.exists('a')).toBe(false)
})

test('a put that fails leaves nothing behind', async () => {
  await files.put('a/b', bytes('file'))
  await expect(files.put('a', bytes('over a folder'))).rejects.toThrow()
  expect(await readdir(folder)).toEqual(['a'])
})

test.each([
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
])('the key "%s" is refused', async (key) => {
  await writeFile(join(folder, 'bait'), 'x')
  await expect(files.put(key, bytes('x'))).rejects.toThrow(RangeError)
  await expect(files.get(key)).rejects.toThrow(RangeError)
  expect(await readdir(folder)).toEqual(['bait'])
})
