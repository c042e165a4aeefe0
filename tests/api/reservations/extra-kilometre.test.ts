import { expect, test } from 'vitest'
import { testApi } from '../../support/api/api.ts'
import { ABROAD, BY_HAND, DRIVER, loadFleet, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db, now: '2026-11-23T05:30:00Z' })
await loadFleet(db)
await db.updateTable('company').set({ currency_id: 2 }).where('id', '=', BY_HAND.company).execute()
const priced = (company: number, extra_km_price: number) =>
  db.updateTable('ad').set({ mileage_per_day: 250, extra_km_price }).where('company_id', '=', company).execute()
await priced(TOMAN.company, 8_000)
await priced(BY_HAND.company, 35)
const visitor = site.as({ language: 'en' })

test.each([
  { of: 'in toman', car: TOMAN, currency: 'EUR', price: 8, said: '€0.08' },
  { of: 'in toman', car: TOMAN, currency: 'IRT', price: 8_000, said: '8,000 toman' },
  { of: 'in euros', car: BY_HAND, currency: 'EUR', price: 35, said: '€0.35' },
  { of: 'in euros', car: BY_HAND, currency: 'IRT', price: 35_000, said: '35,000 toman' },
] as const)(
  'the price of a further kilometre of a company $of is the same to the last digit everywhere, in $currency',
  async ({ car: { ad: id, company }, currency, price, said }) => {
    expect((await visitor.ads.read({ id, currency })).extra_km_price).toBe(price)
    const { id: _, ...TIME } = RENTAL
    const { results } = await visitor.reservations.offers({ ...TIME, city: '1061', currency, size: 50 })
    const offer = results.find(
      ({ vehicle }) => vehicle.id !== id && Math.floor(vehicle.id / 100) === Math.floor(id / 100),
    )
    expect(offer?.mileage).toEqual({ per_day: 250, extra_km: { amount: price, currency } })

    const car = id + (currency === 'EUR' ? 1 : 2)
    const reserved = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, ...ABROAD, id: car, currency })
    expect((await visitor.reservations.voucher({ id: reserved.id })).ad.extra_km_price).toBe(price)
    await db.updateTable('reservation').set({ status: 'CONFIRMED' }).where('id', '=', reserved.id).execute()
    const staff = { role: 'AGENT', company, staffRole: 'DESK' } as const
    const desk = await signedIn(site, { ...staff, phone: `+9891200${car}${currency === 'EUR' ? '01' : '02'}` })
    const { contracts } = await desk.calls.company.contracts.make({ id: reserved.id, language: 'en' })
    expect(contracts[0]?.text).toContain(said)
    const sheet = await desk.calls.company.protocols.read({ id: reserved.id, kind: 'PICK_UP' })
    expect(sheet.terms.km).toBe(price)
  },
)
