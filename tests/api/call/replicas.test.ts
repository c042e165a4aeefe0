import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { openReplicas } from '#app/db/connection/replicas.ts'
import { POSITION_HEADER } from '#app/rules/constants.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'
import { testApi } from '../../support/api/api.ts'
import { loadFleet } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { replicatedDatabase } from '../../support/server/database/replicated-database.ts'

const { db, url, replicaUrl, pause, resume, stopReplica } = await replicatedDatabase()
const replicas = await openReplicas({ primary: db, primaryUrl: url, urls: [replicaUrl], log: () => {} })
afterAll(replicas.close)
const api = await testApi({ db, replicas })
await loadFleet(db)
await caughtUp()
const sara = await signedIn(api, { phone: '+989121234567' })

/** Lets the replica go on, and waits until it has everything that is written by now. */
async function caughtUp() {
  await resume()
  const position = await replicas.position()
  while (!replicas.caughtUpWith(position)) await sleep(20)
}

const as = (position?: string) => {
  const written: { position?: string | undefined } = { position }
  return { written, calls: api.as({ accessToken: sara.access, written }) }
}
const fields = { department: 'SALES', subject: 'Child seat', message: 'Do you have one?' } as const
const count = async (calls: ReturnType<typeof as>['calls']) => (await calls.support.tickets({ page: 1 })).count

test('a caller sees what they have written while the replica is behind; somebody else may see less', async () => {
  const { written, calls } = as()
  await caughtUp()
  const before = await count(calls)
  await pause()
  await calls.support.createTicket(fields)
  expect(written.position).toMatch(/^[\dA-F]+\/[\dA-F]+$/)
  expect(await count(calls)).toBe(before + 1)
  expect(await count(as().calls)).toBe(before)

  await caughtUp()
  expect(await count(as().calls)).toBe(before + 1)
})

test('over HTTP the position comes with the answer to a write and goes with the next read', async () => {
  await caughtUp()
  const headers = { authorization: `Bearer ${sara.access}`, 'content-type': 'application/json' }
  const read = async (position?: string) => {
    const answer = await api.fetch('/api/ticketing/', {
      headers: { ...headers, ...(position && { [POSITION_HEADER]: position }) },
    })
    expect(answer.headers.get(POSITION_HEADER)).toBeNull()
    return ((await answer.json()) as { count: number }).count
  }
  const before = await read()
  await pause()
  const opened = await api.fetch('/api/ticketing/', { method: 'POST', headers, body: JSON.stringify(fields) })
  const position = opened.headers.get(POSITION_HEADER) ?? ''
  expect(await read(position)).toBe(before + 1)
  expect(await read()).toBe(before)
  expect(await read('nonsense')).toBe(before)
})

test('what a replica does not have yet is found on the primary', async () => {
  await caughtUp()
  await pause()
  const { id } = await as().calls.support.createTicket(fields)
  expect((await as().calls.support.ticket({ id })).subject).toBe(fields.subject)
})

test('an ended session ends at once, whatever the replica knows', async () => {
  await caughtUp()
  const reza = await signedIn(api, { phone: '+989121234568' })
  await caughtUp()
  await pause()
  await db.updateTable('session').set({ ended_at: api.clock.now() }).where('account_id', '=', reza.id).execute()
  await expect(reza.calls.support.tickets({ page: 1 })).rejects.toMatchObject({ code: 'INVALID_TOKEN' })
})

test('a replica that stays behind is not read', async () => {
  await caughtUp()
  await pause()
  await as().calls.support.createTicket(fields)
  await expect.poll(replicas.usable, { timeout: 15_000 }).toBe(0)
  const before = await count(as().calls)
  await as().calls.support.createTicket(fields)
  expect(await count(as().calls)).toBe(before + 1)

  await resume()
  await expect.poll(replicas.usable, { timeout: 15_000 }).toBe(1)
}, 40_000)

test('what people are notified of is there when they look, for everybody', async () => {
  await caughtUp()
  const before = await count(as().calls)
  await pause()
  await as().calls.support.createTicket(fields)
  expect(await count(as().calls)).toBe(before)
  replicas.noteEvent()
  expect(await count(as().calls)).toBe(before + 1)
})

test('a write that was done is no error where the primary does not say its position, and the next reads are of the primary', async () => {
  await caughtUp()
  const before = await count(as().calls)
  await pause()
  const silent = { ...replicas, position: async () => 'FFFFFFFF/FFFFFFFF' }
  const { written, calls } = as()
  const other = await testApi({ db, replicas: silent })
  await other.as({ accessToken: sara.access, written }).support.createTicket(fields)
  expect(await count(calls)).toBe(before + 1)
})

test('a search is read from the replica', async () => {
  await caughtUp()
  await pause()
  const found = async () => (await api.as().ads.search({ query: { page: 1, size: 5 }, body: {} })).count
  const before = await found()
  const [ad] = await db
    .selectFrom('ad')
    .select('id')
    .where('status', '=', STATE_NUMBERS.OFFERED)
    .orderBy('id')
    .limit(1)
    .execute()
  await db
    .updateTable('ad')
    .set({ status: STATE_NUMBERS.RETIRED })
    .where('id', '=', ad?.id ?? 0)
    .execute()
  expect(await found()).toBe(before)
})

test('what the site can do is asked of the primary, as a replica takes no writes', async () => {
  await caughtUp()
  const { services } = await api.as().site.status()
  expect(services.find(({ service }) => service === 'booking')?.state).toBe('OK')
})

test('without the replica the primary answers', async () => {
  await resume()
  await stopReplica()
  expect(await count(as().calls)).toBeGreaterThan(0)
  await expect.poll(replicas.usable, { timeout: 15_000 }).toBe(0)
  expect(await count(as().calls)).toBeGreaterThan(0)
})
