import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { answerPicture } from '#app/api/company/fleet/pictures.ts'
import { testApi } from '../../support/api/api.ts'
import { loadFleet, NEW_VEHICLE, TOMAN } from '../../support/api/fleet.ts'
import { fiveIdentities } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { visitor, agency, admin } = await fiveIdentities(site)
const { company } = agency.calls
const { operator } = admin.calls
const REASON = 'The plate can be read'

afterEach(() => expect(site.reported).toEqual([]))

let shade = 0
async function photo(): Promise<File> {
  shade += 40
  const background = { r: shade % 256, g: 90, b: 140 }
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return new File([new Uint8Array(bytes)], 'front.jpg', { type: 'image/jpeg' })
}
const newVehicle = async () => (await company.fleet.create(NEW_VEHICLE)).id
const heard = async () => {
  await site.drain()
  return site.messages.splice(0).map(({ text }) => text)
}
const pictureStatus = async (key: string | null | undefined) =>
  (await answerPicture(site.deps.files, `/pictures/${key}-small.avif`)).status
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code

test('a photo that is taken down disappears with its copies; the company learns why, and can replace it', async () => {
  const id = await newVehicle()
  await company.fleet.addPhoto({ id, image: await photo() })
  await company.fleet.addPhoto({ id, image: await photo() })
  await site.drain()
  const copies = await company.fleet.copy({ id, plates: ['12 345'] })
  const copy = copies.vehicles[0]?.id ?? 0
  const keys = (await company.fleet.read({ id })).photos.map(({ key }) => key)
  // Photos that a copy shares are listed once.
  const { results, count } = await operator.moderation.photos({})
  expect(count).toBe(2)
  expect(results.map(({ key, vehicle }) => [key, vehicle.id])).toEqual([
    [keys[1], id],
    [keys[0], id],
  ])
  await heard()

  const first = results[1]?.id ?? 0
  const down = await operator.moderation.judgePhoto({ id: first, taken_down: true, reason: REASON })
  expect(down).toMatchObject({ taken_down_at: expect.any(String), taken_down_reason: REASON })
  for (const one of [id, copy])
    expect((await visitor.ads.read({ id: one })).photos.map(({ key }) => key)).toEqual([keys[1]])
  expect((await company.fleet.read({ id })).photos[0]).toMatchObject({ taken_down: true, taken_down_reason: REASON })
  expect((await heard()).join()).toContain(REASON)
  expect((await operator.moderation.photos({ show: 'taken_down' })).count).toBe(1)
  // Its public addresses answer "not found"; the company and operators have another address.
  const { key: hidden } = await operator.moderation.photo({ id: first })
  expect(await pictureStatus(keys[0])).toBe(404)
  expect(await pictureStatus(hidden)).toBe(200)
  expect(await pictureStatus(keys[1])).toBe(200)
  for (const one of [id, copy]) expect((await company.fleet.read({ id: one })).photos[0]?.key).toBe(hidden)
  // Once more: nothing changes, and nobody is notified again.
  await operator.moderation.judgePhoto({ id: first, taken_down: true, reason: 'Again and again' })
  expect(await heard()).toEqual([])
  expect((await operator.moderation.photo({ id: first })).taken_down_reason).toBe(REASON)

  await operator.moderation.judgePhoto({ id: first, taken_down: false, reason: 'It is their own' })
  expect((await visitor.ads.read({ id })).photos.map(({ key }) => key)).toEqual([hidden, keys[1]])
  expect((await heard()).join()).toContain('It is their own')
  const log = await operator.audit.list({ subject: 'ad_photo', key: String(first) })
  expect(log.results.filter(({ reason }) => reason).map(({ reason }) => reason)).toEqual(['It is their own', REASON])

  await operator.moderation.judgePhoto({ id: first, taken_down: true, reason: REASON })
  await company.fleet.removePhoto({ id: first })
  const { photos } = await company.fleet.addPhoto({ id, image: await photo() })
  expect(photos).toHaveLength(2)
  expect(await codeOf(operator.moderation.judgePhoto({ id: first, taken_down: false, reason: REASON }))).toBe(
    'NOT_FOUND',
  )
})

test('a listing that is taken down cannot be restored by its company, and is restored in its former state', async () => {
  const [offered, paused, retired] = [await newVehicle(), await newVehicle(), await newVehicle()]
  await company.fleet.pause({ id: paused })
  await company.fleet.retire({ id: retired })
  const { results } = await operator.moderation.listings({ size: 100 })
  expect(results.find(({ id }) => id === retired)).toMatchObject({ state: 'RETIRED' })
  await heard()
  for (const id of [offered, paused]) await operator.moderation.judgeListing({ id, taken_down: true, reason: REASON })
  expect((await heard()).join()).toContain(REASON)
  expect(await codeOf(visitor.ads.read({ id: offered }))).toBe('NOT_FOUND')
  expect(await codeOf(company.fleet.resume({ id: offered }))).toBe('VEHICLE_STATE')
  expect(await company.fleet.read({ id: offered })).toMatchObject({ state: 'TAKEN_DOWN', taken_down_reason: REASON })
  expect((await operator.moderation.listings({ show: 'taken_down' })).count).toBe(2)
  for (const id of [offered, paused])
    await operator.moderation.judgeListing({ id, taken_down: false, reason: 'Mended' })
  expect((await visitor.ads.read({ id: offered })).id).toBe(offered)
  expect(await company.fleet.read({ id: paused })).toMatchObject({ state: 'PAUSED', taken_down_reason: null })
  expect(await codeOf(operator.moderation.judgeListing({ id: retired, taken_down: true, reason: REASON }))).toBe(
    'VEHICLE_STATE',
  )
})

test('a listing that is taken down stays down when its company’s suspension ends', async () => {
  const id = await newVehicle()
  const suspend = (suspended: boolean) =>
    operator.companies.change({ id: TOMAN.company, suspended, reason: 'Licence has run out' })
  await suspend(true)
  await operator.moderation.judgeListing({ id, taken_down: true, reason: REASON })
  await suspend(false)
  expect(await codeOf(visitor.ads.read({ id }))).toBe('NOT_FOUND')
  await operator.moderation.judgeListing({ id, taken_down: false, reason: 'Mended' })
  expect((await visitor.ads.read({ id })).id).toBe(id)
})

test.each(['photo', 'listing'] as const)('a %s that does not exist is not found', async (kind) => {
  const id = 2_000_000_000
  expect(await codeOf(operator.moderation[kind]({ id }))).toBe('NOT_FOUND')
  const judge = kind === 'photo' ? operator.moderation.judgePhoto : operator.moderation.judgeListing
  expect(await codeOf(judge({ id, taken_down: true, reason: REASON }))).toBe('NOT_FOUND')
})
