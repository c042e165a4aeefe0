import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { notify } from '#app/api/notifications/notify.ts'
import { BY_HAND, DRIVER, loadFleet, rentalAfter, TOMAN } from '../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../support/api/identities.ts'
import { type LiveApi, liveApi } from '../../support/live/live-api.ts'
import { ask, collected, connect, connected, heard, refused } from '../../support/live/live-client.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db, url } = await testDatabase()
let here: LiveApi
let there: LiveApi
let people: Awaited<ReturnType<typeof fiveIdentities>>
let room: string

beforeAll(async () => {
  here = await liveApi({ db, url })
  there = await liveApi({ db, url })
  await loadFleet(db)
  people = await fiveIdentities(here.api)
  room = (await people.owner.calls.chat.createSale({})).room.id
})
afterEach(() => expect([...here.api.reported, ...there.api.reported]).toEqual([]))
afterAll(() => Promise.all([here.close(), there.close()]))

const until = (holds: () => void) => vi.waitFor(holds, { timeout: 5000, interval: 10 })

describe('a handshake', () => {
  const tokenOf = async () => (await people.owner.calls.chat.socketTicket()).ticket

  test('has a ticket, which is valid for one connection', async () => {
    const ticket = await tokenOf()
    const first = connect({ origin: here.origin, token: () => ticket })
    await heard(first, 'connect')
    const again = connect({ origin: there.origin, token: () => ticket })
    expect(await refused(again)).toMatchObject({ data: { code: 'TOKEN_EXPIRED', detail: 'Please sign in again.' } })
  })

  test('can have an access token instead, as programs have one (§7)', async () => {
    const client = connect({ origin: here.origin, token: () => people.owner.access })
    await heard(client, 'connect')
  })

  test('with neither is refused, and so is a banned person’s', async () => {
    const forged = connect({ origin: here.origin, token: () => 'socket.x.y.99999999999.z' })
    expect((await refused(forged)).data?.code).toBe('TOKEN_EXPIRED')
    const none = connect({ origin: here.origin, token: () => '' })
    expect((await refused(none)).data?.code).toBe('INVALID_FIELDS')
    const { other } = people
    const { ticket } = await other.calls.chat.socketTicket()
    await db.updateTable('account').set({ banned_at: new Date() }).where('id', '=', other.id).execute()
    expect((await refused(connect({ origin: here.origin, token: () => ticket }))).data?.code).toBe('BANNED_USER')
    await db.updateTable('account').set({ banned_at: null }).where('id', '=', other.id).execute()
  })

  test('from a page of another origin is refused', async () => {
    const headers = { origin: 'https://evil.example' }
    const foreign = connect({ origin: here.origin, token: tokenOf, headers })
    expect((await refused(foreign)).message).toBe('websocket error')
    const own = connect({ origin: here.origin, token: tokenOf, headers: { origin: 'https://savari.example' } })
    await heard(own, 'connect')
  })
})

describe('a message', () => {
  test('reaches everybody in the room, at every process, whether it came by socket or by HTTP', async () => {
    const { last_seq } = await people.owner.calls.chat.room({ id: room })
    const [one, two] = [
      await connected(here.origin, people.owner, { [room]: last_seq }),
      await connected(there.origin, people.admin),
    ]
    expect(await ask(two, 'join', { room, after: last_seq })).toMatchObject({ ok: true })
    const [atOne, atTwo] = [collected(one), collected(two)]
    const sent = await ask(one, 'new_message', { room, message: ' Hello ', client_id: 'a-1' })
    expect(sent).toMatchObject({ ok: true, message: { message: 'Hello', sender: 'CLIENT', client_id: 'a-1' } })
    expect(await ask(one, 'new_message', { room, message: 'Hello', client_id: 'a-1' })).toMatchObject({ ok: true })
    await people.admin.calls.chat.newMessage({ id: room, message: 'By form' })
    await until(() => expect(atOne.map(({ message }) => message)).toEqual(['Hello', 'By form']))
    await until(() => expect(atTwo.map(({ message }) => message)).toEqual(['Hello', 'By form']))
    expect(atOne.map(({ seq }) => seq)).toEqual([last_seq + 1, last_seq + 2])
  })

  test('is validated as by the call, and refused in the person’s language', async () => {
    const client = await connected(here.origin, people.owner, { [room]: 0 })
    expect(await ask(client, 'new_message', { room, message: '  ' })).toMatchObject({
      ok: false,
      code: 'INVALID_FIELDS',
      fields: { message: ['required'] },
    })
    const long = await ask(client, 'new_message', { room, message: 'x'.repeat(4001) })
    expect(long).toMatchObject({ ok: false, fields: { message: ['max_length'] } })
    expect(await ask(client, 'new_message', { room, message: 'a\u0000' })).toMatchObject({ ok: false })
    expect(await ask(client, 'new_message', 'nonsense')).toMatchObject({ ok: false, code: 'INVALID_FIELDS' })
    const elsewhere = (await people.elsewhere.calls.chat.createSale({})).room.id
    const strange = await ask(client, 'new_message', { room: elsewhere, message: 'x' })
    expect(strange).toMatchObject({ ok: false, code: 'NOT_FOUND', detail: 'This was not found.' })
    expect(await ask(client, 'join', { room: elsewhere })).toMatchObject({ ok: false, code: 'NOT_FOUND' })
  })

  test('that was missed comes in order after the client’s last one, before newer ones', async () => {
    const { last_seq } = await people.owner.calls.chat.room({ id: room })
    for (const text of ['m1', 'm2', 'm3']) await people.admin.calls.chat.newMessage({ id: room, message: text })
    const client = connect({
      origin: here.origin,
      token: async () => (await people.owner.calls.chat.socketTicket()).ticket,
      rooms: () => ({ [room]: last_seq + 1 }),
    })
    const got = collected(client)
    await heard(client, 'connect')
    await people.admin.calls.chat.newMessage({ id: room, message: 'm4' })
    await until(() => expect(got.map(({ message }) => message)).toEqual(['m2', 'm3', 'm4']))
  })

  test('over the limit of a burst is refused with the time to wait, and the connection stays', async () => {
    const client = await connected(here.origin, people.owner, { [room]: 0 })
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => ask(client, 'new_message', { room, message: `${n}` })),
    )
    const over = answers.filter(({ ok }) => !ok)
    expect(over.length).toBeGreaterThan(100)
    expect(over[0]).toMatchObject({ code: 'TOO_MANY_REQUESTS', retry_after: 1 })
    expect(client.connected).toBe(true)
  })

  test('larger than 100 kB closes the connection', async () => {
    const client = await connected(here.origin, people.owner)
    const closed = heard(client, 'disconnect')
    client.emit('new_message', { room, message: 'x'.repeat(120_000) }, () => {})
    expect(await closed).toBe('transport close')
  })
})

test('typing, reading and editing reach the others in the room', async () => {
  const [one, two] = [
    await connected(here.origin, people.owner, { [room]: 0 }),
    await connected(there.origin, people.admin, { [room]: 0 }),
  ]
  await Promise.all([ask(one, 'join', { room }), ask(two, 'join', { room })])
  const typing = heard(two, 'typing')
  one.emit('typing', { room })
  expect(await typing).toEqual({ room, sender: 'CLIENT', name: 'سارا' })
  const read = heard(one, 'read')
  const { last_seq } = await people.owner.calls.chat.room({ id: room })
  expect(await ask(two, 'read', { room, seq: last_seq })).toMatchObject({ ok: true, read_seq: last_seq })
  expect(await read).toEqual({ room, side: 'OPERATOR', seq: last_seq })
  const sent = await people.owner.calls.chat.newMessage({ id: room, message: 'teh' })
  const edited = heard(two, 'edited')
  expect(await ask(one, 'edit', { room, id: sent.id, message: 'the' })).toMatchObject({ ok: true })
  expect(await edited).toMatchObject({ room, id: sent.id, message: 'the', is_edited: true })
})

test('a badge’s count reaches people who are in no room', async () => {
  const client = await connected(there.origin, people.owner)
  const unread = heard(client, 'unread')
  await people.admin.calls.chat.newMessage({ id: room, message: 'Are you there?' })
  expect(await unread).toMatchObject({ room, sender: 'ADMIN' })
})

describe('a connection', () => {
  test('ends with its session, wherever that is ended', async () => {
    const { agency } = people
    const client = await connected(there.origin, agency)
    const [ended, closed] = [heard(client, 'ticket_ended'), heard(client, 'disconnect')]
    await agency.calls.account.logout()
    expect(await ended).toEqual({ code: 'INVALID_TOKEN' })
    expect(await closed).toBe('io server disconnect')
  })

  test('ends where its room cannot be entered, instead of hearing nothing', async () => {
    await db.schema.alterTable('conversation').renameTo('conversation_away').execute()
    const client = connect({ origin: here.origin, token: () => people.owner.access, rooms: () => ({ [room]: 0 }) })
    await heard(client, 'disconnect')
    await db.schema.alterTable('conversation_away').renameTo('conversation').execute()
    expect(here.api.reported.splice(0)).toHaveLength(1)
  })

  test('is kept only by a new ticket of the same person', async () => {
    const client = await connected(here.origin, people.owner)
    const { ticket } = await people.owner.calls.chat.socketTicket()
    expect(await ask(client, 'renew', { token: ticket })).toMatchObject({ ok: true, expires_in: 900 })
    const other = await people.other.calls.chat.socketTicket()
    expect(await ask(client, 'renew', { token: other.ticket })).toMatchObject({ ok: false, code: 'INVALID_TOKEN' })
  })

  test('is notified when its process stops', async () => {
    const third = await liveApi({ db, url })
    const client = await connected(third.origin, people.owner)
    const [stopping, closed] = [heard(client, 'stopping'), heard(client, 'disconnect')]
    await third.close()
    await Promise.all([stopping, closed])
  })
})

/** Ends the connections by which processes hear of each other. */
async function loseNews() {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`.execute(db)
  expect(rows.length).toBeGreaterThan(0)
}

test('inboxes are looked at again when news may have been lost', async () => {
  const agent = await signedIn(here.api, { role: 'AGENT', company: TOMAN.company, phone: '+989120000704' })
  const ofCompany = heard(await connected(here.origin, agent), 'inbox')
  const ofOperators = heard(await connected(here.origin, people.admin), 'inbox')
  await loseNews()
  expect(await Promise.all([ofCompany, ofOperators])).toEqual([{}, {}])
})

describe("a company's work", () => {
  test('is looked at again when news may have been lost', async () => {
    const agent = await signedIn(here.api, { role: 'AGENT', company: TOMAN.company, phone: '+989120000703' })
    const work = heard(await connected(here.origin, agent), 'work')
    await loseNews()
    await work
  })

  test('is announced to its staff at every process, and to nobody else', async () => {
    // New sessions, because earlier tests may have ended the others.
    const of = (company: number, phone: string) => signedIn(here.api, { role: 'AGENT', company, phone })
    const [agent, stranger] = [await of(TOMAN.company, '+989120000701'), await of(BY_HAND.company, '+989120000702')]
    const [own, far] = [await connected(here.origin, agent), await connected(there.origin, agent)]
    const strange = await connected(here.origin, stranger)
    const heard: string[] = []
    own.on('work', () => heard.push('own'))
    far.on('work', () => heard.push('far'))
    strange.on('work', () => heard.push('strange'))
    const { reservations } = here.api.as()
    const { id } = await reservations.reserve({
      ...rentalAfter(here.api.clock.now()),
      ...DRIVER,
      phone: '09121112233',
    })
    // A job sends it after the transaction has committed, so that nobody hears of something that was rolled back.
    await db.transaction().execute((tx) => notify(here.api.deps, tx, { kind: 'newBooking', reservation: id }))
    expect(heard).toEqual([])
    await here.api.drain()
    await until(() => expect(heard.sort()).toEqual(['far', 'own']))
  })
})
