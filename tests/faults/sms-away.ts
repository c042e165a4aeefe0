import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, measured, type Row, spread } from '../bench/table.ts'
import { until } from '../support/server/cluster/program.ts'
import {
  KAVENEGAR_KEY,
  LINE,
  openSmsSimulator,
  SMSIR_KEY,
  TEMPLATE,
  TEMPLATE_ID,
} from '../support/server/simulators/sms-simulator.ts'
import { startMachine } from './machine.ts'

const PEOPLE = 6
/** Source: quality.md: a code lives for five minutes, and somebody looks at the page meanwhile. */
const [BY_OTHER_MS, AFTER_RETURN_MS] = [10_000, 45_000]
const BOTH_AWAY_MS = 8_000

/** Takes the first SMS provider away, then both, and looks whether everybody gets a code, once, and how late. */
export async function measureSmsAway(): Promise<Row[]> {
  const sms = await openSmsSimulator()
  const [first, second] = [await frontOf(sms.url), await frontOf(sms.url)]
  const machine = await startMachine({
    settings: {
      // Whether a busy site refuses is a matter of the overload's own test.
      MAX_QUEUE_MS: '10000',
      SMS: 'kavenegar,smsir',
      ...{ KAVENEGAR_API_KEY: KAVENEGAR_KEY, KAVENEGAR_TEMPLATE: TEMPLATE, KAVENEGAR_BASE_URL: first.url },
      ...{ SMSIR_API_KEY: SMSIR_KEY, SMSIR_TEMPLATE_ID: String(TEMPLATE_ID), SMSIR_LINE: String(LINE) },
      SMSIR_BASE_URL: second.url,
    },
  })
  let people = 0
  try {
    const healthy = await askAll(() => sleep(0))
    first.isAway = true
    const byOther = await askAll(() => sleep(0))
    second.isAway = true
    const afterReturn = await askAll(async () => {
      await sleep(BOTH_AWAY_MS)
      first.isAway = false
      second.isAway = false
    })
    // What would be sent twice is sent by now.
    await sleep(AFTER_RETURN_MS / 9)
    const twice = Array.from({ length: people }, (_, n) => texts(phoneOf(n))).filter(({ length }) => length !== 1)
    const by = [...byOther.phones].filter((phone) => texts(phone)[0]?.by === 'smsir').length
    return [
      measured('codes for people', people, ''),
      measured('sent after, both providers there, slowest', spread(healthy.times).slowest, 'ms'),
      atMost(
        'sent by the second one while the first is away, slowest',
        spread(byOther.times).slowest,
        BY_OTHER_MS,
        'ms',
      ),
      measured('of them by the second one', by, ''),
      atMost('sent after a provider is back, slowest', spread(afterReturn.times).slowest, AFTER_RETURN_MS, 'ms'),
      atMost('people who got no code or two', twice.length, 0, ''),
    ]
  } finally {
    await machine.stop()
    await Promise.all([first.close(), second.close(), sms.close()])
  }

  function texts(phone: string) {
    return [`0${phone}`, phone, `+98${phone}`].flatMap((form) => sms.textsTo(form))
  }

  /** Some people ask for a code each; the times count from the end of `meanwhile`. */
  async function askAll(meanwhile: () => Promise<void>) {
    const phones = Array.from({ length: PEOPLE }, () => phoneOf(people++))
    await Promise.all(phones.map(askForCode))
    await meanwhile()
    const began = performance.now()
    const times = await Promise.all(
      phones.map(async (phone) => {
        await until(() => texts(phone)[0], { withinMs: 2 * AFTER_RETURN_MS, everyMs: 50, describe: machine.output })
        return performance.now() - began
      }),
    )
    return { phones, times }
  }

  async function askForCode(phone: string) {
    const answer = await fetch(`${machine.origin}/api/users/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': 'fa', 'x-forwarded-for': `10.98.0.${people}` },
      body: JSON.stringify({ country_code: '+98', phone }),
    })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  }
}

/** None ends like the numbers at which the simulators break. */
const phoneOf = (n: number) => `914${String(7_700_000 + n)}`

/** A provider that can be away: it answers 503 then, and nothing arrives. */
async function frontOf(provider: string) {
  const front = { url: '', isAway: false, close: async () => {} }
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    if (front.isAway) return response.writeHead(503).end()
    const { 'content-type': type = '', 'x-api-key': key } = request.headers
    const headers = { 'content-type': type, ...(key && { 'x-api-key': String(key) }) }
    const answer = await fetch(provider + request.url, { method: 'POST', headers, body: new Uint8Array(body) })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  front.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  front.close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return front
}
