import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { atLeast, atMost, measured, type Row } from '../bench/table.ts'
import { startMachine } from './machine.ts'

/** Source: issue 21, E. */
const LEAST_OF_CAPACITY = 80
const ACCEPTED_WITHIN_MS = 1000
const REFUSED_WITHIN_MS = 100
const TIMES = 3
const [CAPACITY_MS, OVERLOAD_MS] = [6000, 12_000]
/** As many requests at once as keep both cores busy. */
const AT_ONCE = 12
const TICK_MS = 20
/** As from proxies, whose connections stay: a request counts from the moment at which it has one. */
const CONNECTIONS = 400

/** `at`: when it was there. */
type Answer = { status: number; at: number; ms: number; retryAfter: boolean }

/** Measures how many pages a second it renders at most, and what it does with three times as many requests. */
export async function measureOverload(): Promise<Row[]> {
  const machine = await startMachine()
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  let asked = 0
  // Each page has another highest price, so that none is kept.
  const ask = () => answerOf(`${machine.origin}/en/rent/car?city=1061&to=${10_000_000 + asked++}`, agent)
  try {
    await closedLoop(ask, CAPACITY_MS / 2)
    const capacity = await closedLoop(ask, CAPACITY_MS)
    await Promise.all(Array.from({ length: CONNECTIONS }, () => answerOf(`${machine.origin}/healthz`, agent)))
    const ended = performance.now() + OVERLOAD_MS
    const answers = await openLoop(ask, TIMES * capacity)
    const [accepted, refused] = [200, 503].map((status) => answers.filter((answer) => answer.status === status)) as [
      Answer[],
      Answer[],
    ]
    const served = (1000 * accepted.filter(({ at }) => at < ended).length) / OVERLOAD_MS
    return [
      measured('pages a second at most', capacity, '', 1),
      measured('requests a second then', (1000 * answers.length) / OVERLOAD_MS, '', 1),
      atLeast('of the capacity still served', (100 * served) / capacity, LEAST_OF_CAPACITY, '%'),
      atMost('accepted, p99', atPart(accepted, 0.99), ACCEPTED_WITHIN_MS, 'ms'),
      atMost('refused, median', atPart(refused, 0.5), REFUSED_WITHIN_MS, 'ms'),
      measured('refused, p99', atPart(refused, 0.99), 'ms'),
      atMost('refused without Retry-After', refused.filter(({ retryAfter }) => !retryAfter).length, 0, ''),
      atMost('neither served nor refused', answers.length - accepted.length - refused.length, 0, ''),
    ]
  } finally {
    agent.destroy()
    await machine.stop()
  }
}

/** Asks again as soon as there is an answer; returns how many a second were given. */
async function closedLoop(ask: () => Promise<Answer>, forMs: number): Promise<number> {
  const end = performance.now() + forMs
  let answered = 0
  const visitor = async () => {
    while (performance.now() < end) {
      const { status } = await ask()
      if (status === 200) answered++
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, visitor))
  return (1000 * answered) / forMs
}

/** Asks at this rate, whatever is answered, as visitors do who do not know of each other. */
async function openLoop(ask: () => Promise<Answer>, aSecond: number): Promise<Answer[]> {
  const answers: Promise<Answer>[] = []
  const started = performance.now()
  for (let now = started; now - started < OVERLOAD_MS; now = performance.now()) {
    const due = Math.floor(((now - started) * aSecond) / 1000)
    while (answers.length < due) answers.push(ask())
    await sleep(TICK_MS)
  }
  return Promise.all(answers)
}

function answerOf(url: string, agent: Agent): Promise<Answer> {
  let started = performance.now()
  return new Promise((resolve) => {
    const settle = (status: number, retryAfter = false) =>
      resolve({ status, at: performance.now(), ms: performance.now() - started, retryAfter })
    const sent = request(
      url,
      { agent, headers: { 'x-forwarded-for': anyAddress(), 'accept-encoding': 'br' } },
      (answer) => {
        answer.resume()
        answer.on('end', () => settle(answer.statusCode ?? 0, answer.headers['retry-after'] !== undefined))
        answer.on('error', () => settle(0))
      },
    )
    sent.on('socket', () => {
      started = performance.now()
    })
    sent.on('error', () => settle(0))
    sent.end()
  })
}

const part = () => Math.floor(Math.random() * 250) + 1
const anyAddress = () => `10.${part()}.${part()}.${part()}`

function atPart(answers: readonly Answer[], of: number): number {
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? 0
}
