import { afterEach, describe, expect, test } from 'vitest'
import { CATEGORY } from '#app/rules/constants.ts'
import { testApi } from '../../../support/api/api.ts'
import { deskIdOf } from '../../../support/api/desk-id.ts'
import { BY_HAND, DRIVER, loadFleet, NEW_VEHICLE, RENTAL, TOMAN } from '../../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../../support/api/identities.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { testDatabase } from '../../../support/server/database/database.ts'

const { db } = await testDatabase()
const published: string[] = []
const site = await testApi({ db, publish: ({ kind }) => void published.push(kind) })
await loadFleet(db)
const { visitor, owner, agency, elsewhere, admin } = await fiveIdentities(site)
const desk = await signedIn(site, {
  ...{ role: 'AGENT', company: TOMAN.company, phone: '+989120000101', staffRole: 'DESK' },
})
const { company } = desk.calls

const START = '2026-11-23T05:30:00Z'
afterEach(() => {
  site.clock.set(START)
  expect(site.reported).toEqual([])
})

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const fieldsOf = async (call: Promise<unknown>) => ((await refusal(call)).data as { fields?: object })?.fields
const foundIds = async () => {
  const query = { page: 1, size: 100 }
  const { results } = await visitor.ads.search({ query, body: { city: { id: 1061 } } })
  return results.map(({ id }) => id)
}
let plates = 10_000
const newPlate = () => `${++plates} کیش`

describe('a new vehicle', () => {
  test('is found by its plate, and by the one before a change of plates', async () => {
    const made = await company.fleet.create({ ...NEW_VEHICLE, plate: '86420 کیش' })
    await company.fleet.changeOffer({ id: made.id, plate: '97531 کیش' })
    const found = async (q: string) => (await company.fleet.search({ q })).results.map(({ id }) => id)
    expect(await found('97531')).toEqual([made.id])
    expect(await found('۸۶۴۲۰ کیش')).toEqual([made.id])
    expect(await found('86421')).toEqual([])
    expect((await elsewhere.calls.company.fleet.search({ q: '86420' })).results).toEqual([])
  })

  test('is found and can be booked at once, and has a drawing until it has a photo', async () => {
    published.length = 0
    const made = await company.fleet.create({ ...NEW_VEHICLE, plate: '۷۴۱۸۶ کیش', properties: ['bluetooth'] })
    expect(made).toMatchObject({ state: 'OFFERED', plate: '74186 کیش', picture: 'hatchback-blue', currency: 'IRT' })
    expect(made).toMatchObject({ p1: 1_200_000, p30: 1_200_000, category: 2, fuel_rule: 'FULL_TO_FULL' })
    expect(published).toContain('pages')
    expect(await foundIds()).toContain(made.id)
    expect(await visitor.ads.read({ id: made.id, currency: 'IRT' })).toMatchObject({
      year: 2023,
      trust_type: 'CASH',
      price: { per_day: 1_200_000 },
    })
    const booked = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: made.id })
    expect(booked.total).toBe(3 * 1_200_000)
  })

  test('can be paused at first, has a price for each length, and accepts a year of either calendar', async () => {
    const made = await company.fleet.create({
      ...NEW_VEHICLE,
      year: '۱۴۰۲',
      p3: 1_000_000,
      p30: '900,000',
      state: 'PAUSED',
    })
    expect(made).toMatchObject({ year: 2023, p1: 1_200_000, p3: 1_000_000, p14: 1_000_000, p30: 900_000 })
    expect(await foundIds()).not.toContain(made.id)
    expect(await codeOf(visitor.ads.read({ id: made.id }))).toBe('NOT_FOUND')
  })

  test('with errors is refused with each error at its field', async () => {
    const before = (await company.fleet.list({})).count
    const wrong = { year: 1800, seats: 0, p1: 0, plate: '!', colour: 'plaid', mileage_per_day: 'many' } as object
    expect(await fieldsOf(company.fleet.create({ ...NEW_VEHICLE, ...wrong }))).toEqual({
      ...{ year: ['min'], seats: ['min'], p1: ['min'], plate: ['plate'], colour: ['required'] },
      mileage_per_day: ['number'],
    })
    const unfit = { model: 999, type: 999, city: 305, year: 2090, guarantee_amount: 0 }
    expect(await fieldsOf(company.fleet.create({ ...NEW_VEHICLE, ...unfit }))).toEqual({
      ...{ model: ['unknown_model'], type: ['unknown_type'], city: ['city_without_place'], year: ['max'] },
      guarantee_amount: ['guarantee_amount'],
    })
    for (const p1 of [1e12, -5, 'x', '']) {
      expect(await fieldsOf(company.fleet.create({ ...NEW_VEHICLE, p1 } as never)), String(p1)).toHaveProperty('p1')
    }
    expect(await fieldsOf(company.fleet.create({ ...NEW_VEHICLE, owner: 1 } as never))).toEqual({
      owner: ['unknown_field'],
    })
    expect((await company.fleet.list({})).count).toBe(before)
  })

  test('needs a plate that is unique in the company, however it is written; a retired one is free again', async () => {
    const plate = newPlate()
    const { id } = await company.fleet.create({ ...NEW_VEHICLE, plate })
    const again = company.fleet.create({ ...NEW_VEHICLE, plate: plate.replace(' ', '-') })
    expect(await fieldsOf(again)).toEqual({ plate: ['plate_taken'] })
    await elsewhere.calls.company.fleet.create({ ...NEW_VEHICLE, plate })
    await company.fleet.retire({ id })
    await company.fleet.create({ ...NEW_VEHICLE, plate })
  })

  test('takes no plate of another one when its listing changes, also not at the same moment', async () => {
    const [plate, wanted] = [newPlate(), newPlate()]
    await company.fleet.create({ ...NEW_VEHICLE, plate })
    const two = [await company.fleet.create(NEW_VEHICLE), await company.fleet.create(NEW_VEHICLE)]
    const id = two[0]?.id ?? 0
    const taken = company.fleet.changeOffer({ id, plate: plate.replace(' ', '-') })
    expect(await fieldsOf(taken)).toEqual({ plate: ['plate_taken'] })
    const both = await Promise.allSettled(two.map((one) => company.fleet.changeOffer({ id: one.id, plate: wanted })))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const keeper = two[both.findIndex(({ status }) => status === 'fulfilled')]?.id ?? 0
    expect(await company.fleet.changeOffer({ id: keeper, plate: wanted })).toMatchObject({ plate: wanted })
  })

  test('gets its plate only once when two people enter it at the same time', async () => {
    const plate = newPlate()
    const both = await Promise.allSettled([1, 2].map(() => company.fleet.create({ ...NEW_VEHICLE, plate })))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('can be added by operators for the company that they name, and by nobody else outside it', async () => {
    expect(await codeOf(admin.calls.company.fleet.create(NEW_VEHICLE))).toBe('NOT_FOUND')
    const made = await admin.calls.company.fleet.create({ ...NEW_VEHICLE, company: BY_HAND.company })
    expect((await elsewhere.calls.company.fleet.read({ id: made.id })).id).toBe(made.id)
    expect(await codeOf(company.fleet.create({ ...NEW_VEHICLE, company: BY_HAND.company }))).toBe('NOT_FOUND')
    expect(await codeOf(owner.calls.company.fleet.create(NEW_VEHICLE))).toBe('NOT_FOUND')
    expect(await codeOf(visitor.company.fleet.create(NEW_VEHICLE))).toBe('INVALID_TOKEN')
  })
})

describe('the facts', () => {
  test('that are sent change, and the others stay; null clears one', async () => {
    const { id } = await company.fleet.create({
      ...NEW_VEHICLE,
      mileage_per_day: 250,
      extra_km_price: 8000,
      plate: newPlate(),
    })
    const about = { fa: 'تمیز و تازه', en: '' }
    const changed = await company.fleet.change({ id, colour: 'red', mileage_per_day: null, about })
    expect(changed).toMatchObject({ colour: 'red', picture: 'hatchback-red', mileage_per_day: null, seats: 5 })
    expect(changed).toMatchObject({ extra_km_price: 8000, about: { fa: 'تمیز و تازه' } })
    expect(changed.about).not.toHaveProperty('en')
    expect(await company.fleet.change({ id, trust_type: 'DEPOSIT_FREE' })).toMatchObject({ guarantee_amount: 0 })
    expect(await fieldsOf(company.fleet.change({ id, trust_type: 'CHEQUE' }))).toEqual({
      guarantee_amount: ['guarantee_amount'],
    })
    expect(await fieldsOf(company.fleet.change({ id, trim: 5 }))).toEqual({ trim: ['unknown_model'] })
  })

  test('are not visible to other companies', async () => {
    for (const call of [
      () => elsewhere.calls.company.fleet.read({ id: TOMAN.ad }),
      () => elsewhere.calls.company.fleet.change({ id: TOMAN.ad, seats: 2 }),
      () => elsewhere.calls.company.fleet.pause({ id: TOMAN.ad }),
      () => elsewhere.calls.company.fleet.copy({ id: TOMAN.ad, plates: ['11111'] }),
      () => company.fleet.read({ id: 999_999 }),
    ])
      expect(await codeOf(call())).toBe('NOT_FOUND')
    expect((await elsewhere.calls.company.fleet.list({})).results.map(({ id }) => id)).not.toContain(TOMAN.ad)
  })

  test('come with the possible values for a vehicle', async () => {
    const choices = await agency.calls.company.fleet.choices({})
    expect(choices.brands).toEqual([{ name: 'Kia فا', models: [{ id: 1, name: 'Rio فا', trims: [] }] }])
    expect(choices.types).toEqual([{ id: 1, name: 'Hatchback', category: 2 }])
    expect(choices.cities.map(({ id }) => id).sort()).toEqual([1061, 1062])
  })
})

describe('the ACRISS code', () => {
  test('follows from the facts, and is what its company sets', async () => {
    const made = await company.fleet.create({ ...NEW_VEHICLE, plate: newPlate() })
    const shown = async () => (await visitor.ads.read({ id: made.id })).acriss
    expect(made.acriss).toBe(null)
    expect(made.derived_acriss).toMatch(/^.D[MA][RN]$/)
    expect(await shown()).toBe(made.derived_acriss)
    expect(await company.fleet.change({ id: made.id, acriss: 'iwmr' })).toMatchObject({ acriss: 'IWMR' })
    expect(await shown()).toBe('IWMR')
    expect(await company.fleet.change({ id: made.id, seats: 4 })).toMatchObject({ acriss: 'IWMR' })
    expect(await company.fleet.change({ id: made.id, acriss: null })).toMatchObject({ acriss: null })
    expect(await shown()).toBe(made.derived_acriss)
  })

  test('has four letters of the standard', async () => {
    for (const acriss of ['ECM', 'ECMRR', 'E1MR', 'RCER', '<b>x']) {
      expect(await fieldsOf(company.fleet.create({ ...NEW_VEHICLE, acriss })), acriss).toHaveProperty('acriss')
    }
  })

  test('is refused for a motorbike', async () => {
    const name = JSON.stringify({ fa: 'Scooter', en: 'Scooter', ar: 'Scooter', tr: 'Scooter', de: 'Scooter' })
    await db.insertInto('body_type').values({ id: 9, slug: 'scooter', category: CATEGORY.MOTOR, name }).execute()
    const scooter = { ...NEW_VEHICLE, type: 9, plate: newPlate() }
    expect(await fieldsOf(company.fleet.create({ ...scooter, acriss: 'ECMR' }))).toHaveProperty('acriss')
    const made = await company.fleet.create(scooter)
    expect(made).toMatchObject({ acriss: null, derived_acriss: null })
    expect((await visitor.ads.read({ id: made.id })).acriss).toBe(null)
  })
})

describe('the state', () => {
  test('paused takes a vehicle out of the search, and resuming brings it back', async () => {
    const { id } = await company.fleet.create({ ...NEW_VEHICLE, year: 2020 })
    await company.fleet.pause({ id })
    expect(await foundIds()).not.toContain(id)
    expect(await codeOf(visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id }))).toBe('NOT_FOUND')
    expect(await codeOf(company.fleet.pause({ id }))).toBe('VEHICLE_STATE')
    expect(await company.fleet.resume({ id })).toEqual({ id, state: 'OFFERED' })
    expect(await foundIds()).toContain(id)
  })

  test('retired is final: the vehicle is not public any more, but stays in the history', async () => {
    const { id } = await company.fleet.create(NEW_VEHICLE)
    await company.fleet.retire({ id })
    const gone = await site.fetch(`/api/business/rent/ad/${id}/`)
    expect(gone.status).toBe(410)
    expect(await company.fleet.read({ id })).toMatchObject({ state: 'RETIRED' })
    for (const call of [company.fleet.resume, company.fleet.pause, company.fleet.retire])
      expect(await codeOf(call({ id }))).toBe('VEHICLE_STATE')
    expect(await codeOf(desk.calls.company.fleet.changeOffer({ id, state: 'OFFERED' }))).toBe('VEHICLE_STATE')
  })

  test('cannot become retired with future reservations, which are listed in the error', async () => {
    const { id } = await company.fleet.create(NEW_VEHICLE)
    const booked = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id, phone: '09121110001' })
    const { code, data } = await refusal(company.fleet.retire({ id }))
    expect(code).toBe('BOOKED_VEHICLE')
    expect(data).toMatchObject({
      count: 1,
      reservations: [{ id: await deskIdOf(db, booked.id), number: booked.number }],
    })
    expect((await company.fleet.read({ id })).coming.count).toBe(1)
    await company.fleet.pause({ id })
    // An unpaid hold expires by itself.
    site.clock.advance(60)
    await desk.calls.company.fleet.retire({ id })
  })

  test('ends consistently when a vehicle is retired and reserved at the same time', async () => {
    const { id } = await company.fleet.create(NEW_VEHICLE)
    const [retired, reserved] = await Promise.allSettled([
      company.fleet.retire({ id }),
      visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id, phone: '09121110002' }),
    ])
    expect([retired.status, reserved.status].sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('copies', () => {
  test('are the same kind of vehicle with their own plates, without ratings and reservations', async () => {
    const { id } = await company.fleet.create({
      ...NEW_VEHICLE,
      year: 2018,
      plate: newPlate(),
      reference: 'A-1',
      about: { en: 'Clean' },
    })
    const plates = [newPlate(), newPlate()]
    const { vehicles } = await company.fleet.copy({ id, plates })
    expect(vehicles.map(({ plate }) => plate)).toEqual(plates)
    const [first, second] = vehicles
    const copied = await company.fleet.read({ id: first?.id ?? 0 })
    expect(copied).toMatchObject({ reference: null, about: { en: 'Clean' }, p1: 1_200_000, state: 'OFFERED' })
    expect(copied.alike.map((one) => one.id)).toEqual([id, first?.id, second?.id])
    // A copy of a copy belongs to the same group.
    await company.fleet.copy({ id: second?.id ?? 0, plates: [newPlate()] })
    expect((await company.fleet.read({ id })).alike).toHaveLength(4)
    const { results } = await visitor.ads.search({
      query: { page: 1, size: 100 },
      body: { city: { id: 1061 }, yearTo: 2018 },
    })
    expect(results).toMatchObject([{ id, units: 4 }])
  })

  test('have the prices and seasons of the original', async () => {
    const { id } = await company.fleet.create(NEW_VEHICLE)
    const { id: rule } = await db
      .insertInto('price_rule')
      .values({ company_id: TOMAN.company, ad_id: id, min_days: 2 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const season = { name: 'Nowruz', starts_on: '2027-03-20', ends_on: '2027-04-02', percent: 40 }
    await db
      .insertInto('price_season')
      .values({ price_rule_id: rule, ...season })
      .execute()
    const { vehicles } = await company.fleet.copy({ id, plates: [newPlate()] })
    const copied = await db
      .selectFrom('price_rule')
      .innerJoin('price_season', 'price_rule_id', 'price_rule.id')
      .select(['price_rule.min_days', 'name', 'percent'])
      .where('ad_id', '=', vehicles[0]?.id ?? 0)
      .execute()
    expect(copied).toEqual([{ min_days: 2, name: 'Nowruz', percent: 40 }])
  })

  test('change together where that is requested, each keeping its own plate; otherwise only one changes', async () => {
    const { id } = await company.fleet.create({
      ...NEW_VEHICLE,
      plate: newPlate(),
      reference: 'B-1',
      about: { en: 'Clean' },
    })
    const { vehicles } = await company.fleet.copy({ id, plates: [newPlate(), newPlate(), newPlate()] })
    const [blue = 0, red = 0, gone = 0] = vehicles.map((one) => one.id)
    await company.fleet.change({ id: red, colour: 'red' })
    await company.fleet.retire({ id: gone })
    const before = await company.fleet.read({ id: blue })
    // The whole form, with two changed fields.
    const { seats, mileage_per_day, trust_type, guarantee_amount } = before
    const facts = {
      seats,
      mileage_per_day,
      trust_type,
      guarantee_amount,
      colour: 'blue' as const,
      about: { en: 'Clean' },
    }
    const plate = newPlate()
    await company.fleet.change({ id, ...facts, plate, seats: 7, about: { en: 'Clean', fa: 'تمیز' }, all_units: true })
    const { id: _, plate: _plate, reference: _reference, ...other } = await company.fleet.read({ id: blue })
    expect(await company.fleet.read({ id: blue })).toMatchObject({ plate: before.plate, reference: null })
    expect(other).toMatchObject({ seats: 7, colour: 'blue', about: { en: 'Clean', fa: 'تمیز' } })
    expect(await company.fleet.read({ id: red })).toMatchObject({ seats: 7, colour: 'red', picture: 'hatchback-red' })
    expect((await company.fleet.read({ id: gone })).seats).toBe(5)
    await company.fleet.change({ id, min_driver_age: 25 })
    expect((await company.fleet.read({ id: blue })).min_driver_age).toBe(before.min_driver_age)
    expect(await fieldsOf(company.fleet.change({ id, year: 2090, all_units: true }))).toEqual({ year: ['max'] })
    const listed = (await desk.calls.company.fleet.search({ size: 100 })).results
    expect(listed.filter((one) => [id, red, gone].includes(one.id)).map((one) => one.units)).toEqual([3, 3, 3])
  })

  test('get the prices, rules and seasons that are set for all of their kind', async () => {
    const { id } = await company.fleet.create(NEW_VEHICLE)
    const { vehicles } = await company.fleet.copy({ id, plates: [newPlate()] })
    const copied = vehicles[0]?.id ?? 0
    const { prices } = agency.calls.company
    await prices.set({ ad: copied, min_days: 5 })
    await prices.set({ ad: id, all_units: true, p1: 1_500_000 })
    expect((await prices.read({ ad: copied })).vehicle).toMatchObject({ p1: 1_500_000, p3: 1_200_000, units: 2 })
    expect((await prices.read({ ad: copied })).own.min_days).toBe(5)
    const season = { name: 'Nowruz', start_date: '2027-03-20', end_date: '2027-04-02', percent: 40 }
    const { own } = await prices.addSeason({ ad: id, all_units: true, ...season })
    await prices.set({ ad: id, all_units: true, min_days: 3 })
    const [made] = own.seasons
    await prices.changeSeason({ id: made?.id ?? 0, all_units: true, ...season, percent: 50 })
    expect((await prices.read({ ad: copied })).own).toMatchObject({ min_days: 3, seasons: [{ percent: 50 }] })
    await prices.dropSeason({ id: made?.id ?? 0 })
    expect((await prices.read({ ad: copied })).own.seasons).toHaveLength(1)
    await prices.set({ ad: id, all_units: true, min_days: 2 })
    expect((await prices.read({ ad: copied })).own).toMatchObject({ min_days: 2, seasons: [] })
  })

  test('show whether they are out, and their next booking', async () => {
    const { id } = await company.fleet.create(NEW_VEHICLE)
    const { vehicles } = await company.fleet.copy({ id, plates: [newPlate()] })
    const copied = vehicles[0]?.id ?? 0
    const { id: booked } = await visitor.reservations.reserve({
      ...RENTAL,
      ...DRIVER,
      id: copied,
      phone: '09121110077',
    })
    await db.updateTable('reservation').set({ status: 'CONFIRMED' }).where('id', '=', booked).execute()
    expect((await company.fleet.read({ id })).alike).toMatchObject([
      { id, is_out: false, next: null },
      {
        id: copied,
        next: { id: await deskIdOf(db, booked), fullname: DRIVER.fullname, start_at: '2026-12-01T06:30:00.000Z' },
      },
    ])
  })

  test('are made all together or not at all', async () => {
    const plate = newPlate()
    const { id } = await company.fleet.create({ ...NEW_VEHICLE, plate })
    const { count } = await company.fleet.list({})
    const fresh = newPlate()
    expect(await fieldsOf(company.fleet.copy({ id, plates: [fresh, plate, fresh, '?'] }))).toEqual({
      'plates.3': ['plate'],
    })
    expect(await fieldsOf(company.fleet.copy({ id, plates: [fresh, plate, fresh] }))).toEqual({
      'plates.1': ['plate_taken'],
      'plates.2': ['plate_taken'],
    })
    expect(await codeOf(company.fleet.copy({ id, plates: Array.from({ length: 21 }, newPlate) }))).toBe(
      'INVALID_FIELDS',
    )
    expect((await company.fleet.list({})).count).toBe(count)
  })
})

describe('a traveller whose vehicle is taken', () => {
  test('gets one that is identical except for its plate, as the price says', async () => {
    const { id } = await company.fleet.create({ ...NEW_VEHICLE, year: 2019 })
    const { vehicles } = await company.fleet.copy({ id, plates: [newPlate(), newPlate()] })
    const [other = 0, copied = 0] = vehicles.map((one) => one.id)
    await company.fleet.change({ id: other, colour: 'red' })
    const quote = () => visitor.reservations.price({ ...RENTAL, id })
    expect(await quote()).toMatchObject({ available: true, free_unit: null })
    const days = { start_date: '2026-12-01', end_date: '2026-12-02', start_time: '12:00', end_time: '12:00' }
    await desk.calls.company.calendar.block({ ad: id, ...days })
    expect(await quote()).toMatchObject({ available: false, free_unit: copied })
    const ask = (phone: string) => visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id, phone })
    const { id: booked } = await ask('09121110078')
    expect((await visitor.reservations.voucher({ id: booked })).ad.id).toBe(copied)
    expect((await quote()).free_unit).toBeNull()
    expect(await codeOf(ask('09121110079'))).toBe('VEHICLE_TAKEN')
  })
})
