import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { attachmentKey } from '#app/rules/text/file-name.ts'
import { testApi } from '../../support/api/api.ts'
import { fileOf, pdf, photo, pictureBomb } from '../../support/api/files.ts'
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

test('a picture becomes a small square without metadata, and the profile has its address', async () => {
  const { avatar, avatar_id } = await owner.calls.account.uploadAvatar({ image: await photo() })
  expect(avatar).toBe(`http://localhost:3000/api/users/avatars/${avatar_id}/`)
  expect(await owner.calls.account.profile({})).toMatchObject({ avatar, avatar_id })
  const kept = await owner.calls.account.readAvatar({ id: avatar_id! })
  const { format, width, height, exif } = await sharp(Buffer.from(await kept.arrayBuffer())).metadata()
  expect({ format, width, height, exif }).toEqual({ format: 'jpeg', width: 192, height: 192, exif: undefined })
})

test('another picture replaces it and its file, and saving an unchanged profile keeps it', async () => {
  const { avatar_id: first } = await owner.calls.account.uploadAvatar({ image: await photo() })
  const { file_key } = await keptFile(first)
  const image = await photo()
  const second = await withStoreAway(site, () => owner.calls.account.uploadAvatar({ image }))
  await site.drain()
  expect(second.avatar_id).not.toBe(first)
  expect(await site.deps.files.exists(file_key)).toBe(false)
  expect((await refusal(owner.calls.account.readAvatar({ id: first! }))).code).toBe('NOT_FOUND')
  const form = { method: 'PATCH', headers: { ...bearer(owner), 'content-type': 'application/json' } }
  const answer = await site.fetch('/api/users/profile/', { ...form, body: JSON.stringify({ avatar: second.avatar }) })
  expect(await answer.json()).toMatchObject(second)
})

test.each([null, ''])(
  'PATCH of the profile with %j removes the picture, and does nothing the second time',
  async (nothing) => {
    const { avatar_id } = await owner.calls.account.uploadAvatar({ image: await photo() })
    const { file_key } = await keptFile(avatar_id)
    const remove = () =>
      site.fetch('/api/users/profile/', {
        method: 'PATCH',
        headers: { ...bearer(owner), 'content-type': 'application/json' },
        body: JSON.stringify({ avatar: nothing }),
      })
    const answer = await withStoreAway(site, remove)
    expect(await answer.json()).toMatchObject({ avatar: null, avatar_id: null })
    await site.drain()
    expect((await remove()).status).toBe(200)
    expect(await site.deps.files.exists(file_key)).toBe(false)
  },
)

test('only people who chat with a person see their picture', async () => {
  const { avatar_id } = await owner.calls.account.uploadAvatar({ image: await photo() })
  const id = avatar_id!
  for (const person of [other, agency, admin]) {
    expect((await refusal(person.calls.account.readAvatar({ id }))).code).toBe('NOT_FOUND')
  }
  expect((await refusal(visitor.account.readAvatar({ id }))).code).toBe('INVALID_TOKEN')
  const { room } = await owner.calls.chat.createSale({})
  const said = await owner.calls.chat.newMessage({ id: room.id, message: 'Hello' })
  expect(said.sender_detail).toMatchObject({ avatar_id })
  expect((await admin.calls.account.readAvatar({ id })).size).toBeGreaterThan(100)
  expect((await refusal(other.calls.account.readAvatar({ id }))).code).toBe('NOT_FOUND')
  // The person who asked sees the picture of the one who answers, too.
  const operator = (await admin.calls.account.uploadAvatar({ image: await photo() })).avatar_id!
  expect((await refusal(owner.calls.account.readAvatar({ id: operator }))).code).toBe('NOT_FOUND')
  await admin.calls.chat.newMessage({ id: room.id, message: 'Hello to you' })
  expect((await owner.calls.account.readAvatar({ id: operator })).type).toBe('image/jpeg')
})

test.each([
  ['a PDF', () => pdf()],
  ['an SVG with a script', () => fileOf('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', 'a.svg')],
  ['a GIF', () => fileOf('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'a.gif')],
  ['a BMP', () => fileOf('BM\x1e\x00\x00\x00\x00\x00\x00\x00', 'a.bmp')],
  ['100 megapixels in a few kilobytes', () => pictureBomb(10_000), 'image_pixels'],
  ['half a picture', async () => fileOf(new Uint8Array(await (await photo()).slice(0, 300).arrayBuffer()), 'a.jpg')],
])('uploading %s is refused, and the former picture stays', async (_, file, reason = 'image_type') => {
  const { avatar_id } = await other.calls.account.uploadAvatar({ image: await photo() })
  const { code, data } = await refusal(other.calls.account.uploadAvatar({ image: await file() }))
  expect({ code, data }).toMatchObject({ code: 'INVALID_FIELDS', data: { fields: { image: [reason] } } })
  expect((await other.calls.account.profile({})).avatar_id).toBe(avatar_id)
})

test('ten uploads at once leave one picture and no other files', async () => {
  const person = await signedIn(site, { phone: '+989120007777' })
  const images = await Promise.all(Array.from({ length: 10 }, () => photo()))
  const sent = await Promise.all(images.map((image) => person.calls.account.uploadAvatar({ image })))
  const rows = await db.selectFrom('attachment').select('id').where('account_id', '=', person.id).execute()
  expect(rows).toHaveLength(1)
  expect(sent.map(({ avatar_id }) => avatar_id)).toContain(rows[0]!.id)
  expect((await person.calls.account.profile({})).avatar_id).toBe(rows[0]!.id)
  await site.drain()
  const files = await Promise.all(sent.map(({ avatar_id }) => site.deps.files.exists(attachmentKey(avatar_id!, 'jpg'))))
  expect(files.filter(Boolean)).toHaveLength(1)
})

function keptFile(id: string | null) {
  return db.selectFrom('attachment').select('file_key').where('id', '=', id).executeTakeFirstOrThrow()
}

function bearer({ access }: { access: string }) {
  return { authorization: `Bearer ${access}` }
}
