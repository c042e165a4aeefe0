import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'

const EACH = (text: string) => JSON.stringify({ fa: text, en: text, ar: text, tr: text, de: text })

export const TOMAN = { company: 1, ad: 101 } as const
/** A company that confirms by hand, with cars of the same prices. */
export const BY_HAND = { company: 2, ad: 201 } as const
export const PLACES = { office: 11, airport: 12, byHand: 21, elsewhere: 13 } as const

/**
 * Two small companies on Kish: cars 101–120, or as many as are asked for, of the first (confirmed at once, 30 minutes between two rentals) and 201–205
 * of the second (by hand). 1,000,000 toman a day, 900,000 from three days on; an office from 08:00 to 20:00 and an airport
 * all day for 200,000; one euro is 100,000 toman.
 */
export async function loadFleet(db: Kysely<DB>, { cars: most = 20 }: { cars?: number } = {}): Promise<void> {
  const names = (name: string) => ({ name_fa: `${name} فا`, name_en: name, name_ar: `${name} ع` })
  await db
    .insertInto('currency')
    .values([
      { id: 6, code: 'IRT', symbol: 'تومان', irt_per_unit: 1, ...names('Toman') },
      { id: 2, code: 'EUR', symbol: '€', irt_per_unit: 100_000, ...names('Euro') },
    ])
    .execute()
  await db
    .insertInto('country')
    .values({ id: 1, code: 'IR', dial_code: '+98', ...names('Iran') })
    .execute()
  await db
    .insertInto('province')
    .values({ id: 1, country_id: 1, ...names('Hormozgan') })
    .execute()
  const city = { province_id: 1, country_id: 1, zone: 'Asia/Tehran', latitude: 26.5, longitude: 53.9 }
  const office = { office_address: EACH('Kish'), office_map_url: 'https://maps.example/', search: 'kish' }
  await db
    .insertInto('city')
    .values([
      { id: 1061, slug: 'kish', ...names('Kish'), ...city, ...office },
      { id: 1062, slug: 'qeshm', ...names('Qeshm'), ...city, ...office },
    ])
    .execute()
  const company = {
    about: EACH('About'),
    city_id: 1061,
    currency_id: 6,
    phone: '+982112345678',
    prepayment_percent: 30,
    free_address_fee: 300_000,
    child_seat_price: 50_000,
    extra_driver_price: 400_000,
    internet_price: 30_000,
    insurance_price: 100_000,
  }
  await db
    .insertInto('company')
    .values([
      { id: 1, slug: 'marjan', name: EACH('Marjan'), confirmation: 'AT_ONCE', turnaround_minutes: 30, ...company },
      { id: 2, slug: 'darya', name: EACH('Darya'), confirmation: 'BY_HAND', ...company, internet_price: null },
    ])
    .execute()
  const place = { city_id: 1061, address: EACH('Street 1'), name: EACH('Office') }
  const day = { opens_at: '08:00', closes_at: '20:00' }
  await db
    .insertInto('place')
    .values([
      { id: 11, company_id: 1, kind: 'OFFICE', position: 1, ...place, ...day },
      {
        id: 12,
        company_id: 1,
        kind: 'AIRPORT',
        position: 2,
        receive_fee: 200_000,
        return_fee: 200_000,
        ...place,
        opens_at: '00:00',
        closes_at: '23:59',
      },
      { id: 13, company_id: 1, kind: 'OFFICE', position: 3, ...place, city_id: 1062, ...day },
      { id: 21, company_id: 2, kind: 'OFFICE', position: 1, ...place, ...day },
    ])
    .execute()
  await db
    .insertInto('brand')
    .values({ id: 1, slug: 'kia', ...names('Kia') })
    .execute()
  await db
    .insertInto('model')
    .values({ id: 1, brand_id: 1, slug: 'rio', ...names('Rio') })
    .execute()
  await db
    .insertInto('body_type')
    .values({ id: 1, slug: 'hatchback', category: 2, name: EACH('Hatchback') })
    .execute()
  const prices = { p1: 1_000_000, p3: 900_000, p7: 800_000, p14: 700_000, p30: 600_000 }
  const ad = {
    ...prices,
    ...Object.fromEntries(Object.entries(prices).map(([tier, price]) => [tier.replace('p', 's'), price])),
    city_id: 1061,
    category: 2,
    brand_id: 1,
    model_id: 1,
    type_id: 1,
    colour: 'white',
    drawing: 'hatchback-white',
    year: 2022,
    gearbox: 'AUTOMATIC' as const,
    fuel: 'PETROL' as const,
    fuel_rule: 'FULL_TO_FULL' as const,
    seats: 5,
    trust: 'CHEQUE' as const,
    guarantee_amount: 20_000_000,
    min_driver_age: 21,
    search: 'kia rio',
  } as { s1: number; s3: number; s7: number; s14: number; s30: number } & Omit<
    import('kysely').Insertable<DB['ad']>,
    's1' | 's3' | 's7' | 's14' | 's30' | 'company_id'
  >
  // Their engines differ, so that no two are units of one group.
  const carOf = (id: number) => ({ ...ad, id, engine_cc: 1000 + id })
  const cars = [
    ...Array.from({ length: most }, (_, index) => ({ ...carOf(101 + index), company_id: 1 })),
    ...Array.from({ length: 5 }, (_, index) => ({ ...carOf(201 + index), company_id: 2 })),
  ]
  await db.insertInto('ad').values(cars).execute()
}

/** A car that the first company can add to its fleet. */
export const NEW_VEHICLE = {
  ...{ model: 1, type: 1, city: 1061, colour: 'blue', year: 2023, gearbox: 'AUTOMATIC', fuel: 'PETROL', seats: 5 },
  ...{ trust_type: 'CASH', guarantee_amount: 10_000_000, p1: 1_200_000 },
} as const

/** A rental of three days, 10:00 to 10:00, from the office and back: 2,700,000 toman, 810,000 of them now. */
export const RENTAL = {
  id: TOMAN.ad,
  start_date: '2026-12-01',
  start_time: '10:00',
  end_date: '2026-12-04',
  end_time: '10:00',
}

/** `RENTAL`, but starting this many days after a time: for tests that run on the process's clock. */
export function rentalAfter(now: Date, days = 7): typeof RENTAL {
  const start_date = addDays(dateIn('Asia/Tehran', now), days)
  return { ...RENTAL, start_date, end_date: addDays(start_date, 3) }
}

/** A driver with all fields that a booking in Persian and toman needs. */
export const DRIVER = {
  fullname: 'سارا محمدی',
  national_id: '0084575948',
  country_code: '+98',
  phone: '09121234567',
  date_of_birth: '1990-05-20',
}

/** The further fields that a payment in euro (Yekpay) needs. */
export const ABROAD = {
  email: 'sara@example.com',
  country: 'DE',
  city: 'Berlin',
  address: 'Hauptstraße 1',
  zip_code: '10827',
}

/** A different Iranian mobile number for each count. */
export const phoneOf = (count: number) => `0912${String(1_000_000 + count)}`
