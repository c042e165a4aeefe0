import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { issueAccessToken } from '#app/api/account/sign-in/access-token.ts'
import { publicId } from '#app/api/public-id.ts'
import { anybody, type Owner } from '#app/contract/base.ts'
import { type Call, callsOf } from '#app/contract/calls.ts'
import { contract } from '#app/contract/contract.ts'
import { testApi } from '../support/api/api.ts'
import { DRIVER, loadFleet, RENTAL, TOMAN } from '../support/api/fleet.ts'
import { signedIn } from '../support/api/identities.ts'
import { testDatabase } from '../support/server/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)

const person = async (phone: string, role: 'CLIENT' | 'AGENT' | 'ADMIN' = 'CLIENT', company: number | null = null) =>
  (await signedIn(site, { phone, role, company })).id
const owner = await person('+989121234567')
const banned = await person('+989121111111')
await db.updateTable('account').set({ banned_at: site.deps.now() }).where('id', '=', banned).execute()

type Identity = 'nobody' | 'forged' | 'banned' | keyof typeof PEOPLE
const PEOPLE = {
  owner,
  other: await person('+989127654321'),
  agency: await person('+989120000100', 'AGENT', TOMAN.company),
  elsewhere: await person('+989120000200', 'AGENT', 2),
  admin: await person('+989120000300', 'ADMIN'),
}
const IDENTITIES = ['nobody', 'forged', 'banned', ...Object.keys(PEOPLE)] as Identity[]
/** As what each person meets a thing of the owner at the first company. */
const MEETS: Partial<Record<Identity, Owner>> = { owner: 'CUSTOMER', agency: 'COMPANY', admin: 'OPERATOR' }

const { id: reservation } = await site.as().reservations.reserve({ ...RENTAL, ...DRIVER, phone: '09121234567' })
// No bank answers here; the payment is there all the same.
await site
  .as()
  .payments.gatewayPay({ gateway: 'saman', transaction_id: reservation })
  .catch(() => undefined)
const { id: payment } = await db.selectFrom('payment').select('id').executeTakeFirstOrThrow()

type Sample = { id?: string | number; query?: string; body?: object | FormData }
/** What calls about one thing are sent: the owner's, at the first company. Made anew for every try. */
const SAMPLES: Record<string, () => Sample | Promise<Sample>> = {
  'account.endSession': async () => ({ id: await newSession(owner) }),
  'agency.block': () => ({ body: { ...nextDay(), ad: 110 } }),
  'agency.blocks': () => ({ query: `?company=${TOMAN.company}` }),
  'agency.changeReserve': () => ({ id: reservation, body: { action: 'confirm' } }),
  'agency.commission': () => ({ query: `?company=${TOMAN.company}` }),
  'agency.read': () => ({ query: `?company=${TOMAN.company}` }),
  'agency.reserves': () => ({ query: `?company=${TOMAN.company}` }),
  'agency.unblock': async () => ({ id: await newBlock() }),
  'agency.update': () => ({ body: { company: TOMAN.company } }),
  'companies.read': () => ({ id: TOMAN.company }),
  'payments.read': () => ({ id: payment }),
  'reservations.readDeposit': async () => {
    await uploaded()
    return { id: reservation }
  },
  'reservations.uploadDeposit': async () => ({ body: await picture() }),
}
/** Calls that find nothing for a person of the right role either, with what they are sent here. */
const FINDS_NOTHING = ['account.issueDirectLogin', 'ads.judgeComment', 'payments.clientVerify']

const sampleOf = async ({ name }: Call): Promise<Sample> =>
  (await SAMPLES[name]?.()) ?? { id: /^(ads|reservations\.(rental|price|reserve$))/.test(name) ? 101 : reservation }

async function ask(call: Call, identity: Identity) {
  const { id = 'x', query = '', body = {} } = await sampleOf(call)
  const path = `/api${call.path.replace('{id}', String(id)).replace('{username}', 'sara').replace('{slug}', 'terms')}${query}`
  const token = await tokenOf(identity)
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(call.method !== 'GET' && !(body instanceof FormData) && { 'content-type': 'application/json' }),
  }
  const sent = body instanceof FormData ? body : JSON.stringify(body)
  const answer = await site.fetch(path, { method: call.method, headers, ...(call.method !== 'GET' && { body: sent }) })
  const type = answer.ok ? undefined : ((await answer.json()) as { type: string }).type
  return { status: answer.status, type }
}

/** How the contract has a call refuse somebody; undefined where it lets them in. */
function refusalOf({ access }: Call, identity: Identity) {
  const invalid = { status: 401, type: 'INVALID_TOKEN' }
  if (access.signIn === 'none') return undefined
  if (identity === 'nobody') return access.signIn === 'needed' ? invalid : undefined
  if (identity === 'forged') return invalid
  if (identity === 'banned') return { status: 401, type: 'BANNED_USER' }
  if (access.signIn !== 'needed') return undefined
  const isStaff = ['agency', 'elsewhere', 'admin'].includes(identity)
  const hasRole = access.role === 'CLIENT' || identity === 'admin' || (access.role === 'AGENT' && isStaff)
  const meets = MEETS[identity]
  const owns = !access.owner || (meets !== undefined && access.owner.includes(meets))
  return hasRole && owns ? undefined : { status: 404, type: 'NOT_FOUND' }
}

const calls = callsOf(contract)

describe('who may call', () => {
  test('stands on every call of the contract', () => {
    expect(calls.length).toBeGreaterThan(50)
    const { signIn: _, ...undeclared } = anybody.route({ path: '/nowhere/' })['~orpc'].meta
    const call = { '~orpc': { route: { path: '/nowhere/' }, meta: undeclared } }
    expect(() => callsOf({ nowhere: call })).toThrow('nowhere does not declare who may call')
  })

  test.each(calls.map((call) => [call.name, call] as const))('%s', async (_, call) => {
    const answers: Record<string, unknown> = {}
    const expected: Record<string, unknown> = {}
    for (const identity of IDENTITIES) {
      const answer = await ask(call, identity)
      const refused = refusalOf(call, identity)
      const isIn = answer.status !== 401 && (answer.status !== 404 || FINDS_NOTHING.includes(call.name))
      answers[identity] = !refused && isIn ? 'let in' : answer
      expected[identity] = refused ?? 'let in'
    }
    expect(answers).toEqual(expected)
    expect(site.reported).toEqual([])
  })

  test('is judged before what is sent: nobody learns which fields a call has', async () => {
    for (const call of calls.filter(({ access, method }) => access.signIn === 'needed' && method !== 'GET')) {
      const path = `/api${call.path.replace('{id}', 'no-such-id')}`
      const headers = { 'content-type': 'application/json' }
      const answer = await site.fetch(path, { method: call.method, headers, body: '{"nonsense":[[]]}' })
      expect(answer.status, call.name).toBe(401)
    }
  })
})

/** A sign-in of its own for every try: some calls end it. */
async function tokenOf(identity: Identity): Promise<string | undefined> {
  if (identity === 'nobody') return undefined
  const session = await newSession(identity === 'banned' || identity === 'forged' ? banned : PEOPLE[identity])
  const token = issueAccessToken(site.deps.settings.secret, session, site.deps.now())
  return identity === 'forged' ? `${token.slice(0, -2)}xx` : token
}

async function newSession(account: string): Promise<string> {
  const at = site.deps.now()
  const row = { id: publicId(), account_id: account, device: 'test', network_address: '192.0.2.1' }
  await db
    .insertInto('session')
    .values({ ...row, created_at: at, used_at: at })
    .execute()
  return row.id
}

let days = 0
function nextDay() {
  days += 1
  const date = new Date(site.deps.now().getTime() + (100 + days) * 86_400_000).toISOString().slice(0, 10)
  return { start_date: date, start_time: '10:00', end_date: date, end_time: '12:00' }
}

async function newBlock(): Promise<number> {
  const { start_date } = nextDay()
  const [start_at, end_at] = [new Date(`${start_date}T10:00:00Z`), new Date(`${start_date}T12:00:00Z`)]
  const { id } = await db
    .insertInto('busy')
    .values({ ad_id: 111, kind: 'BLOCK', status: 2, start_at, end_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function picture(): Promise<FormData> {
  const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.set('reservation', reservation)
  form.set('image', new File([new Uint8Array(bytes)], 'cheque.jpg', { type: 'image/jpeg' }))
  return form
}

async function uploaded() {
  const call = calls.find(({ name }) => name === 'reservations.uploadDeposit')
  if (call) await ask(call, 'owner')
}
