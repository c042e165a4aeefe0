import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ApiClient } from '#app/api/app.ts'
import { depositKey } from '#app/api/reservations/read/deposit.ts'
import { assertFileKey } from '#app/providers/files/files.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { testApi } from '../../support/api/api.ts'
import { wrongInBooks } from '../../support/api/books.ts'
import { DRIVER, loadFleet, phoneOf, RENTAL } from '../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { withStoreAway } from '../../support/api/store-away.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { stepsInOrder } from '../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { visitor, owner, other, agency, elsewhere, admin } = await fiveIdentities(site)

afterEach(async () => {
  expect(site.reported).toEqual([])
  expect(await wrongInBooks(db)).toEqual([])
})

let count = 0
/** A reservation of a car of its own, under the owner's phone. */
async function booked(by: ApiClient = owner.calls) {
  count += 1
  const reserved = await by.reservations.reserveSignedIn({ ...RENTAL, ...DRIVER, id: 100 + count })
  // A phone may have at most three unpaid holds.
  await db.updateTable('reservation').set({ status: 'EXPIRED' }).where('id', '=', reserved.id).execute()
  await db.updateTable('busy').set({ status: 0 }).where('reservation_id', '=', reserved.id).execute()
  return { ...reserved, ad: 100 + count }
}
const statusIs = (id: string, status: 'COMPLETED' | 'CONFIRMED' | 'CANCELLED') =>
  db.updateTable('reservation').set({ status, payable_now: 0 }).where('id', '=', id).execute()
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code

describe('reserving as a signed-in person', () => {
  test('requires a sign-in', async () => {
    const form = { ...RENTAL, ...DRIVER, id: 120 }
    expect(await refusal(visitor.reservations.reserveSignedIn(form))).toMatchObject({
      code: 'INVALID_TOKEN',
      status: 401,
    })
    const forged = site.as({ accessToken: `${owner.access.slice(0, -2)}xx` })
    expect(await codeOf(forged.reservations.reserveSignedIn(form))).toBe('INVALID_TOKEN')
  })

  test('answers like the public call, also over HTTP', async () => {
    const path = '/api/business/rent/ad/reserve/'
    const body = JSON.stringify({ ...RENTAL, ...DRIVER, id: 119 })
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${owner.access}` }
    const answer = await site.fetch(path, { method: 'POST', headers, body })
    expect(answer.status).toBe(201)
    const { id } = (await answer.json()) as { id: string }
    expect(await visitor.reservations.status({ id })).toMatchObject({ status: 'AWAITING_PAYMENT' })
    await visitor.reservations.cancel({ id })
    const unsigned = await site.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    expect(unsigned.status).toBe(401)
  })
})

describe('the list of one’s reservations', () => {
  test('has everything that was booked for the phone, newest first, by anybody in any way', async () => {
    const before = (await owner.calls.reservations.list({})).count
    const first = await booked()
    site.clock.advance(1)
    const second = await booked(other.calls)
    const list = await owner.calls.reservations.list({ size: 2 })
    expect(list).toMatchObject({ count: before + 2, previous: null })
    expect(list.results.map(({ id }) => id)).toEqual([second.id, first.id])
    expect(list.results[0]).toMatchObject({
      ad: { title: 'Kia فا Rio فا' },
      company: { name: 'Marjan' },
      total: 2_700_000,
    })
    expect((await other.calls.reservations.list({})).results).toEqual([])
    expect(await codeOf(visitor.reservations.list({}))).toBe('INVALID_TOKEN')
  })

  test('shows only the successful ones on request', async () => {
    const { id } = await booked()
    await statusIs(id, 'COMPLETED')
    const { results } = await owner.calls.reservations.list({ only_successful: true })
    expect(results.map((one) => one.id)).toContain(id)
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['COMPLETED']))
  })

  test('has upcoming ones by their start, before past ones with the latest first', async () => {
    const person = await signedIn(site, { phone: '+989121117755' })
    const starts = {
      '2027-04-10': 'CANCELLED',
      '2027-04-20': 'CANCELLED',
      '2027-05-20': 'EXPIRED',
      '2027-05-01': 'EXPIRED',
    }
    // With other numbers, because each may have only this many holds.
    const reserve = async (start_date: string, index: number) => {
      const rental = { start_date, end_date: addDays(start_date, 2), phone: phoneOf(700 + index) }
      const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, ...rental, id: 120 })
      await db.updateTable('reservation').set({ phone: person.phone }).where('id', '=', id).execute()
      return id
    }
    for (const [index, [start, status]] of Object.entries(starts).entries()) {
      const id = await reserve(start, index)
      await db
        .updateTable('reservation')
        .set({ status: status as 'EXPIRED' })
        .where('id', '=', id)
        .execute()
      await db.updateTable('busy').set({ status: 0 }).where('reservation_id', '=', id).execute()
    }
    for (const [index, start] of ['2027-06-20', '2027-06-01'].entries()) await reserve(start, 10 + index)
    const { results } = await person.calls.reservations.list({})
    expect(results.map(({ start_date }) => start_date)).toEqual([
      '2027-06-01',
      '2027-06-20',
      '2027-05-20',
      '2027-05-01',
      '2027-04-20',
      '2027-04-10',
    ])
  })

  test('has pages, and shows the last one for a page beyond it', async () => {
    await booked()
    await booked()
    const { count } = await owner.calls.reservations.list({ size: 1 })
    expect(count).toBeGreaterThan(1)
    const last = await owner.calls.reservations.list({ size: 1, page: 999 })
    expect(last.results).toEqual((await owner.calls.reservations.list({ size: 1, page: count })).results)
  })
})

describe('a reservation', () => {
  test('can be read by its owner, the company’s staff and operators, and does not exist for anybody else', async () => {
    const { id } = await booked()
    for (const { calls } of [owner, agency, admin]) {
      expect(await calls.reservations.read({ id })).toMatchObject({
        // The company sees papers only from the day of the hand-over.
        national_id: expect.stringMatching(/^(|008•••948)$/),
        package: { from_days: 3, to_days: 6 },
        insurance: false,
        payments: [],
        deposit: { requested: true, uploaded_at: null },
        may_rate: false,
        changeable_until: null,
        events: [{ status: 'AWAITING_PAYMENT', actor: 'CUSTOMER' }],
      })
    }
    for (const { calls } of [other, elsewhere]) expect(await codeOf(calls.reservations.read({ id }))).toBe('NOT_FOUND')
    expect(await codeOf(visitor.reservations.read({ id }))).toBe('INVALID_TOKEN')
    expect(await codeOf(owner.calls.reservations.read({ id: 'A'.repeat(22) }))).toBe('NOT_FOUND')
  })

  test('can be changed until 24 hours before the pick-up once it is confirmed', async () => {
    const { id } = await booked()
    await statusIs(id, 'CONFIRMED')
    expect((await owner.calls.reservations.read({ id })).changeable_until).toBe('2026-11-30T06:30:00.000Z')
    await statusIs(id, 'CANCELLED')
  })

  test('shows its driver to operators, to the company’s staff as far as they may see it, and to nobody else', async () => {
    const { id } = await booked()
    const driver = { fullname: DRIVER.fullname, national_id: DRIVER.national_id }
    expect(await admin.calls.reservations.managementVoucher({ id })).toMatchObject({ id, ...driver })
    const unseen = { fullname: 'سارا', phone: '', national_id: '' }
    expect(await agency.calls.reservations.managementVoucher({ id })).toMatchObject(unseen)
    for (const { calls } of [owner, other, elsewhere]) {
      expect(await codeOf(calls.reservations.managementVoucher({ id }))).toBe('NOT_FOUND')
    }
    expect(await codeOf(visitor.reservations.managementVoucher({ id }))).toBe('INVALID_TOKEN')
  })
})

describe('cancelling', () => {
  test('with the reservation’s address counts as the customer’s action, and by staff as the company’s', async () => {
    // With a new phone each, because a cancelled hold still counts for its phone.
    const held = async (id: number) =>
      owner.calls.reservations.reserveSignedIn({ ...RENTAL, ...DRIVER, id, phone: phoneOf(id) })
    const one = await held(116)
    await visitor.reservations.cancel({ id: one.id })
    const two = await held(117)
    await agency.calls.reservations.cancel({ id: two.id, reason: 'تعمیر' })
    const three = await held(118)
    await admin.calls.reservations.cancel({ id: three.id })
    const actors = await Promise.all(
      [one, two, three].map(async ({ id }) => (await visitor.reservations.voucher({ id })).events.at(-1)?.actor),
    )
    expect(actors).toEqual(['CUSTOMER', 'COMPANY', 'OPERATOR'])
  })
})

describe('rating', () => {
  test('requires a completed rental of that vehicle, and each rental counts once', async () => {
    const { id, ad } = await booked()
    expect(await codeOf(owner.calls.ads.rate({ id: ad, score: 5 }))).toBe('NOT_RATEABLE')
    await statusIs(id, 'COMPLETED')
    expect((await owner.calls.reservations.read({ id })).may_rate).toBe(true)
    const both = await Promise.allSettled([
      owner.calls.ads.rate({ id: ad, score: 4 }),
      owner.calls.ads.rate({ id: ad, score: 4 }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'fulfilled')).toMatchObject({
      value: { reservation: id, rating: { score: 4, count: 1 } },
    })
    expect(await owner.calls.reservations.read({ id })).toMatchObject({ may_rate: false, score: 4 })
    expect(await visitor.ads.read({ id: ad })).toMatchObject({ rating: { score: 4, count: 1 } })
  })

  test('is only for one’s own rental, and a score has five steps', async () => {
    const { id, ad } = await booked()
    await statusIs(id, 'COMPLETED')
    for (const { calls } of [other, agency, admin]) {
      expect(await codeOf(calls.ads.rate({ id: ad, score: 1 }))).toBe('NOT_RATEABLE')
      expect(await codeOf(calls.ads.rate({ id: ad, score: 1, reservation: id }))).toBe('NOT_RATEABLE')
    }
    expect(await codeOf(visitor.ads.rate({ id: ad, score: 1 }))).toBe('INVALID_TOKEN')
    expect(await codeOf(owner.calls.ads.rate({ id: 99_999, score: 1 }))).toBe('NOT_FOUND')
    for (const score of [0, 6, 2.5]) {
      expect(await refusal(owner.calls.ads.rate({ id: ad, score }))).toMatchObject({
        data: { fields: { score: ['score'] } },
      })
    }
  })
})

describe('a comment', () => {
  test('waits for an operator, and is shown under a name that identifies nobody', async () => {
    const { id } = await other.calls.ads.comment({ id: 101, body: ' خوب بود ' })
    expect((await visitor.ads.comments({ id: 101 })).count).toBe(0)
    const waiting = await admin.calls.ads.waitingComments({})
    expect(waiting.results).toMatchObject([{ id, ad: 101, body: 'خوب بود' }])
    for (const { calls } of [owner, other, agency]) {
      expect(await codeOf(calls.ads.waitingComments({}))).toBe('NOT_FOUND')
      expect(await codeOf(calls.ads.judgeComment({ id, approved: true }))).toBe('NOT_FOUND')
    }
    expect(await codeOf(visitor.ads.judgeComment({ id, approved: true }))).toBe('INVALID_TOKEN')
    expect(await admin.calls.ads.judgeComment({ id, approved: true })).toEqual({ id, approved: true })
    expect(await codeOf(admin.calls.ads.judgeComment({ id, approved: false }))).toBe('NOT_FOUND')
    expect((await visitor.ads.comments({ id: 101 })).results).toMatchObject([
      { author: 'سارا م.', body: 'خوب بود', language: 'fa', score: null },
    ])
  })

  test('requires a sign-in, a text and a vehicle', async () => {
    expect(await codeOf(visitor.ads.comment({ id: 101, body: 'x' }))).toBe('INVALID_TOKEN')
    expect(await refusal(owner.calls.ads.comment({ id: 101, body: '  ' }))).toMatchObject({
      data: { fields: { body: ['required'] } },
    })
    expect(await codeOf(owner.calls.ads.comment({ id: 99_999, body: 'x' }))).toBe('NOT_FOUND')
  })

  test('is limited to five an hour', async () => {
    for (let times = 0; times < 5; times += 1) await agency.calls.ads.comment({ id: 101, body: `${times}` })
    expect(await refusal(agency.calls.ads.comment({ id: 101, body: '6' }))).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      data: { retry_after: expect.any(Number) },
    })
    site.clock.advance(60)
    expect(await agency.calls.ads.comment({ id: 101, body: '6' })).toMatchObject({ approved: false })
  })
})

describe('the picture of a guarantee', () => {
  test('is stored under any id, also under one that begins with a dash', () => {
    for (const id of ['-aLbmd3T5TtJ6bEqP2lTxA', '_aLbmd3T5TtJ6bEqP2lTxA', 'oFqyKa6bnaAkttivTJDNd-']) {
      expect(() => assertFileKey(depositKey(id)), id).not.toThrow()
    }
  })

  const picture = () =>
    sharp({ create: { width: 3000, height: 40, channels: 3, background: '#335577' } })
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .jpeg()
      .toBuffer()
  const upload = async (id: string | undefined, bytes: Uint8Array, by = owner, name = 'cheque.jpg') => {
    const form = new FormData()
    if (id) form.set('reservation', id)
    form.set('image', new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' }))
    const headers: Record<string, string> = by ? { authorization: `Bearer ${by.access}` } : {}
    return site.fetch('/api/upload/images/booked_ad/deposit/', { method: 'POST', body: form, headers })
  }
  const download = (id: string, access?: string) =>
    site.fetch(`/api/upload/images/booked_ad/deposit/${id}/`, {
      headers: access ? { authorization: `Bearer ${access}` } : {},
    })
  let id = ''
  beforeAll(async () => {
    ;({ id } = await booked())
  })

  test('loses the camera’s metadata, and is only for the owner and staff', async () => {
    const before = await picture()
    expect((await sharp(before).metadata()).exif).toBeDefined()
    expect((await upload(id, before)).status).toBe(201)
    for (const { access } of [owner, admin]) {
      const answer = await download(id, access)
      expect(answer.headers.get('content-type')).toBe('image/jpeg')
      const { exif, width, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      expect({ exif, width, format }).toEqual({ exif: undefined, width: 2400, format: 'jpeg' })
    }
    // The company sees it once it has accepted the reservation.
    for (const { access } of [agency, other, elsewhere]) expect((await download(id, access)).status).toBe(404)
    expect((await download(id)).status).toBe(401)
    expect((await owner.calls.reservations.read({ id })).deposit.uploaded_at).not.toBeNull()
  })

  test('is recognised by its content, and has at most 10 MB', async () => {
    const script = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')
    const fieldErrors = async (answer: Response) => ((await answer.json()) as { data: { fields: unknown } }).data.fields
    expect(await fieldErrors(await upload(id, script))).toEqual({ image: ['image_type'] })
    const broken = (await picture()).subarray(0, 400)
    expect(await fieldErrors(await upload(id, broken))).toEqual({ image: ['image_type'] })
    expect(await fieldErrors(await upload(id, new Uint8Array(10_000_001)))).toEqual({ image: ['file_size'] })
  })

  test('cannot be added to another person’s reservation', async () => {
    const bytes = await picture()
    for (const stranger of [other, elsewhere]) expect((await upload(id, bytes, stranger)).status).toBe(404)
    const form = new FormData()
    form.set('reservation', id)
    form.set('image', new File([new Uint8Array(bytes)], 'x.jpg'))
    const answer = await site.fetch('/api/upload/images/booked_ad/deposit/', { method: 'POST', body: form })
    expect(answer.status).toBe(401)
  })

  test('is added to the only reservation that requires one if none is named, and refused if there are several', async () => {
    const fieldsOf = async (answer: Response) => ((await answer.json()) as { data: { fields: unknown } }).data.fields
    const bytes = await picture()
    expect(await fieldsOf(await upload(undefined, bytes, other))).toEqual({ reservation: ['required'] })
    const second = await booked()
    for (const one of [id, second.id]) await statusIs(one, 'CONFIRMED')
    expect(await fieldsOf(await upload(undefined, bytes))).toEqual({ reservation: ['several_reservations'] })
    await statusIs(second.id, 'CANCELLED')
    expect(await (await upload(undefined, bytes)).json()).toMatchObject({ reservation: id })
    await statusIs(id, 'CANCELLED')
  })

  test('is replaced by a second one', async () => {
    const key = async () =>
      (await db.selectFrom('deposit_image').select('key').where('reservation_id', '=', id).executeTakeFirstOrThrow())
        .key
    const first = await key()
    const bytes = await picture()
    expect((await withStoreAway(site, () => upload(id, bytes))).status).toBe(201)
    await site.drain()
    expect(await key()).not.toBe(first)
    expect(await site.deps.files.exists(first)).toBe(false)
    expect(await site.deps.files.exists(await key())).toBe(true)
  })
})
