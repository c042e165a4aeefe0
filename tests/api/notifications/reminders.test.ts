import { beforeAll, beforeEach, expect, test } from 'vitest'
import { shippedText } from '#app/api/notifications/texts.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { testApi } from '../../support/api/api.ts'
import { ABROAD, BY_HAND, DRIVER, loadFleet, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })

beforeAll(async () => {
  await loadFleet(db)
  await signedIn(site, { phone: '+989120000100', role: 'AGENT', company: TOMAN.company })
  await signedIn(site, { phone: '+989120000200', role: 'AGENT', company: BY_HAND.company })
})
beforeEach(async () => {
  site.clock.set('2026-11-23T05:30:00Z')
  for (const table of ['notification', 'message_count', 'discount_use', 'reservation_event', 'busy'] as const)
    await db.deleteFrom(table).execute()
  await db.deleteFrom('reservation').execute()
  site.messages.length = 0
})

async function booked(status: 'CONFIRMED' | 'ACTIVE' | 'AWAITING_CONFIRMATION', ad: number = RENTAL.id) {
  const form = { ...RENTAL, ...DRIVER, id: ad, start_date: '2026-11-25', end_date: '2026-11-28' }
  const { id } = await site.as().reservations.reserve(form)
  const confirm_by = status === 'AWAITING_CONFIRMATION' ? new Date('2026-11-23T17:30:00Z') : null
  await db.updateTable('reservation').set({ status, hold_until: null, confirm_by }).where('id', '=', id).execute()
  await site.drain()
  site.messages.length = 0
  return id
}
async function sweepAt(iso: string) {
  site.clock.set(iso)
  site.messages.length = 0
  await Promise.all([site.sweep(), site.sweep()])
  await site.sweep()
  const notifications = await db
    .selectFrom('notification')
    .select('kind')
    .orderBy('created_at')
    .orderBy('kind')
    .execute()
  return {
    kinds: notifications.map(({ kind }) => kind).filter((kind) => kind !== 'reserved'),
    sent: site.messages.length,
  }
}

test('the customer is reminded once, on the morning of the day before in the city’s time zone', async () => {
  await booked('CONFIRMED')
  expect((await sweepAt('2026-11-24T06:00:00Z')).kinds).toEqual([])
  expect(await sweepAt('2026-11-24T06:40:00Z')).toEqual({ kinds: ['pickUpTomorrow'], sent: 1 })
  expect(await sweepAt('2026-11-24T12:00:00Z')).toEqual({ kinds: ['pickUpTomorrow'], sent: 0 })
})

test('the company is reminded of the day’s pick-ups in the morning', async () => {
  await booked('CONFIRMED')
  await sweepAt('2026-11-24T06:40:00Z')
  expect(await sweepAt('2026-11-25T04:00:00Z')).toEqual({ kinds: ['pickUpTomorrow', 'arrivingToday'], sent: 1 })
})

test('the customer is reminded of the return on its day', async () => {
  await booked('ACTIVE')
  expect((await sweepAt('2026-11-28T04:00:00Z')).kinds).toEqual([])
  expect((await sweepAt('2026-11-28T05:00:00Z')).kinds).toEqual(['returnToday'])
})

test('a company that has not answered is reminded two hours before its deadline', async () => {
  await booked('AWAITING_CONFIRMATION', BY_HAND.ad)
  expect((await sweepAt('2026-11-23T15:00:00Z')).kinds).toEqual([])
  expect(await sweepAt('2026-11-23T15:31:00Z')).toEqual({ kinds: ['confirmSoon'], sent: 1 })
  expect((await sweepAt('2026-11-23T16:00:00Z')).kinds).toEqual(['confirmSoon'])
})

test('rental times are in the place’s time zone, which is named to readers in another; deadlines are in the reader’s own', async () => {
  const reader = await signedIn(site, { phone: '+989121234567' })
  await expect(reader.calls.account.updateProfile({ body: { time_zone: 'Mars/Olympus' } })).rejects.toMatchObject({
    code: 'INVALID_FIELDS',
  })
  const textsIn = async (zone: string | null) => {
    await reader.calls.account.updateProfile({ body: { time_zone: zone } })
    const form = { ...RENTAL, ...DRIVER, ...ABROAD, start_date: '2026-11-25', end_date: '2026-11-28' }
    const { id } = await site.as({ language: 'en' }).reservations.reserve(form)
    const { content } = await db
      .selectFrom('notification')
      .select('content')
      .where('reservation_id', '=', id)
      .executeTakeFirstOrThrow()
    await db.deleteFrom('busy').execute()
    return { body: content.body, pickUp: content.facts?.find(({ label }) => label === 'Pick-up')?.value }
  }
  // 05:30 UTC, and twenty minutes to pay.
  const abroad = await textsIn('America/New_York')
  expect(abroad.body).toContain('00:50')
  expect(abroad.body).not.toContain('time)')
  expect(abroad.pickUp).toMatch(/10:00 \(Kish.* time\)/)
  const there = await textsIn('Asia/Tehran')
  expect(there.body).toContain('09:20')
  expect(there.pickUp).not.toContain('time)')
  expect((await textsIn(null)).body).toMatch(/09:20 \(Kish.* time\)/)
})

test.each([
  ['Asia/Tehran', 'fa'],
  ['Asia/Dubai', 'ar'],
  ['Europe/Istanbul', 'tr'],
  ['Europe/Berlin', 'de'],
  ['Asia/Tbilisi', 'en'],
] as const)('a company in %s without accounts is written to in %s, with the times there', async (zone, language) => {
  const ofCompany = db.updateTable('account').where('company_id', '=', BY_HAND.company)
  await ofCompany.set({ banned_at: site.clock.now() }).execute()
  await db.updateTable('city').set({ zone }).where('id', '=', 1061).execute()
  try {
    const id = await booked('AWAITING_CONFIRMATION', BY_HAND.ad)
    await sweepAt('2026-11-23T15:31:00Z')
    const { content } = await db
      .selectFrom('notification')
      .select('content')
      .where('reservation_id', '=', id)
      .where('kind', '=', 'confirmSoon')
      .executeTakeFirstOrThrow()
    const at = formatInstant(new Date('2026-11-23T17:30:00Z'), zone, language, 'weekday')
    // Readers of English may be anywhere.
    expect(content.body).toContain(language === 'en' ? shippedText('en', 'localTime', { at, city: 'Kish' }) : at)
    for (const words of shippedText(language, 'confirmSoon.title', { number: '|' }).split('|'))
      expect(content.title).toContain(words)
  } finally {
    await ofCompany.set({ banned_at: null }).execute()
    await db.updateTable('city').set({ zone: 'Asia/Tehran' }).where('id', '=', 1061).execute()
  }
})
