import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { publicId } from '#app/api/call/public-id.ts'
import { jobHandlers } from '#app/api/work/background.ts'
import { testApi } from '../../support/api/api.ts'
import { fileOf, pdf, photo, pictureBomb, screenshot } from '../../support/api/files.ts'
import { loadFleet } from '../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { withStoreAway } from '../../support/api/store-away.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { visitor, owner, other, agency, admin } = await fiveIdentities(site)

afterEach(() => {
  expect(site.reported).toEqual([])
})

let people = 0
/** A person without uploads. */
const somebody = () => {
  people += 1
  return signedIn(site, { phone: `+98912000${5000 + people}` })
}
const refusedFile = async (file: File) => {
  const person = await somebody()
  const { code, data } = await refusal(person.calls.support.uploadChatFile({ file }))
  expect(code).toBe('INVALID_FIELDS')
  const kept = await db.selectFrom('attachment').select('id').where('account_id', '=', person.id).execute()
  expect(kept).toEqual([])
  return (data as { fields: Record<string, string[]> }).fields.file
}

test('files that wait for a message take at most 60 MB', async () => {
  const person = await somebody()
  const file = pdf()
  const waiting = { name: 'a.pdf', type: 'application/pdf', purpose: 'CHAT', account_id: person.id } as const
  const at = site.clock.now()
  const row = (bytes: number) => ({ ...waiting, id: publicId(), file_key: publicId(), bytes, created_at: at })
  await db
    .insertInto('attachment')
    .values([...Array.from({ length: 5 }, () => row(10_000_000)), row(10_000_000 - file.size)])
    .execute()
  await person.calls.support.uploadChatFile({ file })
  const { data } = await refusal(person.calls.support.uploadTicketFile({ file }))
  expect(data).toMatchObject({ fields: { file: ['files_waiting'] } })
})

describe('an upload', () => {
  test('returns an attachment that its owner can read', async () => {
    const sent = await owner.calls.support.uploadTicketFile({ file: pdf('رسید.pdf') })
    expect(sent).toMatchObject({ name: 'رسید.pdf', type: 'application/pdf', size: pdf().size, width: null })
    expect(sent.file).toBe(`http://localhost:3000/api/upload/attachment/${sent.id}/`)
    const read = await owner.calls.support.readAttachment({ id: sent.id })
    expect(await read.text()).toBe(await pdf().text())
  })

  test('of a picture stores a new picture without the metadata', async () => {
    const given = await photo()
    expect((await sharp(Buffer.from(await given.arrayBuffer())).metadata()).exif).toBeDefined()
    const sent = await owner.calls.support.uploadChatFile({ file: given })
    expect(sent).toMatchObject({ type: 'image/jpeg', name: 'photo.jpg', width: 120, height: 80 })
    const kept = await owner.calls.support.readAttachment({ id: sent.id })
    const { format, exif } = await sharp(Buffer.from(await kept.arrayBuffer())).metadata()
    expect({ format, exif }).toEqual({ format: 'jpeg', exif: undefined })
    expect(await owner.calls.support.uploadChatFile({ file: await screenshot() })).toMatchObject({
      type: 'image/jpeg',
      name: 'screen.jpg',
    })
  })

  test('recognises a file by its content, whatever its name and type', async () => {
    const bytes = await (await photo()).arrayBuffer()
    const sent = await owner.calls.support.uploadChatFile({
      file: fileOf(new Uint8Array(bytes), 'page.html', 'text/html'),
    })
    expect(sent).toMatchObject({ type: 'image/jpeg', name: 'page.jpg' })
    expect(await refusedFile(fileOf('<script>alert(1)</script>', 'photo.jpg', 'image/jpeg'))).toEqual(['file_type'])
  })

  test.each([
    ['an SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'a.svg'],
    ['a GIF', 'GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'a.gif'],
    ['a BMP', 'BM\x1e\x00\x00\x00\x00\x00\x00\x00', 'a.bmp'],
    ['a program', 'MZ\x90\x00\x03\x00\x00\x00', 'a.pdf'],
    ['a page before a PDF', '<html><script>alert(1)</script>%PDF-1.4', 'a.pdf'],
    ['half a picture', '\xff\xd8\xff\xe0', 'a.jpg'],
  ])('refuses %s', async (_, text, name) => {
    expect(await refusedFile(fileOf(Buffer.from(text, 'latin1'), name, 'image/jpeg'))).toEqual(['file_type'])
  })

  test('refuses an empty file and one over 10 MB', async () => {
    expect(await refusedFile(fileOf('', 'a.pdf'))).toEqual(['file_empty'])
    expect(await refusedFile(fileOf(`%PDF-1.4${' '.repeat(10_000_000)}`, 'a.pdf'))).toEqual(['file_size'])
  })

  test('refuses a picture of 100 megapixels without decoding it', async () => {
    const bomb = pictureBomb(10_000)
    expect(bomb.size).toBeLessThan(30_000)
    const before = process.memoryUsage().rss
    expect(await refusedFile(bomb)).toEqual(['file_type'])
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000)
  })

  test('removes data after a picture’s end, so that a polyglot is only a picture', async () => {
    const bytes = Buffer.from(await (await photo()).arrayBuffer())
    const file = fileOf(Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')]), 'a.jpg')
    const { id } = await owner.calls.support.uploadChatFile({ file })
    const kept = await owner.calls.support.readAttachment({ id })
    expect(await kept.text()).not.toContain('<script>')
  })
})

describe('over HTTP', () => {
  const post = async (body: BodyInit, headers: Record<string, string> = {}, token = owner.access) =>
    site.fetch('/api/upload/attachment/chat/', {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'en', ...headers },
    })
  const formOf = (file: File) => {
    const form = new FormData()
    form.set('file', file)
    return form
  }
  const read = (id: string, token: string) =>
    site.fetch(`/api/upload/attachment/${id}/`, { headers: { authorization: `Bearer ${token}` } })

  test('the field is called file, and a missing one is an error', async () => {
    const sent = await post(formOf(pdf()))
    expect(sent.status).toBe(201)
    const form = new FormData()
    form.set('image', pdf())
    const refused = await post(form)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      type: 'INVALID_FIELDS',
      fields: { file: ['This field is required.'] },
    })
    const wrong = await post(formOf(fileOf('GIF89a', 'a.gif')))
    expect(await wrong.json()).toMatchObject({ fields: { file: ['Allowed files: jpeg, jpg, png or PDF.'] } })
  })

  test('a PDF is downloaded, and cannot run scripts where it opens', async () => {
    const { id } = (await (await post(formOf(pdf('فاکتور.pdf')))).json()) as { id: string }
    const answer = await read(id, owner.access)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; /)
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
  })

  test('a waiting file is visible only to its owner', async () => {
    const { id } = await owner.calls.support.uploadChatFile({ file: await photo() })
    expect((await read(id, owner.access)).headers.get('content-disposition')).toMatch(/^inline; /)
    for (const person of [other, agency]) expect((await read(id, person.access)).status).toBe(404)
    expect((await refusal(visitor.support.readAttachment({ id }))).code).toBe('INVALID_TOKEN')
  })
})

describe('limits', () => {
  beforeEach(() => site.clock.set('2026-11-23T05:30:00Z'))

  test('an account can upload 60 files an hour', async () => {
    const person = await somebody()
    await db
      .insertInto('rate_count')
      .values({ bucket: `upload ${person.id}`, window_start: new Date('2026-11-23T05:00:00Z'), count: 60 })
      .execute()
    expect(await refusal(person.calls.support.uploadChatFile({ file: pdf() }))).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      status: 429,
    })
  })

  test('an account can have thirty waiting files, even with simultaneous uploads; sent ones do not count', async () => {
    const person = await somebody()
    const answers = await Promise.allSettled(
      Array.from({ length: 35 }, () => person.calls.support.uploadChatFile({ file: pdf() })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(30)
    expect(await refusal(person.calls.support.uploadChatFile({ file: pdf() }))).toMatchObject({
      data: { fields: { file: ['files_waiting'] } },
    })
  })

  test('a file that was never sent is deleted after a day', async () => {
    const { id } = await other.calls.support.uploadChatFile({ file: pdf() })
    const { file_key } = await db
      .selectFrom('attachment')
      .select('file_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    site.clock.advance(23 * 60)
    await site.sweep()
    expect(await site.deps.files.exists(file_key)).toBe(true)
    site.clock.advance(61)
    await site.sweep()
    expect(await site.deps.files.exists(file_key)).toBe(false)
    expect((await refusal(other.calls.support.readAttachment({ id }))).code).toBe('NOT_FOUND')
    expect(await refusal(admin.calls.support.readAttachment({ id }))).toMatchObject({ status: 404 })
  })

  test('a file store that is away stops no other work of the minute, and no such file stays in it', async () => {
    for (let n = 0; n < 2; n++) await other.calls.support.uploadChatFile({ file: pdf() })
    const waiting = db.selectFrom('attachment').select('file_key').where('message_id', 'is', null)
    const keys = (await waiting.execute()).map(({ file_key }) => file_key)
    site.clock.advance(24 * 60 + 1)
    await withStoreAway(site, () => jobHandlers(site.deps).sweep({}))
    expect(await waiting.execute()).toEqual([])
    await site.drain()
    expect(keys.length).toBeGreaterThanOrEqual(2)
    for (const key of keys) expect(await site.deps.files.exists(key)).toBe(false)
  })
})
