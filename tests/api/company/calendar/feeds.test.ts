import ICAL from 'ical.js'
import { afterEach, describe, expect, test } from 'vitest'
import { CalendarNotFetched } from '#app/providers/calendars/calendar-fetch.ts'
import { createCalendarReader } from '#app/providers/calendars/calendar-reader.ts'
import { CalendarNotRead } from '#app/providers/calendars/read-calendar.ts'
import { writeCalendarFile } from '#app/rules/time/calendar-event.server.ts'
import { testApi } from '../../../support/api/api.ts'
import { ownIdsOf } from '../../../support/api/desk-id.ts'
import { DRIVER, loadFleet, RENTAL, TOMAN } from '../../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../../support/api/identities.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { payAtBank } from '../../../support/browser/steps/paid.ts'
import { testDatabase } from '../../../support/server/database/database.ts'
import { testBank } from '../../../support/server/simulators/bank.ts'
import { stepsInOrder } from '../../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
/** The external calendar's present text; undefined when it does not answer. */
let other: string | undefined
/** How many of the reads exceed the time limit. */
let tooComplex = 0
const ENDLESS = 'ENDLESS'
const reader = createCalendarReader()
const site = await testApi({
  db,
  readCalendar: (text, window) => {
    if (!text.includes(ENDLESS)) return reader.read(text, window)
    tooComplex += 1
    return Promise.reject(new CalendarNotRead('too_complex'))
  },
  bank: bank.origin,
  fetchCalendar: async () => {
    if (other === undefined) throw new CalendarNotFetched('too_slow')
    return other
  },
})
await loadFleet(db)
const { visitor, owner, elsewhere, admin } = await fiveIdentities(site)
const staff = { role: 'AGENT', company: TOMAN.company } as const
const desk = await signedIn(site, { ...staff, phone: '+989120000301', staffRole: 'DESK' })
const driver = await signedIn(site, { ...staff, phone: '+989120000302', staffRole: 'DRIVER' })

afterEach(() => expect(site.reported).toEqual([]))

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const tokenOf = (address: string) => /\/calendars\/(.+)\.ics$/.exec(address)?.[1] ?? ''
const event = (start: string, end: string, summary = 'Guest') =>
  ['BEGIN:VEVENT', `UID:${start}`, `SUMMARY:${summary}`, `DTSTART:${start}`, `DTEND:${end}`, 'END:VEVENT'].join('\r\n')
const file = (...events: string[]) => ['BEGIN:VCALENDAR', ...events, 'END:VCALENDAR', ''].join('\r\n')
const staysOf = async (id: number) => {
  const { results } = await desk.calls.company.calendar.read({ from: '2026-12-01', days: 30 })
  return results.find((row) => row.id === id)?.stays ?? []
}
const read = async () => {
  for (const { id } of (await desk.calls.company.calendar.feeds({})).sources)
    await site.deps.enqueue(db, 'import-calendar', { source: id })
  await site.drain()
  return (await desk.calls.company.calendar.feeds({})).sources
}

describe('a feed', () => {
  test('is a valid calendar, names no customer, and ends when its address is revoked', async () => {
    const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: 101 })
    await payAtBank(site, bank, id)
    const block = { start_date: '2026-12-08', start_time: '10:00', end_date: '2026-12-09', end_time: '10:00' }
    await desk.calls.company.calendar.block({ ad: 101, ...block, note: 'Private note' })
    const made = await desk.calls.company.calendar.makeFeed({ ad: 101 })
    const { name, events } = await visitor.company.calendar.feedEvents({ token: tokenOf(made.address) })
    const dates = events.map((one) => ({
      ...{ uid: one.uid, summary: one.summary },
      ...{ start: new Date(one.start), end: new Date(one.end), changed: new Date(one.changed) },
    }))
    const text = writeCalendarFile({ product: 'Savari', name, events: dates })
    const parsed = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))
    expect(parsed.map((one) => one.startDate.toJSDate().toISOString())).toEqual([
      '2026-12-01T06:30:00.000Z',
      '2026-12-08T06:30:00.000Z',
    ])
    expect(parsed[0]?.endDate.toJSDate().toISOString()).toBe('2026-12-04T06:30:00.000Z')
    expect(new Set(parsed.map((one) => one.uid)).size).toBe(2)
    expect(text).not.toContain(DRIVER.fullname)
    expect(text).not.toContain('Private note')

    const renewed = await desk.calls.company.calendar.makeFeed({ ad: 101 })
    expect(renewed.id).toBe(made.id)
    expect(renewed.address).not.toBe(made.address)
    expect(await codeOf(visitor.company.calendar.feedEvents({ token: tokenOf(made.address) }))).toBe('NOT_FOUND')
    await desk.calls.company.calendar.removeFeed({ id: made.id })
    expect(await codeOf(visitor.company.calendar.feedEvents({ token: tokenOf(renewed.address) }))).toBe('NOT_FOUND')
    for (const token of ['1.xyz', '999.AAAAAAAAAAAAAAAAAAAAAAAA', '-1.a', "1'.a", `${made.id}.AAAA`])
      expect(await codeOf(visitor.company.calendar.feedEvents({ token })), token).toBe('NOT_FOUND')
  })

  test('of all vehicles has those of one company only', async () => {
    const { address } = await desk.calls.company.calendar.makeFeed({})
    const { events } = await visitor.company.calendar.feedEvents({ token: tokenOf(address) })
    expect(events.length).toBeGreaterThan(1)
    const { address: theirs } = await elsewhere.calls.company.calendar.makeFeed({})
    expect((await visitor.company.calendar.feedEvents({ token: tokenOf(theirs) })).events).toEqual([])
  })

  test('can be created and revoked only by the company’s desk', async () => {
    const { id } = await desk.calls.company.calendar.makeFeed({ ad: 102 })
    for (const { calls } of [owner, driver, elsewhere]) {
      expect(await codeOf(calls.company.calendar.makeFeed({ ad: 102 }))).toBe('NOT_FOUND')
      expect(await codeOf(calls.company.calendar.removeFeed({ id }))).toBe('NOT_FOUND')
    }
    expect((await elsewhere.calls.company.calendar.feeds({})).feeds.map((feed) => feed.vehicle)).toEqual([null])
    expect((await admin.calls.company.calendar.feeds({ company: TOMAN.company })).feeds).toHaveLength(2)
  })
})

describe('an external calendar', () => {
  test('blocks its vehicle, stays unchanged when read again, and frees what it no longer lists', async () => {
    other = file(event('20261210T100000', '20261212T100000'), event('20261211T100000', '20261214T100000'))
    await desk.calls.company.calendar.addSource({ ad: 105, address: 'webcal://calendar.example/105.ics' })
    await site.drain()
    const whole = { start_date: '2026-12-10', start_time: '10:00', end_date: '2026-12-14', end_time: '10:00' }
    expect(await staysOf(105)).toMatchObject([{ kind: 'BLOCK', label: 'Guest', is_imported: true, ...whole }])
    await read()
    expect(await staysOf(105)).toHaveLength(1)
    // The block cannot be removed by hand, and is not in our own feed.
    const [stay] = await staysOf(105)
    expect(await codeOf(desk.calls.company.calendar.unblock({ id: Number(stay?.id) }))).toBe('NOT_FOUND')
    const { address } = await desk.calls.company.calendar.makeFeed({ ad: 105 })
    expect((await visitor.company.calendar.feedEvents({ token: tokenOf(address) })).events).toEqual([])
    const taken = { ...RENTAL, id: 105, start_date: '2026-12-11', end_date: '2026-12-13', phone: '09121230105' }
    expect(await codeOf(visitor.reservations.reserve({ ...RENTAL, ...DRIVER, ...taken }))).toBe('VEHICLE_TAKEN')
    other = file()
    await read()
    expect(await staysOf(105)).toEqual([])
  })

  test('that does not answer keeps its blocks, and the failure is shown', async () => {
    other = file(event('20261210T100000', '20261212T100000'))
    await read()
    other = undefined
    const [source] = await read()
    expect(source).toMatchObject({ problem: 'too_slow', events: 1, host: 'calendar.example' })
    expect(await staysOf(105)).toHaveLength(1)
    other = '<html>not found</html>'
    expect((await read())[0]).toMatchObject({ problem: 'no_calendar' })
    other = file(
      event('20261212T100000', '20261210T100000', 'Lie'),
      event('00010101T000000Z', '99991231T000000Z', 'Age'),
    )
    expect((await read())[0]).toMatchObject({
      problem: null,
      events: 0,
      wrong: [
        { reason: 'backwards', summary: 'Lie' },
        { reason: 'year', summary: 'Age' },
      ],
    })
  })

  test('that is too complex is retried less often each time, and the company is notified once', async () => {
    const began = site.clock.now()
    const pass = async (minutes: number) => {
      site.clock.advance(minutes)
      await site.deps.enqueue(db, 'import-calendars', {})
      await site.drain()
    }
    const notices = () =>
      db.selectFrom('notification').select(['account_id', 'content']).where('kind', '=', 'calendarTooComplex').execute()
    other = file(event('20261210T100000', '20261212T100000'))
    await pass(10)
    other = ENDLESS
    await pass(10)
    const [source] = (await desk.calls.company.calendar.feeds({})).sources
    const again = new Date(site.clock.now().getTime() + 3_600_000).toISOString()
    expect(source).toMatchObject({ problem: 'too_complex', next_at: again, events: 1 })
    expect(await staysOf(105)).toHaveLength(1)
    const first = await notices()
    expect(first.length).toBeGreaterThan(0)
    expect(first[0]?.content).toMatchObject({ action: { path: expect.stringContaining('/desk/feeds') } })
    expect(JSON.stringify(first)).toContain('calendar.example')
    // Not after ten minutes, but after an hour; then after two.
    for (const minutes of [10, 10, 10, 10, 10]) await pass(minutes)
    expect(tooComplex).toBe(1)
    await pass(10)
    expect(tooComplex).toBe(2)
    await pass(60)
    expect(tooComplex).toBe(2)
    await pass(60)
    expect(tooComplex).toBe(3)
    for (let day = 0; day < 5; day += 1) await pass(24 * 60)
    const tried = tooComplex
    for (let hour = 0; hour < 23; hour += 1) await pass(60)
    expect(tooComplex).toBe(tried)
    // When it becomes readable and then too complex again on the same day, there is no second message.
    other = file()
    await pass(60)
    expect((await desk.calls.company.calendar.feeds({})).sources[0]).toMatchObject({ problem: null, next_at: null })
    expect(await notices()).toHaveLength(first.length)
    other = ENDLESS
    await pass(10)
    const second = (await notices()).length
    other = file()
    await pass(60)
    other = ENDLESS
    await pass(10)
    expect([second, (await notices()).length]).toEqual([2 * first.length, 2 * first.length])
    site.clock.set(began.toISOString())
    other = file()
    await read()
  })

  test('that overlaps a booking blocks the free time around it, and notifies the company once', async () => {
    const rental = { ...RENTAL, ...DRIVER, id: 105, phone: '09121230205' }
    other = file()
    await read()
    const { id } = await visitor.reservations.reserve(rental)
    await payAtBank(site, bank, id)
    other = file(event('20261203T100000', '20261206T100000', 'Other guest'))
    const [source] = await read()
    expect(source?.conflicts).toMatchObject([{ fullname: DRIVER.fullname, summary: 'Other guest' }])
    expect(await ownIdsOf(db, [source?.conflicts[0]?.reservation ?? ''])).toEqual([id])
    await read()
    const notified = await db
      .selectFrom('notification')
      .select(['kind', 'account_id'])
      .where('reservation_id', '=', id)
      .where('kind', '=', 'calendarConflict')
      .execute()
    expect(new Set(notified.map(({ account_id }) => account_id)).size).toBe(notified.length)
    expect(notified.length).toBeGreaterThan(0)
    const [, block] = await staysOf(105)
    expect(block).toMatchObject({
      kind: 'BLOCK',
      start_date: '2026-12-04',
      start_time: '10:30',
      end_date: '2026-12-06',
    })
    await desk.calls.company.calendar.removeSource({ id: source?.id ?? 0 })
    expect(await staysOf(105)).toHaveLength(1)
    expect((await desk.calls.company.calendar.feeds({})).sources).toEqual([])
  })

  test('can be added only by the company’s desk, at most five per vehicle, with web addresses only', async () => {
    for (const { calls } of [owner, driver, elsewhere])
      expect(await codeOf(calls.company.calendar.addSource({ ad: 106, address: 'https://c.example/' }))).toBe(
        'NOT_FOUND',
      )
    for (const address of ['', 'ftp://c.example/', 'javascript:alert(1)', 'x'.repeat(2001), 'file:///etc/passwd'])
      expect(await codeOf(desk.calls.company.calendar.addSource({ ad: 106, address })), address).toBe('INVALID_FIELDS')
    for (const n of [1, 2, 3, 4, 5])
      await desk.calls.company.calendar.addSource({ ad: 106, address: `https://c.example/${n}` })
    expect(await codeOf(desk.calls.company.calendar.addSource({ ad: 106, address: 'https://c.example/6' }))).toBe(
      'TOO_MANY_CALENDARS',
    )
    const [source] = (await desk.calls.company.calendar.feeds({})).sources
    for (const { calls } of [owner, driver, elsewhere])
      expect(await codeOf(calls.company.calendar.removeSource({ id: source?.id ?? 0 }))).toBe('NOT_FOUND')
  })
})
