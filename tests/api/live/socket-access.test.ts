import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ApiClient } from '#app/api/app.ts'
import { issueAccessToken } from '#app/api/call/admission/access-token.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { DRIVER, loadFleet, rentalAfter, TOMAN } from '../../support/api/fleet.ts'
import { type Identity, signedIn } from '../../support/api/identities.ts'
import { type LiveApi, liveApi } from '../../support/live/live-api.ts'
import { ask, type Client, collected, connect, connected, heard, refused } from '../../support/live/live-client.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db, url } = await testDatabase()
let here: LiveApi
let there: LiveApi
let admin: Identity

beforeAll(async () => {
  here = await liveApi({ db, url })
  there = await liveApi({ db, url })
  await loadFleet(db)
  admin = await signedIn(here.api, { phone: '+989120000300', role: 'ADMIN' })
})
afterEach(() => expect([...here.api.reported, ...there.api.reported]).toEqual([]))
afterAll(() => Promise.all([here.close(), there.close()]))

let phones = 0
const newPhone = () => `+98912000${String(1000 + phones++)}`
const customer = () => signedIn(here.api, { phone: newPhone() })
const staff = (staffRole: 'OWNER' | 'DESK' | 'DRIVER') =>
  signedIn(here.api, { phone: newPhone(), role: 'AGENT', company: TOMAN.company, staffRole })
const change = (who: Identity, values: object) =>
  db.updateTable('account').set(values).where('id', '=', who.id).execute()

/** Another session of the same person. */
async function another({ id }: Identity): Promise<{ session: string; access: string; calls: ApiClient }> {
  const session = publicId()
  const at = here.api.deps.now()
  await db
    .insertInto('session')
    .values({ id: session, account_id: id, device: '', network_address: '192.0.2.1', created_at: at, used_at: at })
    .execute()
  const access = issueAccessToken(here.api.deps.settings.secret, session, at)
  return { session, access, calls: here.api.as({ accessToken: access }) }
}

/** Opens a person's sockets at both processes, makes a change, and returns the events with which it closes them. */
async function endedBy(who: Identity, act: () => Promise<unknown>) {
  const sockets = [await connected(here.origin, who), await connected(there.origin, who)]
  const endings = sockets.map((socket) => [heard(socket, 'ticket_ended'), heard(socket, 'disconnect')])
  await act()
  return Promise.all(endings.flat())
}
const gone = (code: string) => [{ code }, 'io server disconnect', { code }, 'io server disconnect']

/** The chat of a reservation with the company, and what the company's side needs to write in it. */
let rooms = 0
async function companyRoom(): Promise<{ room: string; traveller: Identity; reservation: string }> {
  const traveller = await customer()
  const { id } = await traveller.calls.reservations.reserve({
    ...rentalAfter(here.api.clock.now(), 10 * ++rooms),
    ...DRIVER,
    phone: traveller.phone,
  })
  await db.updateTable('reservation').set({ status: 'CONFIRMED', hold_until: null }).where('id', '=', id).execute()
  const { room } = await admin.calls.chat.createReserve({ reservation: id })
  return { room: room.id, traveller, reservation: id }
}

describe('the sockets at every process end', () => {
  test('when an operator bans their person', async () => {
    const who = await customer()
    const ban = () => admin.calls.operator.people.ban({ id: who.id, banned: true, reason: 'Fraud' })
    expect(await endedBy(who, ban)).toEqual(gone('BANNED_USER'))
    const again = connect({ origin: there.origin, token: () => who.access })
    expect((await refused(again)).data?.code).toBe('BANNED_USER')
  })

  test('with their session, but not those of the same person’s other sessions', async () => {
    const who = await customer()
    const phone = await another(who)
    const kept = connect({ origin: there.origin, token: () => phone.access })
    await heard(kept, 'connect')
    expect(await endedBy(who, () => who.calls.account.logout())).toEqual(gone('INVALID_TOKEN'))
    expect(await ask(kept, 'join', { room: publicId() })).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('when another device signs theirs out', async () => {
    const who = await customer()
    const phone = await another(who)
    const lost = connect({ origin: there.origin, token: () => phone.access })
    await heard(lost, 'connect')
    const ended = heard(lost, 'ticket_ended')
    await who.calls.account.endSession({ id: phone.session })
    expect(await ended).toEqual({ code: 'INVALID_TOKEN' })
  })

  test('when their account is deleted', async () => {
    const who = await customer()
    const erase = () => db.deleteFrom('account').where('id', '=', who.id).execute()
    expect(await endedBy(who, erase)).toEqual(gone('INVALID_TOKEN'))
  })

  test('when their session has to prove a second factor', async () => {
    const who = await staff('OWNER')
    const factor = { id: who.id, secret: '', created_at: new Date(), confirmed_at: new Date() }
    await db
      .insertInto('second_factor')
      .values({ ...factor, confirmed_at: null })
      .execute()
    const confirm = () => db.updateTable('second_factor').set(factor).where('id', '=', who.id).execute()
    expect(await endedBy(who, confirm)).toEqual(gone('INVALID_TOKEN'))
  })

  test('and come back with the new rights when an owner makes their person a driver', async () => {
    const [owner, who] = [await staff('OWNER'), await staff('DESK')]
    const demote = () => owner.calls.company.staff.change({ id: who.id, role: 'DRIVER' })
    expect(await endedBy(who, demote)).toEqual(gone('TOKEN_EXPIRED'))
    const { room } = await companyRoom()
    expect(await ask(await connected(there.origin, who), 'join', { room })).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('when their person leaves a company', async () => {
    const [owner, who] = [await staff('OWNER'), await staff('DESK')]
    const remove = () => owner.calls.company.staff.remove({ id: who.id })
    expect(await endedBy(who, remove)).toEqual(gone('TOKEN_EXPIRED'))
  })

  test.each([
    ['an operator becomes a customer', { role: 'ADMIN' }, { role: 'CLIENT' }],
    ['an operator does other work', { role: 'ADMIN', operator_role: 'SUPPORT' }, { operator_role: 'CONTENT' }],
    ['a customer becomes an operator', { role: 'CLIENT' }, { role: 'ADMIN' }],
    [
      'a driver comes to the desk',
      { role: 'AGENT', company_id: TOMAN.company, staff_role: 'DRIVER' },
      { staff_role: 'DESK' },
    ],
    ['the phone is another', { fullname: 'Sara' }, { phone: '+989120009999' }],
    ['the phone is no longer proven', { fullname: 'Sara' }, { phone_proven_at: null }],
  ])('when %s, whoever wrote it', async (_name, before, after) => {
    const who = await customer()
    await change(who, before)
    expect(await endedBy(who, () => change(who, after))).toEqual(gone('TOKEN_EXPIRED'))
  })

  test('also when the change came between the check and the connection', async () => {
    const who = await customer()
    const third = await liveApi({ db, url })
    third.sockets.io.use(async (_socket, next) => {
      const arrived = new Promise<void>((resolve) =>
        third.bus.listen(
          () => resolve(),
          () => {},
        ),
      )
      await change(who, { banned_at: new Date() })
      await arrived
      next()
    })
    const late = connect({ origin: third.origin, token: () => who.access })
    expect(await heard(late, 'ticket_ended')).toEqual({ code: 'BANNED_USER' })
    await third.close()
  })

  test('also when the database connection that announces the change is lost', async () => {
    const who = await customer()
    const socket = await connected(there.origin, who)
    const ended = heard(socket, 'ticket_ended')
    await sql`alter table account disable trigger account_access`.execute(db)
    await change(who, { banned_at: new Date() })
    await sql`alter table account enable trigger account_access`.execute(db)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'savari-live' and datname = current_database()`.execute(db)
    expect(await ended).toEqual({ code: 'BANNED_USER' })
  })
})

test('a socket stays when nothing changes that affects its access', async () => {
  const who = await customer()
  const socket = await connected(there.origin, who)
  await change(who, { fullname: 'Somebody else', language: 'de' })
  await db
    .updateTable('session')
    .set({ used_at: new Date(), factor_at: new Date() })
    .where('account_id', '=', who.id)
    .execute()
  // Once this later event has arrived at both, they have passed the earlier ones.
  const other = await customer()
  expect(await endedBy(other, () => change(other, { banned_at: new Date() }))).toEqual(gone('BANNED_USER'))
  expect(await ask(socket, 'join', { room: publicId() })).toMatchObject({ code: 'NOT_FOUND' })
})

describe('a new ticket', () => {
  const renew = (socket: Client, token: string) => ask(socket, 'renew', { token })

  test('gives a driver no more than the first one', async () => {
    const { room, traveller } = await companyRoom()
    const driver = await staff('DRIVER')
    const socket = await connected(here.origin, driver)
    const got = collected(socket)
    expect(await renew(socket, driver.access)).toMatchObject({ ok: true })
    expect(await ask(socket, 'join', { room, after: 0 })).toMatchObject({ code: 'NOT_FOUND' })
    expect(await ask(socket, 'new_message', { room, message: 'Hello' })).toMatchObject({ code: 'NOT_FOUND' })
    await traveller.calls.chat.newMessage({ id: room, message: 'For the desk' })
    expect(await ask(socket, 'read', { room, seq: 1 })).toMatchObject({ code: 'NOT_FOUND' })
    expect(got).toEqual([])
  })

  test('of another session of the same person is refused, so that a socket ends with its own session', async () => {
    const who = await customer()
    const socket = await connected(there.origin, who)
    const phone = await another(who)
    expect(await renew(socket, phone.access)).toMatchObject({ ok: false, code: 'INVALID_TOKEN' })
    const ended = heard(socket, 'ticket_ended')
    await who.calls.account.logout()
    expect(await ended).toEqual({ code: 'INVALID_TOKEN' })
  })

  test('leaves the rooms of reservations that belong to somebody else now', async () => {
    const { room, traveller, reservation } = await companyRoom()
    const socket = await connected(here.origin, traveller, { [room]: 0 })
    await ask(socket, 'join', { room })
    const got = collected(socket)
    // Sockets of the room's own account would stay in it: these people were in it only because of the reservation.
    await db.updateTable('conversation').set({ account_id: null }).where('id', '=', room).execute()
    await db.updateTable('reservation').set({ phone: newPhone() }).where('id', '=', reservation).execute()
    expect(await renew(socket, traveller.access)).toMatchObject({ ok: true })
    await admin.calls.chat.newMessage({ id: room, message: 'Not for them' })
    await vi.waitFor(async () => expect(await ask(socket, 'join', { room })).toMatchObject({ code: 'NOT_FOUND' }))
    expect(got).toEqual([])
  })
})
