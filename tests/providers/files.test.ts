import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDiskFileStore } from '#app/providers/files/files.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('a failed put leaves nothing in the folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'files-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const files = createDiskFileStore(folder)
  await files.put('a/b', bytes('file'))
  await expect(files.put('a', bytes('over a folder'))).rejects.toThrow()
  expect(await readdir(folder)).toEqual(['a'])
})
