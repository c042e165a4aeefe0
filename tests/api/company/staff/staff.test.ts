import { afterEach, describe, expect, test } from 'vitest'
import { testApi } from '../../../support/api/api.ts'
import { deskIdOf } from '../../../support/api/desk-id.ts'
import { BY_HAND, DRIVER, loadFleet, RENTAL, TOMAN } from '../../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../../support/api/identities.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { testDatabase } from '../../../support/server/database/database.ts'
import { stepsInOrder } from '../../../support/steps-in-order.ts'

// At the end one of two owners is left.
stepsInOrder()

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { visitor, owner, agency, elsewhere, admin } = await fiveIdentities(site)
const staffOf = (phone: string, staffRole: 'OWNER' | 'DESK' | 'DRIVER', company: number = TOMAN.company) =>
  signedIn(site, { role: 'AGENT', company, phone, staffRole })

afterEach(() => expect(site.reported).toEqual([]))

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
/** The token in the last message. */
async function tokenSent(): Promise<string> {
  await site.drain()
  return /\/invitation\/([\w-]+)/.exec(JSON.stringify(site.messages.at(-1)))?.[1] ?? ''
}
let phones = 400
const newcomer = () => signedIn(site, { phone: `+989120000${phones++}` })

test('staff who are no owners read the names of the owners, whom they ask for more', async () => {
  await db.updateTable('account').set({ fullname: 'Leila' }).where('id', '=', agency.id).execute()
  const desk = await staffOf('+989120000397', 'DESK')
  expect((await desk.calls.company.settings.frame({})).owners).toContain('Leila')
  expect((await agency.calls.company.settings.frame({})).owners).toEqual([])
})

test('owners see the latest sign-ins of their staff with time and device, and of nobody else', async () => {
  const begun = (days: number, device: string) => ({
    ...{ id: `sign-in-${days}`.padEnd(22, '0'), account_id: agency.id, device, network_address: '127.0.0.1' },
    created_at: new Date(site.deps.now().getTime() - days * 86_400_000),
    used_at: site.deps.now(),
  })
  const chrome = 'Mozilla/5.0 (Linux; Android 14) Chrome/126.0'
  await db
    .insertInto('session')
    .values([begun(3, chrome), begun(91, ''), ...Array.from({ length: 10 }, (_, index) => begun(10 + index, ''))])
    .execute()
  const { people } = await agency.calls.company.staff.list({})
  const signIns = people.find(({ id }) => id === agency.id)?.sign_ins ?? []
  expect(signIns).toHaveLength(10)
  expect(signIns.map(({ device }) => device)).toContain('Chrome · Android')
  expect(signIns.map(({ at }) => at)).toEqual(
    signIns
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  )
  expect(JSON.stringify(people)).not.toContain('127.0.0.1')
  const others = (await elsewhere.calls.company.staff.list({})).people.flatMap(({ sign_ins }) => sign_ins)
  expect(others.map(({ device }) => device)).not.toContain('Chrome · Android')
  await db.deleteFrom('session').where('id', 'like', 'sign-in-%').execute()
})

describe('an invitation', () => {
  test('is sent by SMS or e-mail, stored as a hash, and makes the person staff once', async () => {
    const invited = await agency.calls.company.staff.invite({ contact: '۰۹۱۲ ۰۰۰ ۰۳۹۰', role: 'DESK' })
    expect(invited).toMatchObject({ contact: '+989120000390', role: 'DESK' })
    const token = await tokenSent()
    expect(token.length).toBeGreaterThan(30)
    const { token_hash } = await db
      .selectFrom('staff_invitation')
      .select('token_hash')
      .where('id', '=', invited.id)
      .executeTakeFirstOrThrow()
    expect(token_hash).not.toContain(token)
    const taker = await newcomer()
    expect(await taker.calls.company.staff.invitation({ token })).toMatchObject({ role: 'DESK' })
    expect(await codeOf(taker.calls.company.reservations.today({}))).toBe('NOT_FOUND')
    expect(await taker.calls.company.staff.acceptInvitation({ token })).toEqual({ role: 'DESK' })
    expect((await taker.calls.company.settings.frame({})).role).toBe('DESK')
    const other = await newcomer()
    expect(await codeOf(other.calls.company.staff.acceptInvitation({ token }))).toBe('NOT_FOUND')
    expect(await codeOf(visitor.company.staff.invitation({ token }))).toBe('INVALID_TOKEN')

    await agency.calls.company.staff.invite({ contact: ' Neda@Example.com ', role: 'DRIVER' })
    await site.drain()
    expect(site.messages.at(-1)).toMatchObject({ to: 'neda@example.com' })
  })

  test('ends after a week, when it is withdrawn, and when another is sent', async () => {
    const first = await agency.calls.company.staff.invite({ contact: 'a@example.com', role: 'DESK' })
    const old = await tokenSent()
    await agency.calls.company.staff.invite({ contact: 'a@example.com', role: 'DRIVER' })
    const token = await tokenSent()
    const taker = await newcomer()
    expect(await codeOf(taker.calls.company.staff.invitation({ token: old }))).toBe('NOT_FOUND')
    expect(await taker.calls.company.staff.invitation({ token })).toMatchObject({ role: 'DRIVER' })
    expect(await codeOf(agency.calls.company.staff.withdrawInvitation({ id: first.id }))).toBe('NOT_FOUND')
    site.clock.advance(8 * 24 * 60)
    expect(await codeOf(taker.calls.company.staff.acceptInvitation({ token }))).toBe('NOT_FOUND')
    const second = await agency.calls.company.staff.invite({ contact: 'b@example.com', role: 'DESK' })
    const withdrawn = await tokenSent()
    expect(await codeOf(elsewhere.calls.company.staff.withdrawInvitation({ id: second.id }))).toBe('NOT_FOUND')
    await agency.calls.company.staff.withdrawInvitation({ id: second.id })
    expect(await codeOf(taker.calls.company.staff.acceptInvitation({ token: withdrawn }))).toBe('NOT_FOUND')
  })

  test('is refused without a sign-in, for colleagues, and for staff of another company', async () => {
    for (const contact of ['', 'x', '12', 'a@b', '@', 'x'.repeat(300)])
      expect(await codeOf(agency.calls.company.staff.invite({ contact, role: 'DESK' })), contact).toBe('INVALID_FIELDS')
    expect(await codeOf(agency.calls.company.staff.invite({ contact: agency.phone, role: 'DESK' }))).toBe(
      'ALREADY_STAFF',
    )
    await agency.calls.company.staff.invite({ contact: 'c@example.com', role: 'OWNER' })
    const token = await tokenSent()
    for (const { calls } of [elsewhere, admin])
      expect(await codeOf(calls.company.staff.acceptInvitation({ token }))).toBe('ALREADY_STAFF')
    // A refused attempt does not use the invitation up.
    const taker = await newcomer()
    expect(await taker.calls.company.staff.acceptInvitation({ token })).toEqual({ role: 'OWNER' })
    await agency.calls.company.staff.remove({ id: taker.id })
  })
})

describe('a colleague', () => {
  test('who is removed loses access to the desk at once, also in existing sessions', async () => {
    const desk = await staffOf('+989120000450', 'DESK')
    const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER })
    expect((await desk.calls.company.reservations.today({})).date).toBeTruthy()
    expect((await desk.calls.company.reservations.read({ id })).id).toBe(await deskIdOf(db, id))
    await agency.calls.company.staff.remove({ id: desk.id })
    // It applies to the next request of the same session, to reading and to changing.
    for (const call of [
      () => desk.calls.company.reservations.today({}),
      () => desk.calls.company.reservations.list({}),
      () => desk.calls.company.reservations.read({ id }),
      () => desk.calls.company.reservations.addNote({ id, body: 'x' }),
      () => desk.calls.company.reservations.changeReserve({ id, action: 'picked_up' }),
      () => desk.calls.company.fleet.pause({ id: RENTAL.id }),
    ])
      expect(await codeOf(call()), String(call)).toBe('NOT_FOUND')
    expect(await codeOf(agency.calls.company.staff.remove({ id: desk.id }))).toBe('NOT_FOUND')
  })

  test('may delete their account, but not the only owner, without whom nobody would manage the company', async () => {
    expect(await codeOf(agency.calls.account.deleteAccount({}))).toBe('LAST_OWNER')
    const desk = await staffOf('+989120000455', 'DESK')
    expect(await desk.calls.account.deleteAccount({})).toMatchObject({ deleted: false })
    const second = await staffOf('+989120000456', 'OWNER')
    await second.calls.account.deleteAccount({})
    await agency.calls.company.staff.remove({ id: second.id })
    await agency.calls.company.staff.remove({ id: desk.id })
  })

  test('can get another role, but the last owner stays, also when two remove each other', async () => {
    const second = await staffOf('+989120000451', 'DESK')
    expect(await codeOf(second.calls.company.staff.list({}))).toBe('NOT_FOUND')
    expect(await codeOf(agency.calls.company.staff.change({ id: agency.id, role: 'DESK' }))).toBe('LAST_OWNER')
    expect(await codeOf(agency.calls.company.staff.remove({ id: agency.id }))).toBe('LAST_OWNER')
    await agency.calls.company.staff.change({ id: second.id, role: 'OWNER' })
    expect((await second.calls.company.staff.list({})).people.map(({ id }) => id)).toContain(agency.id)
    const outcomes = await Promise.allSettled([
      agency.calls.company.staff.remove({ id: second.id }),
      second.calls.company.staff.remove({ id: agency.id }),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { n } = await db
      .selectFrom('account')
      .select((of) => of.fn.countAll<number>().as('n'))
      .where('company_id', '=', TOMAN.company)
      .where('staff_role', '=', 'OWNER')
      .executeTakeFirstOrThrow()
    expect(n).toBe(1)
  })

  test('of another company cannot be changed', async () => {
    const theirs = await staffOf('+989120000452', 'DESK', BY_HAND.company)
    const ours = await staffOf('+989120000453', 'OWNER')
    for (const id of [theirs.id, owner.id, 'x'.repeat(22)]) {
      expect(await codeOf(ours.calls.company.staff.change({ id, role: 'OWNER' }))).toBe('NOT_FOUND')
      expect(await codeOf(ours.calls.company.staff.remove({ id }))).toBe('NOT_FOUND')
    }
    expect(await codeOf(admin.calls.company.staff.change({ id: owner.id, role: 'OWNER' }))).toBe('NOT_FOUND')
    expect(await admin.calls.company.staff.change({ id: theirs.id, role: 'DRIVER' })).toMatchObject({ role: 'DRIVER' })
  })
})
