import { expect, test } from 'vitest'
import { createBackupProcess } from '#app/providers/backup/backup-process.ts'

test('a backup whose job is aborted ends, and says nothing more', async () => {
  const said: string[] = []
  const stop = new AbortController()
  const run = createBackupProcess((line) => said.push(line))('write', stop.signal)
  stop.abort()
  await expect(run).rejects.toMatchObject({ name: 'AbortError' })
  expect(said.filter((line) => /\.tar\.age/.test(line))).toEqual([])
})
