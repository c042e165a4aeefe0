import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { AUDITED } from '#app/rules/access/audited.ts'
import { testApi } from '../../../support/api/api.ts'
import { loadFleet, TOMAN } from '../../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../../support/api/identities.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { testDatabase } from '../../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { visitor, owner, agency, elsewhere, admin } = await fiveIdentities(site)
const desk = await signedIn(site, { role: 'AGENT', company: TOMAN.company, phone: '+989120000701', staffRole: 'DESK' })
await db.updateTable('account').set({ fullname: 'Leila Daryanavard' }).where('id', '=', agency.id).execute()

afterEach(() => expect(site.reported).toEqual([]))

const TIME = { start_date: '2026-12-20', start_time: '10:00', end_date: '2026-12-21', end_time: '10:00' }
const { id } = await agency.calls.company.calendar.block({ ad: 101, ...TIME })
await admin.calls.company.calendar.block({ ad: 102, ...TIME })

test('owners read what their own staff changed, and nobody else does', async () => {
  const { results } = await agency.calls.company.staff.log({ subject: 'busy' })
  expect(results).toMatchObject([
    { subject: 'busy', key: String(id), action: 'INSERT', actor: { id: agency.id, name: 'Leila Daryanavard' } },
  ])
  expect((await elsewhere.calls.company.staff.log({ subject: 'busy' })).count).toBe(0)
  for (const { calls } of [desk, owner]) expect((await refusal(calls.company.staff.log({}))).code).toBe('NOT_FOUND')
  expect((await refusal(visitor.company.staff.log({}))).code).toBe('INVALID_TOKEN')
})

test('the log is filtered by who did it and by days', async () => {
  const { log } = agency.calls.company.staff
  const all = (await log({})).count
  expect(all).toBeGreaterThan(0)
  expect((await log({ who: 'daryanavard' })).count).toBe(all)
  expect((await log({ who: '000100' })).count).toBe(all)
  expect((await log({ who: 'nobody' })).count).toBe(0)
  const { now } = await sql<{ now: string }>`select to_char(now() at time zone 'Asia/Tehran', 'YYYY-MM-DD') as now`
    .execute(db)
    .then(({ rows }) => rows[0]!)
  expect((await log({ from: now, to: now })).count).toBe(all)
  expect((await log({ to: '2020-01-01' })).count).toBe(0)
  expect((await admin.calls.operator.audit.list({ who: 'daryanavard', from: now })).count).toBe(all)
})

test('every watched table has a name in the log', async () => {
  const { rows } = await sql<{
    name: string
  }>`select relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
    where tgname = relname || '_audit' order by 1`.execute(db)
  expect(rows.map(({ name }) => name)).toEqual([...AUDITED].sort())
})
