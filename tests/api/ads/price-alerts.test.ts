import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { catalogueOf } from '#app/db/catalogue.ts'
import { testApi } from '../../support/api/api.ts'
import { loadFleet } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES
let sara: Awaited<ReturnType<typeof signedIn>>
let other: Awaited<ReturnType<typeof signedIn>>

beforeAll(async () => {
  await loadFleet(db)
  sara = await signedIn(site, { phone: '+989121234567' })
  await db.updateTable('account').set({ email: 'sara@mail.example' }).where('id', '=', sara.id).execute()
  other = await signedIn(site, { phone: '+989127654321' })
})
beforeEach(async () => {
  site.clock.set('2026-11-23T05:30:00Z')
  for (const table of ['price_alert', 'notification', 'message_count', 'push_endpoint', 'rate_count'] as const)
    await db.deleteFrom(table).execute()
  await db.updateTable('session').set({ ended_at: null }).execute()
  await priceOf(900_000)
  await site.drain()
  site.messages.length = 0
  site.pushed.length = 0
})

/** Three days from 900,000 toman a day: 2,700,000. */
const SEARCH = { city: 1061, categories: [2], start_date: '2026-12-10', end_date: '2026-12-13' }
const SEEN = 2_700_000
const ASKED = { search: SEARCH, currency: '6' }

/** All cars cost this from three days on. */
async function priceOf(amount: number) {
  await db.updateTable('ad').set({ p3: amount, s3: amount }).execute()
  await catalogueOf.again(db)
}

const visitor = (address = '192.0.2.9') => site.as({ language: 'en', clientAddress: address }).alerts
const rows = () => db.selectFrom('price_alert').selectAll().orderBy('requested_at').orderBy('id').execute()
/** The tokens in the latest e-mail. */
async function tokens() {
  await site.drain()
  const text = site.messages.at(-1)?.text ?? ''
  const tokenOf = (page: string) => new RegExp(`/en/price-alert/${page}\\?token=([\\w.-]+)`).exec(text)?.[1] ?? ''
  return { confirm: tokenOf('confirm'), stop: tokenOf('stop') }
}

describe('an alert of a visitor', () => {
  test('sends one message when the price has fallen, once its mailbox was confirmed, and is over', async () => {
    expect(await visitor().create({ ...ASKED, email: 'Guest@Mail.example' })).toEqual({ state: 'ASKED' })
    await priceOf(800_000)
    await site.sweep()
    await site.drain()
    expect(site.messages).toMatchObject([{ channel: 'email', to: 'guest@mail.example', language: 'en' }])
    const { confirm } = await tokens()
    await visitor().confirm({ token: confirm })
    await visitor().confirm({ token: confirm })
    site.messages.length = 0
    await site.sweep()
    await site.drain()
    expect(site.messages).toMatchObject([{ channel: 'email', to: 'guest@mail.example' }])
    expect(site.messages[0]?.text).toContain('/en/rent/car?city=1061')
    expect(site.messages[0]?.unsubscribe).toContain('/en/price-alert/stop?token=')
    expect(await rows()).toMatchObject([{ ended: 'SENT', seen: SEEN, found: 2_400_000 }])
    await priceOf(700_000)
    site.clock.advance(DAY_MINUTES)
    await site.sweep()
    await site.drain()
    expect(site.messages).toHaveLength(1)
  })

  test('sends nothing while the price stays or rises, and is looked at every few hours', async () => {
    await visitor().create({ ...ASKED, email: 'guest@mail.example' })
    await visitor().confirm({ token: (await tokens()).confirm })
    site.messages.length = 0
    for (const price of [900_000, 950_000]) {
      await priceOf(price)
      site.clock.advance(3 * HOUR_MINUTES)
      await site.sweep()
    }
    await priceOf(800_000)
    site.clock.advance(HOUR_MINUTES)
    await site.sweep()
    await site.drain()
    expect(site.messages).toEqual([])
    site.clock.advance(2 * HOUR_MINUTES)
    await site.sweep()
    await site.drain()
    expect(site.messages).toHaveLength(1)
  })

  test('waits for its goal: a tenth less, or an amount of its own', async () => {
    await visitor().create({ ...ASKED, email: 'tenth@mail.example', goal: 'TENTH' })
    await visitor().create({ ...ASKED, email: 'own@mail.example', goal: 'AMOUNT', amount: 2_000_000 })
    // Both were requested at the same time, so that their order is by chance.
    expect(new Set((await rows()).map(({ most }) => most))).toEqual(new Set([2_430_000, 2_000_000]))
    await db.updateTable('price_alert').set({ confirmed_at: site.clock.now() }).execute()
    await site.drain()
    site.messages.length = 0
    await priceOf(810_000)
    await site.sweep()
    await site.drain()
    expect(site.messages).toMatchObject([{ to: 'tenth@mail.example' }])
  })

  test('ends by itself at the pick-up and after 90 days', async () => {
    await visitor().create({ ...ASKED, email: 'guest@mail.example' })
    const later = { ...SEARCH, start_date: '2027-10-10', end_date: '2027-10-13' }
    await visitor().create({ ...ASKED, search: later, email: 'guest@mail.example' })
    const ends = (await rows()).map(({ ends_at }) => ends_at.toISOString()).sort()
    expect(ends).toEqual(['2026-12-10T06:30:00.000Z', '2027-02-21T05:30:00.000Z'])
    await db.updateTable('price_alert').set({ confirmed_at: site.clock.now() }).execute()
    site.clock.set('2026-12-10T06:30:00Z')
    await priceOf(500_000)
    site.messages.length = 0
    await site.sweep()
    await site.drain()
    expect((await rows()).map(({ ended }) => ended).sort()).toEqual(['EXPIRED', 'SENT'])
  })

  test('is stopped by the link of any of its e-mails, together with the others to that mailbox', async () => {
    await visitor().create({ ...ASKED, email: 'guest@mail.example' })
    await visitor().create({ ...ASKED, email: 'other@mail.example' })
    await visitor().create({ ...ASKED, goal: 'TENTH', email: 'guest+two@mail.example' })
    const { confirm, stop } = await tokens()
    await visitor().stop({ token: stop })
    await visitor().stop({ token: stop })
    const ended = await rows()
    expect(ended.filter(({ mailbox }) => mailbox === 'guest@mail.example').map(({ ended }) => ended)).toEqual([
      'STOPPED',
      'STOPPED',
    ])
    expect(ended.find(({ mailbox }) => mailbox === 'other@mail.example')?.ended).toBeNull()
    expect(await refusal(visitor().confirm({ token: confirm }))).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('takes no link of another purpose, a forged one, or one that is two days old', async () => {
    await visitor().create({ ...ASKED, email: 'guest@mail.example' })
    const { confirm, stop } = await tokens()
    const [id = '', mac = ''] = confirm.split('.')
    for (const token of [stop, id, `${id}.`, `${id}.${mac.slice(1)}A`, 'nothing'])
      expect(await refusal(visitor().confirm({ token }))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await refusal(visitor().stop({ token: confirm }))).toMatchObject({ code: 'NOT_FOUND' })
    site.clock.advance(2 * DAY_MINUTES + 1)
    expect(await refusal(visitor().confirm({ token: confirm }))).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('of one mailbox gets at most three links in a day, whoever asks, and the answer never says so', async () => {
    for (let at = 0; at < 6; at += 1) {
      const email = `victim+${at}@mail.example`
      expect(await visitor(`198.51.100.${at}`).create({ ...ASKED, email })).toEqual({ state: 'ASKED' })
      site.clock.advance(61)
    }
    await site.drain()
    expect(site.messages).toHaveLength(3)
    expect(await rows()).toHaveLength(3)
  })

  test('counts the same search again for its mailbox, so that nobody is sent more links than three a day', async () => {
    for (let at = 0; at < 6; at += 1) await sara.calls.alerts.create({ ...ASKED, email: 'victim@mail.example' })
    await site.drain()
    expect(site.messages.filter(({ to }) => to === 'victim@mail.example')).toHaveLength(3)
    expect((await rows()).filter(({ ended_at }) => ended_at === null)).toHaveLength(1)
  })

  test('of one mailbox is open five times at most', async () => {
    for (let at = 0; at < 7; at += 1) {
      await visitor().create({ ...ASKED, email: 'guest@mail.example' })
      await db.updateTable('price_alert').set({ confirmed_at: site.clock.now() }).execute()
      site.clock.advance(DAY_MINUTES)
    }
    expect(await rows()).toHaveLength(5)
  })

  test('of one mailbox is open five times at most, also where its links are confirmed late', async () => {
    for (let at = 0; at < 6; at += 1) {
      await visitor(`198.51.100.${at}`).create({ ...ASKED, email: 'guest@mail.example' })
      site.clock.advance(DAY_MINUTES / 3)
    }
    expect(await rows()).toHaveLength(5)
  })

  test('of one connection is asked for ten times in an hour', async () => {
    for (let at = 0; at < 10; at += 1) await visitor().create({ ...ASKED, email: `guest${at}@mail.example` })
    expect(await refusal(visitor().create({ ...ASKED, email: 'more@mail.example' }))).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    })
  })

  test('is deleted in time: unconfirmed after a week, over after a month', async () => {
    await visitor().create({ ...ASKED, email: 'never@mail.example' })
    await visitor().create({ ...ASKED, email: 'over@mail.example' })
    await db
      .updateTable('price_alert')
      .set({ confirmed_at: site.clock.now() })
      .where('mailbox', 'like', 'over%')
      .execute()
    await visitor().stop({ token: (await tokensOf('over@mail.example')).stop })
    site.clock.advance(8 * DAY_MINUTES)
    await site.sweep()
    expect(await rows()).toMatchObject([{ mailbox: 'over@mail.example' }])
    site.clock.advance(23 * DAY_MINUTES)
    await site.sweep()
    expect(await rows()).toEqual([])
  })
})

/** The tokens in the e-mail to an address. */
async function tokensOf(to: string) {
  await site.drain()
  const text = site.messages.findLast((message) => message.to === to)?.text ?? ''
  return { stop: /\/price-alert\/stop\?token=([\w.-]+)/.exec(text)?.[1] ?? '' }
}

describe('an alert of an account', () => {
  const alerts = () => sara.calls.alerts

  test('needs no confirmation for the account’s own address, and is listed and ended by its owner alone', async () => {
    expect(await alerts().create(ASKED)).toEqual({ state: 'OPEN' })
    const { results } = await alerts().list()
    expect(results).toMatchObject([
      {
        kind: 'car',
        seen: SEEN,
        most: SEEN - 1,
        found: null,
        by: 'EMAIL',
        email: null,
        status: 'OPEN',
        currency: 'IRT',
      },
    ])
    const [{ id = '' } = {}] = results
    expect(await refusal(other.calls.alerts.end({ id }))).toMatchObject({ code: 'NOT_FOUND' })
    expect((await other.calls.alerts.list()).results).toEqual([])
    expect(await alerts().end({ id })).toEqual({ id, status: 'STOPPED' })
    expect(await alerts().end({ id })).toEqual({ id, status: 'STOPPED' })
  })

  test('for another address waits for its confirmation', async () => {
    expect(await alerts().create({ ...ASKED, email: 'work@mail.example' })).toEqual({ state: 'ASKED' })
    expect((await alerts().list()).results).toMatchObject([{ status: 'WAITING', email: 'w•••@mail.example' }])
  })

  test('for the same search replaces the open one, and there are ten at most', async () => {
    await alerts().create(ASKED)
    await alerts().create({ ...ASKED, goal: 'TENTH' })
    const open = async () => (await rows()).filter(({ ended_at }) => ended_at === null)
    expect(await open()).toMatchObject([{ most: 2_430_000 }])
    for (let day = 11; day < 20; day += 1) {
      await db.deleteFrom('rate_count').execute()
      await alerts().create({ ...ASKED, search: { ...SEARCH, end_date: `2026-12-${day + 3}` } })
    }
    await db.deleteFrom('rate_count').execute()
    const more = alerts().create({ ...ASKED, search: { ...SEARCH, end_date: '2026-12-30' } })
    expect(await refusal(more)).toMatchObject({ code: 'TOO_MANY_ALERTS' })
    expect(await open()).toHaveLength(10)
  })

  test('by push goes to its browsers alone, and needs one', async () => {
    const byPush = { ...ASKED, by: 'PUSH' as const }
    expect(await refusal(alerts().create(byPush))).toMatchObject({
      code: 'INVALID_FIELDS',
      data: { fields: { by: [expect.any(String)] } },
    })
    expect(await refusal(visitor().create(byPush))).toMatchObject({ code: 'INVALID_FIELDS' })
    const keys = { p256dh: `B${'x'.repeat(86)}`, auth: 'y'.repeat(22) }
    const registration_id = { endpoint: 'https://fcm.googleapis.com/fcm/send/one', keys }
    await sara.calls.notifications.storeToken({ registration_id, device_id: 'WEB-abc-1', device_type: 'WEB' })
    expect(await alerts().create(byPush)).toEqual({ state: 'OPEN' })
    await priceOf(800_000)
    await site.sweep()
    await site.drain()
    expect(site.pushed).toHaveLength(1)
    expect(site.messages).toEqual([])
  })

  test('goes with the account’s data and is deleted with the account', async () => {
    await alerts().create(ASKED)
    expect(await sara.calls.account.exportData()).toMatchObject({ price_alerts: [{ seen: SEEN }] })
  })
})

describe('bad input', () => {
  const email = 'guest@mail.example'
  test.each([
    ['no city', { search: { ...SEARCH, city: undefined } }],
    ['an unknown city', { search: { ...SEARCH, city: 'nowhere' } }],
    ['no days', { search: { city: 1061, categories: [2] } }],
    ['one day', { search: { ...SEARCH, end_date: undefined } }],
    ['days in the past', { search: { ...SEARCH, start_date: '2026-01-01', end_date: '2026-01-03' } }],
    ['an end before its start', { search: { ...SEARCH, end_date: '2026-12-01' } }],
    [
      'a search without offers',
      { search: { ...SEARCH, brands: ['nothing'], year_from: 2026, types: ['x'], from: 1, to: 2 } },
    ],
    ['an amount above the price', { goal: 'AMOUNT', amount: SEEN }],
    ['no amount', { goal: 'AMOUNT' }],
    ['a negative amount', { goal: 'AMOUNT', amount: -5 }],
    ['an enormous amount', { goal: 'AMOUNT', amount: 1e21 }],
    ['an unknown goal', { goal: 'FREE' }],
    ['an unknown way', { by: 'PIGEON' }],
    ['a wrong address', { email: 'guest' }],
    ['a long address', { email: `${'a'.repeat(250)}@mail.example` }],
    ['no address', { email: '' }],
    [
      'a huge search',
      {
        search: {
          ...SEARCH,
          company: Array.from({ length: 50 }, (_, at) => at + 1),
          brands: Array.from({ length: 50 }, (_, at) => `${'b'.repeat(90)}${at}`),
        },
      },
    ],
  ])('%s is refused beside its field', async (_, wrong) => {
    const asked = { ...ASKED, email, ...wrong } as Parameters<ReturnType<typeof visitor>['create']>[0]
    expect(await refusal(visitor().create(asked))).toMatchObject({ code: 'INVALID_FIELDS' })
    expect(await rows()).toEqual([])
  })
})
