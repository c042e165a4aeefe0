import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { type MessageNote, openMessengers } from '#app/providers/messages/messengers.ts'
import { outboxFile } from '#app/providers/messages/outbox.ts'
import { createTwilio } from '#app/providers/sms/twilio.ts'
import { refusalOf } from '../../support/server/not-sent.ts'
import {
  openTwilioSimulator,
  TWILIO_FROM,
  TWILIO_SID,
  TWILIO_TOKEN,
} from '../../support/server/simulators/twilio-simulator.ts'

let twilio: Awaited<ReturnType<typeof openTwilioSimulator>>
beforeAll(async () => {
  twilio = await openTwilioSimulator()
})
beforeEach(() => {
  twilio.inbox.length = 0
})
afterAll(() => twilio.close())

const account = () => ({ accountSid: TWILIO_SID, authToken: TWILIO_TOKEN, from: TWILIO_FROM, baseUrl: twilio.url })
const text = (to: string) => ({ channel: 'sms' as const, to, text: 'Your code: 123456', code: '123456' })

test('a text can be sent to a number in any country', async () => {
  await createTwilio(account()).send(text('+4915112345678'))
  expect(twilio.inbox).toEqual([{ to: '+4915112345678', from: TWILIO_FROM, body: 'Your code: 123456' }])
})

test('a messaging service can be the sender', async () => {
  const from = `MG${'a'.repeat(32)}`
  await createTwilio({ ...account(), from }).send(text('+4915112345678'))
  expect(twilio.inbox[0]?.from).toBe(from)
})

test.each([
  ['+15005550001', 'invalid_recipient'],
  ['+15005550002', 'invalid_recipient'],
  ['+15005550003', 'auth'],
  ['+15005550004', 'blacklisted'],
])('a text to %s is not sent: %s', async (to, reason) => {
  const refusal = await refusalOf(createTwilio(account()).send(text(to)))
  expect(refusal).toMatchObject({ provider: 'twilio', reason, isCertain: true })
  expect(refusal.message).not.toContain(to)
})

test('once configured, it sends abroad, and Iranian numbers keep their own providers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'twilio-'))
  const notes: MessageNote[] = []
  const { messages } = readConfig({
    SMS_ABROAD: 'twilio',
    TWILIO_ACCOUNT_SID: TWILIO_SID,
    TWILIO_AUTH_TOKEN: TWILIO_TOKEN,
    TWILIO_FROM,
    TWILIO_BASE_URL: twilio.url,
  })
  const messengers = openMessengers(messages, { folder, now: () => new Date(), note: (note) => notes.push(note) })
  await messengers.send(text('+4915112345678'))
  await messengers.send(text('+989121234567'))
  expect(twilio.inbox.map(({ to }) => to)).toEqual(['+4915112345678'])
  expect(await readFile(outboxFile(folder), 'utf8')).toContain('+989121234567')
  expect(notes).toMatchObject([{ provider: 'twilio', outcome: 'sent' }, { provider: 'outbox' }])
  messengers.close()
  await rm(folder, { recursive: true })
})

test('without its account the process does not start', () => {
  expect(() => readConfig({ SMS_ABROAD: 'twilio' })).toThrow(/TWILIO_ACCOUNT_SID.*TWILIO_AUTH_TOKEN.*TWILIO_FROM/s)
})
