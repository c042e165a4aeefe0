import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createKavenegar } from '#app/providers/sms/kavenegar.ts'
import { refusalOf } from '../../support/server/not-sent.ts'
import { KAVENEGAR_KEY, openSmsSimulator, TEMPLATE } from '../../support/server/simulators/sms-simulator.ts'

let sms: Awaited<ReturnType<typeof openSmsSimulator>>

beforeAll(async () => {
  sms = await openSmsSimulator()
})
beforeEach(() => {
  sms.state.mirrors = false
  sms.requested.length = 0
})
afterAll(() => sms.close())

const kavenegar = (account: { template?: string; sender?: string } = {}) =>
  createKavenegar({ apiKey: KAVENEGAR_KEY, template: TEMPLATE, baseUrl: sms.url, ...account })
const code = (to: string) => ({
  channel: 'sms' as const,
  to,
  text: 'کد ورود: 123456\n\n@savari #123456',
  code: '123456',
})

test('a code is sent by the template, to the number in its Iranian form, and is in no URL', async () => {
  await kavenegar().send(code('+989121234567'))
  expect(sms.textsTo('09121234567')).toEqual([{ by: 'kavenegar', text: 'کد ورود: 123456', code: '123456' }])
  expect(sms.requested[0]).toMatchObject({ method: 'POST', url: `/v1/${KAVENEGAR_KEY}/verify/lookup.json` })
})

test('any other text is sent as it is, from the account’s line', async () => {
  await kavenegar({ sender: '10004346' }).send({ channel: 'sms', to: '+989121110000', text: 'رزرو SV-1 ثبت شد' })
  expect(sms.textsTo('09121110000')).toEqual([{ by: 'kavenegar', text: 'رزرو SV-1 ثبت شد', sender: '10004346' }])
})

test('a text that is too long for the provider is cut', async () => {
  await kavenegar().send({ channel: 'sms', to: '+989121110001', text: 'ش'.repeat(2_000) })
  expect(sms.textsTo('09121110001')[0]?.text).toHaveLength(900)
})

test.each([
  ['0402', 'provider_down', true],
  ['0409', 'provider_down', true],
  ['0411', 'invalid_recipient', false],
  ['0418', 'no_credit', false],
  ['0424', 'template', false],
  ['0426', 'auth', false],
  ['0431', 'unknown', false],
  ['0451', 'rate_limited', true],
])('status %s in an answer means %s, whatever the HTTP status', async (magic, reason, mayPass) => {
  for (const mirrors of [false, true]) {
    sms.state.mirrors = mirrors
    const refusal = await refusalOf(kavenegar().send(code(`+98912000${magic}`)))
    expect(refusal).toMatchObject({ provider: 'kavenegar', reason, mayPass, isCertain: true })
  }
})

test('an unapproved template is a refusal of its own kind', async () => {
  const template = await refusalOf(kavenegar({ template: 'other' }).send(code('+989121234567')))
  expect(template).toMatchObject({ reason: 'template' })
})

test('an answer without JSON counts by its HTTP status', async () => {
  expect(await refusalOf(kavenegar().send(code('+989120000500')))).toMatchObject({
    reason: 'provider_down',
    isCertain: true,
  })
})
