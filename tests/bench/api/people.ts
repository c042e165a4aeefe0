import { balanceOf, post } from '#app/api/books/ledger.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { startBankSimulator } from '#app/providers/gateways/simulator/bank.ts'
import { CURRENCY_IDS } from '#app/rules/constants.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { type TestApi, testApi } from '../../support/api/api.ts'
import { wrongInBooks } from '../../support/api/books.ts'
import { signedIn } from '../../support/api/identities.ts'
import { codeTo } from '../../support/api/people.ts'
import { benchDatabase } from '../database.ts'
import { measured, type Row } from '../table.ts'

const PEOPLE = 200
const WALLETS = 5
const SPENDS_EACH = 40

/** How fast people sign in, and how fast many simultaneous calls spend one wallet, through the API in process. */
export async function measurePeople(): Promise<{ signIn: Row[]; wallet: Row[] }> {
  const now = new Date()
  const database = await benchDatabase(now)
  const bank = await startBankSimulator({ port: 0, host: '127.0.0.1', now: () => now })
  try {
    const api = await testApi({ db: database.db, now: now.toISOString(), bank: bank.origin })
    return { signIn: await measureSignIn(api), wallet: await measureWallet(api) }
  } finally {
    await bank.close()
    await database.remove()
  }
}

/** Everybody signs in twice, the second time as soon as another code may be requested. Sending is not measured. */
async function measureSignIn(api: TestApi): Promise<Row[]> {
  const people = Array.from({ length: PEOPLE }, (_, person) => ({
    calls: api.as({ clientAddress: addressOf(person) }).account,
    requested: { phone: phoneOf(person), country_code: '+98' },
  }))
  const login = () => timed(people, ({ calls, requested }) => calls.login(requested))
  const prove = (by: 'activate' | 'token') =>
    timed(people, ({ calls, requested }) => calls[by]({ ...requested, token: codeTo(api, `+98${requested.phone}`) }))
  const requested = await login()
  await api.drain()
  const activated = await prove('activate')
  api.clock.advance(3)
  const askedAgain = await login()
  await api.drain()
  const known = await prove('token')
  const all = [requested, activated, askedAgain, known]
  const seconds = all.reduce((sum, part) => sum + part.seconds, 0)
  const failed = all.reduce((sum, part) => sum + part.failed, 0)
  return [
    measured('sign-ins', 2 * PEOPLE, ''),
    exactly('requests that failed', failed, 0),
    measured('requests a second', (4 * PEOPLE) / seconds, '/s'),
    measured('codes asked for a second', (2 * PEOPLE) / (requested.seconds + askedAgain.seconds), '/s'),
    measured('activations a second', PEOPLE / activated.seconds, '/s'),
    measured('codes of known people a second', PEOPLE / known.seconds, '/s'),
  ]
}

/** Wallets with half of what many simultaneous calls try to spend, each for another reservation. */
async function measureWallet(api: TestApi): Promise<Row[]> {
  const { db } = api.deps
  const before = await wrongInBooks(db)
  const rounds: { seconds: number; failed: number; left: number; paid: number }[] = []
  for (let round = 0; round < WALLETS; round++) {
    const reservations = await holdMany(api, round)
    const due = reservations.reduce((sum, { payable_now }) => sum + payable_now, 0)
    const spender = await signedIn(api, { phone: `+98935${String(round).padStart(7, '0')}` })
    await fillWallet(api, spender.phone, Math.floor(due / 2))
    const spend = (id: string) => spender.calls.payments.payOnline({ transaction_id: id, use_wallet: true })
    const spent = await timed(reservations, ({ id }) => spend(id))
    const left = await balanceOf(db, { kind: 'WALLET', owner: spender.phone, currency: 'IRT' })
    const paid = spent.answers.filter(({ status }) => status === 'PAID').length
    rounds.push({ ...spent, left, paid })
  }
  const totalOf = (key: 'seconds' | 'failed' | 'paid') => rounds.reduce((total, round) => total + round[key], 0)
  const lowest = Math.min(...rounds.map(({ left }) => left))
  const wrong = await wrongInBooks(db)
  return [
    measured('spends', WALLETS * SPENDS_EACH, ''),
    exactly('spends that failed', totalOf('failed'), 0),
    measured('paid by the wallet alone', totalOf('paid'), ''),
    { what: 'least that a wallet held', value: `${lowest}`, budget: 'never below 0', met: lowest >= 0 },
    exactly('errors in the books', wrong.filter((error) => !before.includes(error)).length, 0),
    measured('spends a second', (WALLETS * SPENDS_EACH) / totalOf('seconds'), '/s'),
  ]
}

/** One vehicle for each person. */
async function holdMany(api: TestApi, round: number) {
  const day = (offset: number) => new Date(api.clock.now().getTime() + offset * DAY_MS).toISOString().slice(0, 10)
  const start = 60 + 5 * round
  const time = { start_date: day(start), start_time: '10:00', end_date: day(start + 3), end_time: '10:00' }
  const wanted = { query: { size: SPENDS_EACH }, body: { city: 1061, categories: [2], ...time } }
  const found = await api.as().ads.search(wanted)
  return Promise.all(
    found.results.map(({ id }, index) => {
      const person = PEOPLE + round * SPENDS_EACH + index
      return api.as({ clientAddress: addressOf(person) }).reservations.reserve({
        id,
        ...time,
        fullname: 'مسافر نمونه',
        national_id: '0012345679',
        country_code: '+98',
        phone: phoneOf(person),
        date_of_birth: '1985-05-05',
        child_seat_count: 0,
        extra_driver: false,
        internet: false,
        supplemental_insurance: false,
      })
    }),
  )
}

/** The same balance as after a top-up at the bank. */
async function fillWallet({ deps }: TestApi, phone: string, amount: number) {
  const payment = publicId()
  const at = deps.now()
  await deps.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('payment')
      .values({
        id: payment,
        reservation_id: null,
        wallet_owner: phone,
        gateway: 'saman',
        currency_id: CURRENCY_IDS.IRT,
        amount,
        status: 'PAID',
        settled_as: 'WALLET',
        return_address: '',
        created_at: at,
      })
      .execute()
    await post(tx, {
      key: `top-up ${payment}`,
      kind: 'TOP_UP',
      currency: 'IRT',
      at,
      payment,
      entries: [
        { kind: 'GATEWAY', owner: 'saman', amount: -amount },
        { kind: 'WALLET', owner: phone, amount },
      ],
    })
  })
}

/** Runs all at once: the time until the last answer, the answers, and how many were refused. */
async function timed<Of, Answer>(all: Of[], action: (one: Of) => Promise<Answer>) {
  const started = performance.now()
  const outcomes = await Promise.allSettled(all.map(action))
  const seconds = (performance.now() - started) / 1000
  const answers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  return { seconds, answers, failed: outcomes.length - answers.length }
}

function exactly(what: string, value: number, budget: number): Row {
  return { what, value: `${value}`, budget: `exactly ${budget}`, met: value === budget }
}

const phoneOf = (person: number) => `933${String(person).padStart(7, '0')}`
const addressOf = (person: number) => `10.1.${Math.floor(person / 200)}.${person % 200}`
