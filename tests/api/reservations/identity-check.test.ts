import { expect, test } from 'vitest'
import { eraseReservations } from '#app/api/account/own-data/erase-reservations.ts'
import type { InquiryOutcome, InquiryQuestion } from '#app/providers/identity/inquiry.ts'
import { testApi } from '../../support/api/api.ts'
import { BY_HAND, DRIVER, loadFleet, RENTAL } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { payAtBank } from '../../support/browser/steps/paid.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'
import { stepsInOrder } from '../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const asked: InquiryQuestion[] = []
const service: { answer: InquiryOutcome; meanwhile?: (() => Promise<unknown>) | undefined } = {
  answer: { outcome: 'same' },
}
const inquire = async (question: InquiryQuestion) => {
  asked.push(question)
  await service.meanwhile?.()
  return service.answer
}
const site = await testApi({ db, bank: bank.origin, inquire, inquiriesPerDay: 6 })
await loadFleet(db)
const alerts: string[] = []
site.deps.alert = (what) => alerts.push(what)
const desk = await signedIn(site, {
  role: 'AGENT',
  company: BY_HAND.company,
  phone: '+989120000802',
  staffRole: 'DESK',
})
const PERSON = { fullname: 'Nora Alavi', phone: '+989121000081', email: 'nora@example.test' }
const customer = await signedIn(site, { phone: PERSON.phone })
const other = await signedIn(site, { phone: '+989121000082' })
const own = () => customer.calls.reservations.checkIn
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const stateOf = ({ parts }: { parts: { part: string; state: string }[] }) =>
  parts.find(({ part }) => part === 'IDENTITY')?.state
const SILENT: InquiryOutcome = { outcome: 'silent', reason: 'down', detail: 'time-out' }
const ask = (id: string) => own().checkIdentity({ id, consent: true })

async function booked(change: object = {}) {
  const { id } = await site.as().reservations.reserve({ ...RENTAL, ...DRIVER, ...PERSON, id: BY_HAND.ad, ...change })
  await payAtBank(site, bank, id)
  await desk.calls.company.reservations.changeReserve({ id, action: 'confirm' })
  return id
}

const id = await booked()

test('is asked only with consent, by whoever booked, and is no part before', async () => {
  expect(await own().read({ id })).toMatchObject({ identity: { verdict: null, can_ask: true } })
  expect(stateOf(await own().read({ id }))).toBeUndefined()
  expect(await codeOf(own().checkIdentity({ id, consent: false as true }))).toBe('INVALID_FIELDS')
  for (const { calls } of [other, desk])
    expect(await codeOf(calls.reservations.checkIn.checkIdentity({ id, consent: true }))).toBe('NOT_FOUND')
  expect(asked).toEqual([])
})

test('silence leads to the pick-up, and is not asked again at once', async () => {
  service.answer = SILENT
  const shown = await ask(id)
  expect(shown.identity).toMatchObject({ verdict: 'SILENT', checked_until: null, can_ask: false })
  expect(stateOf(shown)).toBe('AT_DESK')
  service.answer = { outcome: 'same' }
  expect(await ask(id)).toEqual(shown)
  expect(asked).toHaveLength(1)
})

test('“the same” counts for a year, for this person’s other trips, too, and is kept without what was asked', async () => {
  site.clock.advance(10)
  const shown = await ask(id)
  expect(shown.identity).toMatchObject({ verdict: 'SAME', checked_until: '2027-11-23', can_ask: false })
  expect(stateOf(shown)).toBe('DONE')
  expect(asked.at(-1)).toEqual({ nationalId: DRIVER.national_id, phone: PERSON.phone })
  await ask(id)
  expect(asked).toHaveLength(2)
  const row = await db.selectFrom('identity_check').selectAll().executeTakeFirstOrThrow()
  expect(Object.keys(row).sort()).toEqual([
    'asked_at',
    'company_id',
    'digest',
    'reservation_id',
    'valid_until',
    'verdict',
  ])
  expect(JSON.stringify(row)).not.toMatch(new RegExp(`${DRIVER.national_id}|${PERSON.phone.slice(1)}`))
  const again = await booked({ start_date: '2027-02-01', end_date: '2027-02-04' })
  expect(stateOf(await own().read({ id: again }))).toBe('DONE')
  expect(stateOf((await desk.calls.company.reservations.read({ id: again })).check_in ?? { parts: [] })).toBe('DONE')
})

test('an answer does not follow the reservation to another phone or id', async () => {
  await db.updateTable('reservation').set({ national_id: '0499370899' }).where('id', '=', id).execute()
  expect(await own().read({ id })).toMatchObject({ identity: { verdict: null, checked_until: null, can_ask: true } })
  service.answer = { outcome: 'different' }
  const shown = await ask(id)
  expect(shown.identity).toMatchObject({ verdict: 'NOT_SAME', can_ask: false })
  expect(stateOf(shown)).toBe('AT_DESK')
  site.clock.advance(60)
  await ask(id)
  expect(asked).toHaveLength(3)
  await db.updateTable('reservation').set({ national_id: DRIVER.national_id }).where('id', '=', id).execute()
})

test('a person can have it asked three times a day', async () => {
  await db.deleteFrom('identity_check').execute()
  expect(await codeOf(ask(id))).toBe('TOO_MANY_REQUESTS')
  expect(asked).toHaveLength(3)
  site.clock.set('2026-11-24T05:30:00Z')
})

test('two clicks are one question, and a process that ends leaves silence', async () => {
  service.answer = { outcome: 'same' }
  service.meanwhile = async () => {
    service.meanwhile = undefined
    expect((await ask(id)).identity).toMatchObject({ verdict: 'SILENT', can_ask: false })
  }
  expect((await ask(id)).identity).toMatchObject({ verdict: 'SAME' })
  expect(asked).toHaveLength(4)
})

test('an answer that comes after the phone was corrected is about the former one', async () => {
  await db.deleteFrom('identity_check').execute()
  service.meanwhile = () =>
    db.updateTable('reservation').set({ national_id: '0499370899' }).where('id', '=', id).execute()
  await ask(id)
  service.meanwhile = undefined
  expect((await own().read({ id })).identity).toMatchObject({ verdict: null, checked_until: null })
  await db.updateTable('reservation').set({ national_id: DRIVER.national_id }).where('id', '=', id).execute()
})

test('a service that refuses our account needs an operator, and no more is asked in a day than is paid for', async () => {
  site.clock.set('2026-11-25T05:30:00Z')
  await db.deleteFrom('identity_check').execute()
  service.answer = { outcome: 'silent', reason: 'auth', detail: 'HTTP 401, result 4' }
  expect((await ask(id)).identity).toMatchObject({ verdict: 'SILENT' })
  expect(alerts).toEqual(['the inquiry service refuses our account'])
  service.answer = { outcome: 'same' }
  await db
    .insertInto('rate_count')
    .values({ bucket: 'identity', window_start: new Date('2026-11-25T00:00:00Z'), count: 6 })
    .onConflict((conflict) => conflict.columns(['bucket', 'window_start']).doUpdateSet({ count: 6 }))
    .execute()
  site.clock.advance(10)
  const before = asked.length
  expect((await ask(id)).identity).toMatchObject({ verdict: 'SILENT' })
  expect(asked).toHaveLength(before)
  expect(alerts.at(-1)).toBe('identity inquiries are used up for today')
})

test('is not offered without a service, for papers of another country, or once the vehicle is handed over', async () => {
  site.deps.inquire = undefined
  await db.deleteFrom('identity_check').execute()
  expect((await own().read({ id })).identity).toBeNull()
  expect(await codeOf(ask(id))).toBe('NOT_FOUND')
  site.deps.inquire = inquire
  await db.updateTable('reservation').set({ national_id: 'P1234567' }).where('id', '=', id).execute()
  expect((await own().read({ id })).identity).toBeNull()
  expect(await codeOf(ask(id))).toBe('NOT_FOUND')
})

test('goes with the person', async () => {
  await db
    .insertInto('identity_check')
    .values({
      reservation_id: id,
      verdict: 'NOT_SAME',
      asked_at: site.deps.now(),
      valid_until: null,
      digest: 'a'.repeat(64),
    })
    .execute()
  await db
    .transaction()
    .execute((tx) => eraseReservations(tx, { reservations: [{ id, phone: '+01234567890123' }], keepsInvoices: true }))
  expect(await db.selectFrom('identity_check').selectAll().execute()).toEqual([])
  expect(site.reported).toEqual([])
})
