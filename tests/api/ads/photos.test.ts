import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test, vi } from 'vitest'
import { answerPicture, processAdPhoto } from '#app/api/company/fleet/pictures.ts'
import { startJobs } from '#app/api/work/jobs.ts'
import { openPhotoQueue } from '#app/api/work/photo-queue.ts'
import { createDiskFileStore } from '#app/providers/files/files.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db, url } = await testDatabase({ demo: true })
const folder = mkdtempSync(join(tmpdir(), 'savari-photos-'))
const files = createDiskFileStore(join(folder, 'files'))
afterAll(() => rmSync(folder, { recursive: true }))

async function waitingPhoto(source: string): Promise<number> {
  const { id } = await db.insertInto('ad_photo').values({ ad_id: 1, source }).returning('id').executeTakeFirstOrThrow()
  return id
}

function photoOf(id: number) {
  return db.selectFrom('ad_photo').select(['status', 'key']).where('id', '=', id).executeTakeFirstOrThrow()
}

async function pictureFile(name: string): Promise<string> {
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#2563a8' } })
    .jpeg()
    .toBuffer()
  writeFileSync(join(folder, name), bytes)
  return `file:${join(folder, name)}`
}

test('a waiting photo becomes a picture set in the file store, once', async () => {
  const id = await waitingPhoto(await pictureFile('front.jpg'))
  await processAdPhoto({ db, files }, { photoId: id })
  const { status, key } = await photoOf(id)
  expect(status).toBe('READY')
  expect(key).toMatch(new RegExp(`^photo-${id}-[0-9a-f]{8}$`))
  const small = await files.get(`pictures/${key}-small.avif`)
  expect(await sharp(small!).metadata()).toMatchObject({ width: 200, height: 130 })

  const put = vi.spyOn(files, 'put')
  await processAdPhoto({ db, files }, { photoId: id })
  expect(put).not.toHaveBeenCalled()
})

test('a picture can be cached for ever, and no other file of the store is served', async () => {
  const id = await waitingPhoto(await pictureFile('side.jpg'))
  await processAdPhoto({ db, files }, { photoId: id })
  const { key } = await photoOf(id)
  const found = await answerPicture(files, `/pictures/${key}-medium.webp`)
  expect(found.status).toBe(200)
  expect(found.headers.get('content-type')).toBe('image/webp')
  expect(found.headers.get('cache-control')).toContain('immutable')
  expect(await sharp(await found.arrayBuffer()).metadata()).toMatchObject({ width: 250, height: 150 })

  await files.put('receipts/secret.webp', new Uint8Array([1]))
  for (const path of [
    '/pictures/../receipts/secret.webp',
    '/receipts/secret.webp',
    `/pictures/photo-${id}-00000000-medium.webp`,
  ]) {
    expect((await answerPicture(files, path)).status, path).toBe(404)
  }
})

test('a photo that has disappeared or is no picture fails', async () => {
  writeFileSync(join(folder, 'letter.jpg'), 'Dear Sir or Madam')
  for (const source of [`file:${join(folder, 'gone.jpg')}`, `file:${join(folder, 'letter.jpg')}`, 'uploads/gone']) {
    const id = await waitingPhoto(source)
    await processAdPhoto({ db, files }, { photoId: id })
    expect(await photoOf(id), source).toEqual({ status: 'FAILED', key: null })
  }
})

test('photos queued by an import are processed by the site, and only when the import was committed', async () => {
  const done: number[] = []
  const queue = await openPhotoQueue(url, () => {})
  await db.transaction().execute((tx) => queue.enqueue(tx, [41, 42]))
  await db
    .transaction()
    .execute(async (tx) => {
      await queue.enqueue(tx, [43])
      throw new Error('undone')
    })
    .catch(() => {})
  await queue.close()
  const jobs = await startJobs<{ 'process-photo': { photoId: number } }>({
    url,
    handlers: {
      'process-photo': async ({ photoId }) => {
        done.push(photoId)
      },
    },
    pollSeconds: 0.5,
    log: () => {},
  })
  await vi.waitFor(() => expect(done.toSorted()).toEqual([41, 42]), 10_000)
  await jobs.stop()
})
