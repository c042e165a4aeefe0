import { afterEach, describe, expect, test } from 'vitest'
import { testApi } from '../../support/api/api.ts'
import { DRIVER, loadFleet, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const operator = (phone: string, operatorRole: 'ALL' | 'MONEY' | 'CONTENT' | 'SUPPORT') =>
  signedIn(site, { phone, role: 'ADMIN', operatorRole })
const people = {
  ALL: await operator('+989120000300', 'ALL'),
  MONEY: await operator('+989120000301', 'MONEY'),
  CONTENT: await operator('+989120000302', 'CONTENT'),
  SUPPORT: await operator('+989120000303', 'SUPPORT'),
}
type Role = keyof typeof people
const roles = Object.keys(people) as Role[]
const customer = await signedIn(site, { phone: '+989121234567' })
const staff = await signedIn(site, { phone: '+989120000100', role: 'AGENT', company: TOMAN.company })
const { id: reservation } = await site.as().reservations.reserve({ ...RENTAL, ...DRIVER, phone: '09121234567' })

afterEach(() => expect(site.reported).toEqual([]))

type Calls = (typeof people)['ALL']['calls']
/** The roles that may make the call; others get 404. */
async function admitted(call: (calls: Calls) => Promise<unknown>): Promise<Role[]> {
  const found: Role[] = []
  for (const role of roles) {
    const answer = await call(people[role].calls).then(
      () => 'OK',
      (error: { code: string }) => error.code,
    )
    if (answer !== 'NOT_FOUND') found.push(role)
  }
  return found
}
const MANY = { id: 9_999 } as const
const about = { id: customer.id, reason: 'A test of roles' }

test('every operator learns the names and roles of the others, never phones', async () => {
  for (const role of roles)
    await db
      .updateTable('account')
      .set({ fullname: role === 'SUPPORT' ? null : `Mina ${role}` })
      .where('id', '=', people[role].id)
      .execute()
  for (const role of roles) {
    const { results } = await people[role].calls.operator.operators.colleagues()
    const others = (['ALL', 'CONTENT', 'MONEY'] as const).filter((one) => one !== role)
    expect(results).toEqual(others.map((one) => ({ name: `Mina ${one}`, role: one })))
  }
  expect((await refusal(customer.calls.operator.operators.colleagues())).code).toBe('NOT_FOUND')
})

describe('an operator finds only the calls of their work:', () => {
  test.each<[string, Role[], (calls: Calls) => Promise<unknown>]>([
    [
      'money is corrected',
      ['ALL', 'MONEY'],
      ({ operator }) => operator.payments.correct({ ...about, currency: 'IRT', amount: 1 }),
    ],
    ['payouts', ['ALL', 'MONEY'], ({ operator }) => operator.payouts.list({})],
    ['discount codes', ['ALL', 'MONEY'], ({ operator }) => operator.settings.codes({})],
    ['settings of money', ['ALL', 'MONEY'], ({ operator }) => operator.settings.read()],
    ['texts', ['ALL', 'CONTENT'], ({ operator }) => operator.texts.list({})],
    ['cities', ['ALL', 'CONTENT'], ({ operator }) => operator.directory.cities()],
    ['templates', ['ALL', 'CONTENT'], ({ operator }) => operator.settings.templates({})],
    ['comments', ['ALL', 'CONTENT', 'SUPPORT'], ({ ads }) => ads.waitingComments({})],
    ['photos', ['ALL', 'CONTENT', 'SUPPORT'], ({ operator }) => operator.moderation.photos({})],
    ['the inbox', ['ALL', 'SUPPORT'], ({ operator }) => operator.inbox.list({})],
    ['a ban', ['ALL', 'SUPPORT'], ({ operator }) => operator.people.ban({ ...about, banned: false })],
    ['partners', ['ALL', 'SUPPORT'], ({ operator }) => operator.partners.list({})],
    [
      'links that sign in',
      ['ALL', 'SUPPORT'],
      ({ account }) => account.issueDirectLogin({ phone: '09121234567', country_code: '+98' }),
    ],
    ['a person', ['ALL', 'MONEY', 'SUPPORT'], ({ operator }) => operator.people.read({ id: customer.id })],
    ['companies', ['ALL', 'MONEY', 'SUPPORT'], ({ operator }) => operator.companies.list({})],
    ['payments', ['ALL', 'MONEY', 'SUPPORT'], ({ operator }) => operator.payments.list({})],
    ['the audit log', ['ALL'], ({ operator }) => operator.audit.list({})],
    ['the overview', roles, ({ operator }) => operator.overview.read({})],
  ])('%s', async (_, expected, call) => {
    expect(await admitted(call)).toEqual(expected)
  })
})

describe('an operator sees things of other work only as far as theirs needs:', () => {
  test.each<[string, Role[], (calls: Calls) => Promise<unknown>]>([
    ['a reservation', ['ALL', 'MONEY', 'SUPPORT'], ({ reservations }) => reservations.read({ id: reservation })],
    ['the room of a reservation', ['ALL', 'SUPPORT'], ({ chat }) => chat.createReserve({ reservation })],
    ['a company’s desk', ['ALL', 'SUPPORT'], ({ company }) => company.reservations.today({ company: TOMAN.company })],
    ['a company’s prices', ['ALL', 'SUPPORT'], ({ company }) => company.prices.read({ company: TOMAN.company })],
    ['a statement', ['ALL', 'MONEY', 'SUPPORT'], ({ company }) => company.money.statement({ company: TOMAN.company })],
    [
      'a company’s bank account',
      ['ALL', 'MONEY'],
      ({ company }) =>
        company.money.changeBank({ company: TOMAN.company, holder: 'Marjan Rent', iban: 'IR062960000000100324200001' }),
    ],
  ])('%s', async (_, expected, call) => {
    expect(await admitted(call)).toEqual(expected)
  })

  test('lists contain only things of their own work', async () => {
    const ticket = { department: 'SALES', subject: 'Seats', message: 'How many?' } as const
    await customer.calls.support.createTicket(ticket)
    const { room } = await customer.calls.chat.createSale({})
    await customer.calls.chat.newMessage({ id: room.id, message: 'Hello' })
    const seen = await Promise.all(
      roles.map(async (role) => {
        const { calls } = people[role]
        const [tickets, rooms] = [await calls.support.tickets({}), await calls.chat.rooms({})]
        return [role, tickets.count > 0, rooms.count > 0]
      }),
    )
    expect(seen).toEqual([
      ['ALL', true, true],
      ['MONEY', false, false],
      ['CONTENT', false, false],
      ['SUPPORT', true, true],
    ])
  })

  test('an operator of other work cannot cancel a reservation for us', async () => {
    const refused = await refusal(people.CONTENT.calls.reservations.quoteChange({ id: reservation }))
    expect(refused.code).toBe('NOT_FOUND')
  })

  test('the overview shows turnover only to operators of money', async () => {
    const shown = await Promise.all(
      roles.map(async (role) => (await people[role].calls.operator.overview.read({})).turnover),
    )
    expect(shown.map(({ length }) => length > 0)).toEqual([true, true, false, false])
  })
})

describe('a sign-in link gives nobody the rights of others:', () => {
  const link = (phone: string) => people.SUPPORT.calls.account.issueDirectLogin({ phone, country_code: '+98' })

  test('none can be made for staff or operators', async () => {
    for (const { phone } of [staff, people.ALL, people.SUPPORT])
      expect(await refusal(link(phone))).toMatchObject({
        code: 'INVALID_FIELDS',
        data: { fields: { phone: ['direct_login_staff'] } },
      })
  })

  test('one that was made before its person became staff signs nobody in', async () => {
    const { id, phone } = await signedIn(site, { phone: '+989125550001' })
    const token = new URL((await link(phone)).url).searchParams.get('token') ?? ''
    await db.updateTable('account').set({ role: 'ADMIN' }).where('id', '=', id).execute()
    expect((await refusal(site.as().account.token({ direct_login_token: token }))).code).toBe('INVALID_CREDENTIALS')
  })
})

test('nobody finds a batch of payouts that does not exist', async () => {
  expect(await admitted(({ operator }) => operator.payouts.batch(MANY))).toEqual([])
})
