import { createHash, hash } from 'node:crypto'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testApi } from '../../support/api/api.ts'
import { balances, wrongInBooks } from '../../support/api/books.ts'
import { deskIdOf } from '../../support/api/desk-id.ts'
import { DRIVER, loadFleet, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { withStoreAway } from '../../support/api/store-away.ts'
import { payAtBank } from '../../support/browser/steps/paid.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
await db.updateTable('ad').set({ mileage_per_day: 250 }).execute()
const { visitor, owner, other, agency, elsewhere, admin } = await fiveIdentities(site)
const staff = { role: 'AGENT', company: TOMAN.company } as const
const desk = await signedIn(site, { ...staff, phone: '+989120000101', staffRole: 'DESK' })
const driver = await signedIn(site, { ...staff, phone: '+989120000102', staffRole: 'DRIVER' })

const BEFORE = '2026-11-23T05:30:00Z'
const PICK_UP = '2026-12-01T06:30:00Z'
const RETURN = '2026-12-04T06:30:00Z'
beforeEach(() => site.clock.set(BEFORE))
afterEach(async () => {
  expect(site.reported).toEqual([])
  expect(await wrongInBooks(db)).toEqual([])
})

let car = 100
async function confirmed() {
  car += 1
  if (car > 120) throw new Error('no car is left')
  const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: car })
  await payAtBank(site, bank, id)
  site.clock.set(PICK_UP)
  return id
}
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const OUT = { kind: 'PICK_UP', odometer: 48_000, level: 8, handed_by: 'لیلا', received_by: 'سارا محمدی' } as const
const BACK = { ...OUT, kind: 'RETURN', odometer: 48_500, open_reason: 'Pays by invoice' } as const
const scratch = { zone: 'BONNET', type: 'SCRATCH', size: 'COIN' } as const

async function picture(shade = 100): Promise<File> {
  const background = { r: shade, g: shade, b: 20 }
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return new File([new Uint8Array(bytes)], 'front.jpg', { type: 'image/jpeg' })
}

/** The late fees among the proposals. */
const feesOf = async (id: string) =>
  (await owner.calls.reservations.protocols({ id })).proposals.filter(
    ({ kind, status }) => kind === 'LATE' && status !== 'WITHDRAWN',
  )

/** Records the return, and sends what it proposes. */
async function backWithCharge(id: string, fields: object): Promise<string> {
  const { proposal } = await desk.calls.company.protocols.finish({ id, ...BACK, ...fields })
  await send(id, proposal ?? '')
  return proposal!
}

/** Sends a charge as the desk sees it. */
async function send(id: string, proposal: string) {
  const { proposals } = await desk.calls.company.reservations.read({ id })
  const { amount = 0 } = proposals.find((one) => one.id === proposal) ?? {}
  return desk.calls.company.protocols.sendProposal({ id, proposal, amount })
}

async function out(fields: object = {}) {
  const id = await confirmed()
  await desk.calls.company.protocols.finish({ id, ...OUT, ...fields })
  site.clock.set(RETURN)
  return id
}

test('a photo keeps the camera’s time beside ours, and how wrong the clock of its device is', async () => {
  const id = await confirmed()
  const taken = async (shade: number, exif?: { DateTimeOriginal: string; OffsetTimeOriginal?: string }) => {
    const plain = sharp({ create: { width: 40, height: 30, channels: 3, background: { r: shade, g: 0, b: 0 } } }).jpeg()
    const body = await (exif ? plain.withExif({ IFD2: exif }) : plain).toBuffer()
    return new File([new Uint8Array(body)], 'photo.jpg', { type: 'image/jpeg' })
  }
  const added = (file: File, device: { taken_at?: string; clock?: string } = {}) =>
    desk.calls.company.protocols.addPhoto({ id, kind: 'PICK_UP', view: 'REAR_LEFT', file, ...device })
  const now = site.clock.now()
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()
  const arrived_at = at(0)

  // A camera writes the time of its place: that of the vehicle's city, unless it says another one.
  const DateTimeOriginal = '2026:11:20 09:58:12'
  const inIran = { taken_at: '2026-11-20T06:28:12.000Z', arrived_at, clock_ahead: null }
  expect(await added(await taken(1, { DateTimeOriginal }))).toMatchObject(inIran)
  const inBerlin = await added(await taken(2, { DateTimeOriginal, OffsetTimeOriginal: '+01:00' }), { taken_at: at(-9) })
  expect(inBerlin).toMatchObject({ taken_at: '2026-11-20T08:58:12.000Z', arrived_at })
  // The device's time counts where the picture says none.
  const late = await added(await taken(3), { taken_at: at(-30), clock: at(2) })
  expect(late).toMatchObject({ taken_at: at(-30), arrived_at, clock_ahead: 120 })
  for (const [shade, exif] of [[4], [5, { DateTimeOriginal: '0000:00:00 00:00:00' }]] as const)
    expect(await added(await taken(shade, exif))).toMatchObject({ taken_at: null, arrived_at, clock_ahead: null })
})

describe('a hand-over with its record', () => {
  test('changes the status, records the money received at the desk, and sends the customer a copy', async () => {
    const id = await confirmed()
    const before = await balances(db)
    const sent = site.messages.length
    await desk.calls.company.protocols.addPhoto({ id, kind: 'PICK_UP', view: 'FRONT', file: await picture() })
    const money = {
      received: 1_890_000,
      received_way: 'CARD',
      reference: '004418',
      deposit: 5_000_000,
      deposit_way: 'CASH',
    }
    await desk.calls.company.protocols.finish({
      id,
      ...OUT,
      ...money,
      marks: [scratch],
      kit: ['TRIANGLE'],
      keys: 2,
    } as never)
    const after = await balances(db)
    expect((after['TILL 1'] ?? 0) - (before['TILL 1'] ?? 0)).toBe(-6_890_000)
    expect(after[`DEPOSIT ${id}`]).toBe(5_000_000)
    expect((after['DESK_INCOME 1'] ?? 0) - (before['DESK_INCOME 1'] ?? 0)).toBe(1_890_000)

    const one = await desk.calls.company.reservations.read({ id })
    expect(one).toMatchObject({
      status: 'ACTIVE',
      due_at_desk: 0,
      received_at_desk: 1_890_000,
      deposit_held: 5_000_000,
    })
    const { protocols } = await owner.calls.reservations.protocols({ id })
    expect(protocols).toMatchObject([
      { kind: 'PICK_UP', odometer: 48_000, fuel: 8, charge: null, marks: [scratch], handed_by: 'لیلا', keys: 2 },
    ])
    await site.drain()
    const copy = site.messages.slice(sent).map(({ text }) => text)
    expect(copy.join()).not.toBe('')

    // A finished record cannot be changed: its photos can't be removed, and none can be added.
    const [photo] = protocols[0]!.photos
    expect(await codeOf(desk.calls.company.protocols.removePhoto({ id, photo: photo!.id }))).toBe('PROTOCOL_CLOSED')
    expect(await codeOf(desk.calls.company.protocols.addPhoto({ id, kind: 'PICK_UP', file: await picture(7) }))).toBe(
      'PROTOCOL_CLOSED',
    )
    expect(await codeOf(desk.calls.company.protocols.saveDraft({ id, kind: 'PICK_UP', revision: 0, fields: {} }))).toBe(
      'PROTOCOL_CLOSED',
    )
  })

  test('takes effect once however often it is sent; a second colleague learns that it is done', async () => {
    const id = await confirmed()
    const record = { id, ...OUT, received: 100_000, received_way: 'CASH' } as const
    const [first, second] = await Promise.all([
      desk.calls.company.protocols.finish(record),
      desk.calls.company.protocols.finish(record),
    ])
    expect(second).toEqual(first)
    expect(await desk.calls.company.protocols.finish(record)).toEqual(first)
    expect(await refusal(driver.calls.company.protocols.finish(record))).toMatchObject({
      code: 'STATUS_CONFLICT',
      data: { status: 'ACTIVE' },
    })
    const rows = await db.selectFrom('desk_money').select('amount').where('reservation_id', '=', id).execute()
    expect(rows).toEqual([{ amount: 100_000 }])
  })

  test('by two people at the same time takes effect once', async () => {
    const id = await confirmed()
    const answers = await Promise.allSettled([
      desk.calls.company.protocols.finish({ id, ...OUT }),
      driver.calls.company.protocols.finish({ id, ...OUT, odometer: 48_001 }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await db.selectFrom('protocol').select('id').where('reservation_id', '=', id).execute()).toHaveLength(1)
  })

  test('reports all errors at once', async () => {
    const id = await confirmed()
    const wrong = { ...OUT, odometer: 2_000_001, level: -1, handed_by: '  ', marks: Array(41).fill(scratch) }
    const { data } = (await refusal(desk.calls.company.protocols.finish({ id, ...wrong }))) as {
      data: { fields: object }
    }
    expect(Object.keys(data.fields).sort()).toEqual(['handed_by', 'level', 'marks', 'odometer'])
    // A missing field is the same error as an empty one.
    const { odometer: _, level: __, ...rest } = OUT
    for (const fields of [rest, { ...rest, odometer: '', level: ' ' }])
      expect(await refusal(desk.calls.company.protocols.finish({ id, ...fields } as never))).toMatchObject({
        code: 'INVALID_FIELDS',
        data: { fields: { odometer: ['required'], level: ['required'] } },
      })
    const money = { received: 9_000_000, deposit: 1, level: 9 }
    const again = (await refusal(desk.calls.company.protocols.finish({ id, ...OUT, ...money }))) as {
      data: { fields: object }
    }
    expect(again.data.fields).toMatchObject({
      received: ['more_than_due'],
      received_way: ['required'],
      deposit_way: ['required'],
      level: ['invalid'],
    })
    expect((await desk.calls.company.reservations.read({ id })).status).toBe('CONFIRMED')
  })

  test('can be undone within ten minutes: the books are as before, and photos and typed text stay', async () => {
    const id = await confirmed()
    const before = await balances(db)
    const { revision } = await desk.calls.company.protocols.saveDraft({
      id,
      kind: 'PICK_UP',
      revision: 0,
      fields: { odometer: '48٬000' },
    })
    expect(revision).toBe(1)
    await desk.calls.company.protocols.addPhoto({ id, kind: 'PICK_UP', file: await picture() })
    await desk.calls.company.protocols.finish({ id, ...OUT, received: 500_000, received_way: 'CASH' })
    await driver.calls.company.reservations.undo({ id })
    expect(await balances(db)).toEqual(before)
    const sheet = await desk.calls.company.protocols.read({ id, kind: 'PICK_UP' })
    expect(sheet).toMatchObject({ draft: { fields: { odometer: '48٬000' } }, due: 1_890_000 })
    expect(sheet.photos).toHaveLength(1)
    expect((await owner.calls.reservations.protocols({ id })).protocols).toEqual([])
    await desk.calls.company.protocols.finish({ id, ...OUT })
    expect((await owner.calls.reservations.protocols({ id })).protocols[0]!.photos).toHaveLength(1)
  })
})

async function hashOf(file: File): Promise<string> {
  return hash('sha256', new Uint8Array(await file.arrayBuffer()))
}

describe('a draft', () => {
  test('is stored as typed, and cannot be overwritten by somebody who has not seen the latest version', async () => {
    const id = await confirmed()
    const kind = 'PICK_UP' as const
    const fields = { odometer: 'forty', level: '', marks: [{ zone: 'ROOF' }], note: 'x'.repeat(1000) }
    await desk.calls.company.protocols.saveDraft({ id, kind, revision: 0, fields })
    expect((await desk.calls.company.protocols.read({ id, kind })).draft).toMatchObject({ fields, by: null })
    // The same person may save from an older page, so that nothing is lost on a bad connection.
    await desk.calls.company.protocols.saveDraft({ id, kind, revision: 0, fields })
    expect(await refusal(driver.calls.company.protocols.saveDraft({ id, kind, revision: 1, fields }))).toMatchObject({
      code: 'DRAFT_CHANGED',
      data: { revision: 2 },
    })
    await driver.calls.company.protocols.saveDraft({ id, kind, revision: 2, fields })
    expect(
      await codeOf(
        desk.calls.company.protocols.saveDraft({ id, kind, revision: 3, fields: { note: 'x'.repeat(2000) } }),
      ),
    ).toBe('INVALID_FIELDS')
  })

  test('stores a photo once, returns its SHA-256, and refuses other files', async () => {
    const id = await confirmed()
    const kind = 'PICK_UP' as const
    const [one, again] = await Promise.all([
      desk.calls.company.protocols.addPhoto({ id, kind, view: 'REAR', file: await picture() }),
      desk.calls.company.protocols.addPhoto({ id, kind, view: 'REAR', file: await picture() }),
    ])
    expect(again).toEqual(one)
    const shown = await driver.calls.reservations.protocolPhoto({ id, photo: one.id })
    expect(
      createHash('sha256')
        .update(new Uint8Array(await shown.arrayBuffer()))
        .digest('hex'),
    ).toBe(one.sha256)
    for (const bytes of [new Uint8Array(3), new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')])
      expect(await codeOf(desk.calls.company.protocols.addPhoto({ id, kind, file: new File([bytes], 'a.svg') }))).toBe(
        'INVALID_FIELDS',
      )
    expect(one.device_sha256).toBeNull()
    // The device computed the hash of another file: this one was damaged on its way, and is not kept.
    const damaged = { id, kind, file: await picture(77), sha256: await hashOf(await picture(200)) }
    expect(await refusal(desk.calls.company.protocols.addPhoto(damaged))).toMatchObject({
      data: { fields: { file: ['photo_differs'] } },
    })
    expect((await desk.calls.company.protocols.read({ id, kind })).photos).toHaveLength(1)
    const big = new File([new Uint8Array(10_000_001)], 'big.jpg')
    expect(await refusal(desk.calls.company.protocols.addPhoto({ id, kind, file: big }))).toMatchObject({
      data: { fields: { file: ['file_size'] } },
    })
    for (let shade = 0; shade < 19; shade++)
      await desk.calls.company.protocols.addPhoto({ id, kind, file: await picture(shade * 12) })
    expect(await refusal(desk.calls.company.protocols.addPhoto({ id, kind, file: await picture(255) }))).toMatchObject({
      data: { fields: { file: ['too_many_photos'] } },
    })
    const kept = await db
      .selectFrom('protocol_photo')
      .select('file_key')
      .where('id', '=', one.id)
      .executeTakeFirstOrThrow()
    await withStoreAway(site, () => desk.calls.company.protocols.removePhoto({ id, photo: one.id }))
    await site.drain()
    expect(await site.deps.files.exists(kept.file_key)).toBe(false)
    expect(await codeOf(desk.calls.reservations.protocolPhoto({ id, photo: one.id }))).toBe('NOT_FOUND')
  })

  test('is visible only to the company; its customer sees the photos once it is finished', async () => {
    const id = await confirmed()
    const file = await picture()
    const add = (sha256: string) => desk.calls.company.protocols.addPhoto({ id, kind: 'PICK_UP', file, sha256 })
    const { id: photo } = await add(await hashOf(file))
    expect(await codeOf(owner.calls.reservations.protocolPhoto({ id, photo }))).toBe('NOT_FOUND')
    for (const { calls } of [owner, other, elsewhere]) {
      expect(await codeOf(calls.company.protocols.read({ id, kind: 'PICK_UP' }))).toBe('NOT_FOUND')
      expect(await codeOf(calls.company.protocols.saveDraft({ id, kind: 'PICK_UP', revision: 0, fields: {} }))).toBe(
        'NOT_FOUND',
      )
      expect(await codeOf(calls.company.protocols.finish({ id, ...OUT }))).toBe('NOT_FOUND')
      expect(await codeOf(calls.company.protocols.addPhoto({ id, kind: 'PICK_UP', file: await picture() }))).toBe(
        'NOT_FOUND',
      )
      expect(await codeOf(calls.company.protocols.removePhoto({ id, photo }))).toBe('NOT_FOUND')
    }
    await desk.calls.company.protocols.finish({ id, ...OUT })
    for (const { calls } of [owner, desk, driver, agency, admin])
      expect((await calls.reservations.protocolPhoto({ id, photo })).type).toBe('image/jpeg')
    expect((await owner.calls.reservations.protocols({ id })).protocols[0]?.photos).toMatchObject([
      { id: photo, device_sha256: await hashOf(file) },
    ])
    for (const { calls } of [other, elsewhere]) {
      expect(await codeOf(calls.reservations.protocolPhoto({ id, photo }))).toBe('NOT_FOUND')
      expect(await codeOf(calls.reservations.protocols({ id }))).toBe('NOT_FOUND')
    }
    site.clock.set(BEFORE)
    const elsewheres = await confirmed()
    expect(await codeOf(desk.calls.reservations.protocolPhoto({ id: elsewheres, photo }))).toBe('NOT_FOUND')
    // People with the voucher's address see times and hashes, but no names and no photos.
    const { records } = await visitor.reservations.voucher({ id })
    expect(records).toMatchObject([
      { kind: 'PICK_UP', odometer: 48_000, photos: [{ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }] },
    ])
  })
})

describe('a return', () => {
  test('starts from the hand-over: the mileage cannot be lower, and damage and deposit are known', async () => {
    const id = await out({ marks: [scratch], deposit: 1_000_000, deposit_way: 'CASH' })
    const sheet = await agency.calls.company.protocols.read({ id, kind: 'RETURN' })
    expect(sheet).toMatchObject({ known: [scratch], deposit_held: 1_000_000, pick_up: { odometer: 48_000 } })
    expect(await refusal(agency.calls.company.protocols.finish({ id, ...BACK, odometer: 47_999 }))).toMatchObject({
      data: { fields: { odometer: ['odometer_less'] }, values: { odometer: { km: 48_000 } } },
    })
    expect(await refusal(agency.calls.company.protocols.finish({ id, ...BACK, deposit: 1_000_001 }))).toMatchObject({
      data: { fields: { deposit: ['more_than_held'] } },
    })
    const { proposal } = await agency.calls.company.protocols.finish({ id, ...BACK, deposit: 1_000_000, gone: [0] })
    expect(proposal).toBeNull()
    expect((await balances(db))[`DEPOSIT ${id}`]).toBeUndefined()
    // Money was paid out, so it cannot be undone.
    expect(await codeOf(agency.calls.company.reservations.undo({ id }))).toBe('UNDO_OVER')
    const { protocols } = await owner.calls.reservations.protocols({ id })
    expect(protocols.map(({ kind, known }) => [kind, known.length])).toEqual([
      ['PICK_UP', 0],
      ['RETURN', 0],
    ])
  })

  test('read wrongly is corrected with a reason that both sides see, and unpaid kilometres are asked for anew', async () => {
    const id = await out()
    const proposal = await backWithCharge(id, { odometer: 48_850, marks: [scratch] })
    await owner.calls.reservations.answerProposal({ id, proposal, answer: 'ACCEPT' })
    const right = { id, kind: 'RETURN', odometer: 48_790, former: 48_850, reason: 'Read 5 for 9' } as const
    const { correctOdometer } = desk.calls.company.protocols
    // The new proposal is made later than the former one, and listed after it.
    site.clock.advance(1)
    for (const { calls } of [driver, elsewhere, owner])
      expect(await codeOf(calls.company.protocols.correctOdometer(right))).toBe('NOT_FOUND')
    for (const wrong of [{ reason: ' ' }, { odometer: -1 }, { odometer: 47_999 }])
      expect(await codeOf(correctOdometer({ ...right, ...wrong }))).toBe('INVALID_FIELDS')
    expect(await codeOf(correctOdometer({ ...right, former: 48_800 }))).toBe('CHANGED_MEANWHILE')
    const [one, again] = await Promise.all([correctOdometer(right), correctOdometer(right)])
    expect(again).toEqual(one)

    const { protocols, proposals } = await owner.calls.reservations.protocols({ id })
    expect(protocols[1]).toMatchObject({
      odometer: 48_790,
      corrections: [{ former: 48_850, odometer: 48_790, reason: 'Read 5 for 9' }],
    })
    // 40 km instead of 100, and the scratch stays.
    expect(proposals.map(({ status, amount }) => [status, amount])).toEqual([
      ['WITHDRAWN', 2_500_000],
      ['OPEN', 2_200_000],
    ])
    const logged = await db
      .selectFrom('audit_entry')
      .select(['reason', 'before', 'after'])
      .where('subject', '=', 'protocol')
      .where('action', '=', 'UPDATE')
      .where('row_key', '=', one.id)
      .execute()
    expect(logged).toMatchObject([
      { reason: 'Read 5 for 9', before: { odometer: 48_850 }, after: { odometer: 48_790 } },
    ])

    // What is paid stays paid, and a hand-over never has more than its return.
    const asked = proposals[1]!.id
    await owner.calls.reservations.answerProposal({ id, proposal: asked, answer: 'ACCEPT' })
    await desk.calls.company.protocols.settleProposal({ id, proposal: asked, by: 'DESK', way: 'CASH' })
    const first = { id, kind: 'PICK_UP', odometer: 48_010, former: 48_000, reason: 'Blurred' } as const
    expect(await refusal(correctOdometer({ ...first, odometer: 48_791 }))).toMatchObject({
      data: { fields: { odometer: ['odometer_more'] } },
    })
    await correctOdometer(first)
    const after = await owner.calls.reservations.protocols({ id })
    expect(after.proposals.map(({ status }) => status)).toEqual(['WITHDRAWN', 'PAID'])
  })

  test('with a difference proposes a charge, and nothing is charged automatically', async () => {
    const id = await out({ deposit: 5_000_000, deposit_way: 'CASH' })
    const before = await balances(db)
    const proposal = await backWithCharge(id, { odometer: 48_850, level: 6, marks: [scratch] })
    const { proposals } = await owner.calls.reservations.protocols({ id })
    expect(proposals).toMatchObject([{ id: proposal, status: 'OPEN', amount: 500_000 + 300_000 + 2_000_000 }])
    const settle = { id, proposal: proposal!, by: 'DEPOSIT' } as const
    expect(await codeOf(desk.calls.company.protocols.settleProposal(settle))).toBe('PROPOSAL_CONFLICT')
    for (const { calls } of [other, desk, elsewhere])
      expect(await codeOf(calls.reservations.answerProposal({ id, proposal: proposal!, answer: 'ACCEPT' }))).toBe(
        'NOT_FOUND',
      )

    const accept = () => owner.calls.reservations.answerProposal({ id, proposal: proposal!, answer: 'ACCEPT' })
    const [one, again] = await Promise.all([accept(), accept()])
    expect(again).toEqual(one)
    expect((await balances(db))['TILL 1']).toBe(before['TILL 1'])
    expect(await codeOf(desk.calls.company.reservations.undo({ id }))).toBe('UNDO_OVER')
    expect(await codeOf(driver.calls.company.protocols.settleProposal(settle))).toBe('NOT_FOUND')
    const [paid, twice] = await Promise.all([
      desk.calls.company.protocols.settleProposal(settle),
      agency.calls.company.protocols.settleProposal(settle),
    ])
    expect(paid).toMatchObject({ status: 'PAID', paid_by: 'DEPOSIT' })
    expect(twice).toEqual(paid)
    expect((await balances(db))[`DEPOSIT ${id}`]).toBe(2_200_000)
    expect(await codeOf(desk.calls.company.protocols.withdrawProposal({ id, proposal: proposal! }))).toBe(
      'PROPOSAL_CONFLICT',
    )
    expect(await codeOf(desk.calls.company.protocols.giveDepositBack({ id, amount: 5_000_000 }))).toBe(
      'STATUS_CONFLICT',
    )
    expect(await desk.calls.company.protocols.giveDepositBack({ id, amount: 2_200_000 })).toMatchObject({
      deposit_held: 0,
    })
    expect(await desk.calls.company.protocols.giveDepositBack({ id, amount: 2_200_000 })).toMatchObject({
      deposit_held: 0,
    })
    expect((await balances(db))[`DEPOSIT ${id}`]).toBeUndefined()
  })

  test('that is disputed opens one ticket about the reservation, and can still be accepted or withdrawn', async () => {
    const id = await out()
    const proposal = await backWithCharge(id, { level: 4 })
    const dispute = { id, proposal: proposal!, answer: 'DISPUTE', message: 'The tank was full.' } as const
    expect(await codeOf(owner.calls.reservations.answerProposal({ ...dispute, message: ' ' }))).toBe('INVALID_FIELDS')
    const { ticket } = await owner.calls.reservations.answerProposal(dispute)
    expect(await owner.calls.reservations.answerProposal(dispute)).toMatchObject({ ticket, status: 'DISPUTED' })
    expect(await owner.calls.support.ticket({ id: ticket! })).toMatchObject({ department: 'FINANCIAL' })
    const { proposals } = await desk.calls.reservations.protocols({ id })
    expect(proposals).toMatchObject([{ status: 'DISPUTED', ticket: null }])
    await desk.calls.company.protocols.withdrawProposal({ id, proposal: proposal! })
    expect(await codeOf(owner.calls.reservations.answerProposal({ ...dispute, answer: 'ACCEPT' }))).toBe(
      'PROPOSAL_CONFLICT',
    )
  })

  test('can be undone with its proposal until somebody answers it', async () => {
    const id = await out()
    await backWithCharge(id, { level: 4 })
    await desk.calls.company.reservations.undo({ id })
    const { proposals, protocols } = await owner.calls.reservations.protocols({ id })
    expect(proposals).toMatchObject([{ status: 'WITHDRAWN' }])
    expect(protocols).toHaveLength(1)
    const { proposal } = await desk.calls.company.protocols.finish({ id, ...BACK, level: 7 })
    expect(proposal).not.toBeNull()
    // Undone before it was sent: the customer never hears of it.
    site.clock.advance(1)
    await desk.calls.company.reservations.undo({ id })
    expect((await owner.calls.reservations.protocols({ id })).proposals).toHaveLength(1)
    expect((await desk.calls.company.reservations.read({ id })).proposals).toHaveLength(1)
  })

  test('that is late proposes one fee, never more than the rule allows', async () => {
    const id = await out()
    expect(await codeOf(desk.calls.company.protocols.chargeLate({ id }))).toBe('STATUS_CONFLICT')
    site.clock.set('2026-12-04T09:30:00Z')
    await desk.calls.company.protocols.finish({ id, ...BACK })
    const feeShown = async () => (await desk.calls.company.reservations.read({ id })).late_fee
    site.clock.set('2027-01-03T10:00:00Z')
    expect(await feeShown()).toBeNull()
    expect(await codeOf(desk.calls.company.protocols.chargeLate({ id }))).toBe('STATUS_CONFLICT')
    site.clock.set('2026-12-04T09:30:00Z')
    expect(await feeShown()).toBe(600_000)
    expect(await codeOf(driver.calls.company.protocols.chargeLate({ id }))).toBe('NOT_FOUND')
    expect(await codeOf(elsewhere.calls.company.protocols.chargeLate({ id }))).toBe('NOT_FOUND')
    expect(await codeOf(desk.calls.company.protocols.chargeLate({ id, amount: 600_001 }))).toBe('INVALID_FIELDS')
    // Undoing a return removes its late fee, even at the same moment or without a record.
    await desk.calls.company.protocols.chargeLate({ id })
    await desk.calls.company.reservations.undo({ id })
    expect(await feesOf(id)).toEqual([])
    await desk.calls.company.reservations.takeBack({ id, reason: 'Pays by invoice' })
    await desk.calls.company.protocols.chargeLate({ id })
    await desk.calls.company.reservations.undo({ id })
    expect(await feesOf(id)).toEqual([])
    await desk.calls.company.protocols.finish({ id, ...BACK })
    const undone = await Promise.allSettled([
      desk.calls.company.reservations.undo({ id }),
      agency.calls.company.protocols.chargeLate({ id, amount: 100_000 }),
    ])
    expect(undone[0]).toMatchObject({ status: 'fulfilled' })
    if (undone[1].status === 'rejected') expect(undone[1].reason).toMatchObject({ code: 'STATUS_CONFLICT' })
    expect(await feesOf(id)).toEqual([])
    const asked = await Promise.allSettled([
      desk.calls.company.protocols.finish({ id, ...BACK }),
      agency.calls.company.protocols.chargeLate({ id, amount: 400_000 }),
      desk.calls.company.protocols.chargeLate({ id, amount: 400_000 }),
    ])
    expect(asked[0]).toMatchObject({ status: 'fulfilled' })
    for (const one of asked)
      if (one.status === 'rejected') expect(['STATUS_CONFLICT', 'PROPOSAL_CONFLICT']).toContain(one.reason.code)
    expect((await feesOf(id)).length).toBeLessThan(2)
    for (const { id: proposal } of await feesOf(id))
      await desk.calls.company.protocols.withdrawProposal({ id, proposal })
    const fee = await desk.calls.company.protocols.chargeLate({ id, amount: 400_000 })
    expect(fee).toMatchObject({ kind: 'LATE', amount: 400_000, status: 'OPEN' })
    expect(await desk.calls.company.protocols.chargeLate({ id, amount: 400_000 })).toEqual(fee)
    expect(await codeOf(agency.calls.company.protocols.chargeLate({ id }))).toBe('PROPOSAL_CONFLICT')
    await owner.calls.reservations.answerProposal({ id, proposal: fee.id, answer: 'ACCEPT' })
    const paid = { id, proposal: fee.id, by: 'DESK' } as const
    expect(await codeOf(desk.calls.company.protocols.settleProposal(paid))).toBe('INVALID_FIELDS')
    await desk.calls.company.protocols.settleProposal({ ...paid, way: 'CASH' })
  })
})

describe('uncollected rent', () => {
  const line = async (id: string) => {
    const { results } = await desk.calls.company.reservations.list({ list: 'rent_open', size: 100 })
    const deskId = await deskIdOf(db, id)
    return results.find((one) => one.id === deskId)
  }

  test('can be recorded at any time, once, and never more than is due', async () => {
    const id = await confirmed()
    const before = await balances(db)
    const due = (await desk.calls.company.reservations.read({ id })).due_at_desk
    expect(due).toBe(1_890_000)
    const call = { id, amount: 890_000, way: 'CARD', reference: '0044', due } as const
    const answers = await Promise.all([1, 2, 3, 4].map(() => desk.calls.company.protocols.recordRent(call)))
    expect(answers.map((one) => one.due)).toEqual(Array(4).fill(1_000_000))
    // A colleague with an outdated page is refused, and so are amounts of nothing or more than is due.
    expect(await codeOf(agency.calls.company.protocols.recordRent(call))).toBe('STATUS_CONFLICT')
    for (const amount of [0, 1_000_001, undefined])
      expect(await codeOf(desk.calls.company.protocols.recordRent({ ...call, amount, due: 1_000_000 } as never))).toBe(
        'INVALID_FIELDS',
      )
    const after = await balances(db)
    expect((after['DESK_INCOME 1'] ?? 0) - (before['DESK_INCOME 1'] ?? 0)).toBe(890_000)
    expect(await desk.calls.company.reservations.read({ id })).toMatchObject({
      ...{ received_at_desk: 890_000, due_at_desk: 1_000_000, takes_rent: true, open_rent: null },
    })
    await desk.calls.company.protocols.finish({ id, ...OUT, received: 1_000_000, received_way: 'CASH' })
    expect(await line(id)).toBeUndefined()
    expect((await desk.calls.company.reservations.read({ id })).takes_rent).toBe(false)
  })

  test('lists the rental while it is out, requires a reason to close it, and stays until it is settled', async () => {
    const id = await out()
    expect(await line(id)).toBeDefined()
    const { open_reason, ...back } = BACK
    const refused = await refusal(desk.calls.company.protocols.finish({ id, ...back, odometer: 1 }))
    expect(refused).toMatchObject({ data: { fields: { open_reason: ['rent_open'], odometer: ['odometer_less'] } } })
    expect(await refusal(desk.calls.company.reservations.takeBack({ id }))).toMatchObject({
      data: { fields: { reason: ['rent_open'] } },
    })
    expect(await refusal(agency.calls.company.reservations.changeReserve({ id, action: 'returned' }))).toMatchObject({
      data: { fields: { reason: ['rent_open'] } },
    })
    await desk.calls.company.protocols.finish({ id, ...back, open_reason })
    const closed = await desk.calls.company.reservations.read({ id })
    expect(closed).toMatchObject({
      ...{ status: 'COMPLETED', due_at_desk: 1_890_000, takes_rent: true },
      open_rent: { reason: open_reason, by: 'سارا محمدی', written_off: null },
    })
    expect(await line(id)).toBeDefined()
    await desk.calls.company.protocols.recordRent({ id, amount: 1_890_000, way: 'TRANSFER', due: 1_890_000 })
    expect(await line(id)).toBeUndefined()
  })

  test('is written off with a reason; twice is once, and nothing more of it is due or collected', async () => {
    const id = await out()
    const writeOff = (reason: string, due = 1_890_000) => desk.calls.company.protocols.writeOffRent({ id, reason, due })
    expect(await codeOf(writeOff('Too early'))).toBe('STATUS_CONFLICT')
    await desk.calls.company.reservations.takeBack({ id, reason: 'Left without paying' })
    for (const reason of ['', ' ', 'x'.repeat(501)]) expect(await codeOf(writeOff(reason))).toBe('INVALID_FIELDS')
    expect(await codeOf(writeOff('Another sum', 1))).toBe('STATUS_CONFLICT')
    expect(await Promise.all([writeOff('Not to be found'), writeOff('Not to be found')])).toMatchObject([
      { due: 0 },
      { due: 0 },
    ])
    expect(await desk.calls.company.reservations.read({ id })).toMatchObject({
      ...{ due_at_desk: 0, takes_rent: false },
      open_rent: { reason: 'Left without paying', written_off: { amount: 1_890_000, reason: 'Not to be found' } },
    })
    expect(await line(id)).toBeUndefined()
    expect(await codeOf(desk.calls.company.protocols.recordRent({ id, amount: 1, way: 'CASH', due: 0 }))).toBe(
      'INVALID_FIELDS',
    )
    expect(await codeOf(elsewhere.calls.company.protocols.writeOffRent({ id, reason: 'Mine', due: 1 }))).toBe(
      'NOT_FOUND',
    )
    expect(await codeOf(elsewhere.calls.company.protocols.recordRent({ id, amount: 1, way: 'CASH', due: 1 }))).toBe(
      'NOT_FOUND',
    )
  })

  test('is checked again when the return was undone', async () => {
    const id = await out()
    await desk.calls.company.reservations.takeBack({ id, reason: 'Pays tomorrow' })
    await desk.calls.company.reservations.undo({ id })
    expect((await desk.calls.company.reservations.read({ id })).open_rent).toBeNull()
    await desk.calls.company.reservations.takeBack({ id, reason: 'Pays on Friday' })
    expect((await desk.calls.company.reservations.read({ id })).open_rent).toMatchObject({ reason: 'Pays on Friday' })
  })
})
