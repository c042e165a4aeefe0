import { afterEach, describe, expect, test } from 'vitest'
import { testApi } from '../../../support/api/api.ts'
import { BY_HAND, DRIVER, loadFleet, RENTAL, TOMAN } from '../../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../../support/api/identities.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { testDatabase } from '../../../support/server/database/database.ts'

const { db } = await testDatabase()
let published = 0
const site = await testApi({
  db,
  publish: () => {
    published += 1
  },
})
await loadFleet(db)
const { visitor, owner: customer, agency, elsewhere } = await fiveIdentities(site)
const desk = await signedIn(site, {
  ...{ role: 'AGENT', company: TOMAN.company, phone: '+989120000101', staffRole: 'DESK' },
})
const { many } = agency.calls.company.fleet
const EIGHT_PERCENT = { kind: 'PERCENT_UP', value: 8, step: 10_000 } as const

afterEach(() => expect(site.reported).toEqual([]))

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const fieldsOf = async (call: Promise<unknown>) => ((await refusal(call)).data as { fields?: object })?.fields
const pricesOf = async (ad: number) =>
  db.selectFrom('ad').select(['p1', 'p3', 's1', 's3', 'status']).where('id', '=', ad).executeTakeFirstOrThrow()
const auditedIn = async (subject: string) => {
  const { n } = await db
    .selectFrom('audit_entry')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow()
  return Number(n)
}

describe('prices of many vehicles', () => {
  test('change as previewed, search included, while what was booked keeps its price', async () => {
    const booked = await customer.calls.reservations.reserve({ ...RENTAL, ...DRIVER, id: 103 })
    const ids = '102-104'
    const seen = await many.previewPrices({ ids, ...EIGHT_PERCENT })
    expect(seen).toMatchObject({ currency: 'IRT', count: 3, refused: 0, bookings: 1 })
    expect(seen.first[0]).toMatchObject({ id: 103, bookings: 1, before: { p1: 1_000_000 }, after: { p1: 1_080_000 } })
    expect(await pricesOf(103)).toMatchObject({ p1: 1_000_000 })
    const before = await auditedIn('ad')
    published = 0
    expect(await many.setPrices({ ids, ...EIGHT_PERCENT, seen: seen.seen })).toEqual({ changed: 3 })
    expect(published).toBe(1)
    expect((await auditedIn('ad')) - before).toBe(3)
    expect(await pricesOf(103)).toMatchObject({ p1: 1_080_000, p3: 970_000, s1: 1_080_000, s3: 970_000 })
    expect(await pricesOf(105)).toMatchObject({ p1: 1_000_000 })
    const { total } = await customer.calls.reservations.read({ id: booked.id })
    expect(total).toBe(booked.total)
    expect((await visitor.reservations.price({ ...RENTAL, id: 104 })).total).toBe(3 * 970_000)
  })

  test('that are sent twice, or were changed since the preview, are not changed again', async () => {
    const ids = '106,107'
    const { seen } = await many.previewPrices({ ids, ...EIGHT_PERCENT })
    const results = await Promise.allSettled([1, 2].map(() => many.setPrices({ ids, ...EIGHT_PERCENT, seen })))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await codeOf(many.setPrices({ ids, ...EIGHT_PERCENT, seen }))).toBe('CHANGED_MEANWHILE')
    expect(await pricesOf(106)).toMatchObject({ p1: 1_080_000 })
  })

  test('are left alone, all of them, if one would be nothing', async () => {
    const change = { ids: '108-110', kind: 'AMOUNT_DOWN', value: 900_000, step: 1 } as const
    const { seen, refused, first } = await many.previewPrices(change)
    expect([refused, first[0]?.after]).toEqual([3, null])
    expect(await fieldsOf(many.setPrices({ ...change, seen }))).toEqual({ value: ['price_out_of_bounds'] })
    expect(await pricesOf(108)).toMatchObject({ p1: 1_000_000 })
  })

  test.each([
    ['a percentage out of bounds', { value: 201 }, { value: ['max'] }],
    ['a discount of everything', { kind: 'PERCENT_DOWN', value: 100 }, { value: ['max'] }],
    ['another step', { step: 7 }, { step: ['invalid'] }],
    ['nothing', { value: 0 }, { value: ['min'] }],
    ['a range that is none', { ids: '9-1' }, { ids: ['required'] }],
  ])('refuse %s', async (_, change, fields) => {
    expect(await fieldsOf(many.previewPrices({ ids: '101', ...EIGHT_PERCENT, ...(change as object) }))).toEqual(fields)
  })

  test('are an owner’s, and of one’s own vehicles alone', async () => {
    expect(await codeOf(desk.calls.company.fleet.many.previewPrices({ ids: '101', ...EIGHT_PERCENT }))).toBe(
      'NOT_FOUND',
    )
    expect(await codeOf(many.previewPrices({ ids: `101,${BY_HAND.ad}`, ...EIGHT_PERCENT }))).toBe('NOT_FOUND')
    const other = elsewhere.calls.company.fleet.many
    expect(await codeOf(other.setPrices({ ids: '101', ...EIGHT_PERCENT, seen: 'x' }))).toBe('NOT_FOUND')
  })
})

describe('many vehicles', () => {
  test('are paused and put back together; those that cannot stay as they are', async () => {
    const staff = desk.calls.company.fleet.many
    await desk.calls.company.fleet.retire({ id: 119 })
    await desk.calls.company.fleet.pause({ id: 118 })
    const ids = '116-119'
    const { changing, staying } = await staff.previewState({ ids, action: 'pause' })
    expect([changing.map(({ id }) => id), staying.map(({ id, state }) => [id, state])]).toEqual([
      [116, 117],
      [
        [118, 'PAUSED'],
        [119, 'RETIRED'],
      ],
    ])
    expect(await staff.setState({ ids, action: 'pause' })).toEqual({ changed: 2, stayed: 2 })
    expect(await staff.setState({ ids, action: 'pause' })).toEqual({ changed: 0, stayed: 4 })
    expect(await pricesOf(116)).toMatchObject({ status: 0 })
    expect(await staff.setState({ ids, action: 'resume' })).toEqual({ changed: 3, stayed: 1 })
    expect(await codeOf(staff.setState({ ids: `116,${BY_HAND.ad}`, action: 'pause' }))).toBe('NOT_FOUND')
    expect(await pricesOf(116)).toMatchObject({ status: 1 })
  })

  test('get terms, city and equipment together; what is not sent stays', async () => {
    const staff = desk.calls.company.fleet
    const before = await staff.read({ id: 114 })
    await staff.change({ id: 115, properties: ['usb', 'gps', 'helmet_included'] })
    const properties = { bluetooth: true, gps: false, usb: true }
    const terms = { mileage_per_day: '۰', min_driver_age: 25, trust_type: 'CASH', guarantee_amount: 5_000_000 } as const
    expect(await staff.many.setTerms({ ids: '114-115', ...terms, gap_minutes: 90, properties })).toEqual({ changed: 2 })
    const [one, other] = [await staff.read({ id: 114 }), await staff.read({ id: 115 })]
    expect(one).toMatchObject({ mileage_per_day: null, min_driver_age: 25, trust_type: 'CASH', gap_minutes: 90 })
    expect(one).toMatchObject({ guarantee_amount: 5_000_000, fuel_rule: before.fuel_rule, seats: before.seats })
    expect(other.properties).toEqual(['usb', 'helmet_included', 'bluetooth'])
    await staff.many.setTerms({ ids: '114', trust_type: 'DEPOSIT_FREE' })
    expect(await staff.read({ id: 114 })).toMatchObject({ trust_type: 'DEPOSIT_FREE', guarantee_amount: 0 })
    expect(other.min_driver_age).toBe(25)
  })

  test('are all refused new terms that do not fit, with all errors at once, and nothing changes', async () => {
    const { many } = desk.calls.company.fleet
    const set = (change: object) => fieldsOf(many.setTerms({ ids: '114-115', ...change }))
    expect(await set({})).toEqual({ '': ['nothing_to_change'] })
    expect(await set({ properties: {} })).toEqual({ '': ['nothing_to_change'] })
    expect(await set({ city: 999, trust_type: 'CASH' })).toEqual({
      city: ['city_without_place'],
      guarantee_amount: ['guarantee_amount'],
    })
    expect(await set({ guarantee_amount: 5 })).toEqual({ trust_type: ['required'] })
    expect(await set({ min_driver_age: 5, mileage_per_day: 'x' })).toEqual({
      min_driver_age: ['min'],
      mileage_per_day: ['number'],
    })
    expect(await codeOf(many.setTerms({ ids: `114,${BY_HAND.ad}`, min_driver_age: 30 }))).toBe('NOT_FOUND')
    expect(await desk.calls.company.fleet.read({ id: 114 })).toMatchObject({ min_driver_age: 25 })
  })

  test('are chosen by what the list’s filter finds', async () => {
    expect(await desk.calls.company.fleet.many.choose({ state: 'RETIRED' })).toEqual({ ids: '119' })
    expect((await desk.calls.company.fleet.many.choose({})).ids).toBe('101-120')
    expect((await desk.calls.company.fleet.many.choose({ q: 'nothing of the sort' })).ids).toBe('')
  })

  test('are found by 5,000 pasted plates of which 40 exist; the others are answered, and nothing is created', async () => {
    const staff = desk.calls.company.fleet
    const own: string[] = []
    for (const id of [101, 102, 103, 104]) {
      const plates = Array.from({ length: 10 }, (_, n) => `${id}${String(n).padStart(2, '0')} کیش`)
      await staff.copy({ id, plates })
      own.push(...plates)
    }
    const strange = Array.from({ length: 4960 }, (_, n) => `${700_000 + n} تهران`)
    const pasted = [...strange, ...own.map((plate) => plate.replace(' ', '-'))].join('\n')
    const { n: before } = await db
      .selectFrom('ad')
      .select(({ fn }) => fn.countAll().as('n'))
      .executeTakeFirstOrThrow()
    const started = performance.now()
    const { ids, found, unknown } = await staff.many.byPlates({ plates: pasted as never })
    expect(performance.now() - started).toBeLessThan(5000)
    expect([found.length, unknown.length, unknown[0]]).toEqual([40, 4960, '700000 تهران'])
    expect(found.map(({ plate }) => plate)).toEqual(own)
    expect(await staff.many.setState({ ids, action: 'pause' })).toEqual({ changed: 40, stayed: 0 })
    const { n: after } = await db
      .selectFrom('ad')
      .select(({ fn }) => fn.countAll().as('n'))
      .executeTakeFirstOrThrow()
    expect(after).toBe(before)
    expect(await fieldsOf(staff.many.byPlates({ plates: `${pasted}\n1` }))).toEqual({ plates: ['too_many_plates'] })
    expect((await elsewhere.calls.company.fleet.many.byPlates({ plates: own.join('\n') })).found).toEqual([])
  })

  test('get their plates together: two exchange theirs, none has another’s, and a change in between is not lost', async () => {
    const staff = desk.calls.company.fleet.many
    const set = (...rows: [id: number, plate: string | null, seen: string | null][]) =>
      staff.setPlates({
        rows: rows.map(([id, plate, seen]) => ({ id, plate: plate ?? undefined, seen: seen ?? undefined })),
      })
    expect(await set([111, '11111 کیش', null], [112, '22222 کیش', null], [113, null, null])).toEqual({ changed: 2 })
    expect(await set([111, '22222 کیش', '11111 کیش'], [112, '۱۱۱۱۱ کیش', '22222 کیش'])).toEqual({ changed: 2 })
    const taken = set([113, '11111-کیش', null], [114, '33333', null], [115, '33333', null], [116, '!', null])
    expect(await fieldsOf(taken)).toEqual({ 'rows.3.plate': ['plate'] })
    expect(await fieldsOf(set([113, '11111-کیش', null], [114, '33333', null], [115, '33333', null]))).toEqual({
      'rows.0.plate': ['plate_taken'],
      'rows.1.plate': ['plate_taken'],
      'rows.2.plate': ['plate_taken'],
    })
    expect(await codeOf(set([114, '33333', null], [111, '44444', '11111 کیش']))).toBe('CHANGED_MEANWHILE')
    expect(await codeOf(set([114, '33333', null], [BY_HAND.ad, '44444', null]))).toBe('NOT_FOUND')
    const { plate } = await db.selectFrom('ad').select('plate').where('id', '=', 114).executeTakeFirstOrThrow()
    expect(plate).toBeNull()
    const former = await db.selectFrom('former_plate').select('plate').where('ad_id', '=', 111).execute()
    expect(former).toEqual([{ plate: '11111 کیش' }])
  })
})

describe('what falls due for many vehicles', () => {
  const staff = desk.calls.company.fleet
  const POLICY = { kind: 'INSURANCE', due_on: '2027-03-01', note: 'One policy' } as const
  const dueOf = async (kind: 'INSURANCE' | 'OTHER') =>
    db.selectFrom('vehicle_due').select(['ad_id', 'note']).where('kind', '=', kind).orderBy('id').execute()

  test('is entered as previewed for those that have none, and a second time for none', async () => {
    await staff.due.add({ id: 115, kind: 'INSURANCE', due_on: '2026-12-31', note: 'Its own' })
    const asked = { ids: '114-116,119', ...POLICY }
    const { changing, staying } = await staff.many.previewDue(asked)
    expect([changing, staying].map((list) => list.map(({ id }) => id))).toEqual([
      [114, 116],
      [115, 119],
    ])
    expect(await dueOf('INSURANCE')).toHaveLength(1)
    const before = await auditedIn('vehicle_due')
    const sent = await Promise.all([1, 2].map(() => staff.many.addDue(asked)))
    expect(sent.map(({ changed }) => changed).sort()).toEqual([0, 2])
    expect(await staff.many.addDue(asked)).toEqual({ changed: 0, stayed: 4 })
    expect((await auditedIn('vehicle_due')) - before).toBe(2)
    expect(await dueOf('INSURANCE')).toMatchObject([
      { note: 'Its own' },
      { ad_id: 114 },
      { ad_id: 116, note: 'One policy' },
    ])
    expect((await staff.due.ofVehicle({ id: 116 })).open).toMatchObject([{ due_on: '2027-03-01', state: 'LATER' }])
  })

  test('of another kind may be several works, but the same one once', async () => {
    const wash = { ids: '114,115', kind: 'OTHER', due_on: '2027-01-01', note: 'Wash' } as const
    expect(await staff.many.addDue(wash)).toEqual({ changed: 2, stayed: 0 })
    expect(await staff.many.addDue(wash)).toEqual({ changed: 0, stayed: 2 })
    expect(await staff.many.addDue({ ...wash, note: 'Polish' })).toEqual({ changed: 2, stayed: 0 })
    expect(await dueOf('OTHER')).toHaveLength(4)
  })

  test.each([
    ['a paper without its last day', { kind: 'INSURANCE', due_on: '', due_km: 5 }, { due_on: ['required'] }],
    ['a work without a day or kilometres', { kind: 'SERVICE', due_on: '' }, { due_on: ['day_or_km'] }],
    ['kilometres that are none', { due_km: 0 }, { due_km: ['min'] }],
    ['a note that is too long', { note: 'x'.repeat(201) }, { note: ['max_length'] }],
    ['vehicles that are none', { ids: 'all' }, { ids: ['required'] }],
  ])('refuses %s', async (_, change, fields) => {
    const asked = { ids: '117', ...POLICY, ...(change as object) }
    expect(await fieldsOf(staff.many.previewDue(asked))).toEqual(fields)
    expect(await fieldsOf(staff.many.addDue(asked))).toEqual(fields)
  })

  test('is entered for one’s own vehicles alone, all or none', async () => {
    expect(await codeOf(staff.many.addDue({ ids: `117,${BY_HAND.ad}`, ...POLICY }))).toBe('NOT_FOUND')
    expect((await staff.due.ofVehicle({ id: 117 })).open).toEqual([])
    for (const { calls } of [customer, elsewhere])
      expect(await codeOf(calls.company.fleet.many.addDue({ company: TOMAN.company, ids: '117', ...POLICY }))).toBe(
        'NOT_FOUND',
      )
  })
})
