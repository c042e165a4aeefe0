import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, expect, test } from 'vitest'
import { publicId } from '#app/api/call/public-id.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'
import { testApi } from '../../support/api/api.ts'
import { DRIVER, loadFleet, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { owner, agency, elsewhere } = await fiveIdentities(site)
const desk = await signedIn(site, {
  ...{ role: 'AGENT', company: TOMAN.company, phone: '+989120000101', staffRole: 'DESK' },
})
afterEach(() => expect(site.reported).toEqual([]))

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
async function exported(calls = agency.calls) {
  const file = await calls.company.settings.exportData({})
  const files = Object.entries(unzipSync(new Uint8Array(await file.arrayBuffer())))
  const read = ([name, bytes]: [string, Uint8Array]) =>
    [name, parse(strFromU8(bytes), { bom: true, columns: true }) as Record<string, string>[]] as const
  return { name: file.name, lists: Object.fromEntries(files.map(read)) }
}

test('an owner gets every list of the company as CSV in one zip, and nothing of another company', async () => {
  await owner.calls.reservations.reserve({ ...RENTAL, ...DRIVER })
  const { id } = await owner.calls.reservations.reserve({ ...RENTAL, ...DRIVER, id: 102, fullname: '=cmd() "x", y' })
  await db.updateTable('reservation').set({ status: 'CONFIRMED' }).where('id', '=', id).execute()
  const money = { reservation_id: id, purpose: 'RENT', way: 'CASH', at: new Date() } as const
  await db
    .insertInto('desk_money')
    .values(Array.from({ length: 2500 }, (_, index) => ({ ...money, id: publicId(), amount: index + 1 })))
    .execute()
  const states = ['PAUSED', 'OFFERED', 'RETIRED', 'TAKEN_DOWN', 'SUSPENDED', 'AWAITING_LOOK'] as const
  for (const [at, state] of states.entries())
    await db
      .updateTable('ad')
      .set({ status: STATE_NUMBERS[state] })
      .where('id', '=', 110 + at)
      .execute()
  const { name, lists } = await exported()
  expect(name).toMatch(/^company-1-\d{4}-\d{2}-\d{2}\.zip$/)
  expect(lists['vehicles.csv']).toHaveLength(20)
  const statusOf = Object.fromEntries(lists['vehicles.csv']?.map(({ id, status }) => [id, status]) ?? [])
  expect(states.map((_, at) => statusOf[String(110 + at)])).toEqual(states)
  const paid = lists['payments-at-the-desk.csv'] ?? []
  expect(paid.map(({ amount }) => Number(amount)).reduce((sum, amount) => sum + amount, 0)).toBe((2500 * 2501) / 2)
  // What is only asked for does not name its customer; a name is no formula.
  expect(lists['reservations.csv']?.map(({ customer, phone }) => [customer, phone])).toEqual([
    ['', ''],
    [`'=cmd() "x", y`, `'+989121234567`],
  ])
  expect(lists['customers.csv']).toHaveLength(1)
  expect(lists['index.csv']).toContainEqual({ file: 'payments-at-the-desk.csv', rows: '2500', complete: 'yes' })
  expect(lists['index.csv']).toHaveLength(Object.keys(lists).length - 1)
  expect(JSON.stringify(lists)).not.toContain(DRIVER.national_id)

  const other = await exported(elsewhere.calls)
  expect(other.lists['vehicles.csv']).toHaveLength(5)
  expect(other.lists['reservations.csv']).toEqual([])
})

test('the log keeps who had it; for others it does not exist', async () => {
  const read = await db.selectFrom('audit_entry').selectAll().where('action', '=', 'READ').execute()
  expect(read).toMatchObject([
    { subject: 'company', row_key: '1', actor: agency.id },
    { subject: 'company', row_key: '2' },
  ])
  for (const { calls } of [desk, owner]) expect(await codeOf(calls.company.settings.exportData({}))).toBe('NOT_FOUND')
})

test('other requests are served while a large company is packed', async () => {
  await db
    .insertInto('bank_statement')
    .values({
      ...{ company_id: TOMAN.company, currency_id: 6, name: 'x', format: 'CSV', sha256: '0'.repeat(64), lines: 0 },
      ...{ from_on: '2026-01-01', to_on: '2026-01-01', created_at: new Date() },
    })
    .execute()
  const { id } = await db.selectFrom('bank_statement').select('id').executeTakeFirstOrThrow()
  for (let part = 0; part < 20; part++) {
    const values = Array.from({ length: 1000 }, (_, index) => ({
      ...{ company_id: TOMAN.company, statement_id: id, currency_id: 6, on_date: '2026-01-01', amount: 1 + index },
      ...{ reference: `R ${part}`, name: 'Somebody', text: crypto.randomUUID().repeat(5) },
      identity: `${part}-${index}-`.padEnd(64, '0'),
    }))
    await db.insertInto('bank_line').values(values).execute()
  }
  // In CPU time of this thread, because other processes may hold the machine.
  const busy: number[] = []
  const cpu = () => process.threadCpuUsage().user / 1000
  let last = cpu()
  const beat = setInterval(() => {
    busy.push(cpu() - last)
    last = cpu()
  }, 1)
  await agency.calls.company.settings.exportData({})
  clearInterval(beat)
  expect(busy.length).toBeGreaterThan(20)
  expect(Math.max(...busy)).toBeLessThan(50)
  expect((await exported()).lists['bank-lines.csv']).toHaveLength(20_000)
})
