import sharp from 'sharp'
import { afterEach, describe, expect, test } from 'vitest'
import { answerPicture, makeLargePhotos } from '#app/api/company/fleet/pictures.ts'
import { LARGE_PHOTO, largePhotoName } from '#app/rules/text/large-photo.ts'
import { PHOTOS_A_VEHICLE } from '#app/rules/text/picture.ts'
import { testApi } from '../../../support/api/api.ts'
import { loadFleet, NEW_VEHICLE, TOMAN } from '../../../support/api/fleet.ts'
import { fiveIdentities } from '../../../support/api/identities.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { testDatabase } from '../../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { visitor, owner, agency, elsewhere, admin } = await fiveIdentities(site)
const { company } = agency.calls

afterEach(() => expect(site.reported).toEqual([]))

let shade = 0
/** A different photo each time. */
async function photo({ width = 900, height = 600 } = {}): Promise<File> {
  shade += 1
  const background = { r: (shade * 37) % 256, g: (shade * 91) % 256, b: 140 }
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return new File([new Uint8Array(bytes)], 'front.jpg', { type: 'image/jpeg' })
}
const newVehicle = async () => (await company.fleet.create(NEW_VEHICLE)).id
const add = async (id: number) => company.fleet.addPhoto({ id, image: await photo() })
const cardOf = async (id: number) => (await visitor.ads.several({ ids: [id] })).results[0]
const served = async (key: string | null | undefined) =>
  (await answerPicture(site.deps.files, `/pictures/${key}-large.avif`)).status
const fieldsOf = async (call: Promise<unknown>) =>
  ((await refusal(call)).data as { fields?: Record<string, string[]> })?.fields
const refusedWith = async (id: number, image: File) => (await fieldsOf(company.fleet.addPhoto({ id, image })))?.image

describe('photos', () => {
  test('replace the drawing on the vehicle’s page and cards once they are processed, in their order', async () => {
    const id = await newVehicle()
    await add(id)
    const { photos: waiting } = await add(id)
    expect(waiting.map(({ status, key }) => [status, key])).toEqual([
      ['WAITING', null],
      ['WAITING', null],
    ])
    expect((await visitor.ads.read({ id })).views).toHaveLength(4)
    await site.drain()
    const { photos } = await company.fleet.read({ id })
    const keys = photos.map(({ key }) => key)
    expect(await visitor.ads.read({ id })).toMatchObject({
      picture: keys[0],
      views: [],
      photos: keys.map((key) => ({ key, alt: null, large: { width: 900, height: 600 } })),
    })
    expect((await cardOf(id))?.picture).toBe(keys[0])
    expect(await served(keys[0])).toBe(200)
  })

  test('from before there were large files get theirs in the sweep, together with their copies, and no second time', async () => {
    const id = await newVehicle()
    await company.fleet.addPhoto({ id, image: await photo({ width: 3000, height: 2000 }) })
    await company.fleet.addPhoto({ id, image: await photo({ width: 500, height: 330 }) })
    await site.drain()
    const copy = (await company.fleet.copy({ id, plates: ['27 182'] })).vehicles[0]?.id ?? 0
    const { photos } = await visitor.ads.read({ id })
    const file = `pictures/${largePhotoName(photos[0]?.key ?? '')}`
    await db.updateTable('ad_photo').set({ large_width: null, large_height: null, large_tried_at: null }).execute()
    await site.deps.files.remove(file)
    expect((await visitor.ads.read({ id })).photos.map(({ large }) => large)).toEqual([null, null])

    await makeLargePhotos(site.deps)
    expect((await visitor.ads.read({ id })).photos).toEqual(photos)
    expect((await visitor.ads.read({ id: copy })).photos).toEqual(photos)
    expect(await site.deps.files.get(file)).toBeDefined()

    await site.deps.files.remove(file)
    await makeLargePhotos(site.deps)
    expect(await site.deps.files.get(file), 'it is not made again').toBeUndefined()
  })

  test('open large where the source is larger than the gallery shows it, and the large file goes with its photo', async () => {
    const id = await newVehicle()
    await company.fleet.addPhoto({ id, image: await photo({ width: 3000, height: 2000 }) })
    await company.fleet.addPhoto({ id, image: await photo({ width: 500, height: 330 }) })
    await site.drain()
    const { photos } = await visitor.ads.read({ id })
    expect(photos.map(({ large }) => large)).toEqual([{ width: 1600, height: 1067 }, null])
    const large = async (at: number) =>
      answerPicture(site.deps.files, `/pictures/${largePhotoName(photos[at]?.key ?? '')}`)
    const bytes = new Uint8Array(await (await large(0)).arrayBuffer())
    expect(bytes.length).toBeLessThanOrEqual(LARGE_PHOTO.bytes)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 1600 })
    expect((await large(1)).status).toBe(404)

    const copies = await company.fleet.copy({ id, plates: ['31 415'] })
    const copy = copies.vehicles[0]?.id ?? 0
    expect((await visitor.ads.read({ id: copy })).photos).toEqual(photos)
    for (const vehicle of [id, copy]) {
      const [first] = (await company.fleet.read({ id: vehicle })).photos
      await company.fleet.removePhoto({ id: first?.id ?? 0 })
    }
    expect((await large(0)).status).toBe(404)
  })

  test('can be reordered, captioned and cropped', async () => {
    const id = await newVehicle()
    await add(id)
    await add(id)
    await add(id)
    await site.drain()
    const [one, two, three] = (await company.fleet.read({ id })).photos
    const order = async (photo: number | undefined, move: 'FIRST' | 'UP' | 'DOWN') =>
      (await company.fleet.changePhoto({ id: photo ?? 0, move })).photos.map((shown) => shown.id)
    expect(await order(one?.id, 'DOWN')).toEqual([two?.id, one?.id, three?.id])
    expect((await cardOf(id))?.picture).toBe(two?.key)
    expect(await order(three?.id, 'FIRST')).toEqual([three?.id, two?.id, one?.id])
    expect(await order(three?.id, 'UP')).toEqual([three?.id, two?.id, one?.id])
    expect(await order(one?.id, 'UP')).toEqual([three?.id, one?.id, two?.id])

    await company.fleet.changePhoto({ id: three?.id ?? 0, alt: 'From the front', crop: 'TOP' })
    // Until the new crop is made, the old one is shown.
    expect((await visitor.ads.read({ id })).photos[0]).toMatchObject({ key: three?.key, alt: 'From the front' })
    await site.drain()
    const [cut] = (await company.fleet.read({ id })).photos
    expect(cut).toMatchObject({ crop: 'TOP', status: 'READY' })
    expect(cut?.key).not.toBe(three?.key)
    expect([await served(cut?.key), await served(three?.key)]).toEqual([200, 404])
  })

  test('are deleted with their files, and then the drawing is shown again', async () => {
    const id = await newVehicle()
    await add(id)
    await site.drain()
    const [only] = (await company.fleet.read({ id })).photos
    const source = (
      await db
        .selectFrom('ad_photo')
        .select('source')
        .where('id', '=', only?.id ?? 0)
        .executeTakeFirst()
    )?.source
    expect(await site.deps.files.exists(source ?? '')).toBe(true)
    expect((await company.fleet.removePhoto({ id: only?.id ?? 0 })).photos).toEqual([])
    expect(await site.deps.files.exists(source ?? '')).toBe(false)
    expect(await served(only?.key)).toBe(404)
    expect((await cardOf(id))?.picture).toBe('hatchback-blue')
    expect((await refusal(company.fleet.removePhoto({ id: only?.id ?? 0 }))).code).toBe('NOT_FOUND')
  })

  test('are shared by copies, and stay while one of the copies has them', async () => {
    const id = await newVehicle()
    await add(id)
    await site.drain()
    const { vehicles } = await company.fleet.copy({ id, plates: ['55555 کیش'] })
    const copy = vehicles[0]?.id ?? 0
    const [first] = (await company.fleet.read({ id })).photos
    expect((await cardOf(copy))?.picture).toBe(first?.key)
    await company.fleet.removePhoto({ id: first?.id ?? 0 })
    expect(await served(first?.key)).toBe(200)
    const [left] = (await company.fleet.read({ id: copy })).photos
    await company.fleet.removePhoto({ id: left?.id ?? 0 })
    expect(await served(first?.key)).toBe(404)
  })

  test('belong to their company', async () => {
    const { photos } = await add(TOMAN.ad)
    const id = photos[0]?.id ?? 0
    const image = await photo()
    for (const { calls } of [elsewhere, owner]) {
      for (const call of [
        () => calls.company.fleet.addPhoto({ id: TOMAN.ad, image }),
        () => calls.company.fleet.changePhoto({ id, alt: 'x' }),
        () => calls.company.fleet.removePhoto({ id }),
      ])
        expect((await refusal(call())).code).toBe('NOT_FOUND')
    }
    expect((await admin.calls.company.fleet.changePhoto({ id, alt: 'Side' })).photos[0]?.alt).toBe('Side')
  })
})

describe('an upload', () => {
  test.each([
    ['three bytes', new Uint8Array([1, 2, 3]), 'image_type'],
    ['nothing', new Uint8Array(), 'file_empty'],
    ['an SVG', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'image_type'],
    ['a page', new TextEncoder().encode('<!doctype html><script>alert(1)</script>'), 'image_type'],
    ['ten megabytes and one byte', new Uint8Array(10_000_001), 'file_size'],
    ['the head of a JPEG', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0]), 'image_type'],
  ])('that is no photo is refused with the reason: %s', async (_, bytes, reason) => {
    const id = await newVehicle()
    expect(await refusedWith(id, new File([bytes], 'front.jpg', { type: 'image/jpeg' }))).toEqual([reason])
    expect((await company.fleet.read({ id })).photos).toEqual([])
  })

  test('of more than 50 megapixels is refused; one of 40 is accepted', async () => {
    const id = await newVehicle()
    const image = await photo({ width: 8000, height: 5000 })
    expect((await company.fleet.addPhoto({ id, image })).photos).toHaveLength(1)
    expect(await refusedWith(id, await photo({ width: 10_000, height: 6000 }))).toEqual(['image_pixels'])
  })

  test('of the same photo again, or of one too many, is refused', async () => {
    const id = await newVehicle()
    const image = await photo()
    await company.fleet.addPhoto({ id, image })
    expect((await company.fleet.addPhoto({ id, image })).photos).toHaveLength(1)
    await Promise.all(Array.from({ length: PHOTOS_A_VEHICLE - 1 }, () => add(id)))
    expect((await company.fleet.read({ id })).photos).toHaveLength(PHOTOS_A_VEHICLE)
    expect(await refusedWith(id, await photo())).toEqual(['vehicle_photos_full'])
  })

  test('with an invalid caption or crop is refused', async () => {
    const { photos } = await add(await newVehicle())
    const id = photos[0]?.id ?? 0
    expect(await fieldsOf(company.fleet.changePhoto({ id, alt: 'a'.repeat(121) }))).toEqual({ alt: ['max_length'] })
    expect(await fieldsOf(company.fleet.changePhoto({ id, crop: 'DIAGONAL' as never }))).toHaveProperty('crop')
  })

  test('loses the camera’s metadata', async () => {
    const id = await newVehicle()
    const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#abc' } })
      .withExif({ IFD0: { Artist: 'Nobody' } })
      .jpeg()
      .toBuffer()
    await company.fleet.addPhoto({ id, image: new File([new Uint8Array(bytes)], 'a.jpg') })
    await site.drain()
    const [only] = (await company.fleet.read({ id })).photos
    const large = await site.deps.files.get(`pictures/${only?.key}-large.webp`)
    expect((await sharp(large).metadata()).exif).toBeUndefined()
  })
})
