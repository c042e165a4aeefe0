import { expect, test } from 'vitest'
import { testApi } from '../../../support/api/api.ts'
import { loadFleet, PLACES, RENTAL, TOMAN } from '../../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../../support/api/identities.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { testDatabase } from '../../../support/server/database/database.ts'
import { stepsInOrder } from '../../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const site = await testApi({ db, now: '2026-11-23T05:30:00Z' })
await loadFleet(db)
const { owner: customer, elsewhere } = await fiveIdentities(site)
const staff = { role: 'AGENT', company: TOMAN.company } as const
const owner = await signedIn(site, { ...staff, phone: '+989120000821', staffRole: 'OWNER' })
const desk = await signedIn(site, { ...staff, phone: '+989120000822', staffRole: 'DESK' })
const driver = await signedIn(site, { ...staff, phone: '+989120000823', staffRole: 'DRIVER' })
const fieldsOf = async (call: Promise<unknown>) => ((await refusal(call)).data as { fields: unknown }).fields

const { ad: id } = TOMAN
const FACTS = {
  plate_country: 'ایران',
  key_number: 'K-118, safe 2',
  home_place: PLACES.office,
  bought_on: '2023-12-30',
}

test('is empty at first, and kept as it is typed, by whoever may', async () => {
  expect(await desk.calls.company.fleet.details.read({ id })).toMatchObject({ vin: null, home_place: null })
  const vin = ' nmtbe3je5-0r042417 '
  const saved = await owner.calls.company.fleet.details.save({ id, ...FACTS, vin, bought_for: 1_980_000_000 })
  expect(saved).toMatchObject({ vin: 'NMTBE3JE50R042417', key_number: 'K-118, safe 2', home_place: { id: 11 } })
  expect(saved).toMatchObject({ bought_on: '2023-12-30', bought_for: 1_980_000_000, sold_on: null, sold_for: null })
  for (const { calls } of [customer, elsewhere, driver]) {
    expect((await refusal(calls.company.fleet.details.read({ id }))).code).toBe('NOT_FOUND')
    expect((await refusal(calls.company.fleet.details.save({ id, ...FACTS }))).code).toBe('NOT_FOUND')
  }
})

test('amounts are the owners’: others neither see nor change them', async () => {
  const { fleet } = desk.calls.company
  expect((await fleet.details.read({ id })).bought_for).toBeNull()
  const changed = await fleet.details.save({ id, ...FACTS, vin: 'NMTBE3JE50R042417', bought_for: 1, sold_for: 2 })
  expect(changed).toMatchObject({ bought_for: null, sold_for: null })
  const kept = await owner.calls.company.fleet.details.read({ id })
  expect(kept).toMatchObject({ bought_for: 1_980_000_000, sold_for: null, plate_country: 'ایران' })
})

test('refuses what is no chassis number, another company’s place, and a sale before the purchase', async () => {
  const { details } = owner.calls.company.fleet
  expect(await fieldsOf(details.save({ id, ...FACTS, vin: 'O0' }))).toEqual({ vin: ['vin'] })
  expect(await fieldsOf(details.save({ id, ...FACTS, home_place: PLACES.byHand }))).toEqual({ home_place: ['invalid'] })
  expect(await fieldsOf(details.save({ id, ...FACTS, bought_for: -1 }))).toEqual({ bought_for: ['min'] })
  expect(await fieldsOf(details.save({ id, ...FACTS, sold_on: '2022-01-01' }))).toEqual({ sold_on: ['not_later'] })
})

test('shows the plates that it had, and its chassis number stands in contracts', async () => {
  const { fleet, contracts, reservations } = desk.calls.company
  await fleet.change({ id, plate: '11111 کیش' })
  await fleet.change({ id, plate: '22222 کیش' })
  expect((await fleet.details.read({ id })).former_plates.map(({ plate }) => plate)).toContain('11111 کیش')
  const person = { fullname: 'مهدی آرمان سعادت', country_code: '+98', phone: '09121234567' }
  const { id: _, ...times } = RENTAL
  const booked = await reservations.book({ ad: id, ...times, ...person, source: 'PHONE', payment: 'CASH' })
  expect((await contracts.read({ id: booked.id })).vin).toBe('NMTBE3JE50R042417')
  const made = await contracts.make({ id: booked.id, language: 'en', licence: '910422' })
  expect(made.contracts[0]?.text).toContain('NMTBE3JE50R042417')
})
