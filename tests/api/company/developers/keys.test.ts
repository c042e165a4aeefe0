import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { callsOf } from '#app/contract/call/calls.ts'
import { contract } from '#app/contract/contract.ts'
import { actingAs } from '#app/db/connection/actor.ts'
import { isKeyRevoked } from '#app/db/connection/error-code.ts'
import { API_SCOPES, KEY_CALLS_A_MINUTE, MOST_KEYS } from '#app/rules/access/api-scope.ts'
import { testApi } from '../../../support/api/api.ts'
import { storeKey } from '../../../support/api/api-key.ts'
import { BY_HAND, loadFleet, TOMAN } from '../../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../../support/api/identities.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { testDatabase } from '../../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { agency, elsewhere, admin } = await fiveIdentities(site)
const desk = await signedIn(site, { role: 'AGENT', company: TOMAN.company, phone: '+989120000701', staffRole: 'DESK' })
await db.updateTable('account').set({ fullname: 'Leila Daryanavard' }).where('id', '=', agency.id).execute()
/** The owner's calls, with a token of now. */
const keys = () => agency.calls.company.developers.keys

const MADE = { name: 'Pars CRM', scopes: ['fleet:read', 'fleet:write'] as ('fleet:read' | 'fleet:write')[] }
const BLOCK = { ad: 101, start_time: '10:00', end_time: '10:00' }
const by = (key: string, of = site) => of.as({ accessToken: key }).company
let blocks = 0
/** A block of a vehicle on days that are still free. */
function nextBlock() {
  blocks += 2
  const day = (count: number) => new Date(Date.UTC(2027, 0, count)).toISOString().slice(0, 10)
  return { ...BLOCK, start_date: day(blocks), end_date: day(blocks + 1) }
}

beforeEach(async () => {
  await db.deleteFrom('api_key').execute()
  await db.deleteFrom('rate_count').execute()
})
afterEach(() => expect(site.reported.splice(0)).toEqual([]))

describe('a key', () => {
  test('is shown once, and stored as a hash', async () => {
    const { key, ...made } = await keys().create({ ...MADE, days: 30 })
    expect(made).toMatchObject({ ...MADE, hint: key.slice(0, 13), made_by: 'Leila Daryanavard', last_used_at: null })
    expect(made.expires_at).toBe('2026-12-23T05:30:00.000Z')
    expect(await keys().list({})).toEqual({ keys: [made], has_test_mode: false })
    for (const table of ['api_key', 'api_key_secret', 'audit_entry', 'idempotency'])
      expect(
        JSON.stringify(
          await db
            .selectFrom(table as 'api_key')
            .selectAll()
            .execute(),
        ),
      ).not.toContain(key.slice(13))
  })

  test('works until its last moment', async () => {
    const { key } = await keys().create({ ...MADE, days: 1 })
    site.clock.advance(24 * 60 - 1)
    await by(key).fleet.list({})
    site.clock.advance(1)
    expect((await refusal(by(key).fleet.list({}))).code).toBe('INVALID_TOKEN')
    site.clock.set('2026-11-23T09:00:00+03:30')
  })

  test('is made by owners, and by operators who may do everything', async () => {
    const support = await signedIn(site, { role: 'ADMIN', operatorRole: 'SUPPORT', phone: '+989120000702' })
    const company = TOMAN.company
    for (const { calls } of [desk, support, elsewhere]) {
      const { code } = await refusal(calls.company.developers.keys.create({ ...MADE, company }))
      expect(code).toBe('NOT_FOUND')
    }
    const { key } = await admin.calls.company.developers.keys.create({ ...MADE, company })
    const { results } = await by(key).fleet.list({})
    expect(results.length).toBeGreaterThan(0)
    expect((await keys().list({})).keys).toHaveLength(1)
  })

  test('has a name of its own, and a company at most twenty', async () => {
    await keys().create(MADE)
    expect((await refusal(keys().create({ ...MADE, name: 'pars crm' }))).data).toMatchObject({
      fields: { name: [expect.stringContaining('')] },
    })
    for (let count = 1; count < MOST_KEYS; count += 1) await storeKey(site, { company: TOMAN.company })
    expect((await refusal(keys().create({ ...MADE, name: 'One more' }))).code).toBe('INVALID_FIELDS')
    await elsewhere.calls.company.developers.keys.create(MADE)
  })

  test('acts as desk staff, and as an owner only where the call is for owners', async () => {
    const { key } = await storeKey(site, { company: TOMAN.company })
    const { id } = await by(key).calendar.block(nextBlock())
    expect(id).toBeGreaterThan(0)
    await by(key).money.statement({})
    // Only owners see and set prices outside the limit of the desk.
    expect((await refusal(by(key).settings.read({}))).code).toBe('NOT_FOUND')
  })

  test('of one company finds nothing of another one', async () => {
    const { key } = await storeKey(site, { company: BY_HAND.company })
    expect((await refusal(by(key).fleet.list({ company: TOMAN.company }))).code).toBe('NOT_FOUND')
    expect((await refusal(by(key).fleet.read({ id: TOMAN.ad }))).code).toBe('NOT_FOUND')
    const own = await by(key).fleet.list({})
    expect(own.results.map(({ id }) => id)).not.toContain(TOMAN.ad)
  })

  test('reaches no call of people, even of the owner in whose name it acts', async () => {
    const { key } = await storeKey(site, { company: TOMAN.company })
    const as = site.as({ accessToken: key })
    for (const call of [() => as.account.profile(), () => as.reservations.list({}), () => as.account.sessions()])
      expect((await refusal(call())).code).toBe('NOT_FOUND')
  })

  test('notes its last use at most once a minute', async () => {
    const { id, key } = await storeKey(site, { company: TOMAN.company })
    const used = async () => (await keys().read({ id })).last_used_at
    await by(key).fleet.list({})
    const first = await used()
    site.clock.advance(0.5)
    await by(key).fleet.list({})
    expect(await used()).toBe(first)
    site.clock.advance(0.5)
    await by(key).fleet.list({})
    expect(await used()).not.toBe(first)
  })

  test('needs somebody for whom it acts: without an owner it ends, and another owner takes over', async () => {
    const { key } = await keys().create(MADE)
    await db.updateTable('account').set({ banned_at: site.deps.now() }).where('id', '=', agency.id).execute()
    expect((await refusal(by(key).fleet.list({}))).code).toBe('INVALID_TOKEN')
    await signedIn(site, { role: 'AGENT', company: TOMAN.company, phone: '+989120000703' })
    await by(key).fleet.list({})
    await db.updateTable('account').set({ banned_at: null }).where('id', '=', agency.id).execute()
  })
})

describe('what a key writes', () => {
  test('is in the log under its name and beginning', async () => {
    const { key, hint } = await keys().create(MADE)
    const { id } = await by(key).calendar.block(nextBlock())
    const { results } = await agency.calls.company.staff.log({ subject: 'busy', key: String(id) })
    expect(results).toMatchObject([{ actor: { name: `Pars CRM (${hint}…)` }, action: 'INSERT' }])
    const own = await agency.calls.company.calendar.block(nextBlock())
    const { results: people } = await agency.calls.company.staff.log({ subject: 'busy', key: String(own.id) })
    expect(people).toMatchObject([{ actor: { name: 'Leila Daryanavard' } }])
  })

  test('keys leave their own traces: made, rotated, revoked', async () => {
    const { id } = await keys().create(MADE)
    await keys().rotate({ id })
    await keys().revoke({ id })
    const { results } = await agency.calls.company.staff.log({ subject: 'api_key', key: String(id) })
    expect(results.map(({ call }) => call)).toEqual([
      'DELETE /desk/keys/{id}/',
      'POST /desk/keys/{id}/rotate/',
      'POST /desk/keys/',
    ])
  })
})

describe('rotation', () => {
  test('gives what uses the key a day to change', async () => {
    const first = await keys().create(MADE)
    const second = await keys().rotate({ id: first.id })
    expect(second.key).not.toBe(first.key)
    expect(second.former_until).toBe('2026-11-24T05:31:00.000Z')
    // Sent once more, nothing breaks.
    const third = await keys().rotate({ id: first.id })
    site.clock.advance(24 * 60 - 1)
    for (const { key } of [first, second, third]) await by(key).fleet.list({})
    site.clock.advance(1)
    for (const { key } of [first, second]) expect((await refusal(by(key).fleet.list({}))).code).toBe('INVALID_TOKEN')
    await by(third.key).fleet.list({})
    expect((await keys().read({ id: first.id })).former_until).toBeNull()
  })
})

describe('revocation', () => {
  test('ends all secrets of a key at once, in each process', async () => {
    const other = await testApi({ db })
    const first = await keys().create(MADE)
    const second = await keys().rotate({ id: first.id })
    for (const { key } of [first, second]) await by(key, other).fleet.list({})
    await keys().revoke({ id: first.id })
    for (const { key } of [first, second])
      for (const of of [site, other]) expect((await refusal(by(key, of).fleet.list({}))).code).toBe('INVALID_TOKEN')
    expect((await refusal(keys().revoke({ id: first.id }))).code).toBe('NOT_FOUND')
    expect((await refusal(keys().rotate({ id: first.id }))).code).toBe('NOT_FOUND')
  })

  test('waits for a write that runs, after which no further one succeeds', async () => {
    const { id, key } = await storeKey(site, { company: TOMAN.company })
    const actor = {
      account: agency.id,
      role: 'AGENT',
      company: TOMAN.company,
      call: 'x',
      request: 'x',
      key: id,
    } as const
    const wrote = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const block = {
      ad_id: 102,
      kind: 'BLOCK',
      status: 1,
      start_at: new Date('2028-01-01'),
      end_at: new Date('2028-01-02'),
    }
    const write = (onWritten?: () => Promise<void>) =>
      actingAs(actor, () =>
        db.transaction().execute(async (tx) => {
          await tx
            .insertInto('busy')
            .values(block as never)
            .execute()
          await onWritten?.()
        }),
      )
    const running = write(async () => {
      wrote.resolve()
      await mayEnd.promise
    })
    await wrote.promise
    let isRevoked = false
    const revoking = keys()
      .revoke({ id })
      .then(() => {
        isRevoked = true
      })
    await untilSomebodyWaits()
    expect(isRevoked).toBe(false)
    mayEnd.resolve()
    await Promise.all([running, revoking])
    block.start_at = new Date('2028-02-01')
    block.end_at = new Date('2028-02-02')
    expect(isKeyRevoked(await write().catch((error: unknown) => error))).toBe(true)
    expect((await refusal(by(key).fleet.list({}))).code).toBe('INVALID_TOKEN')
    const { count } = await db
      .selectFrom('audit_entry')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('api_key', 'like', `key ${id} %`)
      .executeTakeFirstOrThrow()
    expect(count).toBe(1)
  })

  test.each(Array.from({ length: 10 }, (_, round) => round))(
    'racing with writes leaves none after it (%i)',
    async () => {
      const { id, key } = await storeKey(site, { company: TOMAN.company })
      const writes = Array.from({ length: 6 }, async () =>
        by(key)
          .calendar.block(nextBlock())
          .then(
            () => true,
            () => false,
          ),
      )
      const revoked = keys().revoke({ id })
      const written = (await Promise.all(writes)).filter((isWritten) => isWritten)
      await revoked
      const { ended } = await db
        .selectFrom('audit_entry')
        .select((of) => of.fn.max('id').as('ended'))
        .where('subject', '=', 'api_key')
        .where('row_key', '=', String(id))
        .executeTakeFirstOrThrow()
      const entries = await db.selectFrom('audit_entry').select('id').where('api_key', 'like', `key ${id} %`).execute()
      expect(entries).toHaveLength(written.length)
      expect(entries.filter((entry) => entry.id > ended)).toEqual([])
    },
  )
})

describe('limits', () => {
  test('count for each key by itself', async () => {
    const [one, other] = [
      await storeKey(site, { company: TOMAN.company }),
      await storeKey(site, { company: TOMAN.company }),
    ]
    for (let count = 0; count < KEY_CALLS_A_MINUTE; count += 1) await by(one.key).places.names({})
    const { code, data } = await refusal(by(one.key).places.names({}))
    expect(code).toBe('TOO_MANY_REQUESTS')
    expect((data as { retry_after: number }).retry_after).toBeLessThanOrEqual(60)
    await by(other.key).places.names({})
    site.clock.advance(1)
    await by(one.key).places.names({})
  })

  test('hold up whoever tries keys from one address', async () => {
    const wrong = 'svr_live_00000000000000000000000000000000000000'
    const attempt = async (clientAddress: string) =>
      (await refusal(site.as({ accessToken: wrong, clientAddress }).company.fleet.list({}))).code
    for (let count = 0; count < 60; count += 1) expect(await attempt('198.51.100.7')).toBe('INVALID_TOKEN')
    expect(await attempt('198.51.100.7')).toBe('TOO_MANY_REQUESTS')
    expect(await attempt('198.51.100.8')).toBe('INVALID_TOKEN')
  })
})

test('a scope that lacks is named in the answer', async () => {
  const { key } = await storeKey(site, { company: TOMAN.company, scopes: ['fleet:read'] })
  const answer = await site.fetch('/api/desk/statement/', {
    headers: { authorization: `Bearer ${key}`, 'accept-language': 'en' },
  })
  expect(answer.status).toBe(403)
  expect(await answer.json()).toMatchObject({
    type: 'SCOPE_MISSING',
    detail: 'This key lacks the scope statement:read.',
    data: { scope: 'statement:read' },
  })
})

test('the companies’ document names the scope of each call', async () => {
  const { paths, components } = (await (await site.fetch('/api/company/openapi.json')).json()) as {
    paths: Record<string, Record<string, { security?: Record<string, string[]>[] }>>
    components: { securitySchemes: object }
  }
  expect(Object.keys(components.securitySchemes)).toEqual(['bearer', 'apiKey'])
  expect(paths['/vehicles/']?.post?.security).toEqual([{ bearer: [] }, { apiKey: ['fleet:write'] }])
  expect(paths['/agency/']?.get?.security).toEqual([{ bearer: [] }])
  const scopes = callsOf(contract).flatMap(
    ({ method, path }) => paths[path]?.[method.toLowerCase()]?.security?.flatMap(({ apiKey = [] }) => apiKey) ?? [],
  )
  expect(new Set(scopes)).toEqual(new Set(API_SCOPES))
})

/** Until a statement waits for another transaction's lock. */
async function untilSomebodyWaits(): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if (rows.length > 0) return
  }
}
