import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { changePaymentStatus } from '#app/api/books/change-payment-status.ts'
import { endChanges } from '#app/api/reservations/change/end-change.ts'
import { readReservation } from '#app/api/reservations/read/read.ts'
import { changeStatus } from '#app/api/reservations/status/change-status.ts'
import { mayBecome, PAYMENT_STATUSES } from '#app/rules/money/payment/payment-status.ts'
import { testApi } from '../../support/api/api.ts'
import { DRIVER, loadFleet, RENTAL } from '../../support/api/fleet.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
beforeAll(() => loadFleet(db))

describe('one function changes a status', () => {
  /** The one file that writes the status of each table. */
  const WRITERS: Record<string, string> = {
    reservation: 'reservations/status/change-status.ts',
    payment: 'books/change-payment-status.ts',
    reservation_change: 'reservations/change/end-change.ts',
  }
  const files = readdirSync('app/api', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ name, text: readFileSync(join('app/api', name), 'utf8') }))

  test.each(Object.entries(WRITERS))('%s: only %s writes it', (table, writer) => {
    const writing = files.filter(({ text }) => setsOf(text, table).some((set) => /\bstatus\b/.test(set)))
    expect(writing.map(({ name }) => name)).toEqual([writer])
  })

  test('this test finds every place that writes a status', () => {
    const inline = "tx.updateTable('payment').set({ card, status: 'PAID' }).where('id', '=', id).execute()"
    const named = "const set = { status: 'PAID' }\n tx.updateTable('payment')\n .set(set).execute()"
    const raw = "sql`update payment set card = '', status = 'PAID' where id = 1`"
    for (const text of [inline, named, raw]) expect(setsOf(text, 'payment').join()).toContain('status')
    expect(
      setsOf("tx.updateTable('payment').set({ card }).where('status', '=', 'PAID')", 'payment').join(),
    ).not.toContain('status')
  })
})

/** What each update of a table sets, as in the source: inline, by a variable of the same file, or in raw SQL. */
function setsOf(text: string, table: string): string[] {
  const built = [...text.matchAll(new RegExp(`updateTable\\('${table}'\\)\\s*\\.set\\(`, 'g'))].map((found) => {
    const written = balanced(text, found.index + found[0].length)
    const named = /^\w+$/.test(written) ? new RegExp(`const ${written} = \\{[^;]*?\\n`).exec(text)?.[0] : undefined
    return named ?? written
  })
  const raw = [...text.matchAll(new RegExp(`update ${table}\\s+set\\s([^\`]*?)(?:\\bwhere\\b|\\bfrom\\b|\`)`, 'gi'))]
  return [...built, ...raw.map(([, set = '']) => set)]
}

/** The text up to the bracket that closes the one before it. */
function balanced(text: string, start: number): string {
  let depth = 1
  let end = start
  for (; depth > 0 && end < text.length; end++) depth += text[end] === '(' ? 1 : text[end] === ')' ? -1 : 0
  return text.slice(start, end - 1)
}

describe('a status change that the table does not allow', () => {
  const reserved = async () => {
    const { id } = await site.as().reservations.reserve({ ...RENTAL, ...DRIVER, phone: '09121234567' })
    return readReservation(db, id)
  }

  test('is refused for a reservation, and writes neither status nor event', async () => {
    const reservation = await reserved()
    const events = () => db.selectFrom('reservation_event').selectAll().where('reservation_id', '=', reservation.id)
    const before = await events().execute()
    const at = site.deps.now()
    const change = (actor: 'CUSTOMER' | 'SYSTEM', row = reservation) =>
      db.transaction().execute((tx) => changeStatus(tx, [row], { to: 'CONFIRMED', actor, at }))
    await expect(change('CUSTOMER')).rejects.toThrow('CUSTOMER cannot take a reservation')
    // Somebody else was faster: the row has changed since the caller read it.
    await expect(change('SYSTEM', { ...reservation, status: 'EXPIRED' })).rejects.toThrow('a reservation changed')
    expect((await readReservation(db, reservation.id)).status).toBe('AWAITING_PAYMENT')
    expect(await events().execute()).toEqual(before)
    await change('SYSTEM')
    expect((await events().execute()).map(({ status }) => status)).toEqual(['AWAITING_PAYMENT', 'CONFIRMED'])
  })

  test('is refused for a payment and for a change', async () => {
    expect(() => changePaymentStatus(db, 'x', { from: ['PAID'], to: 'FAILED' })).toThrow('from PAID to FAILED')
    const ending = endChanges(db as never, { id: ['x'] }, { from: 'CANCELLED', to: 'DONE' })
    await expect(ending).rejects.toThrow('from CANCELLED to DONE')
  })

  test('includes all changes of a completed payment, and paying without a confirmation by the bank or an operator', () => {
    for (const to of PAYMENT_STATUSES) {
      for (const end of ['PAID', 'REVERSED', 'REFUNDED'] as const) expect(mayBecome(end, to)).toBe(false)
    }
    expect(PAYMENT_STATUSES.filter((from) => mayBecome(from, 'PAID'))).toEqual(['VERIFYING', 'REVIEW'])
    expect(PAYMENT_STATUSES.filter((to) => mayBecome('REVIEW', to))).toEqual(['PAID', 'FAILED', 'REVERSED'])
  })
})
