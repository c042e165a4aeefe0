import { expect, test } from 'vitest'
import { runAlone } from '#app/db/backup/alone.ts'
import { testDatabase } from '../support/server/database/database.ts'

const { url } = await testDatabase()

test('while a backup runs, no other one starts on the same database', async () => {
  const work = Promise.withResolvers<string>()
  const started = Promise.withResolvers<void>()
  const first = runAlone(url, () => {
    started.resolve()
    return work.promise
  })
  await started.promise
  await expect(runAlone(url, async () => 'second')).rejects.toThrow('Another process makes a backup')
  work.resolve('first')
  expect(await first).toBe('first')
  expect(await runAlone(url, async () => 'third')).toBe('third')
})

test('a backup that fails lets the next one start', async () => {
  await expect(runAlone(url, () => Promise.reject(new Error('full')))).rejects.toThrow('full')
  expect(await runAlone(url, async () => 'next')).toBe('next')
})
