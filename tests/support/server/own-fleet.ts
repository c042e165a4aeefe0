import type { Selectable } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { sortPricesOf } from '#app/db/prices/sort-prices.ts'
import { CATEGORY, CURRENCY_IDS } from '#app/rules/constants.ts'
import { siteDatabase } from './database/site-connection.ts'

/**
 * Vehicles that belong to one test: nobody else books, blocks or reprices them, so no test depends on the order of the
 * demonstration's fleet or on what another test left there. They are in Qeshm, which no test counts or lists, are
 * neither the cheapest nor the dearest, and come last in every list. Tests that only read use the demonstration.
 */
export interface OwnVehicle {
  id: number
  companyId: number
}

interface Wanted {
  /** Whether the company confirms at once (default) or by hand. */
  confirmation?: 'AT_ONCE' | 'BY_HAND'
  /** Whether the company wants a guarantee, of which a picture is sent (default: none). */
  asksDeposit?: boolean
  /** A company of `makeCompany`; otherwise one that all vehicles of the worker share. */
  companyId?: number
  /** The data folder of a site other than the tests' own. */
  dataDir?: string
  /** The slug of its city (default: Qeshm). */
  city?: string
}

const CITY = 'qeshm'
const PRICES = { p1: 4_200_000, p3: 4_000_000, p7: 3_800_000, p14: 3_500_000, p30: 3_000_000 }
const GUARANTEE = { trust: 'CHEQUE', guarantee_amount: 20_000_000 } as const
const NO_GUARANTEE = { trust: 'DEPOSIT_FREE', guarantee_amount: 0 } as const

/** Makes a car that is always available, from an office (07:00 to 23:00), the airport or any address, with every extra. */
export async function makeVehicle(wanted: Wanted = {}): Promise<OwnVehicle> {
  const { asksDeposit = false, dataDir, city = CITY } = wanted
  const db = await siteDatabase(dataDir)
  const companyId = wanted.companyId ?? (await sharedCompany(wanted))
  const pattern = await demonstrationCar({ dataDir, city })
  const { id } = await db
    .insertInto('ad')
    .values({
      company_id: companyId,
      city_id: (await cityOf({ dataDir, city })).id,
      category: pattern.category,
      brand_id: pattern.brand_id,
      model_id: pattern.model_id,
      trim_id: pattern.trim_id,
      type_id: pattern.type_id,
      colour: pattern.colour,
      drawing: pattern.drawing,
      search: pattern.search,
      year: 2024,
      gearbox: 'AUTOMATIC',
      fuel: 'PETROL',
      fuel_rule: 'FULL_TO_FULL',
      seats: 5,
      // For kilometres without a limit, so nobody sees it; it keeps vehicles from being units of one group.
      extra_km_price: Math.floor(Math.random() * 1_000_000_000),
      min_driver_age: 21,
      created_at: new Date('2020-01-01T00:00:00Z'),
      ...(asksDeposit ? GUARANTEE : NO_GUARANTEE),
      ...PRICES,
      ...sortPricesOf(PRICES, 1, 1),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, companyId }
}

/** Makes a company without staff or vehicles. It takes 30 % at once and refunds all until two days before the rental. */
export async function makeCompany({
  confirmation = 'AT_ONCE',
  dataDir,
  city: slug = CITY,
}: Wanted = {}): Promise<number> {
  const db = await siteDatabase(dataDir)
  const city = await cityOf({ dataDir, city: slug })
  const { id } = await db
    .insertInto('company')
    .values({
      slug: `test-${crypto.randomUUID()}`,
      name: inEveryLanguage('Own Rent'),
      about: inEveryLanguage('A company of a test.'),
      city_id: city.id,
      currency_id: CURRENCY_IDS.IRT,
      phone: '+987635220000',
      prepayment_percent: 30,
      confirmation,
      free_address_fee: 600_000,
      child_seat_price: 150_000,
      extra_driver_price: 900_000,
      internet_price: 60_000,
      insurance_price: 250_000,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const common = { company_id: id, city_id: city.id, address: inEveryLanguage('Street 1') }
  await db
    .insertInto('place')
    .values([
      { ...common, ...AT, kind: 'OFFICE', name: inEveryLanguage('Own office'), opens_at: '07:00', closes_at: '23:00' },
      { ...common, kind: 'AIRPORT', name: inEveryLanguage('Qeshm airport'), position: 1, ...AIRPORT },
    ])
    .execute()
  return id
}

/** In Qeshm. */
const AT = { latitude: 26.9581, longitude: 56.2719 }
const AIRPORT = { opens_at: '00:00', closes_at: '24:00', receive_fee: 400_000, return_fee: 400_000 }

const shared = new Map<string, Promise<number>>()

function sharedCompany({ confirmation = 'AT_ONCE', dataDir = '', city = CITY }: Wanted): Promise<number> {
  const key = `${confirmation} ${dataDir} ${city}`
  const known = shared.get(key) ?? makeCompany({ confirmation, dataDir: dataDir || undefined, city })
  shared.set(key, known)
  return known
}

type Where = { dataDir: string | undefined; city: string }

/** A car of the demonstration whose make, model and pictures are reused. */
async function demonstrationCar({ dataDir, city }: Where): Promise<Selectable<DB['ad']>> {
  const db = await siteDatabase(dataDir)
  const { id } = await cityOf({ dataDir, city })
  const cars = db.selectFrom('ad').selectAll().where('city_id', '=', id).where('category', '=', CATEGORY.CAR)
  return cars.orderBy('id').limit(1).executeTakeFirstOrThrow()
}

async function cityOf({ dataDir, city }: Where): Promise<{ id: number }> {
  const db = await siteDatabase(dataDir)
  return db.selectFrom('city').select('id').where('slug', '=', city).executeTakeFirstOrThrow()
}

function inEveryLanguage(text: string): string {
  return JSON.stringify({ fa: text, en: text, ar: text, tr: text, de: text })
}
