import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { FieldError } from '#app/db/import/import-error.ts'
import { describeError } from '#app/db/import/import-error-words.ts'
import { type FleetImport, importFleet } from '#app/db/import/import-fleet.ts'
import { COLUMN_NAMES } from '#app/db/import/read/columns.ts'
import { describeReport } from '#app/db/import/report-words.ts'
import { testDatabase } from '../support/server/database/database.ts'

const { db } = await testDatabase({ demo: true })
const picturesFolder = mkdtempSync(join(tmpdir(), 'savari-import-'))
const MARJAN = 12
const ISTANBUL_COMPANY = 19

const HEADING =
  'reference,city,brand,model,trim,type,colour,year,gearbox,fuel,seats,load_capacity,price_1,price_3,price_7,price_14,price_30,trust_type,guarantee_amount,mileage_per_day,properties,pictures'
const GOOD =
  'A-1,kish,Peugeot,207,Panorama,hatchback,white,2022,manual,petrol,5,2,1850000,1750000,1650000,1500000,1300000,cash,10000000,200,air_conditioning;sunroof,'

writeFileSync(join(picturesFolder, 'front.jpg'), 'not read while importing')
writeFileSync(join(picturesFolder, 'back.jpg'), 'not read while importing')
afterAll(() => rmSync(picturesFolder, { recursive: true }))

beforeEach(async () => {
  await db.deleteFrom('ad').where('reference', 'like', 'A-%').execute()
})

function bringIn(text: string | Uint8Array, more: Partial<FleetImport> = {}) {
  const csv = typeof text === 'string' ? new TextEncoder().encode(text) : text
  return importFleet({ db, companyId: MARJAN, csv, picturesFolder, now: new Date('2026-11-21T08:00:00Z'), ...more })
}

/** A valid row with some cells changed, by the heading's names. */
function rowWith(cells: Record<string, string>): string {
  const names = HEADING.split(',')
  const row = GOOD.split(',')
  for (const [name, value] of Object.entries(cells)) row[names.indexOf(name)] = value
  return row.map((value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(',')
}

const fileOf = (...rows: string[]) => [HEADING, ...rows].join('\n')
const adsOf = (companyId = MARJAN) =>
  db
    .selectFrom('ad')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('reference', 'like', 'A-%')
    .orderBy('reference')
    .execute()

/** The place and the kind of each error, without its text. */
const placesOf = (fieldErrors: FieldError[]) => fieldErrors.map(({ line, column, kind }) => [line, column, kind])

test('an own ACRISS code is imported, kept by a file without the column, removed by an empty cell, and refused for motorbikes', async () => {
  const withCode = (code: string, cells: Record<string, string> = {}) =>
    [`${HEADING},acriss`, `${rowWith(cells)},${code}`].join('\n')
  const codes = async () => (await adsOf()).map(({ acriss }) => acriss)
  expect(await bringIn(withCode('edar'))).toMatchObject({ imported: true, created: 1 })
  expect(await codes()).toEqual(['EDAR'])
  expect(await bringIn(fileOf(GOOD))).toMatchObject({ unchanged: 1 })
  expect(await codes()).toEqual(['EDAR'])
  expect(await bringIn(withCode(''))).toMatchObject({ changed: 1 })
  expect(await codes()).toEqual([null])
  const wrong = await bringIn(withCode('ECM1'))
  expect(placesOf(wrong.fieldErrors)).toEqual([[2, 'acriss', 'acriss_invalid']])
  const motor = await bringIn(withCode('ECMR', { brand: 'Honda', model: 'CG 125', trim: '', type: 'motorbike' }))
  expect(placesOf(motor.fieldErrors)).toEqual([[2, 'acriss', 'acriss_unwanted']])
})

test('a row becomes a listing of the company', async () => {
  const report = await bringIn(fileOf(GOOD))
  expect(report).toMatchObject({
    imported: true,
    rows: 1,
    created: 1,
    changed: 0,
    unchanged: 0,
    fieldErrors: [],
    newNames: [],
  })
  const [ad] = await adsOf()
  expect(ad).toMatchObject({
    reference: 'A-1',
    city_id: 1061,
    category: 2,
    colour: 'white',
    picture: 'hatchback-white',
    year: 2022,
    gearbox: 'MANUAL',
    fuel: 'PETROL',
    fuel_rule: 'FULL_TO_FULL',
    p1: 1_850_000,
    s30: 1_300_000,
    trust: 'CASH',
    guarantee_amount: 10_000_000,
    mileage_per_day: 200,
    min_driver_age: 21,
    properties: ['air_conditioning', 'sunroof'],
    status: 1,
  })
  expect(ad!.search).toContain('پژو')
  expect(ad!.search).toContain('panorama')
})

describe('a file is read in the same way', () => {
  const persian = [
    'شناسه;شهر;برند;مدل;تیپ;نوع بدنه;رنگ;سال;گیربکس;سوخت;سرنشین;چمدان;قیمت ۱ روز;قیمت ۳ روز;قیمت ۷ روز;قیمت ۱۴ روز;قیمت ۳۰ روز;نوع ضمانت;مبلغ ضمانت;کیلومتر روزانه;امکانات;عکس‌ها',
    'A-1;کیش;پژو;۲۰۷;پانوراما;هاچ بک;سفید;۱۴۰۱;دنده‌ای;بنزینی;۵;۲;۱٬۸۵۰٬۰۰۰;۱٬۷۵۰٬۰۰۰ تومان;۱،۶۵۰،۰۰۰;1.500.000;1 300 000;نقدی;۱۰۰۰۰۰۰۰;۲۰۰;"کولر;سانروف";',
  ].join('\r\n')
  const plain = fileOf(GOOD)
  const files: [string, string | Uint8Array][] = [
    ['with a byte order mark', `\ufeff${plain}`],
    ['with Windows line ends and empty lines', `${plain.replace('\n', '\r\n\r\n')}\r\n\r\n`],
    ['with tabs', fileOf(GOOD).replaceAll(',', '\t')],
    ['in Persian words and digits, with semicolons', persian],
    ['with Arabic ي and ك, and Arabic digits', persian.replaceAll('ی', 'ي').replaceAll('ک', 'ك').replaceAll('۵', '٥')],
    ['with spaces around the cells', plain.replaceAll(',', ' , ')],
  ]

  test.each(files)('%s', async (_, file) => {
    await bringIn(plain)
    const report = await bringIn(file)
    expect(report.fieldErrors.map((fieldError) => describeError(fieldError, 'en'))).toEqual([])
    expect(report).toMatchObject({ created: 0, changed: 0, unchanged: 1 })
  })

  test('when its bytes come in chunks that cut characters in two', async () => {
    await bringIn(plain)
    const bytes = new TextEncoder().encode(persian)
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7)
    }
    expect(await bringIn('', { csv: pieces() })).toMatchObject({ imported: true, unchanged: 1 })
  })
})

test('cities are found by id, slug or name in any language', async () => {
  const names = ['1061', 'kish', 'Kish', 'كيش', 'کیش', 'تهران', 'Teheran', 'München', 'İstanbul']
  const rows = names.map((city, index) => rowWith({ reference: `A-${index}`, city }))
  expect(await bringIn(fileOf(...rows))).toMatchObject({ imported: true, created: names.length })
  const cities = (await adsOf()).map(({ city_id }) => city_id)
  expect(cities).toEqual([1061, 1061, 1061, 1061, 1061, 335471, 335471, 4002, 335469])
})

test('a euro company writes euros and cents, and sorting uses toman', async () => {
  const prices = { price_1: '45.50', price_3: '45,5', price_7: '€40', price_14: '38', price_30: '1' }
  const row = rowWith({ city: '', ...prices, guarantee_amount: '1,250', trust_type: 'card_hold' })
  expect(await bringIn(fileOf(row), { companyId: ISTANBUL_COMPANY })).toMatchObject({ imported: true, created: 1 })
  const [ad] = await adsOf(ISTANBUL_COMPANY)
  expect(ad).toMatchObject({ city_id: 335469, p1: 4550, p3: 4550, p7: 4000, guarantee_amount: 125_000, s1: 5_687_500 })
})

test('an empty cell gets its default, and a missing price that of the shorter rental', async () => {
  const row = 'A-1,هوندا,سی‌جی ۱۲۵,motorbike,مشکی,1402,manual,petrol,2,400000,بدون ودیعه'
  const report = await bringIn(`reference,brand,model,type,colour,year,gearbox,fuel,seats,price_1,trust_type\n${row}`)
  expect(report.fieldErrors).toEqual([])
  expect((await adsOf())[0]).toMatchObject({
    city_id: 1061,
    category: 5,
    year: 2023,
    p30: 400_000,
    guarantee_amount: 0,
    mileage_per_day: null,
    min_driver_age: 18,
    about: null,
  })
})

describe('an invalid cell is reported by line and column', () => {
  const invalid: [string, Record<string, string>, string, string][] = [
    ['reference', { reference: '' }, 'required', 'a value is needed'],
    ['reference', { reference: 'x'.repeat(61) }, 'too_long', 'longer than 60'],
    ['city', { city: 'Atlantis' }, 'unknown_city', 'no city "Atlantis"'],
    ['brand', { brand: 'Peugot' }, 'unknown_brand', 'Is it Peugeot?'],
    ['brand', { brand: 'زمیاد' }, 'unknown_brand', 'no brand "زمیاد"'],
    ['model', { model: 'ناشناس' }, 'new_name_not_latin', 'model_en'],
    ['type', { type: 'spaceship' }, 'unknown_word', 'hatchback'],
    ['colour', { colour: 'زیبا' }, 'unknown_word', 'white'],
    ['year', { year: 'نو' }, 'not_a_number', '"نو" is not a number'],
    ['year', { year: '1949' }, 'out_of_range', 'between'],
    ['gearbox', { gearbox: 'شش' }, 'unknown_word', 'automatic'],
    ['fuel', { fuel: 'آب' }, 'unknown_word', 'petrol'],
    ['seats', { seats: '0' }, 'out_of_range', 'between 1 and 60'],
    ['price_1', { price_1: '-5' }, 'not_a_number', 'not a number'],
    ['price_3', { price_3: '1900000' }, 'price_rises', 'price_1'],
    ['trust_type', { trust_type: 'love' }, 'unknown_word', 'deposit_free'],
    ['guarantee_amount', { guarantee_amount: '' }, 'guarantee_needed', 'amount'],
    ['guarantee_amount', { trust_type: 'deposit_free' }, 'guarantee_unwanted', 'leave the cell empty'],
    ['properties', { properties: 'usb;wings' }, 'unknown_word', 'usb'],
    ['pictures', { pictures: 'front.jpg;side.jpg' }, 'picture_missing', 'no file side.jpg'],
    ['pictures', { pictures: '../../etc/front.jpg' }, 'picture_outside', 'outside'],
    ['pictures', { pictures: 'front.txt' }, 'picture_type', 'not a picture'],
  ]

  test.each(invalid)('%s: %o is %s', async (column, cells, kind, words) => {
    const report = await bringIn(fileOf(GOOD, rowWith({ reference: 'A-2', ...cells })))
    expect(report.imported).toBe(false)
    expect(placesOf(report.fieldErrors)).toEqual([[3, column, kind]])
    const number = HEADING.split(',').indexOf(column) + 1
    const [english, persian] = (['en', 'fa'] as const).map((language) =>
      describeError(report.fieldErrors[0]!, language),
    )
    expect(english).toContain(`line 3, column ${number} (${column}): `)
    expect(english).toContain(words)
    expect(persian).toMatch(/^سطر ۳، ستون [۰-۹]+ \(\w+\): .*[ء-ی]/)
    expect(await adsOf()).toEqual([])
  })

  test('with all errors of all rows, by the line where the row begins', async () => {
    const long = rowWith({ reference: 'A-2', city: 'kish\nisland' })
    const report = await bringIn(fileOf(GOOD, '', long, rowWith({ reference: 'A-3', seats: 'x', fuel: 'y' })))
    expect(placesOf(report.fieldErrors)).toEqual([
      [4, 'city', 'unknown_city'],
      [6, 'fuel', 'unknown_word'],
      [6, 'seats', 'not_a_number'],
    ])
    expect(report.invalid).toBe(2)
  })

  test('if a reference is there twice', async () => {
    const report = await bringIn(fileOf(GOOD, rowWith({ reference: 'A-2' }), GOOD))
    expect(placesOf(report.fieldErrors)).toEqual([[4, 'reference', 'reference_again']])
    expect(describeError(report.fieldErrors[0]!, 'en')).toContain('already on line 2')
  })

  test('if a body type belongs to the other category', async () => {
    const report = await bringIn(`${HEADING},category\n${rowWith({ type: 'scooter' })},car`)
    expect(placesOf(report.fieldErrors)).toEqual([[2, 'type', 'other_category']])
  })

  test('if a row has too few cells', async () => {
    const report = await bringIn(fileOf(GOOD, 'A-2,kish,Peugeot'))
    expect(placesOf(report.fieldErrors)).toEqual([[3, undefined, 'row_length']])
  })
})

describe('a file is refused', () => {
  test('with a missing, unknown or repeated column', async () => {
    const report = await bringIn(`${HEADING.replace('brand', 'brnad')},year\n${GOOD},2022`)
    expect(placesOf(report.fieldErrors)).toEqual([
      [1, 'brnad', 'unknown_column'],
      [1, 'year', 'doubled_column'],
      [1, 'brand', 'missing_column'],
    ])
    expect(describeError(report.fieldErrors[0]!, 'en')).toContain('Is it brand?')
  })

  test('without rows', async () => {
    expect(placesOf((await bringIn(HEADING)).fieldErrors)).toEqual([[1, undefined, 'no_rows']])
  })

  test('in another encoding', async () => {
    const latin1 = Buffer.from(fileOf(GOOD, rowWith({ reference: 'A-2', city: 'M\u00fcnchen' })), 'latin1')
    const report = await bringIn(latin1)
    expect(report.imported).toBe(false)
    expect(report.fieldErrors.map(({ kind }) => kind)).toEqual(['not_utf8'])
  })

  test('with a quotation mark that is never closed', async () => {
    const report = await bringIn(`${fileOf(GOOD)}\n"A-2,kish`, { skipInvalid: true })
    expect(report).toMatchObject({ imported: false, created: 0 })
    expect(report.fieldErrors.map(({ kind }) => kind)).toEqual(['broken_quotes'])
    expect(await adsOf()).toEqual([])
  })

  test('for a company that does not exist', async () => {
    await expect(bringIn(fileOf(GOOD), { companyId: 999_999 })).rejects.toThrow('no company with the id 999999')
  })
})

test('with skipInvalid the valid rows are imported and the others still reported', async () => {
  const rows = [GOOD, rowWith({ reference: 'A-2', seats: 'x' }), rowWith({ reference: 'A-3' })]
  const report = await bringIn(fileOf(...rows), { skipInvalid: true })
  expect(report).toMatchObject({ imported: true, rows: 3, invalid: 1, created: 2 })
  expect(placesOf(report.fieldErrors)).toEqual([[3, 'seats', 'not_a_number']])
  expect((await adsOf()).map(({ reference }) => reference)).toEqual(['A-1', 'A-3'])
  expect(describeReport(report, 1.25, 'en')[1]).toBe('Left out: 1 invalid.')
  expect(describeReport(report, 1.25, 'fa')[0]).toBe('در ۱٫۳ ثانیه وارد شد: ۲ تازه، ۰ تغییرکرده، ۰ بی‌تغییر.')
})

test('importing the same file twice changes nothing, and a changed cell changes only its listing', async () => {
  const rows = [GOOD, rowWith({ reference: 'A-2', pictures: 'front.jpg;back.jpg' })]
  await bringIn(fileOf(...rows))
  const before = await adsOf()
  await db.updateTable('ad').set({ score: 99, pinned: true }).where('id', '=', before[0]!.id).execute()
  expect(await bringIn(fileOf(...rows))).toMatchObject({ created: 0, changed: 0, unchanged: 2, photos: 0 })

  const report = await bringIn(fileOf(rowWith({ price_30: '1200000' }), rows[1]!))
  expect(report).toMatchObject({ created: 0, changed: 1, unchanged: 1 })
  const after = await adsOf()
  const later = { unit_group: expect.any(Number), updated_at: expect.any(Date) }
  const changed = { score: 99, pinned: true, p30: 1_200_000, s30: 1_200_000, ...later }
  expect(after[0]).toEqual({ ...before[0], ...changed })
  expect(after[1]).toEqual(before[1])
})

test('pictures wait for their job, in order, and are removed when the file no longer has them', async () => {
  const queued: number[] = []
  const enqueuePhotos: FleetImport['enqueuePhotos'] = async (_, ids) => {
    queued.push(...ids)
  }
  const bring = (pictures: string) => bringIn(fileOf(rowWith({ pictures })), { enqueuePhotos })
  expect(await bring('front.jpg;back.jpg')).toMatchObject({ created: 1, photos: 2 })
  const photos = () =>
    db
      .selectFrom('ad_photo')
      .innerJoin('ad', 'ad.id', 'ad_id')
      .select(['ad_photo.id', 'source', 'position', 'ad_photo.status'])
      .where('reference', '=', 'A-1')
      .orderBy('position')
      .execute()
  const first = await photos()
  expect(first.map(({ source }) => source.slice(source.lastIndexOf('/') + 1))).toEqual(['front.jpg', 'back.jpg'])
  expect(first.map(({ status }) => status)).toEqual(['WAITING', 'WAITING'])
  expect(queued.toSorted()).toEqual(first.map(({ id }) => id).toSorted())

  expect(await bring('back.jpg;front.jpg')).toMatchObject({ changed: 1, photos: 0 })
  expect((await photos()).map(({ id }) => id)).toEqual(first.map(({ id }) => id).toReversed())
  expect(await bring('back.jpg')).toMatchObject({ changed: 1, photos: 0 })
  expect(await photos()).toHaveLength(1)
  expect(await bring('back.jpg')).toMatchObject({ changed: 0, unchanged: 1 })
})

test('a new model and trim of a known brand are created once, and reported', async () => {
  const columns = `${HEADING},model_fa,model_en,trim_fa`
  const rows = ['A-1', 'A-2'].map((reference) => `${rowWith({ reference, model: '308', trim: 'GT' })},۳۰۸,,جی‌تی`)
  const report = await bringIn([columns, ...rows].join('\n'))
  expect(report).toMatchObject({ imported: true, created: 2, newNames: ['Peugeot 308', 'Peugeot 308 GT'] })
  const again = await bringIn(fileOf(rowWith({ model: '۳۰۸', trim: 'gt' })))
  expect(again).toMatchObject({ newNames: [], changed: 0, unchanged: 1 })
  const models = await db.selectFrom('model').selectAll().where('slug', '=', '308').execute()
  expect(models).toMatchObject([{ name_fa: '۳۰۸', name_en: '308' }])
})

test('a refused file creates no model', async () => {
  await bringIn(fileOf(rowWith({ model: '5008' }), rowWith({ reference: 'A-2', seats: 'x' })))
  expect(await db.selectFrom('model').selectAll().where('slug', '=', '5008').execute()).toEqual([])
})

test('the manual’s example is valid, and the manual has every column', async () => {
  const report = await bringIn(readFileSync('docs/fleet-example.csv'))
  expect(report.fieldErrors.map((fieldError) => describeError(fieldError, 'en'))).toEqual([])
  expect(report).toMatchObject({ imported: true, rows: 3, created: 3, newNames: [] })
  const manual = readFileSync('docs/fleet-import.md', 'utf8')
  for (const name of COLUMN_NAMES) if (!name.startsWith('about_')) expect(manual).toContain(`\`${name}\``)
})

test('10,000 rows take less than 20 seconds, with progress, and a second import changes nothing', async () => {
  const colours = ['سفید', 'مشکی', 'نقره‌ای', 'white']
  const rows = Array.from({ length: 10_000 }, (_, index) =>
    rowWith({
      // A company of its own, because deleting this many listings before each test would take minutes.
      reference: `B-${index}`,
      model: index % 2 ? '206' : '۲۰۷',
      trim: '',
      colour: colours[index % 4]!,
      seats: '۵',
      price_1: `${2_000_000 + (index % 500) * 1000}`,
    }),
  )
  const seen: number[] = []
  const report = await bringIn(fileOf(...rows), { onProgress: ({ rows }) => seen.push(rows) })
  expect(report).toMatchObject({ imported: true, created: 10_000, fieldErrors: [] })
  expect(seen).toEqual([1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10_000])
  expect(await bringIn(fileOf(...rows))).toMatchObject({ created: 0, changed: 0, unchanged: 10_000 })
}, 60_000)
