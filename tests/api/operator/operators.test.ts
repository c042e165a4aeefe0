import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testApi } from '../../support/api/api.ts'
import { loadFleet, TOMAN } from '../../support/api/fleet.ts'
import { type Identity, signedIn } from '../../support/api/identities.ts'
import { codeTo } from '../../support/api/people.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db, singleOperator: false })
await loadFleet(db)
let phones = 0
const newcomer = (facts: Omit<Parameters<typeof signedIn>[1], 'phone'> = {}) => {
  phones += 1
  return signedIn(site, { phone: `+98912666${String(phones).padStart(4, '0')}`, ...facts })
}
type OperatorRole = 'ALL' | 'MONEY' | 'CONTENT' | 'SUPPORT'
const operatorOf = (operatorRole: OperatorRole) => newcomer({ role: 'ADMIN', operatorRole })

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const reason = 'A test of operators'
const local = ({ phone }: Identity) => ({ phone: `0${phone.slice(3)}`, country_code: '+98' })
/** A person's current role; null for people who are not operators. */
async function roleOf({ id }: Identity) {
  const { role, operator_role } = await db
    .selectFrom('account')
    .select(['role', 'operator_role'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return role === 'ADMIN' ? operator_role : null
}
const waitingFor = async ({ calls }: Identity) => (await calls.operator.approvals.list({})).results
async function decide(by: Identity, approved = true) {
  const [first] = await waitingFor(by)
  return by.calls.operator.approvals.decide({ id: first?.id ?? 0, approved })
}

let chief: Identity
beforeEach(async () => {
  await db.updateTable('account').set({ role: 'CLIENT' }).where('role', '=', 'ADMIN').execute()
  await db.deleteFrom('approval_request').execute()
  chief = await operatorOf('ALL')
})
afterEach(() => expect(site.reported).toEqual([]))

describe('appointing an operator', () => {
  test('is immediate for the only operator, and signs the new one out, because their rights have changed', async () => {
    const person = await newcomer()
    const appointed = await chief.calls.operator.operators.appoint({ ...local(person), role: 'MONEY', reason })
    expect(appointed).toEqual({ id: person.id, waits: false })
    expect(await roleOf(person)).toBe('MONEY')
    expect(await codeOf(person.calls.account.profile())).toBe('INVALID_TOKEN')
    const { results } = await chief.calls.operator.operators.list()
    expect(results).toMatchObject([
      { id: chief.id, role: 'ALL', is_me: true, requested: null },
      { id: person.id, role: 'MONEY', is_me: false },
    ])
  })

  test('waits for a second operator where there is one; its author cannot approve it', async () => {
    const [second, person] = [await operatorOf('ALL'), await newcomer()]
    const appointed = await chief.calls.operator.operators.appoint({ ...local(person), role: 'SUPPORT', reason })
    expect(appointed.waits).toBe(true)
    expect(await roleOf(person)).toBe(null)
    expect(await codeOf(decide(chief))).toBe('APPROVAL_DECIDED')
    expect(await waitingFor(second)).toMatchObject([
      { kind: 'OPERATOR', person: { id: person.id }, before: null, after: 'SUPPORT', is_own: false, reason },
    ])
    expect((await second.calls.operator.overview.read({})).waiting.approvals).toBe(1)
    await decide(second)
    expect(await roleOf(person)).toBe('SUPPORT')
    expect(await waitingFor(second)).toEqual([])
  })

  test('can be approved by any other operator where only its author may do everything, and not without a colleague', async () => {
    const [editor, person] = [await operatorOf('CONTENT'), await newcomer()]
    await chief.calls.operator.operators.appoint({ ...local(person), role: 'ALL', reason })
    expect(await roleOf(person)).toBe(null)
    await decide(editor)
    expect(await roleOf(person)).toBe('ALL')
    // Now there are two who may do everything, so one of them can approve it.
    await chief.calls.operator.operators.appoint({ ...local(await newcomer()), role: 'ALL', reason })
    expect(await waitingFor(editor)).toEqual([])
  })

  test('is refused for a person without an account, staff of a company, a banned person, or an operator', async () => {
    const staff = await newcomer({ role: 'AGENT', company: TOMAN.company })
    const banned = await newcomer()
    await db.updateTable('account').set({ banned_at: site.clock.now() }).where('id', '=', banned.id).execute()
    const keyOf = async (phone: { phone: string; country_code: string }) => {
      const { data } = await refusal(chief.calls.operator.operators.appoint({ ...phone, role: 'MONEY', reason }))
      return (data as { fields: { phone: string[] } }).fields.phone[0]
    }
    expect(await keyOf({ phone: '09127770000', country_code: '+98' })).toBe('no_account')
    expect(await keyOf(local(staff))).toBe('company_staff')
    expect(await keyOf(local(banned))).toBe('person_banned')
    expect(await keyOf(local(chief))).toBe('operator_already')
  })

  test('fails if the person became staff before it was approved', async () => {
    const [second, person] = [await operatorOf('ALL'), await newcomer()]
    await chief.calls.operator.operators.appoint({ ...local(person), role: 'MONEY', reason })
    const staff = { role: 'AGENT', company_id: TOMAN.company } as const
    await db.updateTable('account').set(staff).where('id', '=', person.id).execute()
    expect(await refusal(decide(second))).toMatchObject({ data: { fields: { '': ['cannot_operate'] } } })
    await decide(second, false)
    expect(await waitingFor(second)).toEqual([])
  })
})

describe('changing and removing an operator', () => {
  test('waits for a second operator, ends the sessions, and unassigns their work', async () => {
    const [second, support] = [await operatorOf('ALL'), await operatorOf('SUPPORT')]
    const customer = await newcomer()
    const ticket = { department: 'SALES', subject: 'Seats', message: 'How many?' } as const
    const { id } = await customer.calls.support.createTicket(ticket)
    await support.calls.operator.inbox.assign({ id, assignee: support.id, seen: null })
    expect((await chief.calls.operator.operators.remove({ id: support.id, reason })).waits).toBe(true)
    expect(await codeOf(chief.calls.operator.operators.change({ id: support.id, role: 'ALL', reason }))).toBe(
      'APPROVAL_WAITS',
    )
    expect((await chief.calls.operator.operators.list()).results).toContainEqual(
      expect.objectContaining({ id: support.id, requested: { role: null, at: expect.any(String) } }),
    )
    await decide(second)
    expect(await roleOf(support)).toBe(null)
    expect(await codeOf(support.calls.account.profile())).toBe('INVALID_TOKEN')
    expect((await chief.calls.operator.inbox.read({ id })).assignee).toBe(null)
  })

  test('always leaves one who may do everything, also when two remove each other at the same moment', async () => {
    const alone = { data: { fields: { '': ['last_operator'] } } }
    expect(await refusal(chief.calls.operator.operators.remove({ id: chief.id, reason }))).toMatchObject(alone)
    expect(await refusal(chief.calls.operator.operators.change({ id: chief.id, role: 'MONEY', reason }))).toMatchObject(
      alone,
    )
    const second = await operatorOf('ALL')
    await chief.calls.operator.operators.remove({ id: chief.id, reason })
    await second.calls.operator.operators.change({ id: second.id, role: 'MONEY', reason })
    const ids = (await waitingFor(chief)).map(({ id, is_own }) => ({ id, is_own }))
    const answers = await Promise.allSettled(
      ids.map(({ id, is_own }) => (is_own ? second : chief).calls.operator.approvals.decide({ id, approved: true })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('is only for operators who may do everything', async () => {
    const others = [
      await operatorOf('MONEY'),
      await operatorOf('CONTENT'),
      await operatorOf('SUPPORT'),
      await newcomer(),
    ]
    for (const { calls } of others) {
      expect(await codeOf(calls.operator.operators.list())).toBe('NOT_FOUND')
      expect(await codeOf(calls.operator.operators.remove({ id: chief.id, reason }))).toBe('NOT_FOUND')
      expect(await codeOf(calls.operator.operators.change({ id: chief.id, role: 'ALL', reason }))).toBe('NOT_FOUND')
      expect(await codeOf(calls.operator.operators.appoint({ ...local(chief), role: 'ALL', reason }))).toBe('NOT_FOUND')
    }
    expect(await codeOf(chief.calls.operator.operators.remove({ id: others[3]?.id ?? '', reason }))).toBe('NOT_FOUND')
  })
})

describe('deleting one’s own account', () => {
  async function codeFor({ phone, calls }: Identity) {
    await calls.account.deleteAccount({})
    await site.drain()
    return codeTo(site, phone)
  }

  test('is refused to the last operator who may do everything, before a code is sent', async () => {
    await operatorOf('MONEY')
    const refused = await refusal(chief.calls.account.deleteAccount({}))
    expect(refused).toMatchObject({ data: { fields: { '': ['last_operator'] } } })
    const { calls } = await operatorOf('ALL')
    await chief.calls.account.deleteAccount({ token: await codeFor(chief) })
    expect(await codeOf(calls.account.deleteAccount({}))).toBe('INVALID_FIELDS')
  })

  test('leaves one of two operators who delete theirs at the same moment', async () => {
    const second = await operatorOf('ALL')
    const tokens = [await codeFor(chief), await codeFor(second)]
    const left = await Promise.allSettled(
      [chief, second].map(({ calls }, index) => calls.account.deleteAccount({ token: tokens[index] })),
    )
    expect(left.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { results } = await (left[0]?.status === 'rejected' ? chief : second).calls.operator.operators.list()
    expect(results).toMatchObject([{ role: 'ALL', is_me: true }])
  })
})

describe('an account with corrections of wallets', () => {
  const deletedBy = async ({ phone, calls }: Identity) => {
    await calls.account.deleteAccount({ forfeit_wallet: true })
    await site.drain()
    return (await calls.account.deleteAccount({ forfeit_wallet: true, token: codeTo(site, phone) })).deleted
  }
  const corrections = (ids: number[]) =>
    db.selectFrom('wallet_correction').selectAll().where('id', 'in', ids).orderBy('id').execute()

  test('can be deleted by its author, its approver and the wallet’s owner; waiting ones are withdrawn', async () => {
    const [asker, second] = [await operatorOf('MONEY'), await operatorOf('MONEY')]
    const [person, other] = [await newcomer(), await newcomer()]
    const correct = (of: Identity, amount: number) =>
      asker.calls.operator.payments.correct({ id: of.id, currency: 'IRT', amount, reason })
    const done = await correct(person, 1000)
    const approved = await correct(person, 100_000_000)
    await second.calls.operator.payments.decideCorrection({ id: approved.id, approved: true })
    const forOne = await correct(person, 100_000_000)
    const byOne = await correct(other, 100_000_000)
    const ids = [done.id, approved.id, forOne.id, byOne.id]
    expect((await corrections(ids)).map(({ status }) => status)).toEqual(['DONE', 'DONE', 'WAITING', 'WAITING'])

    expect(await deletedBy(person)).toBe(true)
    const [first, , withdrawn, waits] = await corrections(ids)
    expect(first).toMatchObject({ account_id: null, amount: 1000, status: 'DONE' })
    expect(first?.phone).not.toBe(person.phone)
    expect([withdrawn?.status, waits?.status]).toEqual(['REFUSED', 'WAITING'])
    expect(await codeOf(second.calls.operator.payments.decideCorrection({ id: forOne.id, approved: true }))).toBe(
      'CORRECTION_DECIDED',
    )

    expect(await deletedBy(second)).toBe(true)
    expect(await deletedBy(asker)).toBe(true)
    const left = await corrections(ids)
    expect(left.map(({ status }) => status)).toEqual(['DONE', 'DONE', 'REFUSED', 'REFUSED'])
    expect(left.map(({ requested_by }) => requested_by)).toEqual([null, null, null, null])
    expect((await chief.calls.operator.people.read({ id: other.id })).corrections).toMatchObject([
      { status: 'REFUSED', requested_by: '—' },
    ])
  })
})

describe('settings of money', () => {
  const limits = async () => {
    const { approval_irt, approval_eur, euro_rate } = await chief.calls.operator.settings.read()
    return { approval_irt, approval_eur, euro_rate }
  }

  test('wait for a second operator of money, so nobody alone can raise the limit and then move money', async () => {
    const money = await operatorOf('MONEY')
    const before = await limits()
    const answer = await chief.calls.operator.settings.change({ approval_irt: 900_000_000, reason })
    expect(answer).toMatchObject({ ...before, waits: true })
    const customer = await newcomer()
    const correction = { id: customer.id, currency: 'IRT', amount: 30_000_000, reason } as const
    expect((await chief.calls.operator.payments.correct(correction)).status).toBe('WAITING')
    expect(await codeOf(chief.calls.operator.settings.change({ approval_irt: 800_000_000, reason }))).toBe(
      'APPROVAL_WAITS',
    )
    const request = (await waitingFor(money)).find(({ kind }) => kind === 'CONFIG')
    expect(request).toMatchObject({ before, after: { approval_irt: 900_000_000 }, is_own: false })
    await money.calls.operator.approvals.decide({ id: request?.id ?? 0, approved: true })
    expect(await chief.calls.operator.settings.read()).toMatchObject({ approval_irt: 900_000_000, waits: false })
    await db.updateTable('site_config').set({ approval_irt: before.approval_irt }).execute()
    await db.deleteFrom('wallet_correction').execute()
  })

  test('wait even with a single operator, and can be withdrawn', async () => {
    const before = await limits()
    expect((await chief.calls.operator.settings.change({ euro_rate: 77_000, reason })).waits).toBe(true)
    expect(await limits()).toEqual(before)
    expect(await waitingFor(chief)).toMatchObject([{ kind: 'CONFIG', is_own: true }])
    await decide(chief, false)
    expect((await chief.calls.operator.settings.read()).waits).toBe(false)
  })

  test('of a rate count from when it was asked for, and its approval is in the audit log', async () => {
    const money = await operatorOf('MONEY')
    const asked = site.clock.now()
    await chief.calls.operator.settings.change({ euro_rate: 88_000, reason })
    const [{ id } = { id: 0 }] = await waitingFor(money)
    site.clock.advance(3)
    await money.calls.operator.approvals.decide({ id, approved: true })
    const settings = await chief.calls.operator.settings.read()
    expect(settings).toMatchObject({ euro_rate: 88_000, euro_rate_set_at: asked.toISOString() })
    const decided = await db
      .selectFrom('audit_entry')
      .select('actor')
      .where('subject', '=', 'approval_request')
      .where('row_key', '=', String(id))
      .where('action', '=', 'UPDATE')
      .execute()
    expect(decided).toEqual([{ actor: money.id }])
  })

  test('are changed at once where the installation says that it has a single operator', async () => {
    const single = await testApi({ db, singleOperator: true })
    const { operator } = single.as({ accessToken: chief.access })
    expect(await operator.settings.change({ approval_eur: 40_000, reason })).toMatchObject({
      approval_eur: 40_000,
      waits: false,
    })
  })

  test('cannot be changed by operators of content and support', async () => {
    await chief.calls.operator.settings.change({ approval_irt: 1, reason })
    const [{ id } = { id: 0 }] = await waitingFor(chief)
    for (const role of ['CONTENT', 'SUPPORT'] as const) {
      const other = await operatorOf(role)
      expect(await waitingFor(other)).toEqual([])
      expect(await codeOf(other.calls.operator.approvals.decide({ id, approved: true }))).toBe('NOT_FOUND')
    }
  })

  test('include the commission of a company', async () => {
    const money = await operatorOf('MONEY')
    const change = { id: TOMAN.company, commission_percent: 33, reason }
    const before = (await chief.calls.operator.companies.read({ id: TOMAN.company })).commission_percent
    expect(await money.calls.operator.companies.changeCommission(change)).toMatchObject({
      commission_percent: before,
      commission_requested: 33,
    })
    expect(await waitingFor(chief)).toMatchObject([{ kind: 'COMMISSION', before, after: 33 }])
    await decide(chief)
    expect(await chief.calls.operator.companies.read({ id: TOMAN.company })).toMatchObject({
      commission_percent: 33,
      commission_requested: null,
    })
    const own = { ...change, own_booking_percent: 4 }
    await money.calls.operator.companies.changeCommission(own)
    expect(await waitingFor(chief)).toMatchObject([{ kind: 'COMMISSION', own: { before: 0, after: 4 } }])
    await decide(chief)
    expect(await chief.calls.operator.companies.read({ id: TOMAN.company })).toMatchObject({ own_booking_percent: 4 })
    expect(await codeOf(money.calls.operator.companies.changeCommission({ ...change, id: 99_999 }))).toBe('NOT_FOUND')
  })
})

describe('the second factor of another operator', () => {
  const withFactor = async (person: Identity) => {
    const at = site.clock.now()
    await db
      .insertInto('second_factor')
      .values({ id: person.id, secret: 'x', created_at: at, confirmed_at: at })
      .execute()
    return person
  }
  const has = ({ id }: Identity) =>
    db.selectFrom('second_factor').select('id').where('id', '=', id).executeTakeFirst().then(Boolean)

  test('is removed once a second operator approves; a customer’s is removed at once', async () => {
    const [second, support] = [await operatorOf('ALL'), await withFactor(await operatorOf('SUPPORT'))]
    const remove = (of: Identity) => chief.calls.operator.people.removeFactor({ id: of.id, reason })
    expect((await remove(support)).waits).toBe(true)
    expect(await has(support)).toBe(true)
    await decide(second)
    expect(await has(support)).toBe(false)
    expect(await codeOf(support.calls.account.profile())).toBe('INVALID_TOKEN')
    const customer = await withFactor(await newcomer())
    expect((await remove(customer)).waits).toBe(false)
    expect(await has(customer)).toBe(false)
  })
})

test('a request is decided once, by whoever is first', async () => {
  const [second, third, person] = [await operatorOf('ALL'), await operatorOf('ALL'), await newcomer()]
  await chief.calls.operator.operators.appoint({ ...local(person), role: 'MONEY', reason })
  const [{ id } = { id: 0 }] = await waitingFor(second)
  const answers = await Promise.allSettled([
    second.calls.operator.approvals.decide({ id, approved: true }),
    third.calls.operator.approvals.decide({ id, approved: false }),
    second.calls.operator.approvals.decide({ id, approved: true }),
  ])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('the database refuses an approval by the request’s author', async () => {
  await operatorOf('ALL')
  await chief.calls.operator.operators.appoint({ ...local(await newcomer()), role: 'MONEY', reason })
  const done = { status: 'DONE', decided_by: chief.id, decided_at: site.clock.now() } as const
  await expect(db.updateTable('approval_request').set(done).execute()).rejects.toThrow('approval_request_by_two')
})
