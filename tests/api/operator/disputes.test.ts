import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eraseReservations } from '#app/api/account/own-data/erase-reservations.ts'
import type { Tx } from '#app/api/call/context.ts'
import { testApi } from '../../support/api/api.ts'
import { balances, wrongInBooks } from '../../support/api/books.ts'
import { DRIVER, loadFleet, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { payAtBank } from '../../support/browser/steps/paid.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'

/** Disputes of what a company asks for: what both sides say, what is held back meanwhile, and the one ruling. */

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
await db.updateTable('ad').set({ mileage_per_day: 250 }).execute()
const { visitor, owner, other, agency, elsewhere, admin } = await fiveIdentities(site)
const operator = (operatorRole: 'MONEY' | 'SUPPORT' | 'CONTENT', phone: string) =>
  signedIn(site, { phone, role: 'ADMIN', operatorRole })
const judge = await operator('MONEY', '+989120020001')
const second = await operator('MONEY', '+989120020002')
const support = await operator('SUPPORT', '+989120020003')
const writer = await operator('CONTENT', '+989120020004')
const driver = await signedIn(site, {
  ...{ phone: '+989120000102', role: 'AGENT', company: TOMAN.company, staffRole: 'DRIVER' },
})

const limit = (approval_irt: number) => db.updateTable('site_config').set({ approval_irt }).execute()
beforeEach(async () => {
  await db.deleteFrom('message_count').execute()
  await limit(900_000_000)
})
afterEach(async () => {
  expect(site.reported).toEqual([])
  expect(await wrongInBooks(db)).toEqual([])
})

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const RECORD = { odometer: 48_000, level: 8, handed_by: 'لیلا', received_by: 'سارا محمدی' } as const
/** A quarter of the tank. */
const ASKED = 300_000
const reason = 'The photos of the return show half a tank'
const message = 'The tank was full.'
let car = 101

/** What the company asks for after a return with fuel missing; the deposit was taken as `way`. */
async function asked({ deposit = 0, way = 'CASH' as 'CASH' | 'CHEQUE' } = {}) {
  site.clock.set('2026-11-23T05:30:00Z')
  car += 1
  if (car > 120) throw new Error('no car is left')
  const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: car })
  await payAtBank(site, bank, id)
  site.clock.set('2026-12-01T06:30:00Z')
  const { protocols } = agency.calls.company
  await protocols.finish({ id, kind: 'PICK_UP', ...RECORD, ...(deposit && { deposit, deposit_way: way }) })
  site.clock.set('2026-12-04T06:30:00Z')
  const { proposal } = await agency.calls.company.protocols.finish({
    ...{ id, kind: 'RETURN', ...RECORD, odometer: 48_500, level: 6, open_reason: 'Pays by invoice' },
  })
  await agency.calls.company.protocols.sendProposal({ id, proposal: proposal ?? '', amount: ASKED })
  return { id, proposal: proposal ?? '' }
}

async function disputed(options: Parameters<typeof asked>[0] = {}) {
  const one = await asked(options)
  const { dispute } = await owner.calls.reservations.answerProposal({ ...one, answer: 'DISPUTE', message })
  return { ...one, dispute: dispute?.id ?? '' }
}

const shown = async (id: string) => (await owner.calls.reservations.protocols({ id })).proposals[0]!
const kindsOf = async (id: string, account: string) => {
  const rows = await db
    .selectFrom('notification')
    .select(['kind', 'account_id'])
    .where('reservation_id', '=', id)
    .execute()
  return rows.flatMap((row) => (row.account_id === account ? [row.kind] : []))
}
/** What moved between two moments, by account. */
async function moved(act: () => Promise<unknown>) {
  const before = await balances(db)
  await act()
  const after = await balances(db)
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return Object.fromEntries(
    names.flatMap((name) => {
      const amount = (after[name] ?? 0) - (before[name] ?? 0)
      return amount === 0 ? [] : [[name, amount]]
    }),
  )
}

describe('a dispute', () => {
  test('is in the room of operators with both sides’ words, seven days and the records', async () => {
    const { id, proposal, dispute } = await disputed({ deposit: 5_000_000 })
    await agency.calls.company.disputes.answer({ id, proposal, message: 'See the photo of the gauge.' })
    const { results } = await judge.calls.operator.disputes.list({ list: 'OPEN', size: 100 })
    expect(results.find((one) => one.id === dispute)).toMatchObject({
      ...{ amount: ASKED, opened_by: 'CUSTOMER', heard: ['COMPANY', 'CUSTOMER'], late: false, requested: false },
      decide_by: '2026-12-11T06:30:00.000Z',
    })
    const found = await support.calls.operator.disputes.read({ id: dispute })
    expect(found).toMatchObject({
      reservation: id,
      records: {
        deposit_held: 5_000_000,
        protocols: [
          { kind: 'PICK_UP', fuel: 8 },
          { kind: 'RETURN', fuel: 6 },
        ],
      },
      proposal: {
        status: 'DISPUTED',
        dispute: {
          ruling: null,
          statements: [
            { side: 'CUSTOMER', body: message },
            { side: 'COMPANY', body: 'See the photo of the gauge.' },
          ],
        },
      },
    })
    expect(found.proposal.ticket).not.toBeNull()
    // The company reads the customer's words, and never the ticket.
    const [ofCompany] = (await agency.calls.company.reservations.read({ id })).proposals
    expect(ofCompany).toMatchObject({ ticket: null, dispute: { statements: [{ body: message }, {}] } })
    expect(await kindsOf(id, owner.id)).toContain('disputeAnswered')
    site.clock.set('2026-12-11T06:30:01Z')
    expect((await judge.calls.operator.disputes.read({ id: dispute })).late).toBe(true)
    expect((await judge.calls.operator.overview.read({ days: 7 })).waiting.disputes).toBeGreaterThan(0)
  })

  test('is everybody else’s “not found”, and operators of money alone decide it', async () => {
    const { id, proposal, dispute } = await disputed()
    const ruling = { id: dispute, ruling: 'FULL', reason } as const
    for (const { calls } of [owner, other, agency, elsewhere, writer]) {
      expect(await codeOf(calls.operator.disputes.read({ id: dispute }))).toBe('NOT_FOUND')
      expect(await codeOf(calls.operator.disputes.list({}))).toBe('NOT_FOUND')
      expect(await codeOf(calls.operator.disputes.rule(ruling))).toBe('NOT_FOUND')
    }
    expect(await codeOf(support.calls.operator.disputes.rule(ruling))).toBe('NOT_FOUND')
    expect(await codeOf(visitor.operator.disputes.read({ id: dispute }))).toBe('INVALID_TOKEN')
    for (const { calls } of [owner, other, elsewhere, driver])
      expect(await codeOf(calls.company.disputes.answer({ id, proposal, message }))).toBe('NOT_FOUND')
    for (const { calls } of [other, agency, elsewhere, judge])
      expect(await codeOf(calls.reservations.addToDispute({ id, proposal, message }))).toBe('NOT_FOUND')
    expect(await codeOf(judge.calls.operator.disputes.read({ id: 'x'.repeat(22) }))).toBe('NOT_FOUND')
    // The photos that they judge by.
    expect((await judge.calls.reservations.protocols({ id })).protocols).toHaveLength(2)
  })

  test('takes what a side says once, at most ten times, and nothing when it is over', async () => {
    const { id, proposal } = await disputed()
    const add = (text: string) => owner.calls.reservations.addToDispute({ id, proposal, message: text })
    await add('And the car was dirty.')
    await add('And the car was dirty.')
    expect((await shown(id)).dispute?.statements).toHaveLength(2)
    for (let n = 2; n < 10; n++) await add(`More: ${n}`)
    expect(await codeOf(add('Too much'))).toBe('INVALID_FIELDS')
    for (const text of ['', ' ', 'x'.repeat(2001)]) expect(await codeOf(add(text))).toBe('INVALID_FIELDS')
    await owner.calls.reservations.answerProposal({ id, proposal, answer: 'ACCEPT' })
    expect(await codeOf(add('Late'))).toBe('PROPOSAL_CONFLICT')
    expect(await codeOf(agency.calls.company.disputes.answer({ id, proposal, message }))).toBe('PROPOSAL_CONFLICT')
  })

  test('holds the amount back: the company neither keeps it nor gives it back before the ruling', async () => {
    const { id, proposal, dispute } = await disputed({ deposit: 1_000_000 })
    const { protocols, reservations } = agency.calls.company
    expect(await codeOf(protocols.settleProposal({ id, proposal, by: 'DEPOSIT' }))).toBe('PROPOSAL_CONFLICT')
    expect(await reservations.read({ id })).toMatchObject({ deposit_held: 1_000_000, deposit_free: 700_000 })
    expect(await codeOf(protocols.giveDepositBack({ id, amount: 1_000_000 }))).toBe('STATUS_CONFLICT')
    expect(await protocols.giveDepositBack({ id, amount: 700_000 })).toMatchObject({ deposit_held: ASKED })
    expect(await codeOf(protocols.giveDepositBack({ id, amount: ASKED }))).toBe('STATUS_CONFLICT')
    await judge.calls.operator.disputes.rule({ id: dispute, ruling: 'NOTHING', reason })
    expect(await agency.calls.company.protocols.giveDepositBack({ id, amount: ASKED })).toMatchObject({
      deposit_held: 0,
    })
  })
})

describe('the ruling', () => {
  test('in full keeps it of the deposit, notifies both sides of the reason, and closes the ticket', async () => {
    const { id, proposal, dispute } = await disputed({ deposit: 1_000_000 })
    const rule = () => judge.calls.operator.disputes.rule({ id: dispute, ruling: 'FULL', reason })
    expect(await moved(rule)).toEqual({ [`DEPOSIT ${id}`]: -ASKED, 'DESK_INCOME 1': ASKED })
    expect(await shown(id)).toMatchObject({
      ...{ status: 'PAID', paid_by: 'DEPOSIT', due: 0, amount: ASKED },
      dispute: { ruling: { ruling: 'FULL', amount: ASKED, from_deposit: ASKED, reason } },
    })
    expect((await agency.calls.company.reservations.read({ id })).proposals[0]).toMatchObject({
      dispute: { ruling: { reason } },
    })
    expect(await kindsOf(id, owner.id)).toContain('disputeRuled')
    expect(await kindsOf(id, agency.id)).toContain('disputeWon')
    const { ticket } = await shown(id)
    const closed = await owner.calls.support.ticket({ id: ticket! })
    expect(closed.status).toBe('CLOSED')
    expect(closed.messages.map(({ message: text }) => text).join()).toContain(reason)
    const audited = await db.selectFrom('audit_entry').select('reason').where('row_key', '=', dispute).execute()
    expect(audited.map((one) => one.reason)).toContain(reason)
    // The same again is the same, and moves nothing.
    expect(await moved(rule)).toEqual({})
    expect(await codeOf(agency.calls.company.protocols.withdrawProposal({ id, proposal }))).toBe('PROPOSAL_CONFLICT')
    expect(await agency.calls.company.protocols.giveDepositBack({ id, amount: 700_000 })).toMatchObject({
      deposit_held: 0,
    })
  })

  test('in part, beyond a small deposit, leaves a rest that is paid once, online or at the desk', async () => {
    const { id, proposal, dispute } = await disputed({ deposit: 50_000 })
    expect(
      await moved(() => judge.calls.operator.disputes.rule({ id: dispute, ruling: 'PART', amount: 200_000, reason })),
    ).toEqual({ [`DEPOSIT ${id}`]: -50_000, 'DESK_INCOME 1': 50_000 })
    expect(await shown(id)).toMatchObject({
      ...{ status: 'RULED', due: 150_000 },
      dispute: { ruling: { ruling: 'PART', amount: 200_000, from_deposit: 50_000 } },
    })
    expect(await owner.calls.reservations.transactionCode({ id: proposal })).toMatchObject({ left: 150_000 })
    expect(await payAtBank(site, bank, proposal)).toMatchObject({ status: 'PAID', amount: 150_000 })
    expect(await shown(id)).toMatchObject({ status: 'PAID', paid_by: 'ONLINE', due: 0 })
    expect(await codeOf(agency.calls.company.protocols.settleProposal({ id, proposal, by: 'DESK', way: 'CASH' }))).toBe(
      'PROPOSAL_CONFLICT',
    )
  })

  test('without a deposit is settled at the desk for what is owed', async () => {
    const { id, proposal, dispute } = await disputed()
    await judge.calls.operator.disputes.rule({ id: dispute, ruling: 'PART', amount: 100_000, reason })
    const settle = () => agency.calls.company.protocols.settleProposal({ id, proposal, by: 'DESK', way: 'CASH' })
    expect(await moved(settle)).toEqual({ 'TILL 1': -100_000, 'DESK_INCOME 1': 100_000 })
  })

  test('of a cheque is what the company may cash of it', async () => {
    const { dispute } = await disputed({ deposit: 1_000_000, way: 'CHEQUE' })
    expect(await moved(() => judge.calls.operator.disputes.rule({ id: dispute, ruling: 'FULL', reason }))).toEqual({
      ...{ 'TILL 1': -ASKED, 'DESK_INCOME 1': ASKED },
    })
  })

  test('for nothing moves no money and frees the deposit', async () => {
    const { id, dispute } = await disputed({ deposit: 1_000_000 })
    expect(await moved(() => judge.calls.operator.disputes.rule({ id: dispute, ruling: 'NOTHING', reason }))).toEqual(
      {},
    )
    expect(await shown(id)).toMatchObject({ status: 'DISMISSED', due: 0 })
    expect(await kindsOf(id, owner.id)).toContain('disputeDismissed')
    expect(await kindsOf(id, agency.id)).toContain('disputeLost')
    expect((await agency.calls.company.reservations.read({ id })).deposit_free).toBe(1_000_000)
  })

  test('says at once all that is wrong', async () => {
    const { dispute: id } = await disputed()
    const rule = (fields: object) => refusal(judge.calls.operator.disputes.rule({ id, ...fields } as never))
    expect(await rule({})).toMatchObject({ data: { fields: { ruling: ['required'], reason: ['required'] } } })
    expect(await rule({ ruling: 'PART', reason })).toMatchObject({ data: { fields: { amount: ['required'] } } })
    expect(await rule({ ruling: 'PART', amount: ASKED, reason })).toMatchObject({
      data: { fields: { amount: ['less_than_asked'] } },
    })
    expect(await rule({ ruling: 'PART', amount: -1, reason })).toMatchObject({ code: 'INVALID_FIELDS' })
  })

  test('of two operators at once is one: the other hears that somebody was faster', async () => {
    const { id, dispute } = await disputed({ deposit: 1_000_000 })
    const answers = await Promise.allSettled([
      judge.calls.operator.disputes.rule({ id: dispute, ruling: 'FULL', reason }),
      second.calls.operator.disputes.rule({ id: dispute, ruling: 'NOTHING', reason: 'Nothing is proven' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [refused] = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toMatchObject({ code: 'DISPUTE_DECIDED', status: 409 })
    expect(['PAID', 'DISMISSED']).toContain((await shown(id)).status)
    expect(await codeOf(admin.calls.operator.disputes.rule({ id: dispute, ruling: 'FULL', reason }))).toBe(
      'DISPUTE_DECIDED',
    )
  })

  test('comes too late for what was accepted or withdrawn, also at the same moment', async () => {
    const one = await disputed()
    await owner.calls.reservations.answerProposal({ id: one.id, proposal: one.proposal, answer: 'ACCEPT' })
    expect(await codeOf(judge.calls.operator.disputes.rule({ id: one.dispute, ruling: 'NOTHING', reason }))).toBe(
      'DISPUTE_DECIDED',
    )
    const { id, proposal, dispute } = await disputed({ deposit: 1_000_000 })
    const answers = await Promise.allSettled([
      judge.calls.operator.disputes.rule({ id: dispute, ruling: 'FULL', reason }),
      agency.calls.company.protocols.withdrawProposal({ id, proposal }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(['PAID', 'WITHDRAWN']).toContain((await shown(id)).status)
  })

  test('above an operator’s limit waits for a second one, and is then the one ruling', async () => {
    await limit(200_000)
    const { id, dispute } = await disputed({ deposit: 1_000_000 })
    const rule = { id: dispute, ruling: 'FULL', reason } as const
    expect(await moved(() => judge.calls.operator.disputes.rule(rule))).toEqual({})
    expect(await shown(id)).toMatchObject({ status: 'DISPUTED', dispute: { ruling: null } })
    expect((await judge.calls.operator.disputes.read({ id: dispute })).requested).toBe(true)
    expect(await codeOf(judge.calls.operator.disputes.rule(rule))).toBe('APPROVAL_WAITS')
    const { results } = await second.calls.operator.approvals.list({})
    const waiting = results.find((one) => one.kind === 'RULING')
    expect(waiting).toMatchObject({ dispute: { id: dispute, asked: ASKED, ruled: ASKED }, reason })
    expect(await codeOf(judge.calls.operator.approvals.decide({ id: waiting!.id, approved: true }))).toBe(
      'APPROVAL_DECIDED',
    )
    await second.calls.operator.approvals.decide({ id: waiting!.id, approved: true })
    expect(await shown(id)).toMatchObject({ status: 'PAID', paid_by: 'DEPOSIT', dispute: { ruling: { reason } } })
  })
})

describe('a customer who does not answer', () => {
  test('never pays by it: the amount is not owed, and after seven days an operator may be asked', async () => {
    const { id, proposal } = await asked({ deposit: 1_000_000 })
    const escalate = () => agency.calls.company.disputes.escalate({ id, proposal, message: 'No answer in a week.' })
    expect(await shown(id)).toMatchObject({ answer_by: '2026-12-11T06:30:00.000Z', may_escalate: false, due: 0 })
    expect(await codeOf(escalate())).toBe('INVALID_FIELDS')
    site.clock.set('2026-12-30T06:30:00Z')
    await site.sweep()
    expect(await shown(id)).toMatchObject({ status: 'OPEN', due: 0, may_escalate: true })
    const { settleProposal } = agency.calls.company.protocols
    expect(await codeOf(settleProposal({ id, proposal, by: 'DEPOSIT' }))).toBe('PROPOSAL_CONFLICT')
    expect(await codeOf(owner.calls.payments.gatewayPay({ gateway: 'saman', transaction_id: proposal }))).toBe(
      'NOT_PAYABLE',
    )
    for (const { calls } of [owner, other, elsewhere, driver])
      expect(await codeOf(calls.company.disputes.escalate({ id, proposal, message }))).toBe('NOT_FOUND')
    const [one, again] = await Promise.all([escalate(), escalate()])
    expect(again.dispute).toEqual(one.dispute)
    expect(one).toMatchObject({ status: 'DISPUTED', dispute: { opened_by: 'COMPANY' } })
    expect(await kindsOf(id, owner.id)).toContain('disputeOpened')
    // Whoever was silent may still say something, or accept.
    await owner.calls.reservations.addToDispute({ id, proposal, message })
    await judge.calls.operator.disputes.rule({ id: one.dispute!.id, ruling: 'NOTHING', reason })
    expect(await shown(id)).toMatchObject({ status: 'DISMISSED', ticket: null })
  })

  test('has seven days from when the charge was sent, however long it was a draft', async () => {
    const { id, proposal } = await asked()
    const sent_at = new Date('2026-12-20T06:30:00Z')
    await db.updateTable('proposal').set({ sent_at }).where('id', '=', proposal).execute()
    const escalate = () => agency.calls.company.disputes.escalate({ id, proposal, message: 'No answer in a week.' })
    site.clock.set('2026-12-27T06:29:00Z')
    expect(await shown(id)).toMatchObject({ may_escalate: false })
    expect(await codeOf(escalate())).toBe('INVALID_FIELDS')
    site.clock.set('2026-12-27T06:30:00Z')
    expect(await escalate()).toMatchObject({ status: 'DISPUTED' })
  })
})

test('what both sides said goes with the customer’s account; what was booked stays', async () => {
  const { id, dispute } = await disputed({ deposit: 1_000_000 })
  await judge.calls.operator.disputes.rule({ id: dispute, ruling: 'FULL', reason })
  const phone = '+00000000000001'
  const erase = (tx: Tx) => eraseReservations(tx, { reservations: [{ id, phone }], keepsInvoices: true })
  expect(await moved(() => db.transaction().execute(erase))).toEqual({})
  expect((await judge.calls.operator.disputes.read({ id: dispute })).proposal).toMatchObject({
    ...{ status: 'PAID', dispute: { statements: [], ruling: { amount: ASKED, reason: '—' } } },
  })
})
