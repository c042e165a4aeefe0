import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { post } from '#app/api/books/ledger.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { testApi } from '../../support/api/api.ts'
import { wrongInBooks } from '../../support/api/books.ts'
import { ABROAD, DRIVER, loadFleet, phoneOf, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { codeTo, signIn } from '../../support/api/people.ts'
import { payAtBank } from '../../support/browser/steps/paid.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'

const BOOKED = '2026-11-23T05:30:00Z'
const RETURNED = '2026-12-04T06:30:00Z'
const NOT_YET = '2036-12-03T12:00:00Z'
const OVER = '2036-12-05T00:10:00Z'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin, now: BOOKED })
await loadFleet(db)
const visitor = site.as()

afterEach(async () => {
  expect(site.reported).toEqual([])
  expect(await wrongInBooks(db)).toEqual([])
  await sql`delete from note where key = 'retention'`.execute(db)
})

let count = 0
/** A vehicle, a phone and a name that no other test has. */
function somebody(change: object = {}) {
  count += 1
  const phone = phoneOf(count)
  const person = { fullname: `نام یکتای ${count}`, email: `person${count}@example.com`, phone }
  const form = { ...RENTAL, ...DRIVER, ...ABROAD, ...person, address: `کوچهٔ ${count}`, id: 100 + count, ...change }
  return { form, e164: `+98${phone.slice(1)}`, words: [person.fullname, person.email, phone.slice(1), form.address] }
}
type Form = ReturnType<typeof somebody>['form']

/** A rental from the booking to the return, at which the clock is left. */
async function rent(form: Form) {
  site.clock.set(BOOKED)
  // No session lasts this many years.
  const agency = await signedIn(site, { phone: `+98935${1_000_000 + count}`, role: 'AGENT', company: TOMAN.company })
  const { id } = await visitor.reservations.reserve(form)
  await payAtBank(site, bank, id)
  site.clock.set('2026-12-01T06:30:00Z')
  await agency.calls.company.reservations.changeReserve({ id, action: 'picked_up' })
  site.clock.set(RETURNED)
  await agency.calls.company.reservations.changeReserve({ id, action: 'returned', reason: 'Pays by invoice' })
  await site.drain()
  return id
}

async function deleteAccount(phone: string, { calls }: Awaited<ReturnType<typeof signedIn>>) {
  await calls.account.deleteAccount({ forfeit_wallet: true })
  await site.drain()
  await calls.account.deleteAccount({ token: codeTo(site, phone), forfeit_wallet: true })
}

async function sweepAt(iso: string) {
  site.clock.set(iso)
  await site.sweep()
}

const readReservation = (id: string) =>
  db.selectFrom('reservation').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** The given words that are found anywhere in the database. */
async function stillKnown(words: string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
  const found = new Set<string>()
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select to_jsonb(t)::text as text from ${sql.table(name)} t`.execute(db)
    for (const word of words) if (rows.some(({ text }) => text.includes(word))) found.add(word)
  }
  return [...found]
}

/** Every movement with its accounts and amounts, without their owners. */
async function ledger() {
  const { rows } = await sql`
    select t.key, t.kind, t.at, e.id, e.amount, a.kind as account, a.balance from ledger_entry e
    join ledger_transaction t on t.id = e.transaction_id join ledger_account a on a.id = e.account_id order by e.id`.execute(
    db,
  )
  return rows
}

describe('what an invoice keeps of a deleted account', () => {
  test('stays for the retention years, is erased after them, and the books do not change', async () => {
    const { form, e164, words } = somebody({ receive_address: { id: -1, address: 'هتل یکتا' } })
    const person = await signedIn(site, { phone: e164 })
    const id = await rent(form)
    await deleteAccount(e164, person)
    const kept = await readReservation(id)
    expect(kept).toMatchObject({ fullname: form.fullname, phone: expect.stringMatching(/^\+0\d{13}$/), paid: 990_000 })
    const before = await ledger()

    await sweepAt(NOT_YET)
    expect(await readReservation(id)).toEqual(kept)
    expect(await stillKnown(words)).toEqual([form.fullname])
    await sweepAt(OVER)
    expect(await readReservation(id)).toEqual({ ...kept, fullname: '—', erased_at: new Date(OVER) })
    expect(await stillKnown([...words, 'هتل یکتا'])).toEqual([])
    expect(await ledger()).toEqual(before)
  })

  test('is erased once, even when several processes try it several times', async () => {
    const { form, words } = somebody()
    const id = await rent(form)
    site.clock.set(OVER)
    await Promise.all([site.sweep(), site.sweep()])
    const erased = await readReservation(id)
    expect(erased.erased_at).toEqual(new Date(OVER))
    for (const day of [OVER, '2036-12-06T00:00:00Z', '2037-12-06T00:00:00Z']) {
      await sweepAt(day)
      expect(await readReservation(id)).toEqual(erased)
    }
    expect(await stillKnown(words)).toEqual([])
  })
})

describe('a visitor who never had an account', () => {
  test('has phone, driver, addresses and messages erased once the years are over', async () => {
    const { form, e164, words } = somebody()
    const id = await rent(form)
    await visitor.account.phonebookRegister({ origin: 'footer', phone: form.phone, country_code: '+98' })
    const said = { reason: `${form.fullname} کودکش را گم کرد`, status: 'COMPLETED', actor: 'OPERATOR' } as const
    await db
      .insertInto('reservation_event')
      .values({ reservation_id: id, at: RETURNED, ...said })
      .execute()
    await sweepAt(NOT_YET)
    expect((await readReservation(id)).phone).toBe(e164)
    await sweepAt(OVER)
    expect(await stillKnown(words)).toEqual([])
    expect(await readReservation(id)).toMatchObject({
      national_id: '—',
      date_of_birth: '1900-01-01',
      email: null,
      zip_code: null,
      status: 'COMPLETED',
      paid: 810_000,
    })
    const payments = await db
      .selectFrom('payment')
      .select(['card', 'reference'])
      .where('reservation_id', '=', id)
      .execute()
    expect(payments).toEqual([{ card: null, reference: expect.any(String) }])
  })

  test('is erased without a payment, too, also where one batch is not enough', async () => {
    const { form, words } = somebody()
    site.clock.set(BOOKED)
    const { id } = await visitor.reservations.reserve(form)
    site.clock.advance(30)
    await site.sweep()
    await sql`delete from note where key = 'retention'`.execute(db)
    // Older than the other, and kept, because its account still exists.
    const { phone } = await signedIn(site, { phone: '+989139999999' })
    const columns = { ...(await readReservation(id)), lines: '[]', terms: null, phone }
    const many = Array.from({ length: 1203 }, (_, index) => {
      const { number: _number, holder: _holder, share_id: _share, ...rest } = columns
      return {
        ...rest,
        id: `many-${String(index).padStart(20, '0')}`,
        end_at: new Date(Date.parse(BOOKED) + 86_400_000 * 9),
      }
    })
    // One statement has 65,535 parameters at most.
    const half = Math.ceil(many.length / 2)
    for (const some of [many.slice(0, half), many.slice(half)])
      await db.insertInto('reservation').values(some).execute()
    await sweepAt(OVER)
    expect(await readReservation(id)).toMatchObject({ fullname: '—', erased_at: new Date(OVER) })
    expect(await stillKnown(words.slice(2, 3))).toEqual([])
    const { kept } = await db
      .selectFrom('reservation')
      .select((of) => of.fn.countAll<number>().as('kept'))
      .where('phone', '=', phone)
      .where('erased_at', 'is', null)
      .executeTakeFirstOrThrow()
    expect(kept).toBe(many.length)
    await db.deleteFrom('account').where('phone', '=', phone).execute()
    await sweepAt('2036-12-06T00:10:00Z')
    expect(await stillKnown([phone, ...words])).toEqual([])
  })

  test('is kept while there is money in their wallet', async () => {
    const { form, e164 } = somebody()
    site.clock.set(BOOKED)
    const { id } = await visitor.reservations.reserve(form)
    await payAtBank(site, bank, id)
    await visitor.reservations.cancel({ id })
    await sweepAt(OVER)
    expect(await readReservation(id)).toMatchObject({ phone: e164, fullname: form.fullname, erased_at: null })
    // Spending it is one more movement, from which the retention years of the wallet's phone start again.
    await db.transaction().execute((tx) =>
      post(tx, {
        key: 'test wallet paid out',
        kind: 'REFUND',
        currency: 'IRT',
        at: site.clock.now(),
        entries: [
          { kind: 'WALLET', owner: e164, amount: -810_000 },
          { kind: 'COMMISSION', owner: 'marketplace', amount: 810_000 },
        ],
      }),
    )
    await sweepAt('2036-12-06T00:10:00Z')
    expect((await readReservation(id)).fullname).toBe('—')
    expect(await stillKnown([e164])).toEqual([e164])
    await sweepAt('2046-12-06T00:10:00Z')
    expect(await stillKnown([e164])).toEqual([])
  })
})

describe('old data are kept', () => {
  test('if they belong to an existing account', async () => {
    const { form, e164 } = somebody()
    await signedIn(site, { phone: e164 })
    const id = await rent(form)
    await site.sweep()
    const before = await readReservation(id)
    await sweepAt('2040-01-01T00:00:00Z')
    expect(await readReservation(id)).toEqual({ ...before, network_address: '' })
  })

  test('if the company never closed the rental, or a payment is more recent', async () => {
    const open = somebody()
    site.clock.set(BOOKED)
    const { id } = await visitor.reservations.reserve(open.form)
    await payAtBank(site, bank, id)
    const late = somebody()
    const paid = await rent(late.form)
    await db
      .updateTable('payment')
      .set({ settled_at: '2026-12-20T00:00:00Z' })
      .where('reservation_id', '=', paid)
      .execute()
    await sweepAt(OVER)
    expect((await readReservation(id)).fullname).toBe(open.form.fullname)
    expect((await readReservation(paid)).fullname).toBe(late.form.fullname)
    await sweepAt('2036-12-21T00:00:00Z')
    expect((await readReservation(paid)).fullname).toBe('—')
  })
})

test('old data are kept for the years and days in the settings', async () => {
  const soon = await testApi({ db, now: RETURNED, retention: { invoiceYears: 1, logDays: 3 } })
  const { form } = somebody()
  const id = await rent(form)
  soon.clock.set('2027-12-03T00:00:00Z')
  await soon.sweep()
  expect((await readReservation(id)).fullname).toBe(form.fullname)
  soon.clock.set('2027-12-06T00:00:00Z')
  await soon.sweep()
  expect((await readReservation(id)).fullname).toBe('—')
})

test('network addresses of bookings and signed-out devices are kept for some days only', async () => {
  const { form, e164 } = somebody({
    start_date: addDays(RENTAL.start_date, 100),
    end_date: addDays(RENTAL.end_date, 100),
  })
  site.clock.set(BOOKED)
  const { id } = await visitor.reservations.reserve(form)
  const person = await signedIn(site, { phone: e164 })
  const live = await signedIn(site, { phone: '+989138888888' })
  await person.calls.account.logout({})
  const sessions = async () => {
    const of = [person.id, live.id]
    const rows = await db.selectFrom('session').select('account_id').where('account_id', 'in', of).execute()
    return rows.map(({ account_id }) => account_id).sort()
  }
  await sweepAt('2026-12-22T05:00:00Z')
  expect((await readReservation(id)).network_address).toBe('192.0.2.1')
  expect(await sessions()).toEqual([person.id, live.id].sort())
  await sweepAt('2026-12-24T05:00:00Z')
  expect(await readReservation(id)).toMatchObject({ network_address: '', fullname: form.fullname })
  expect(await sessions()).toEqual([live.id])
  // Its tokens ended after sixty days.
  await sweepAt('2027-02-22T05:00:00Z')
  expect(await sessions()).toEqual([])
})

describe('an account whose number nobody can prove', () => {
  const abroad = async (api: typeof site, number: string) => {
    api.clock.set(BOOKED)
    const email = `claims${number}@example.com`
    const form = { email, country_code: '+49', language: 'en' as const, clientAddress: `203.0.113.${number.slice(-2)}` }
    await signIn(api, number, form)
    return { phone: `+49${number}`, email, number }
  }
  const accountOf = (phone: string) =>
    db.selectFrom('account').select('phone').where('phone', '=', phone).executeTakeFirst()
  const sweepAfter = async (api: typeof site, days: number) => {
    api.clock.set(new Date(Date.parse(BOOKED) + days * 86_400_000).toISOString())
    await sql`delete from note where key = 'retention'`.execute(db)
    await api.sweep()
  }

  test('is deleted after thirty days without a booking', async () => {
    const { phone } = await abroad(site, '1701000001')
    await sweepAfter(site, 29)
    expect(await accountOf(phone)).toEqual({ phone })
    await sweepAfter(site, 31)
    expect(await accountOf(phone)).toBeUndefined()
  })

  test('stays once something was booked with it', async () => {
    const { phone, number, email } = await abroad(site, '1701000002')
    const { form } = somebody({ phone: number, country_code: '+49', email })
    await site.as({ language: 'en' }).reservations.reserve(form)
    await sweepAfter(site, 31)
    expect(await accountOf(phone)).toEqual({ phone })
  })

  test('stays where an SMS could prove it', async () => {
    const reaching = await testApi({ db, now: BOOKED, smsAbroad: true })
    const { phone } = await abroad(site, '1701000003')
    await sweepAfter(reaching, 31)
    expect(await accountOf(phone)).toEqual({ phone })
  })
})

test('where SMS can be sent abroad, the SMS has a code of its own and proves the number', async () => {
  const reaching = await testApi({ db, now: BOOKED, smsAbroad: true })
  const visitor = reaching.as({ language: 'en', clientAddress: '203.0.113.90' })
  const form = { phone: '1701000009', country_code: '+49', email: 'reached@example.com' }
  expect(await visitor.account.login(form)).toMatchObject({ channels: ['email', 'sms'] })
  await reaching.drain()
  await visitor.account.activate({ ...form, token: codeTo(reaching, '+491701000009') })
  const row = await db
    .selectFrom('account')
    .select('phone_proven_at')
    .where('phone', '=', '+491701000009')
    .executeTakeFirstOrThrow()
  expect(row.phone_proven_at).not.toBeNull()
})
