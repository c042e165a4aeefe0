import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { addDays, type CalendarDate } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { makeVehicle } from '../support/server/own-fleet.ts'
import { type Customer, makeCustomer } from './customers.ts'
import type { History } from './history/check-history.ts'
import type { Call } from './history/find-order.ts'
import type { SlotAnswer, SlotQuestion } from './history/models.ts'
import { type Answer, type Failure, requestsTo } from './requests.ts'
import type { Cluster } from './start-cluster.ts'

const CUSTOMERS = 4
/** Each customer is at work on two devices. */
const DEVICES = 2
const VEHICLES = 3
const PERIODS = 2
const PAUSE_MS = 60
/** A page of messages: what comes after it would have to be read by a second call. */
const MOST_MESSAGES = 90

export type Workload = {
  history: History
  failures: Failure[]
  /** When each acknowledged write was answered. */
  written: number[]
  /** Answers that nobody expected. */
  surprises: string[]
  answered: () => number
  /** Notes that holds which are not paid by now may end from now on, because the site's clock goes ahead. */
  holdsMayEnd: () => void
  /** Lets everybody finish and read once more what they have. */
  stop: () => Promise<void>
}

/** What customers need; without a DATABASE_URL the database is the embedded one of `dataDir`. `now` is the site's clock, if it has one of its own. */
type Worked = Pick<Cluster, 'origin' | 'bank' | 'dataDir'> & { now?: () => Date }
/** Where the vehicles are (the slug of a city), and the first day of a rental; by default in a month. */
export type Work = { city?: string; firstDay?: CalendarDate }
type Slot = { name: string; vehicle: number; start: string; end: string }
type Held = { id: string; slot: Slot; isPaid: boolean }

const LIMITED = 429

/** Starts customers who reserve, pay from their wallets, cancel, and write messages, and visitors who look; all is recorded. */
export async function startWorkload(cluster: Worked, db: Kysely<DB>, wanted: Work = {}): Promise<Workload> {
  const requests = requestsTo(cluster.origin)
  const history: History = { wallets: {}, slots: {}, rooms: {} }
  const written: number[] = []
  const surprises: string[] = []
  const slots = await makeSlots(cluster.dataDir, wanted)
  const customers: Customer[] = []
  for (let n = 0; n < CUSTOMERS; n++)
    customers.push(await makeCustomer(db, { requests, bank: cluster.bank, now: cluster.now }))
  for (const { phone, credit } of customers) {
    const topUp = { client: phone, start: 0, end: performance.now(), answer: 'done' as const }
    history.wallets[phone] = [{ ...topUp, question: { kind: 'add', amount: credit } }]
  }
  requests.failures.length = 0
  let isStopping = false
  const wentAhead: number[] = []
  const loops = customers.flatMap((customer) =>
    Array.from({ length: DEVICES }, (_, device) => ({ customer, client: `${customer.phone}/${device}` })),
  )
  const ended = Promise.all([...loops.map(work), visit('/en'), visit('/en/rent/car?city=kish')])

  return {
    history,
    failures: requests.failures,
    written,
    surprises,
    answered: requests.answered,
    holdsMayEnd: () => void wentAhead.push(performance.now()),
    async stop() {
      isStopping = true
      await ended
      await Promise.all(customers.map(readAll))
      for (const calls of Object.values(history.slots)) calls.push(...endsOfHolds(calls, wentAhead))
    },
  }

  async function work({ customer, client }: (typeof loops)[number]) {
    const calls = callsOf(customer, client)
    let held: Held | undefined
    for (let n = 0; !isStopping; n++) {
      if (n % 3 === 1) await calls.send(`${client} ${n}`)
      if (n % 5 === 2) await calls.readMessages()
      if (n % 4 === 3) await calls.readBalance()
      if (!held) held = await calls.reserve(slots[Math.floor(Math.random() * slots.length)] as Slot)
      else if (!held.isPaid) {
        const paid = await calls.pay(held)
        if (paid === 'too late') held = undefined
        else held.isPaid = paid
      } else {
        await calls.readStatus(held)
        // On a fast machine, customers come to the limit of cancellations in an hour, and keep what they hold.
        if ((await calls.cancel(held)) !== 'limited') held = undefined
      }
      await sleep(PAUSE_MS)
    }
    if (held) await calls.readStatus(held)
  }

  async function visit(path: string) {
    while (!isStopping) {
      await requests.untilAnswered({ path })
      await sleep(PAUSE_MS)
    }
  }

  async function readAll(customer: Customer) {
    const calls = callsOf(customer, `${customer.phone}/last`)
    await calls.readMessages()
    await calls.readBalance()
  }

  function callsOf({ phone, token, room, written: known }: Customer, client: string) {
    const ask = async (method: string, path: string, body?: object, key?: string) => {
      const asking = () =>
        requests.untilAnswered({
          method,
          path,
          token: token(),
          written: known,
          ...(body && { body }),
          ...(key && { key }),
        })
      let answer = await asking()
      // The clock went ahead while the request was on its way, and its token has expired; perhaps more than once.
      for (let again = 0; answer?.status === 401 && again < wentAhead.length; again++) answer = await asking()
      return answer
    }
    /** Notes what was asked; an answer that is undefined was never learnt. */
    const note = <Q, A>(
      into: Record<string, Call<Q, A>[]>,
      name: string,
      asked: { start: number; end: number },
      question: Q,
      answer: A | undefined,
    ) => {
      const calls = into[name] ?? []
      into[name] = calls
      const { start, end } = asked
      calls.push({ client, start, end, question, answer })
    }
    const wrote = ({ end }: { end: number }) => void written.push(end)
    const surprised = (what: string, answer: Answer) =>
      void surprises.push(
        `${what}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)} (${answer.tries} tries)`,
      )

    return {
      async send(text: string) {
        if ((history.rooms[room]?.length ?? 0) > MOST_MESSAGES) return
        const start = performance.now()
        const body = { message: text, client_id: crypto.randomUUID() }
        const answer = await ask('POST', `/api/ticketing/chats/${room}/new_message/`, body)
        const isDone = answer?.status === 201 || answer?.status === 200
        if (answer && !isDone) surprised('message', answer)
        const asked = answer ?? { start, end: performance.now() }
        note(history.rooms, room, asked, { kind: 'send', text }, isDone ? 'done' : undefined)
        if (answer && isDone) wrote(answer)
      },
      async readMessages() {
        const answer = await ask('GET', `/api/ticketing/chats/${room}/messages/?size=100`)
        if (answer?.status !== 200) return answer && surprised('messages', answer)
        const { messages } = answer.body as { messages: { message: string }[] }
        // The demonstration's bot answers there, too.
        const texts = messages.flatMap(({ message }) => (message.startsWith(phone) ? [message] : []))
        note(history.rooms, room, answer, { kind: 'read' }, texts)
      },
      async readBalance() {
        const answer = await ask('GET', '/api/users/profile/')
        if (answer?.status !== 200) return answer && surprised('balance', answer)
        const { wallets } = answer.body as { wallets: { currency: string; balance: number }[] }
        const balance = wallets.find(({ currency }) => currency === 'IRT')?.balance ?? 0
        note(history.wallets, phone, answer, { kind: 'balance' }, balance)
      },
      async reserve(slot: Slot): Promise<Held | undefined> {
        const start = performance.now()
        const body = { ...DRIVER, phone: phone.slice(3), ...timeOf(slot) }
        const answer = await ask('POST', `/api/v2/rentals/${slot.vehicle}/reserve/`, body, crypto.randomUUID())
        const asked = answer ?? { start, end: performance.now() }
        const question = { kind: 'reserve' } as const
        if (answer?.status === 201) {
          const id = String(answer.body.id)
          note(history.slots, slot.name, answer, question, { reserved: id })
          wrote(answer)
          return { id, slot, isPaid: false }
        }
        const isTaken = answer?.body.type === 'VEHICLE_TAKEN'
        if (answer && !isTaken) surprised('reserve', answer)
        else note(history.slots, slot.name, asked, question, isTaken ? 'taken' : undefined)
        return undefined
      },
      async pay({ id, slot }: Held): Promise<boolean | 'too late'> {
        const start = performance.now()
        const body = { gateway: 'saman', transaction_id: id, use_wallet: true }
        const answer = await ask('POST', '/api/gateway/pay/', body, crypto.randomUUID())
        if (wentAhead.length > 0 && answer?.body.type === 'NOT_PAYABLE') return 'too late'
        const isPaid = answer?.status === 200 && answer.body.status === 'PAID'
        if (answer && !isPaid) surprised('pay', answer)
        const asked = answer ?? { start, end: performance.now() }
        note(history.slots, slot.name, asked, { kind: 'pay', reservation: id }, isPaid ? 'done' : undefined)
        if (!answer || !isPaid) return false
        note(history.wallets, phone, answer, { kind: 'spend', amount: Number(answer.body.amount) }, 'done')
        wrote(answer)
        return true
      },
      async readStatus({ id, slot }: Held) {
        const answer = await ask('GET', `/api/business/rent/ad/reserve/${id}/status/`)
        if (answer?.status !== 200) return answer && surprised('status', answer)
        const status = String(answer.body.status)
        note(history.slots, slot.name, answer, { kind: 'status', reservation: id }, { status })
      },
      async cancel({ id, slot }: Held) {
        const start = performance.now()
        const answer = await ask('PATCH', `/api/business/rent/ad/reserve/${id}/cancel/`, { way: 'WALLET' })
        const isLimited = answer?.status === LIMITED
        // An earlier try may have been carried out, if there was one.
        if (isLimited && answer.tries === 1) return 'limited'
        const question = { kind: 'cancel', reservation: id } as const
        let refund = Number(answer?.body.refund)
        if (answer && answer.tries > 1 && answer.body.type === 'NOT_CANCELLABLE') {
          // An earlier try was carried out, and its answer got lost: the voucher says what it gave back.
          const voucher = await ask('GET', `/api/business/rent/ad/reserve/${id}/voucher/`)
          if (voucher?.body.status === 'CANCELLED') refund = Number(voucher.body.refunded)
        } else if (answer && answer.status !== 200 && !isLimited) surprised('cancel', answer)
        const asked = { start: answer?.start ?? start, end: performance.now() }
        const isDone = Number.isFinite(refund)
        note(history.slots, slot.name, asked, question, isDone ? 'done' : undefined)
        if (!isDone) return
        note(history.wallets, phone, asked, { kind: 'add', amount: refund }, 'done')
        wrote(asked)
      },
    }
  }
}

/**
 * What the clock may have done to the holds of a vehicle: each that was never paid may have ended at any time after the clock had gone ahead, as
 * if it had been cancelled by a call whose answer nobody knows.
 */
function endsOfHolds(
  calls: readonly Call<SlotQuestion, SlotAnswer>[],
  wentAhead: readonly number[],
): Call<SlotQuestion, SlotAnswer>[] {
  const paid = new Set(
    calls.flatMap(({ question, answer }) =>
      question.kind === 'pay' && answer === 'done' ? [question.reservation] : [],
    ),
  )
  return calls.flatMap(({ start, answer }) => {
    if (typeof answer !== 'object' || !('reserved' in answer) || paid.has(answer.reserved)) return []
    const ended = wentAhead.find((at) => at >= start)
    if (ended === undefined) return []
    const question = { kind: 'cancel', reservation: answer.reserved } as const
    return [{ client: 'the clock', start: ended, end: ended, question, answer: undefined }]
  })
}

export const DRIVER = {
  fullname: 'سارا محمدی',
  national_id: '0084575948',
  country_code: '+98',
  date_of_birth: '1990-05-20',
  currency: 'IRT',
}

/** Vehicles of this run alone, each for some days that are far enough from each other. */
async function makeSlots(
  dataDir: string,
  { city, firstDay = addDays(dateIn('Asia/Tehran', new Date()), 30) }: Work,
): Promise<Slot[]> {
  const slots: Slot[] = []
  for (let n = 0; n < VEHICLES; n++) {
    const { id } = await makeVehicle({ dataDir, ...(city && { city }) })
    for (let period = 0; period < PERIODS; period++) {
      const start = addDays(firstDay, 20 * period)
      slots.push({ name: `${id} from ${start}`, vehicle: id, start, end: addDays(start, 3) })
    }
  }
  return slots
}

function timeOf({ start, end }: Slot) {
  return { start_date: start, start_time: '10:00', end_date: end, end_time: '10:00' }
}
