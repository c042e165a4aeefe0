import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { CURRENCY_IDS } from '#app/rules/constants.ts'
import { DRIVER, freeVehicle, freshPhone } from '../../support/api/booking.ts'
import { reserveAs } from '../../support/browser/steps/own-trip.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { rentFrom, signInStaff } from '../../support/browser/steps/staff.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { siteDatabase } from '../../support/server/database/site-connection.ts'
import {
  accountOf,
  bringToDesk,
  completeRental,
  makeOperator,
  reservationsOf,
} from '../../support/server/database/site-database.ts'
import { makeCompany } from '../../support/server/own-fleet.ts'

/**
 * Each form as a browser without scripts sends it, twice at the same moment and once more: it takes effect once, and
 * all three get the same answer. The idempotency keys of the calls themselves are removed where a page has them,
 * because the form's key is enough.
 */
type Fields = Record<string, string>
type Count = (db: Kysely<DB>) => Promise<unknown[]>

test.use({ locale: 'en-US' })
test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

test('a newsletter subscription takes effect once', async ({ page }) => {
  const email = `twice${Date.now()}@mail.example`
  await expectOnce(page, '/newsletter', { email }, (db) =>
    db.selectFrom('newsletter_subscription').select('email').where('email', '=', email).execute(),
  )
})

test('a ticket and a message to it take effect once', async ({ page }) => {
  await startSignedIn(page, 'en', newcomer('en'), '/en/profile')
  const [subject, reply] = [`Twice ${crypto.randomUUID()}`, `Reply ${crypto.randomUUID()}`]
  const fields = { subject, message: 'Done once.', department: 'FINANCIAL', client_id: crypto.randomUUID() }
  const place = await expectOnce(page, '/en/profile/ticketing/new', fields, (db) =>
    db.selectFrom('conversation').select('id').where('subject', '=', subject).execute(),
  )
  const said = { intent: 'reply', message: reply, client_id: crypto.randomUUID() }
  await expectOnce(page, place, said, (db) =>
    db.selectFrom('conversation_message').select('id').where('body', '=', reply).execute(),
  )
})

test('an application takes effect once', async ({ page }) => {
  const person = newcomer('fa')
  await startSignedIn(page, 'fa', person, '/profile')
  const account = await accountOf(person.sentTo)
  const name = `Sahel ${crypto.randomUUID().slice(0, 8)}`
  const fields = { company_name: name, latin_name: name, legal_name: 'Sahel Ltd.', legal_id: '14009876543' }
  await expectOnce(page, '/partner/apply/company', fields, (db) =>
    db.selectFrom('partner_application').select('id').where('account_id', '=', account).execute(),
  )
})

test('a reservation and its payment take effect once', async ({ page, request }) => {
  const vehicle = await freeVehicle(request)
  const driver = { ...DRIVER, phone: freshPhone(), intent: 'reserve' }
  await expectOnce(page, `/en${vehicle.path}`, driver, async () => Array(await reservationsOf(vehicle.id)).fill(0))
  const person = newcomer('en')
  const trip = await reserveAs(request, 'en', person)
  await startSignedIn(page, 'en', person, '/en/profile')
  await expectOnce(page, `/en/payment?id=${trip.id}`, {}, (db) =>
    db.selectFrom('payment').select('id').where('reservation_id', '=', trip.id).execute(),
  )
})

test('money received at a desk, as rent or for a charge, is recorded once', async ({ page, request }) => {
  const id = await onDesk(page, request)
  const at = `/desk/reservations/${id}`
  const received = (purpose: 'RENT' | 'CHARGE') => (db: Kysely<DB>) =>
    db.selectFrom('desk_money').select('id').where('reservation_id', '=', id).where('purpose', '=', purpose).execute()
  const rent = { intent: 'record', amount: '1000', way: 'CASH', reference: '' }
  await expectOnce(page, `${at}/rent`, rent, received('RENT'))
  const proposal = await charge(id)
  const settled = { intent: 'settle', proposal, way: 'CASH', reference: '' }
  await expectOnce(page, at, settled, received('CHARGE'))
})

test('the fee of a late return is charged once', async ({ page, request }) => {
  const id = await onDesk(page, request)
  await completeRental(id)
  await expectOnce(page, `/desk/reservations/${id}/late-fee`, { amount: '1000' }, (db) =>
    db.selectFrom('proposal').select('id').where('reservation_id', '=', id).execute(),
  )
})

test('an operator’s refund and correction take effect once', async ({ page, request }) => {
  const [person, customer] = [newcomer('fa'), newcomer('fa')]
  for (const one of [person, customer]) await signInByApi(request, one)
  await makeOperator(person.sentTo)
  await startSignedIn(page, 'fa', person, '/operator')
  const decided = (reason: string) => (db: Kysely<DB>) =>
    db.selectFrom('wallet_correction').select('id').where('reason', '=', reason).execute()
  const correction = { way: 'add', amount: '1000', currency: 'IRT', reason: `Twice ${crypto.randomUUID()}` }
  const account = await accountOf(customer.sentTo)
  await expectOnce(page, `/operator/people/${account}/correct`, correction, decided(correction.reason))
  const refund = { amount: '1000', bearer: 'MARKETPLACE', reason: `Twice ${crypto.randomUUID()}` }
  await expectOnce(page, `/operator/payments/${await refundable()}/refund`, refund, decided(refund.reason))
})

test('the same page’s form with other fields is a different request', async ({ page }) => {
  const send = await formOn(page, '/newsletter')
  const typed = (nth: number) => `other${Date.now()}${nth}@mail.example`
  const emails = [typed(1), typed(2)]
  for (const email of emails) expect((await send({ email })).status()).toBe(303)
  const db = await siteDatabase()
  const known = await db.selectFrom('newsletter_subscription').select('id').where('email', 'in', emails).execute()
  expect(known).toHaveLength(2)
})

/** Sends the form three times; returns where the answer redirects to. */
async function expectOnce(page: Page, path: string, fields: Fields, count: Count): Promise<string> {
  const db = await siteDatabase()
  const before = (await count(db)).length
  const send = await formOn(page, path, fields)
  const answers = await Promise.all([send(), send()])
  answers.push(await send())
  const said = await Promise.all(
    answers.map(async (answer) => [answer.status(), answer.headers().location, await answer.text()]),
  )
  // A bank that expects a form has it on the page of the answer.
  expect([200, 303], `${path}: ${said[0]?.[2]}`).toContain(said[0]?.[0])
  expect(said[1]).toEqual(said[0])
  expect(said[2]).toEqual(said[0])
  expect((await count(db)).length - before, path).toBe(1)
  return String(said[0]?.[1])
}

/** The form of a page that has most of these fields, as a browser without scripts would send it. */
async function formOn(page: Page, path: string, fields: Fields = {}) {
  const answer = await page.request.get(path)
  expect(answer.status(), path).toBe(200)
  const { action, entries } = await page.evaluate(
    ([html, names]) => {
      const forms = [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('main form[method=post]')]
      const known = (form: Element) => names.filter((name) => form.querySelector(`[name^="${name}"]`)).length
      const [form] = forms.sort((a, b) => known(b) - known(a)) as HTMLFormElement[]
      if (!form) throw new Error('no form')
      const all = [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
      return { action: form.getAttribute('action'), entries: all as [string, string][] }
    },
    [await answer.text(), Object.keys(fields)] as const,
  )
  expect(entries.map(([name]) => name)).toContain('form_key')
  const url = new URL(action || path, answer.url()).href
  return (changed: Fields = {}) => {
    const given = { ...fields, ...changed }
    const kept = entries.filter(
      ([name]) => !Object.keys(given).some((one) => name === one || name.startsWith(`${one}.`)),
    )
    const body = new URLSearchParams([...kept, ...Object.entries(given)])
    // Reserving and paying require a key of their own.
    if (!/\/(book|payment)/.test(path)) body.delete('idempotency_key')
    return page.request.post(url, {
      data: body.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: new URL(url).origin },
      maxRedirects: 0,
    })
  }
}

/** A rental of a new company whose days have come, with its staff signed in. */
async function onDesk(page: Page, request: APIRequestContext): Promise<string> {
  const companyId = await makeCompany()
  const { id } = await rentFrom(request, companyId)
  await bringToDesk(id, 'CONFIRMED')
  await signInStaff(page, request, { companyId, desk: '/desk' })
  return id
}

/** A charge after a return that the customer has accepted. */
async function charge(reservation_id: string): Promise<string> {
  const db = await siteDatabase()
  const { id } = await db
    .insertInto('proposal')
    .values({
      id: crypto.randomUUID(),
      ...{ reservation_id, kind: 'RETURN', status: 'ACCEPTED', amount: 1000, currency_id: CURRENCY_IDS.IRT },
      ...{ created_at: new Date(), sent_at: new Date(), decided_at: new Date() },
      lines: JSON.stringify([{ kind: 'fuel', quantity: 1, unit: 1000, amount: 1000 }]),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A payment of the demonstration that can be refunded in part. */
async function refundable(): Promise<string> {
  const db = await siteDatabase()
  const { id } = await db
    .selectFrom('payment')
    .innerJoin('reservation', 'reservation.id', 'payment.reservation_id')
    .select('payment.id')
    .where('payment.status', '=', 'PAID')
    .where('reservation.status', '=', 'CONFIRMED')
    .orderBy('payment.created_at', 'desc')
    .executeTakeFirstOrThrow()
  return id
}
