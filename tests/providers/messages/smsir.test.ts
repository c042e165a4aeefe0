import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSmsIr } from '#app/providers/sms/smsir.ts'
import { refusalOf } from '../../support/server/not-sent.ts'
import { LINE, openSmsSimulator, SMSIR_KEY, TEMPLATE_ID } from '../../support/server/simulators/sms-simulator.ts'

let sms: Awaited<ReturnType<typeof openSmsSimulator>>

beforeAll(async () => {
  sms = await openSmsSimulator()
})
beforeEach(() => {
  sms.requested.length = 0
})
afterAll(() => sms.close())

const smsIr = (account: { templateId?: number } = {}) =>
  createSmsIr({ apiKey: SMSIR_KEY, templateId: TEMPLATE_ID, line: LINE, baseUrl: sms.url, ...account })
const code = (to: string) => ({ channel: 'sms' as const, to, text: 'کد ورود: 123456', code: '123456' })

test('a code is sent by the template, with the key only in a header', async () => {
  await smsIr().send(code('+989121234567'))
  expect(sms.textsTo('09121234567')).toEqual([{ by: 'smsir', text: 'کد ورود: 123456', code: '123456' }])
  expect(sms.requested[0]).toMatchObject({ method: 'POST', url: '/v1/send/verify', key: SMSIR_KEY })
})

test('any other text is sent from the account’s line', async () => {
  await smsIr().send({ channel: 'sms', to: '+989121110000', text: 'رزرو SV-1 ثبت شد' })
  expect(sms.textsTo('09121110000')).toEqual([{ by: 'smsir', text: 'رزرو SV-1 ثبت شد', sender: String(LINE) }])
})

test.each([
  ['0020', 'rate_limited', true],
  ['0102', 'no_credit', false],
  ['0104', 'invalid_recipient', false],
  ['0113', 'template', false],
  ['0115', 'blacklisted', false],
  ['0501', 'provider_down', true],
])('status of receiver %s means %s', async (magic, reason, mayPass) => {
  const refusal = await refusalOf(smsIr().send(code(`+98912000${magic}`)))
  expect(refusal).toMatchObject({ provider: 'smsir', reason, mayPass, isCertain: true })
})

test('an unknown template is a refusal of its own kind', async () => {
  const template = await refusalOf(smsIr({ templateId: 7 }).send(code('+989121234567')))
  expect(template).toMatchObject({ reason: 'template' })
})
