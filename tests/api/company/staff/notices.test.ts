import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { notify } from '#app/api/notifications/notify.ts'
import { testApi } from '../../../support/api/api.ts'
import { DRIVER, loadFleet, RENTAL, TOMAN } from '../../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../../support/api/identities.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { testDatabase } from '../../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { visitor, agency, elsewhere, admin } = await fiveIdentities(site)
const staff = { role: 'AGENT', company: TOMAN.company } as const
const desk = await signedIn(site, { ...staff, phone: '+989120000101', staffRole: 'DESK' })
const driver = await signedIn(site, { ...staff, phone: '+989120000102', staffRole: 'DRIVER' })
const { id: reservation } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, phone: '09121234567' })

beforeEach(async () => {
  await db.deleteFrom('staff_notices').execute()
  await db.updateTable('account').set({ email: 'owner@example.com' }).where('id', '=', agency.id).execute()
})
afterEach(() => expect(site.reported).toEqual([]))

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
/** The channels by which each member of staff was notified last: `{ [account]: ['sms'] }`. */
async function heard(kind: 'newBooking' | 'bookingToConfirm' | 'payoutSent') {
  const known = (await db.selectFrom('notification').select('id').execute()).map(({ id }) => id)
  const notice =
    kind === 'payoutSent'
      ? ({ kind, company: TOMAN.company, payout: 1, currency: 'IRT', amount: 5_000 } as const)
      : ({ kind, reservation } as const)
  await db.transaction().execute((tx) => notify(site.deps, tx, notice))
  const rows = await db
    .selectFrom('notification')
    .leftJoin('delivery', 'delivery.notification_id', 'notification.id')
    .select(['notification.account_id', 'delivery.channel'])
    .where('notification.id', 'not in', [...known, ''])
    .execute()
  const notified: Record<string, string[]> = {}
  for (const { account_id, channel } of rows)
    notified[account_id ?? ''] = [...(notified[account_id ?? ''] ?? []), ...(channel ? [channel] : [])].sort()
  return notified
}

describe('who is notified of what', () => {
  test('follows the accounts until somebody chooses, and then only the chosen channels', async () => {
    const usual = await heard('newBooking')
    expect(Object.keys(usual).sort()).toEqual([agency.id, desk.id].sort())
    expect(usual[agency.id]).toContain('email')
    await agency.calls.company.staff.setNotices({ id: agency.id, choices: { new: ['sms'] } })
    await agency.calls.company.staff.setNotices({ id: desk.id, choices: { new: [] } })
    expect(await heard('newBooking')).toEqual({ [agency.id]: ['sms'], [desk.id]: [] })
    // Fields that are not sent do not change.
    expect((await heard('bookingToConfirm'))[agency.id]).toContain('email')
  })

  test('about payouts is for owners only', async () => {
    expect(Object.keys(await heard('payoutSent'))).toEqual([agency.id])
    const { people } = await agency.calls.company.staff.notices({})
    expect(people.find(({ id }) => id === desk.id)?.choices).not.toHaveProperty('payout')
    await agency.calls.company.staff.setNotices({ id: desk.id, choices: { payout: ['sms'] } })
    expect(Object.keys(await heard('payoutSent'))).toEqual([agency.id])
  })

  test('always includes somebody for what must be answered', async () => {
    await agency.calls.company.staff.setNotices({ id: desk.id, choices: { confirm: [] } })
    expect(
      await refusal(agency.calls.company.staff.setNotices({ id: agency.id, choices: { confirm: [] } })),
    ).toMatchObject({
      code: 'INVALID_FIELDS',
      data: { fields: { 'choices.confirm': ['nobody_hears'] } },
    })
    // A channel that does not reach them does not count: none of their browsers accepts push messages.
    expect(await codeOf(agency.calls.company.staff.setNotices({ id: agency.id, choices: { confirm: ['push'] } }))).toBe(
      'INVALID_FIELDS',
    )
  })

  test('falls back to the others when the last recipient leaves', async () => {
    await agency.calls.company.staff.setNotices({ id: desk.id, choices: { confirm: ['sms'] } })
    await agency.calls.company.staff.setNotices({ id: agency.id, choices: { confirm: [] } })
    expect(await heard('bookingToConfirm')).toEqual({ [agency.id]: [], [desk.id]: ['sms'] })
    await db.updateTable('account').set({ banned_at: new Date() }).where('id', '=', desk.id).execute()
    expect((await heard('bookingToConfirm'))[agency.id]).toContain('email')
    await db.updateTable('account').set({ banned_at: null }).where('id', '=', desk.id).execute()
  })

  test('is set by owners for all, by desk staff for themselves, and by drivers not at all', async () => {
    expect((await desk.calls.company.staff.notices({})).people.map(({ id }) => id)).toEqual([desk.id])
    expect((await desk.calls.company.staff.setNotices({ id: desk.id, choices: { new: ['sms'] } })).choices.new).toEqual(
      ['sms'],
    )
    for (const [calls, id] of [
      [desk.calls, agency.id],
      [elsewhere.calls, agency.id],
      [driver.calls, driver.id],
    ] as const)
      expect(await codeOf(calls.company.staff.setNotices({ id, choices: { new: [] } }))).toBe('NOT_FOUND')
    expect((await admin.calls.company.staff.notices({ company: TOMAN.company })).people).toHaveLength(2)
    const entry = await db.selectFrom('audit_entry').select('call').where('subject', '=', 'staff_notices').execute()
    expect(entry.length).toBeGreaterThan(0)
  })
})

describe('saved views', () => {
  afterEach(() => db.deleteFrom('saved_view').execute())

  const late = { list: 'late', from: '2026-12-01' } as const

  test('are personal, have a name, and are replaced by the same name', async () => {
    await desk.calls.company.reservations.saveView({ name: 'Late', filters: late })
    const again = await desk.calls.company.reservations.saveView({ name: 'LATE', filters: { list: 'out' } })
    expect((await desk.calls.company.reservations.views({})).views).toEqual([
      { id: again.id, name: 'LATE', filters: { list: 'out' } },
    ])
    expect((await agency.calls.company.reservations.views({})).views).toEqual([])
    expect(await codeOf(agency.calls.company.reservations.removeView({ id: again.id }))).toBe('NOT_FOUND')
    expect(await codeOf(driver.calls.company.reservations.views({}))).toBe('NOT_FOUND')
    await desk.calls.company.reservations.removeView({ id: again.id })
    expect((await desk.calls.company.reservations.views({})).views).toEqual([])
  })

  test('are twenty at most, with a name', async () => {
    for (let n = 1; n <= 20; n++) await desk.calls.company.reservations.saveView({ name: `View ${n}`, filters: late })
    const refused = await refusal(desk.calls.company.reservations.saveView({ name: 'One more', filters: late }))
    expect(refused).toMatchObject({ code: 'INVALID_FIELDS', data: { fields: { name: ['too_many_views'] } } })
    await desk.calls.company.reservations.saveView({ name: 'View 20', filters: {} })
    expect(await codeOf(desk.calls.company.reservations.saveView({ name: ' ', filters: late }))).toBe('INVALID_FIELDS')
    expect(await codeOf(desk.calls.company.reservations.saveView({ name: 'x'.repeat(41), filters: late }))).toBe(
      'INVALID_FIELDS',
    )
  })
})
