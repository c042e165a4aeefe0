import { afterEach, expect, test } from 'vitest'
import { testApi } from '../../../support/api/api.ts'
import { DRIVER, loadFleet, RENTAL, TOMAN } from '../../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../../support/api/identities.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { watchBlocking } from '../../../support/blocking.ts'
import { testDatabase } from '../../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { owner: customer, agency, elsewhere } = await fiveIdentities(site)
const desk = await signedIn(site, {
  ...{ role: 'AGENT', company: TOMAN.company, phone: '+989120000101', staffRole: 'DESK' },
})
const { imports, many } = agency.calls.company.fleet
afterEach(() => expect(site.reported).toEqual([]))

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const [make] = await db
  .selectFrom('ad')
  .innerJoin('brand', 'brand.id', 'ad.brand_id')
  .innerJoin('model', 'model.id', 'ad.model_id')
  .innerJoin('body_type', 'body_type.id', 'ad.type_id')
  .select(['brand.name_en as brand', 'model.name_en as model', 'body_type.slug as type'])
  .where('ad.id', '=', TOMAN.ad)
  .execute()
const HEADING = 'reference,plate,brand,model,type,colour,year,gearbox,fuel,seats,price_1,trust_type'
const rowOf = (reference: string, plate: string, price: number | string) =>
  [
    reference,
    plate,
    make?.brand,
    make?.model,
    make?.type,
    'white',
    2022,
    'manual',
    'petrol',
    5,
    price,
    'deposit_free',
  ].join(',')
const fileOf = (...rows: string[]) => [HEADING, ...rows].join('\n')
const uploaded = async (csv: string) => (await imports.upload({ name: 'cars-azar.csv', csv })).id
const own = (reference: string) =>
  db
    .selectFrom('ad')
    .select(['id', 'p1', 'plate', 'status', 'reference'])
    .where('company_id', '=', TOMAN.company)
    .where('reference', '=', reference)
    .executeTakeFirst()

test('a file is previewed with its errors by row, and changes nothing before it is applied; then it can be undone', async () => {
  const first = await uploaded(fileOf(rowOf('I-1', '80001 کیش', 1_500_000), rowOf('I-2', '80002 کیش', 1_600_000)))
  expect(await imports.apply({ id: first })).toMatchObject({ created: 2, changed: 0, invalid: 0 })

  const wrong = [rowOf('I-4', '80002 کیش', 1), rowOf('I-5', '80003 کیش', 'x'), rowOf('I-6', '', '')]
  const id = await uploaded(
    fileOf(
      rowOf('I-1', '80001 کیش', 1_700_000),
      rowOf('I-2', '۸۰۰۰۲ کیش', 1_600_000),
      rowOf('I-3', '80003 کیش', 2_000_000),
      ...wrong,
    ),
  )
  const seen = await imports.read({ id })
  expect(seen).toMatchObject({
    ...{ name: 'cars-azar.csv', state: 'DRAFT', currency: 'IRT', vehicle_count: 2 },
    preview: { rows: 6, invalid: 3, created: 1, changed: 1, unchanged: 1, error_count: 3 },
  })
  expect(seen.preview?.errors.map(({ line, column, kind }) => [line, column, kind])).toEqual([
    [5, 'plate', 'plate_again'],
    [6, 'price_1', 'not_a_number'],
    [7, 'price_1', 'required'],
  ])
  expect(seen.vehicles).toMatchObject([
    { reference: 'I-3', before: null, after: 2_000_000, plate: '80003 کیش' },
    { reference: 'I-1', before: 1_500_000, after: 1_700_000 },
  ])
  expect(await own('I-3')).toBeUndefined()
  expect(await codeOf(imports.apply({ id }))).toBe('CHANGED_MEANWHILE')
  expect(await own('I-1')).toMatchObject({ p1: 1_500_000 })

  expect(await imports.apply({ id, skip_invalid: true })).toMatchObject({
    created: 1,
    changed: 1,
    unchanged: 1,
    invalid: 3,
  })
  expect(await codeOf(imports.apply({ id, skip_invalid: true }))).toBe('CHANGED_MEANWHILE')
  expect(await own('I-1')).toMatchObject({ p1: 1_700_000 })
  expect(await imports.read({ id })).toMatchObject({ state: 'APPLIED', preview: null, vehicle_count: 2, obstacles: [] })

  expect(await imports.undo({ id })).toEqual({ removed: 1, restored: 1 })
  expect(await own('I-1')).toMatchObject({ p1: 1_500_000, plate: '80001 کیش' })
  expect(await own('I-3')).toBeUndefined()
  expect(await codeOf(imports.undo({ id }))).toBe('CHANGED_MEANWHILE')
  expect((await imports.list({})).results.map(({ state }) => state)).toEqual(['UNDONE', 'APPLIED'])
})

test('an import is not undone once another vehicle has a plate that would come back', async () => {
  const first = await uploaded(fileOf(rowOf('P-1', '83001 کیش', 1_500_000)))
  await imports.apply({ id: first })
  const id = await uploaded(fileOf(rowOf('P-1', '83002 کیش', 1_500_000)))
  await imports.apply({ id })
  const other = await uploaded(fileOf(rowOf('P-2', '۸۳۰۰۱ کیش', 1_500_000)))
  await imports.apply({ id: other })
  expect((await imports.read({ id })).obstacles).toMatchObject([{ reference: 'P-1', plate: '83001 کیش', why: 'PLATE' }])
  expect(await codeOf(imports.undo({ id }))).toBe('CHANGED_MEANWHILE')
  await imports.undo({ id: other })
  expect(await imports.undo({ id })).toEqual({ removed: 0, restored: 1 })
  expect(await own('P-1')).toMatchObject({ plate: '83001 کیش' })
})

test('an import is not undone, not even in part, once its vehicles were booked or changed', async () => {
  const id = await uploaded(fileOf(rowOf('J-1', '81001 کیش', 1_500_000), rowOf('J-2', '81002 کیش', 1_600_000)))
  await imports.apply({ id })
  const booked = await own('J-1')
  const { total } = await customer.calls.reservations.reserve({ ...RENTAL, ...DRIVER, id: booked?.id ?? 0 })
  expect(total).toBeGreaterThan(0)
  expect((await imports.read({ id })).obstacles).toMatchObject([
    { reference: 'J-1', plate: '81001 کیش', why: 'BOOKED' },
  ])
  const change = { ids: String((await own('J-2'))?.id), kind: 'PERCENT_UP', value: 10, step: 1 } as const
  await many.setPrices({ ...change, seen: (await many.previewPrices(change)).seen })
  expect((await imports.read({ id })).obstacles.map(({ why }) => why)).toEqual(['BOOKED', 'CHANGED'])
  expect(await codeOf(imports.undo({ id }))).toBe('CHANGED_MEANWHILE')
  expect(await own('J-2')).toMatchObject({ p1: 1_760_000, status: 1 })
})

test('a plate that comes twice, and pictures, are refused; a file that is none says why', async () => {
  const twice = await uploaded(fileOf(rowOf('K-1', '82001 کیش', 1), rowOf('K-2', '82001-كيش', 1)))
  expect((await imports.read({ id: twice })).preview?.errors).toMatchObject([
    { line: 3, kind: 'plate_again', values: { line_before: 2, value: '82001-كيش' } },
  ])
  const taken = await uploaded(fileOf(rowOf('K-3', '81002 کیش', 1)))
  expect((await imports.read({ id: taken })).preview?.errors).toMatchObject([{ line: 2, kind: 'plate_taken' }])
  const pictures = await uploaded(`${HEADING},pictures\n${rowOf('K-1', '', 1)},../../etc/passwd.jpg`)
  expect((await imports.read({ id: pictures })).preview?.errors).toMatchObject([{ kind: 'pictures_elsewhere' }])
  const none = await uploaded('hello')
  expect((await imports.read({ id: none })).preview).toMatchObject({ rows: 0, created: 0 })
  expect((await imports.read({ id: none })).preview?.errors[0]).toMatchObject({ line: 1, kind: 'unknown_column' })
  expect(await codeOf(imports.apply({ id: none, skip_invalid: true }))).toBe('CHANGED_MEANWHILE')
  expect((await imports.read({ id: none })).state).toBe('DRAFT')
})

test('imports are the company’s owner’s alone, and drafts are forgotten after a day', async () => {
  const id = await uploaded(fileOf(rowOf('L-1', '', 1)))
  expect(await codeOf(desk.calls.company.fleet.imports.read({ id }))).toBe('NOT_FOUND')
  expect(await codeOf(elsewhere.calls.company.fleet.imports.read({ id }))).toBe('NOT_FOUND')
  expect(await codeOf(elsewhere.calls.company.fleet.imports.apply({ id }))).toBe('NOT_FOUND')
  expect(await codeOf(elsewhere.calls.company.fleet.imports.undo({ id }))).toBe('NOT_FOUND')
  const before = new Date(site.deps.now().getTime() - 86_400_001)
  await db.updateTable('fleet_import').set({ created_at: before }).where('id', '=', id).execute()
  await uploaded('x')
  expect(await codeOf(imports.read({ id }))).toBe('NOT_FOUND')
})

const filled = (text: string) => text.repeat(390_000 / text.length)
test.each([
  ['of very many rows', `${HEADING}\n${filled('a,b\n')}`, 'too_many_rows'],
  [
    'of rows in which nothing is right',
    fileOf(...Array(2000).fill('A,1,Peugeoot,2O7,sedaan,whit,22,manul,petro,x,-1,free')),
    'unknown_brand',
  ],
  ['of one long line', filled('a'), 'unknown_column'],
  ['of very many columns', filled('brand,'), 'doubled_column'],
  ['of letters that are long when they are compared', filled('ﷺ'), 'unknown_column'],
  [
    'with a long cell of them',
    `${HEADING}\nA,1,${filled('ﷺ')},${make?.model},sedan,white,2022,manual,petrol,5,1,deposit_free`,
    'too_long',
  ],
])('a file %s is refused without blocking the site', async (_, csv, kind) => {
  const id = await uploaded(csv)
  const blocking = watchBlocking()
  const { preview } = await imports.read({ id })
  blocking.stop()
  expect(preview?.errors.map((error) => error.kind)).toContain(kind)
  expect(blocking.longest()).toBeLessThan(50)
})

test('a file may have 2,000 rows, and of one with more nothing is offered for import', async () => {
  const rows = (count: number) => fileOf(...Array.from({ length: count }, (_, n) => rowOf(`M-${n}`, '', 'dear')))
  const previewOf = async (csv: string) => (await imports.read({ id: await uploaded(csv) })).preview
  expect((await previewOf(rows(2000)))?.errors.map(({ kind }) => kind)).not.toContain('too_many_rows')
  const id = await uploaded(rows(2001))
  const { preview } = await imports.read({ id })
  expect(preview?.errors[0]).toMatchObject({ line: 1, kind: 'too_many_rows', values: { most: 2000 } })
  expect(preview).toMatchObject({ rows: 2000, invalid: 2000, created: 0 })
  expect(await codeOf(imports.apply({ id, skip_invalid: true }))).toBe('CHANGED_MEANWHILE')
})
