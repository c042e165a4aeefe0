import { type Kysely, sql } from 'kysely'
import { adSearchText } from '#app/db/ad-search-text.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { bodyTypeOf, bodyTypes } from '#app/db/demonstration/catalogue/body-types.ts'
import { brands, models, trims } from '#app/db/demonstration/catalogue/rows.ts'
import { currencies, TOMAN_PER_EURO } from '#app/db/demonstration/currencies.ts'
import { continueIds, insertRows, type Row } from '#app/db/demonstration/insert-rows.ts'
import { newId } from '#app/db/demonstration/people/new-id.ts'
import { COUNTRY, countries } from '#app/db/demonstration/places/countries.ts'
import { provinces } from '#app/db/demonstration/places/provinces.ts'
import { type Five, wordingOf } from '#app/db/demonstration/wording.ts'
import { sortPricesOf } from '#app/db/prices/sort-prices.ts'
import { CATEGORY, CURRENCY_IDS } from '#app/rules/constants.ts'
import { DEFAULT_NOTIFICATIONS } from '#app/rules/messages/notifications.ts'
import type { TierPrices } from '#app/rules/money/price.ts'
import { foldText } from '#app/rules/text/digits.ts'
import { artworkKey } from '#app/rules/text/picture.ts'
import { SCENARIO_NAMES, SCENARIOS, TEST_BRAND, TEST_BRAND_NAME } from './scenarios.ts'

/** The one city of test mode, by its slug. */
const TEST_CITY = 'test-city'
const CITY_ID = 1
const CITY_NAME: Five = ['شهر آزمایشی', 'Test City', 'مدينة الاختبار', 'Test Şehri', 'Teststadt']
const COMPANY_NAME: Five = ['شرکت آزمایشی', 'Test company', 'شركة الاختبار', 'Test şirketi', 'Testunternehmen']
const OFFICE: Five = ['دفتر آزمایشی', 'Test office', 'مكتب الاختبار', 'Test ofisi', 'Testbüro']
const ADDRESS: Five = ['خیابان آزمایش، ۱', '1 Test Street', 'شارع الاختبار، 1', 'Test Sokağı 1', 'Teststraße 1']
/** Numbers that nobody has. Source: ITU, +999 is not assigned. */
const PHONE = '+9990000000'
/** In the sea, so that no real city is nearer. */
const AT = { latitude: 34.5, longitude: 27.5 }
const BRAND_ID = brands.length + 1
const YEAR = 2025

/** The day prices of each vehicle, in cents. */
const PRICES: TierPrices = { p1: 5000, p3: 4800, p7: 4500, p14: 4200, p30: 4000 }

/** The columns of a vehicle with these prices. */
export function priceColumns(prices: TierPrices) {
  return { ...prices, ...sortPricesOf(prices, TOMAN_PER_EURO, 100) }
}

/** Fills an empty database of test mode with its city and what vehicles are made of. Safe when processes start together. */
export async function loadTestMode(db: Kysely<DB>): Promise<void> {
  await alone(db, async (tx) => {
    const loaded = await tx.selectFrom('city').select('id').executeTakeFirst()
    if (loaded) return
    await insertRows(tx, 'currency', currencies)
    await insertRows(tx, 'country', countries)
    await insertRows(tx, 'province', provinces)
    await insertRows(tx, 'city', [city()])
    await insertRows(tx, 'brand', [...brands, { id: BRAND_ID, slug: TEST_BRAND, ...names(TEST_BRAND_NAME) }])
    await insertRows(tx, 'model', [...models, ...scenarioModels()])
    await insertRows(tx, 'trim', trims)
    await insertRows(tx, 'body_type', bodyTypes)
    await continueIds(tx, ['city', 'brand', 'model', 'trim'])
  })
}

/**
 * The test company of a company, which has its id, an owner, and a vehicle for each scenario; made where it is missing.
 * Returns the owner's account.
 */
export async function loadTestCompany(db: Kysely<DB>, id: number, now: Date): Promise<string> {
  await alone(db, async (tx) => {
    const loaded = await tx.selectFrom('company').select('id').where('id', '=', id).executeTakeFirst()
    if (loaded) return
    await insertRows(tx, 'company', [company(id, now)])
    await insertRows(tx, 'place', [office(id)])
    await tx
      .insertInto('account')
      .values({
        ...{ id: newId(), phone: `${PHONE}${id}`, role: 'AGENT', fullname: COMPANY_NAME[1], company_id: id },
        ...{ staff_role: 'OWNER', notifications: JSON.stringify(DEFAULT_NOTIFICATIONS) },
        ...{ activated_at: now, phone_proven_at: now, created_at: now },
      })
      .execute()
    await insertRows(tx, 'ad', vehicles(id, await storedModels(tx)))
  })
  const owner = await db
    .selectFrom('account')
    .select('id')
    .where('company_id', '=', id)
    .where('staff_role', '=', 'OWNER')
    .executeTakeFirstOrThrow()
  return owner.id
}

async function alone(db: Kysely<DB>, work: (tx: Kysely<DB>) => Promise<void>) {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('test mode')), set_config('savari.events', 'off', true)`.execute(tx)
    await work(tx)
  })
}

function names([name_fa, name_en, name_ar]: Five) {
  return { name_fa, name_en, name_ar }
}

function city(): Row<'city'> {
  const [name_fa, name_en, name_ar, name_tr, name_de] = CITY_NAME
  return {
    ...{ id: CITY_ID, slug: TEST_CITY, country_id: COUNTRY.TURKEY, province_id: provinceOf(COUNTRY.TURKEY) },
    ...{ name_fa, name_en, name_ar, name_tr, name_de, ...AT, airport_latitude: null, airport_longitude: null },
    ...{ zone: 'Europe/Istanbul', office_address: wordingOf(ADDRESS), office_map_url: '', pinned_order: 1 },
    search: foldText([...CITY_NAME, TEST_CITY].join(' ')),
  }
}

function provinceOf(country: number): number {
  return Number(provinces.find(({ country_id }) => country_id === country)?.id)
}

function scenarioModels(): Row<'model'>[] {
  return SCENARIOS.map((slug, index) => ({
    ...{ id: models.length + 1 + index, brand_id: BRAND_ID, slug },
    ...names(SCENARIO_NAMES[slug]),
  }))
}

function company(id: number, created_at: Date): Row<'company'> {
  return {
    ...{ id, slug: `test-${id}`, name: wordingOf(COMPANY_NAME), about: wordingOf(COMPANY_NAME), created_at },
    ...{ city_id: CITY_ID, currency_id: CURRENCY_IDS.EUR, phone: PHONE, prepayment_percent: 20 },
    // What plays no scenario of the company's answer is confirmed at once (`answer-for-company.ts`).
    ...{ confirmation: 'BY_HAND', turnaround_minutes: 0, free_until_hours: 48, half_until_hours: 24 },
    ...{ free_address_fee: 1500, child_seat_price: 400, extra_driver_price: 1000, internet_price: 300 },
    ...{ insurance_price: 900, commission_percent: 12, verified: true },
  }
}

function office(company_id: number): Row<'place'> {
  return {
    ...{ company_id, city_id: CITY_ID, kind: 'OFFICE', name: wordingOf(OFFICE), address: wordingOf(ADDRESS) },
    ...{ phone: PHONE, receive_fee: 0, return_fee: 0, opens_at: '00:00', closes_at: '24:00', ...AT, position: 0 },
  }
}

/** The models that play scenarios, by the ids that they got when the database was filled. */
function storedModels(tx: Kysely<DB>) {
  return tx
    .selectFrom('model')
    .innerJoin('brand', 'brand.id', 'model.brand_id')
    .select(['model.id', 'model.brand_id', 'model.slug', 'model.name_fa', 'model.name_en', 'model.name_ar'])
    .where('brand.slug', '=', TEST_BRAND)
    .orderBy('model.id')
    .execute()
}

function vehicles(company_id: number, played: Awaited<ReturnType<typeof storedModels>>): Row<'ad'>[] {
  const type = bodyTypeOf('hatchback')
  return played.map((model, index) => ({
    ...{ company_id, city_id: CITY_ID, category: CATEGORY.CAR, type_id: type.id, trim_id: null },
    ...{ brand_id: model.brand_id, model_id: model.id, reference: `TEST-${index + 1}`, plate: `TEST ${index + 1}` },
    ...{ colour: 'white', drawing: artworkKey('hatchback', 'white'), year: YEAR, gearbox: 'MANUAL', fuel: 'PETROL' },
    ...{ fuel_rule: 'FULL_TO_FULL', engine_cc: 1200, seats: 5, load_capacity: 2, mileage_per_day: 250 },
    ...{ extra_km_price: 20, min_driver_age: 18, min_licence_years: 1, trust: 'CARD_HOLD', guarantee_amount: 30_000 },
    ...{ properties: ['air_conditioning'], ...priceColumns(PRICES), status: 1 },
    search: adSearchText({
      brand: { slug: TEST_BRAND, ...names(TEST_BRAND_NAME) },
      ...{ model, trim: null, type, year: YEAR },
    }),
  }))
}
