import { setTimeout as sleep } from 'node:timers/promises'
import type { CustomerAction } from '#app/providers/gateways/simulator/customer-action.ts'
import type { FaultSettings } from '#app/providers/gateways/simulator/faults.ts'
import { atMost, measured, type Row, spread } from '../bench/table.ts'
import { makePerson } from '../cluster/customers.ts'
import { requestsTo } from '../cluster/requests.ts'
import { wrongInBooks } from '../support/api/books.ts'
import { until } from '../support/server/cluster/program.ts'
import { siteDatabase } from '../support/server/database/site-connection.ts'
import { pressAtBank } from '../support/server/simulators/press-at-bank.ts'
import { type Machine, startMachine } from './machine.ts'

type Trouble = { name: string; faults: FaultSettings; action?: CustomerAction }

/** What a bank does to the shop while customers come back from it. */
const TROUBLES: readonly Trouble[] = [
  { name: 'it takes the money and never answers', faults: { hang: ['verify'] } },
  { name: 'it fails', faults: { unavailable: ['verify'] } },
  { name: 'it answers with a page instead of a result', faults: { html: ['verify'] } },
  { name: 'it calls back twice and confirms twice', faults: { verifyAgain: 'success' }, action: 'pay_return_twice' },
]
const PEOPLE = 3
const AT_ONCE = 3
const CREDIT = 2_000_000
const RIAL = 10
const TROUBLED_MS = 5_000
/** A customer who waits on the page of the payment. */
const SETTLED_WITHIN_MS = 60_000

/** Lets customers pay while the bank is in trouble, come back several times at once, and looks who got what for it. */
export async function measureBankFails(): Promise<Row[]> {
  const machine = await startMachine()
  const db = await siteDatabase(machine.dataDir)
  try {
    const wrongBefore = await wrongInBooks(db)
    const rows: Row[] = []
    const wallets: number[] = []
    for (const trouble of TROUBLES) {
      const people = await Promise.all(Array.from({ length: PEOPLE }, () => makePerson(db)))
      const times = await payInTrouble(machine, people, trouble)
      wallets.push(...(await Promise.all(people.map((person) => walletOf(machine, person)))))
      const slowest = spread(times).slowest / 1000
      rows.push(atMost(`${trouble.name}: paid after, slowest`, slowest, SETTLED_WITHIN_MS / 1000, 's', 1))
    }
    const sales = machine.bank.sales()
    const wrong = (await wrongInBooks(db)).filter((line) => !wrongBefore.includes(line))
    for (const line of wrong.slice(0, 10)) console.log(`  ! ${line}`)
    const taken = sales.filter(({ state }) => state === 'verified').reduce((sum, { amount }) => sum + amount, 0) / RIAL
    const credited = wallets.reduce((sum, wallet) => sum + wallet, 0)
    return [
      measured('payments', sales.length, ''),
      ...rows,
      atMost('wallets without exactly what was paid', wallets.filter((wallet) => wallet !== CREDIT).length, 0, ''),
      atMost('sales that the bank gave back or never saw confirmed', sales.length - taken / CREDIT, 0, ''),
      atMost('toman between bank and wallets', Math.abs(taken - credited), 0, ''),
      atMost('wrong in the books', wrong.length, 0, ''),
    ]
  } finally {
    await db.destroy()
    await machine.stop()
  }
}

type Person = Awaited<ReturnType<typeof makePerson>>

async function payInTrouble({ origin, bank }: Machine, people: Person[], { faults, action = 'pay' }: Trouble) {
  const requests = requestsTo(origin)
  const returned = await Promise.all(
    people.map(async (person) => {
      const body = { amount: CREDIT, currency: 'IRT', fullname: 'Sara Mohammadi' }
      const path = '/api/payments/pay/online/'
      const started = await requests.untilAnswered({ method: 'POST', path, body, token: person.token() })
      if (!started || started.status >= 300) throw new Error(JSON.stringify(started))
      return { person, id: started.body.payment_id, url: String(started.body.url) }
    }),
  )
  bank.misbehave(faults)
  const began = performance.now()
  const settled = returned.map(async ({ person, id, url }) => {
    const answer = await pressAtBank(bank.origin, url, action)
    const verify = () =>
      requests.untilAnswered({
        ...{ method: 'POST', path: '/api/payments/pay/client_verify/', token: person.token() },
        body: { ref_id: id, answer },
      })
    const isPaid = async () => (await Promise.all(Array.from({ length: AT_ONCE }, verify))).some(isPaidBy)
    await until(isPaid, { withinMs: 2 * SETTLED_WITHIN_MS, everyMs: 500, describe: () => `payment ${id}` })
    return performance.now() - began
  })
  await sleep(TROUBLED_MS)
  bank.behave()
  return Promise.all(settled)
}

const isPaidBy = (answer: { body: Record<string, unknown> } | undefined) => answer?.body.status === 'PAID'

async function walletOf({ origin }: Machine, { token }: Person): Promise<number> {
  const answer = await requestsTo(origin).untilAnswered({ path: '/api/users/profile/', token: token() })
  const { wallets = [] } = (answer?.body ?? {}) as { wallets?: { currency: string; balance: number }[] }
  return wallets.find(({ currency }) => currency === 'IRT')?.balance ?? 0
}
