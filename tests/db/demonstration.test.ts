import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { DB } from '#app/db/connection/schema.ts'
import { loadDemonstration } from '#app/db/demonstration/load.ts'
import { VEHICLE_PROPERTIES } from '#app/rules/search/vehicle-property.ts'
import { foldText } from '#app/rules/text/digits.ts'
import { isArtworkKey, SHAPES } from '#app/rules/text/picture.ts'
import { notEmpty } from '../support/not-empty.ts'
import { testDatabase } from '../support/server/database/database.ts'

const now = new Date('2026-11-21T08:00:00Z')
const { db } = await testDatabase()
const { db: another } = await testDatabase()
await loadDemonstration(db, { now })

async function ask<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return (await query.execute(db)).rows
}

async function count(from: string): Promise<number> {
  const [row] = await ask(sql<{ count: number }>`select count(*) from ${sql.raw(from)}`)
  return row!.count
}

/** One line for each row of the demonstration's tables, without the random ids of reservations. */
async function printOf(database: Kysely<DB>): Promise<string> {
  const tables = ['city', 'company', 'place', 'brand', 'model', 'trim', 'ad', 'ad_comment', 'busy', 'discount_code']
  const prints = tables.map((table) => {
    return sql`(select md5(string_agg((to_jsonb(t) - '{reservation_id,updated_at}'::text[])::text, '' order by id)) from ${sql.table(table)} t)`
  })
  const { rows } = await sql<{ print: string }>`select concat_ws(' ', ${sql.join(prints)}) as print`.execute(database)
  return rows[0]!.print
}

test('there is as much of everything as a marketplace needs', async () => {
  expect(await count('ad')).toBeGreaterThanOrEqual(1200)
  expect(await count('company')).toBeGreaterThanOrEqual(40)
  expect(await count('city')).toBeGreaterThanOrEqual(14)
  expect(await count('ad where city_id = 1061 and category = 2')).toBeGreaterThanOrEqual(110)
  expect(await count('(select from ad where category = 5 group by city_id) c')).toBeGreaterThanOrEqual(15)
  expect(await count('ad_comment')).toBeGreaterThan(1000)
  expect(await count('discount_code')).toBeGreaterThanOrEqual(8)
  const perAd = (await count('busy')) / (await count('ad'))
  expect(perAd).toBeGreaterThanOrEqual(9)
  expect(perAd).toBeLessThanOrEqual(11)
})

test('the pinned cities, the currencies and company 12 have the agreed ids', async () => {
  const pinned = await ask(sql<{ id: number; name_en: string }>`
    select id, name_en from city where pinned_order is not null order by pinned_order`)
  expect(pinned).toEqual([
    { id: 1061, name_en: 'Kish' },
    { id: 335471, name_en: 'Tehran' },
    { id: 335469, name_en: 'Istanbul' },
    { id: 305, name_en: 'Dubai' },
  ])
  const currencies = await ask(sql`select id, code, irt_per_unit from currency order by id`)
  expect(currencies).toEqual([
    { id: 2, code: 'EUR', irt_per_unit: 125_000 },
    { id: 6, code: 'IRT', irt_per_unit: 1 },
  ])
  const [marjan] = await ask(sql<{ name: Record<string, string>; city_id: number }>`
    select name, city_id from company where id = 12`)
  expect(marjan).toMatchObject({ name: { fa: 'مرجان رنت', en: 'Marjan Rent' }, city_id: 1061 })
})

test('loading again changes nothing, and another database gets the same data', async () => {
  const before = await printOf(db)
  await loadDemonstration(db, { now: new Date('2027-02-02T00:00:00Z') })
  expect(await printOf(db)).toBe(before)
  await Promise.all([loadDemonstration(another, { now }), loadDemonstration(another, { now })])
  expect(await printOf(another)).toBe(before)
})

test('a row that is added later gets an id of its own', async () => {
  const [brand] = await ask(sql<{ id: number }>`
    insert into brand (slug, name_fa, name_en, name_ar) values ('x', 'ایکس', 'X', 'إكس') returning id`)
  expect(brand!.id).toBe(await count('brand'))
  await sql`delete from brand where slug = 'x'`.execute(db)
})

const ARABIC_SCRIPT = /[\u0600-\u06ff]/
const TEXTS = {
  'city.office_address': sql`select office_address as text from city`,
  'company.name': sql`select name as text from company`,
  'company.about': sql`select about as text from company`,
  'place.name': sql`select name as text from place`,
  'place.address': sql`select address as text from place`,
  'body_type.name': sql`select name as text from body_type`,
  'ad.about': sql`select distinct about as text from ad where about is not null`,
  'contact.title': sql`select title as text from contact`,
  'contact.description': sql`select description as text from contact`,
}

test.each(Object.entries(TEXTS))('%s is written in all five languages', async (_, query) => {
  const { rows } = await query.execute(db)
  expect(rows.length).toBeGreaterThan(0)
  for (const { text } of rows as { text: Record<string, string> }[]) {
    expect(Object.keys(text).sort()).toEqual(['ar', 'de', 'en', 'fa', 'tr'])
    for (const wording of Object.values(text)) expect(wording).not.toMatch(/^\s*$|[{}]|undefined/)
    if (text.fa !== 'WhatsApp') expect(text.fa).toMatch(ARABIC_SCRIPT)
    expect(text.ar).toMatch(ARABIC_SCRIPT)
    expect(text.fa, 'Persian letters and digits').not.toMatch(/[يكىة٠-٩0-9]/)
    expect(text.ar, 'Arabic letters and digits').not.toMatch(/[یکگچپژ۰-۹0-9]/)
    for (const language of ['tr', 'de']) {
      if (text.en!.length > 12) expect(text[language], language).not.toBe(text.en)
    }
  }
})

test('names of places and vehicles are in Persian, Latin and Arabic letters', async () => {
  for (const table of ['city', 'country', 'province', 'brand', 'model', 'trim']) {
    const rows = await ask(
      sql<{ name_fa: string; name_en: string; name_ar: string }>`select * from ${sql.table(table)}`,
    )
    for (const row of notEmpty(rows)) {
      const number = /^\d+$/.test(row.name_en)
      expect(row.name_fa).not.toMatch(/[A-Za-zيك0-9]/)
      if (!number) expect(row.name_ar, row.name_en).toMatch(ARABIC_SCRIPT)
      expect(row.name_ar).not.toMatch(/[A-Za-zیکگچپژ]/)
      expect(row.name_en).not.toMatch(ARABIC_SCRIPT)
    }
  }
})

test('comments are in their language’s script, in the past, and approved except for the latest few', async () => {
  const rows = await ask(sql<{ language: string; body: string; approved: boolean; created_at: Date }>`
    select language, body, approved, created_at from ad_comment`)
  expect(new Set(rows.map(({ language }) => language)).size).toBe(5)
  for (const { language, body, approved, created_at } of rows) {
    expect(ARABIC_SCRIPT.test(body)).toBe(language === 'fa' || language === 'ar')
    expect(approved).toBe(now.getTime() - created_at.getTime() > 4 * 86_400_000)
    expect(created_at < now).toBe(true)
  }
  const waiting = rows.filter(({ approved }) => !approved).length
  expect(waiting).toBeGreaterThan(0)
  expect(waiting).toBeLessThan(rows.length / 50)
})

test('ratings agree with the comments, and a company has those of its vehicles', async () => {
  const [wrong] = await ask(sql<{ ads: number; companies: number }>`select
    (select count(*) from ad left join lateral (select count(*) n, coalesce(sum(score), 0) s from ad_comment where ad_id = ad.id) c on true
      where rating_count < n or rating_sum - s < rating_count - n or rating_sum - s > 5 * (rating_count - n)) as ads,
    (select count(*) from company c where (rating_sum, rating_count) <>
      (select sum(rating_sum), sum(rating_count) from ad where company_id = c.id)) as companies`)
  expect(wrong).toEqual({ ads: 0, companies: 0 })
})

test('a car in Kish has realistic prices', async () => {
  const cars = await ask(sql<{ trust: string; guarantee_amount: number; mileage_per_day: number | null; p1: number }>`
    select trust, guarantee_amount, mileage_per_day, p1 from ad where city_id = 1061 and category = 2`)
  expect(new Set(cars.map(({ trust }) => trust))).toEqual(new Set(['DEPOSIT_FREE', 'CARD_HOLD', 'CHEQUE', 'CASH']))
  const usual = cars.filter(({ p1, trust }) => p1 <= 8_000_000 && trust !== 'DEPOSIT_FREE')
  for (const { guarantee_amount } of usual) {
    expect(guarantee_amount).toBeGreaterThanOrEqual(10_000_000)
    expect(guarantee_amount).toBeLessThanOrEqual(30_000_000)
  }
  for (const { mileage_per_day } of cars) expect([200, 250, null]).toContain(mileage_per_day)
  for (const { p1 } of cars) expect(p1).toBeGreaterThanOrEqual(1_000_000)
})

test('every vehicle has a drawing, also models with a shape of their own, and properties that the site knows', async () => {
  const ads = await ask(sql<{ picture: string; properties: string[] }>`select picture, properties from ad`)
  for (const { picture, properties } of ads) {
    expect(isArtworkKey(picture), picture).toBe(true)
    expect(VEHICLE_PROPERTIES).toEqual(expect.arrayContaining(properties))
  }
  const shapes = new Set(ads.map(({ picture }) => picture.split('-')[0]))
  expect([...shapes].sort()).toEqual([...SHAPES].sort())
})

test('prices per day fall with the length, and their columns for sorting are exact', async () => {
  expect(await count('ad where not (p1 >= p3 and p3 >= p7 and p7 >= p14 and p14 >= p30)')).toBe(0)
  const off = `ad join company c on c.id = company_id where (s1, s3, s7, s14, s30) <> (case when currency_id = 6 then (p1, p3, p7, p14, p30)
    else (p1 * 1250, p3 * 1250, p7 * 1250, p14 * 1250, p30 * 1250) end)`
  expect(await count(off)).toBe(0)
})

test('blocks are on half hours of the city, in the future, and most vehicles in Kish are free for 5 days', async () => {
  expect(
    await count(`busy join ad on ad.id = ad_id join city on city.id = city_id
    where kind = 'BLOCK' and (busy.status <> 2 or extract(minute from start_at at time zone zone) not in (0, 30)
    or extract(minute from end_at at time zone zone) not in (0, 30) or start_at < '${now.toISOString()}' 
    or end_at > timestamptz '${now.toISOString()}' + interval '92 days')`),
  ).toBe(0)
  expect(await count(`busy where kind = 'BLOCK'`)).toBeGreaterThan(10_000)
  for (const days of [2, 12, 30, 47, 75]) {
    const [share] = await ask(sql<{ free: number }>`
      select avg((not exists (select from busy b where b.ad_id = ad.id and b.start_at < at + interval '5 days' and b.end_at > at))::int) as free
      from ad, (select ${now}::timestamptz + make_interval(days => ${days}) as at) t where city_id = 1061 and category = 2`)
    expect(share!.free, `${days} days ahead`).toBeGreaterThan(0.4)
  }
})

test('some vehicles can be rented by the month', async () => {
  const [share] = await ask(sql<{ free: number }>`
    select avg((not exists (select from busy b where b.ad_id = ad.id and b.start_at < ${now}::timestamptz + interval '33 days'
      and b.end_at > ${now}::timestamptz + interval '3 days'))::int) as free
    from ad where city_id = 335471 and category = 2`)
  expect(share!.free).toBeGreaterThan(0.1)
})

test('some companies in each country confirm by hand', async () => {
  const rows = await ask(sql<{ hands: number }>`
    select count(*) filter (where confirmation = 'BY_HAND') as hands from company join city on city.id = city_id group by country_id`)
  expect(rows).toHaveLength(4)
  for (const { hands } of rows) expect(hands).toBeGreaterThan(0)
})

test('a city is found by the names that its people and its visitors use', async () => {
  for (const name of ['کيش', 'Kiş', 'İstanbul', 'München', 'Köln', 'Täbris', 'طهران', 'دبی']) {
    const found = await ask(sql`select from city where search like ${`%${foldText(name)}%`}`)
    expect(found.length, name).toBeGreaterThan(0)
  }
})

test('there is a discount code for each refusal, and the travellers’ app is listed last', async () => {
  expect(await count(`discount_code where ends_at < '${now.toISOString()}'`)).toBe(1)
  expect(await count(`discount_code where starts_at > '${now.toISOString()}'`)).toBe(1)
  expect(await count('discount_code where used = total_uses')).toBe(1)
  expect(await count('discount_code where min_days > 1')).toBe(1)
  expect(await count(`discount_code where code = 'KISH20' and cities = '{1061}'`)).toBe(1)
  expect(await count(`discount_code where code = 'MOTO5' and categories = '{5}'`)).toBe(1)
  const apps = await ask(sql<{ type: string }>`select type from application order by id`)
  expect(apps.at(-1)).toEqual({ type: 'USER' })
})
