import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createZohal } from '#app/providers/identity/zohal.ts'
import { openZohalSimulator, ZOHAL_TOKEN } from '../../support/server/simulators/zohal-simulator.ts'

let service: Awaited<ReturnType<typeof openZohalSimulator>>

beforeAll(async () => {
  service = await openZohalSimulator()
})
beforeEach(() => {
  service.asked.length = 0
  service.state.answer = undefined
})
afterAll(() => service.close())

const QUESTION = { nationalId: '0499370899', phone: '+989121234567' }
const ask = (token = ZOHAL_TOKEN) => createZohal({ token, baseUrl: service.url }, 2_000)(QUESTION)
const said = (status: number, body: unknown) => {
  service.state.answer = { status, body }
  return ask()
}
const envelope = (result: unknown, matched: unknown, error_code: string | null = null) => ({
  ...{ result, response_body: { data: { matched }, error_code, message: 'پیام' } },
})

test('asks with the number as it is dialled in Iran, and the token only in a header', async () => {
  expect(await ask()).toEqual({ outcome: 'same' })
  expect(service.asked).toEqual([
    {
      url: 'POST /services/inquiry/shahkar',
      authorization: `Bearer ${ZOHAL_TOKEN}`,
      body: { national_code: '0499370899', mobile: '09121234567' },
    },
  ])
})

test('a number of another country is refused without a question', async () => {
  const abroad = createZohal({ token: ZOHAL_TOKEN, baseUrl: service.url })
  expect(await abroad({ ...QUESTION, phone: '+4915112345678' })).toMatchObject({ outcome: 'silent', reason: 'refused' })
  expect(service.asked).toEqual([])
})

test('a wrong token needs a person of ours', async () => {
  expect(await ask('another')).toMatchObject({ outcome: 'silent', reason: 'auth' })
})

test.each([
  [402, 'no_credit'],
  [403, 'auth'],
  [429, 'rate_limited'],
  [400, 'refused'],
  [503, 'down'],
])('HTTP %i means %s', async (status, reason) => {
  expect(await said(status, envelope(4, false))).toMatchObject({ outcome: 'silent', reason })
})

test.each([
  ['no JSON', '<h1>200</h1>'],
  ['null', null],
  ['a list', []],
  ['another result', envelope(6, false)],
  ['a result that is a text', envelope('1', true)],
  ['an error beside a yes', envelope(1, true, 'ANYTHING')],
  ['a yes that is a text', envelope(1, 'true')],
  ['a number', envelope(1, 1)],
  ['no data', { result: 1, response_body: {} }],
])('%s is silence, never a yes or a no', async (_, body) => {
  expect(await said(200, body)).toMatchObject({ outcome: 'silent', reason: 'unclear' })
})

test('a redirect is not followed', async () => {
  service.state.answer = { status: 302, body: {} }
  expect((await ask()).outcome).toBe('silent')
})
