import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { testApi } from '../../support/api/api.ts'
import { balances, wrongInBooks } from '../../support/api/books.ts'
import { ABROAD, DRIVER, loadFleet, phoneOf, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { payAtBank } from '../../support/browser/steps/paid.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
const { visitor, owner, other, agency, elsewhere } = await fiveIdentities(site)
const desk = await signedIn(site, {
  ...{ phone: '+989120000103', role: 'AGENT', company: TOMAN.company, staffRole: 'DESK' },
})

const BOOKED = '2026-11-23T05:30:00Z'
beforeEach(async () => {
  site.clock.set(BOOKED)
  await db.deleteFrom('message_count').execute()
})
afterEach(async () => {
  expect(site.reported).toEqual([])
  expect(await wrongInBooks(db)).toEqual([])
})

let count = 0
/** A paid rental of three days that is under way: 2,700,000 toman, 810,000 of it paid. Its return is due at the end of RENTAL. */
async function underWay() {
  count += 1
  const ad = 100 + count
  const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: ad })
  await payAtBank(site, bank, id)
  site.clock.set(`${RENTAL.start_date}T10:00:00Z`)
  await agency.calls.company.reservations.handOver({ id })
  site.clock.set(`${RENTAL.end_date}T03:00:00Z`)
  return { id, ad }
}
const longer = (days: number) => ({ end_date: addDays(RENTAL.end_date, days), end_time: RENTAL.end_time })
const ask = async (id: string, days = 1) => owner.calls.reservations.askExtension({ id, ...longer(days) })
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
/** Another rental of the vehicle. */
const nextRental = (ad: number, start_date: string) =>
  visitor.reservations.reserve({
    ...{ ...RENTAL, ...DRIVER, id: ad, phone: phoneOf(700 + count), start_date, end_date: addDays(start_date, 1) },
  })
const kindsOf = async (reservation: string) =>
  (await db.selectFrom('notification').select('kind').distinct().where('reservation_id', '=', reservation).execute())
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith('extension'))

describe('more time that a customer asks for', () => {
  test('is priced before, accepted by the company, paid online, and then applies', async () => {
    const { id, ad } = await underWay()
    const shown = await owner.calls.reservations.extension({ id })
    // The fourth day by the rate of three and more days, all of it online.
    expect(shown.choices[0]).toMatchObject({
      ...{ ...longer(1), days: 4, more_days: 1, difference: 900_000, total: 3_600_000, available: true },
      lines: [{ kind: 'rent', unit: 900_000, days: 1, amount: 900_000 }],
    })
    expect(await owner.calls.reservations.read({ id })).toMatchObject({ extendable_until: shown.until })

    const asked = await owner.calls.reservations.askExtension({
      id,
      ...longer(1),
      message: 'پرواز',
      shown_total: 3_600_000,
    })
    expect(asked).toMatchObject({ status: 'ASKED', message: 'پرواز', until: shown.until })
    // Nothing is held yet, and the return that is booked stays.
    expect(await owner.calls.reservations.read({ id })).toMatchObject({ end_date: RENTAL.end_date, change: null })
    expect(await codeOf(ask(id))).toBe('NOT_CHANGEABLE')

    const { extensions } = desk.calls.company.reservations
    expect((await extensions.extension({ id })).last).toMatchObject({ id: asked.id, difference: 900_000 })
    const accepted = await extensions.answerExtension({ id, extension: asked.id, answer: 'ACCEPT' })
    expect(accepted.status).toBe('AWAITING_PAYMENT')
    expect(accepted.until).toBe(new Date(site.clock.now().getTime() + 2 * 3_600_000).toISOString())
    expect(await codeOf(nextRental(ad, RENTAL.end_date))).toBe('VEHICLE_TAKEN')
    expect((await owner.calls.reservations.read({ id })).change).toMatchObject({ kind: 'EXTENSION', ...longer(1) })

    expect(await payAtBank(site, bank, asked.id)).toMatchObject({ status: 'PAID', purpose: 'CHANGE' })
    const after = await owner.calls.reservations.read({ id })
    expect(after).toMatchObject({ status: 'ACTIVE', ...longer(1), days: 4, total: 3_600_000, paid: 1_710_000 })
    expect(after.due_at_desk).toBe(1_890_000)
    expect(after.events.at(-1)).toMatchObject({ status: 'ACTIVE', actor: 'CUSTOMER', reason: 'extended' })
    expect((await kindsOf(id)).toSorted()).toEqual(['extensionAccepted', 'extensionAsked'])
  })

  test('keeps its payment in euro at the bank as long as it is held', async () => {
    count += 1
    const en = site.as({ language: 'en' })
    const { id } = await en.reservations.reserve({ ...RENTAL, ...DRIVER, ...ABROAD, id: 100 + count })
    await payAtBank(site, bank, id)
    site.clock.set(`${RENTAL.start_date}T10:00:00Z`)
    await agency.calls.company.reservations.handOver({ id })
    site.clock.set(`${RENTAL.end_date}T03:00:00Z`)
    const { id: extension } = await ask(id)
    await desk.calls.company.reservations.extensions.answerExtension({ id, extension, answer: 'ACCEPT' })
    site.clock.advance(60)
    const keyed = site.as({ language: 'en', idempotencyKey: `pay-${extension}` }).payments
    const started = await keyed.payOnline({ transaction_id: extension })
    expect(bank.sales().at(-1)).toMatchObject({ bank: 'yekpay' })
    expect(new Date(started.expires_at ?? 0).getTime()).toBeGreaterThan(site.clock.now().getTime())
    site.clock.advance(1)
    expect(await keyed.payOnline({ transaction_id: extension })).toEqual(started)
    const answer = await bank.press(started.url ?? '', 'pay')
    expect(await visitor.payments.clientVerify({ ref_id: started.payment_id, answer })).toMatchObject({
      status: 'PAID',
    })
  })

  test('is refused with a reason, and may be asked for again', async () => {
    const { id } = await underWay()
    const { id: extension } = await ask(id)
    const { extensions } = desk.calls.company.reservations
    expect(await codeOf(extensions.answerExtension({ id, extension, answer: 'REFUSE' }))).toBe('INVALID_FIELDS')
    const refused = await extensions.answerExtension({
      id,
      extension,
      answer: 'REFUSE',
      message: 'It goes to the workshop',
    })
    expect(refused).toMatchObject({ status: 'REFUSED', answer: 'It goes to the workshop', until: null })
    expect(await codeOf(extensions.answerExtension({ id, extension, answer: 'ACCEPT' }))).toBe('CHANGED_MEANWHILE')
    expect((await ask(id)).status).toBe('ASKED')
    expect(await kindsOf(id)).toContain('extensionRefused')
  })

  test('gets a part of the time at its own price', async () => {
    const { id } = await underWay()
    const { id: extension } = await ask(id, 3)
    const { extensions } = desk.calls.company.reservations
    const answer = { id, extension, answer: 'PART', ...longer(2) } as const
    expect(await extensions.answerExtension(answer)).toMatchObject({ ...longer(2), difference: 1_800_000 })
  })

  test('ends by itself when nobody answers before the return, and when it is not paid', async () => {
    const { id } = await underWay()
    await ask(id)
    site.clock.set(`${RENTAL.end_date}T12:00:00Z`)
    await site.sweep()
    expect((await owner.calls.reservations.extension({ id })).last?.status).toBe('EXPIRED')
    expect(await kindsOf(id)).toContain('extensionUnanswered')

    site.clock.set(BOOKED)
    const second = await underWay()
    const { id: extension } = await ask(second.id)
    await desk.calls.company.reservations.extensions.answerExtension({ id: second.id, extension, answer: 'ACCEPT' })
    site.clock.set(`${RENTAL.end_date}T06:00:00Z`)
    await site.sweep()
    expect(await owner.calls.reservations.read({ id: second.id })).toMatchObject({
      end_date: RENTAL.end_date,
      change: null,
    })
  })

  test('says from when the vehicle is another customer’s, and is not asked for beyond', async () => {
    const { id, ad } = await underWay()
    site.clock.set(BOOKED)
    await payAtBank(site, bank, (await nextRental(ad, addDays(RENTAL.end_date, 1))).id)
    site.clock.set(`${RENTAL.end_date}T03:00:00Z`)
    const { following, choices } = await owner.calls.reservations.extension({ id })
    // Half an hour between two rentals.
    expect(following?.latest).toEqual({ date: addDays(RENTAL.end_date, 1), time: '09:30' })
    expect(choices.map(({ available }) => available)).toEqual([false, false, false])
    expect(await codeOf(ask(id))).toBe('VEHICLE_TAKEN')
    const part = { id, end_date: addDays(RENTAL.end_date, 1), end_time: '09:30' }
    expect((await owner.calls.reservations.quoteExtension(part)).available).toBe(true)
    const { following: forDesk } = await desk.calls.company.reservations.extensions.extension({ id })
    expect(forDesk?.from).toBe(following?.from)
  })

  test('is withdrawn, and ends with the return', async () => {
    const { id } = await underWay()
    await ask(id)
    expect(await owner.calls.reservations.dropChange({ id })).toMatchObject({ dropped: true })
    const { id: extension } = await ask(id)
    const { answerExtension } = desk.calls.company.reservations.extensions
    await answerExtension({ id, extension, answer: 'ACCEPT' })
    await agency.calls.company.reservations.takeBack({ id, reason: 'Rest is collected later' })
    expect(await codeOf(visitor.reservations.transactionCode({ id: extension }))).toBe('NOT_PAYABLE')
  })

  test('is not withdrawn once it has applied, free of charge or paid meanwhile', async () => {
    const { id } = await underWay()
    const { answerExtension } = desk.calls.company.reservations.extensions
    const { dropChange, askExtension } = owner.calls.reservations
    const free = await askExtension({ id, end_date: RENTAL.end_date, end_time: '10:30' })
    const accepted = await answerExtension({ id, extension: free.id, answer: 'ACCEPT' })
    expect(accepted).toMatchObject({ status: 'DONE', difference: 0 })
    expect(await codeOf(dropChange({ id }))).toBe('NOT_CHANGEABLE')

    site.clock.advance(1)
    const { id: extension } = await ask(id)
    await answerExtension({ id, extension, answer: 'ACCEPT' })
    await payAtBank(site, bank, extension)
    expect(await codeOf(dropChange({ id }))).toBe('NOT_CHANGEABLE')
    expect(await owner.calls.reservations.read({ id })).toMatchObject(longer(1))

    site.clock.advance(1)
    await ask(id, 2)
    expect(await dropChange({ id })).toEqual({ id, dropped: true })
    expect(await dropChange({ id })).toEqual({ id, dropped: false })
  })

  test('is nobody else’s, is later than the booked return, and is not for a rental that can still be changed', async () => {
    const { id } = await underWay()
    for (const { calls } of [other, elsewhere]) {
      expect(await codeOf(calls.reservations.extension({ id }))).toBe('NOT_FOUND')
      expect(await codeOf(calls.reservations.askExtension({ id, ...longer(1) }))).toBe('NOT_FOUND')
    }
    expect(await codeOf(elsewhere.calls.company.reservations.extensions.extension({ id }))).toBe('NOT_FOUND')
    expect(await refusal(ask(id, -1))).toMatchObject({
      code: 'INVALID_FIELDS',
      data: { fields: { end_time: ['return_not_later'] } },
    })
    site.clock.set(BOOKED)
    count += 1
    const { id: early } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: 100 + count })
    await payAtBank(site, bank, early)
    expect((await owner.calls.reservations.extension({ id: early })).until).toBeNull()
    expect(await codeOf(ask(early))).toBe('NOT_CHANGEABLE')
  })
})

describe('more time that staff give', () => {
  test('is paid in cash into the till, and applies at once, also after the return is late', async () => {
    const { id } = await underWay()
    site.clock.set(`${RENTAL.end_date}T12:00:00Z`)
    const before = (await balances(db))[`DESK_INCOME ${TOMAN.company}`] ?? 0
    const { extend, quoteExtension } = desk.calls.company.reservations.extensions
    const { total } = await quoteExtension({ id, ...longer(1) })
    expect(await codeOf(extend({ id, ...longer(1), payment: 'CASH', shown_total: 1 }))).toBe('PRICE_CHANGED')
    const tooMuch = extend({ id, ...longer(1), payment: 'CASH', received: 900_001 })
    expect(await refusal(tooMuch)).toMatchObject({ data: { fields: { received: ['more_than_due'] } } })
    const given = await extend({ id, ...longer(1), payment: 'CASH', shown_total: total })
    expect(given.status).toBe('DONE')
    expect(await owner.calls.reservations.read({ id })).toMatchObject({ ...longer(1), total, paid: 810_000 })
    expect((await balances(db))[`DESK_INCOME ${TOMAN.company}`]).toBe(before + 900_000)
    const { events } = await desk.calls.company.reservations.read({ id })
    expect(events.at(-1)).toMatchObject({ actor: 'COMPANY', reason: 'extended' })
  })

  test('waits for a payment by link, or is paid with the rest', async () => {
    const { id } = await underWay()
    const { extend } = desk.calls.company.reservations.extensions
    const { status, id: extension } = await extend({ id, ...longer(1), payment: 'LINK' })
    expect(status).toBe('AWAITING_PAYMENT')
    expect(await codeOf(extend({ id, ...longer(2), payment: 'LATER' }))).toBe('NOT_CHANGEABLE')
    await payAtBank(site, bank, extension)
    await extend({ id, ...longer(2), payment: 'LATER' })
    expect(await owner.calls.reservations.read({ id })).toMatchObject({
      ...longer(2),
      paid: 1_710_000,
      due_at_desk: 2_790_000,
    })
  })

  test('of two at once for one gap, one gets it', async () => {
    const { id, ad } = await underWay()
    const both = await Promise.allSettled([
      desk.calls.company.reservations.extensions.extend({ id, ...longer(1), payment: 'LATER' }),
      nextRental(ad, RENTAL.end_date),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
