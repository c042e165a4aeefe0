import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import type { Message } from '#app/providers/messages/message.ts'
import { type MessageNote, openMessengers } from '#app/providers/messages/messengers.ts'
import { outboxFile } from '#app/providers/messages/outbox.ts'
import { refusalOf } from '../../support/server/not-sent.ts'
import { type Mailbox, openMailbox } from '../../support/server/simulators/mailbox.ts'
import {
  KAVENEGAR_KEY,
  LINE,
  openSmsSimulator,
  SMSIR_KEY,
  TEMPLATE,
  TEMPLATE_ID,
} from '../../support/server/simulators/sms-simulator.ts'

let sms: Awaited<ReturnType<typeof openSmsSimulator>>
let mailbox: Mailbox
let folder: string
let notes: MessageNote[] = []
let messengers: ReturnType<typeof openMessengers>

beforeAll(async () => {
  sms = await openSmsSimulator()
  mailbox = await openMailbox()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'messengers-'))
  notes = []
  sms.requested.length = 0
  open({ SMS: 'kavenegar,smsir', MAIL: 'smtp' })
})
afterEach(async () => {
  messengers.close()
  await rm(folder, { recursive: true })
})
afterAll(async () => {
  await sms.close()
  await mailbox.close()
})

/** As the process opens them, by its environment. */
function open(environment: Record<string, string>) {
  const { messages } = readConfig({
    KAVENEGAR_API_KEY: KAVENEGAR_KEY,
    KAVENEGAR_TEMPLATE: TEMPLATE,
    KAVENEGAR_BASE_URL: sms.url,
    SMSIR_API_KEY: SMSIR_KEY,
    SMSIR_TEMPLATE_ID: String(TEMPLATE_ID),
    SMSIR_LINE: String(LINE),
    SMSIR_BASE_URL: sms.url,
    SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
    MAIL_FROM: 'Savari <no-reply@rent.example>',
    ...environment,
  })
  messengers = openMessengers(messages, {
    folder,
    now: () => new Date(),
    note: (note) => notes.push(note),
    timeoutMs: 300,
  })
}

const code = (to: string): Message => ({ channel: 'sms', to, text: 'کد: 123456', code: '123456' })
const words = (to: string): Message => ({ channel: 'sms', to, text: 'رزرو SV-1 ثبت شد' })
const mobile = (phone: string) => `0${phone.slice(3)}`

test('each channel has its provider', async () => {
  await messengers.send(code('+989121234567'))
  await messengers.send({ channel: 'email', to: 'sara@example.com', subject: 'Hello', text: 'Hello', language: 'en' })
  expect(sms.textsTo('09121234567')).toHaveLength(1)
  expect(mailbox.last().to).toEqual(['sara@example.com'])
  expect(notes).toEqual([
    { channel: 'sms', provider: 'kavenegar', outcome: 'sent' },
    { channel: 'email', provider: 'smtp', outcome: 'sent' },
  ])
})

test.each(['0418', '0424', '0426', '0451', '0409', '0500'])(
  'the second provider sends what the first one refuses for a reason of its own (%s)',
  async (magic) => {
    const phone = `+98913000${magic}`
    await messengers.send(code(phone))
    expect(sms.tried()).toEqual(['kavenegar', 'smsir'])
    expect(sms.textsTo(mobile(phone))).toMatchObject([{ by: 'smsir', code: '123456' }])
  },
)

test('an invalid number is not tried with the second one', async () => {
  expect(await refusalOf(messengers.send(code('+989130000411')))).toMatchObject({ reason: 'invalid_recipient' })
  expect(sms.tried()).toEqual(['kavenegar'])
})

test('a number that has blocked us is not tried with the second one', async () => {
  open({ SMS: 'smsir,kavenegar' })
  expect(await refusalOf(messengers.send(code('+989130000115')))).toMatchObject({ reason: 'blacklisted' })
  expect(sms.tried()).toEqual(['smsir'])
})

test('a code that may have been delivered is not sent by a second provider', async () => {
  expect(await refusalOf(messengers.send(code('+989130000600')))).toMatchObject({ isCertain: false })
  expect(sms.tried()).toEqual(['kavenegar'])
})

test('any other text that may have been delivered is sent by a second provider', async () => {
  await messengers.send(words('+989131110600'))
  expect(sms.tried()).toEqual(['kavenegar', 'smsir'])
  expect(sms.textsTo('09131110600')).toMatchObject([{ by: 'smsir' }])
})

test('if all refuse, a temporary refusal wins over a permanent one', async () => {
  open({ SMS: 'kavenegar,smsir', SMSIR_API_KEY: 'wrong' })
  expect(await refusalOf(messengers.send(code('+989130000409')))).toMatchObject({
    provider: 'kavenegar',
    mayPass: true,
  })
  expect(await refusalOf(messengers.send(code('+989130000418')))).toMatchObject({ provider: 'smsir', mayPass: false })
})

test('a number of another country is logged and given up', async () => {
  await messengers.send(words('+4915112345678'))
  expect(sms.requested).toEqual([])
  expect(notes).toEqual([{ channel: 'sms', provider: 'kavenegar,smsir', outcome: 'no_provider' }])
})

test('log notes contain neither number, address, code nor key', async () => {
  for (const magic of ['0418', '0500', '0411', '0600']) await messengers.send(code(`+98914000${magic}`)).catch(() => 0)
  const lost = { channel: 'email' as const, to: 'unknown@example.com', subject: 'x', text: '123456' }
  await messengers.send(lost).catch(() => 0)
  expect(notes.map(({ outcome }) => outcome)).toEqual(
    expect.arrayContaining(['no_credit', 'provider_down', 'invalid_recipient']),
  )
  expect(JSON.stringify(notes)).not.toMatch(/914000|123456|example\.com|kavenegar-key|smsir-key/)
})

test('a channel without a provider is written to the outbox', async () => {
  open({ SMS: 'outbox', MAIL: 'smtp' })
  await messengers.send(code('+989121234567'))
  expect(await readFile(outboxFile(folder), 'utf8')).toContain('+989121234567')
  expect(notes).toEqual([{ channel: 'sms', provider: 'outbox', outcome: 'sent', file: outboxFile(folder) }])
})
