import { createSmtpMailer } from '#app/providers/mail/mail-smtp.ts'
import { kavenegar } from '#app/providers/sms/kavenegar.ts'
import type { SMS_ABROAD_KINDS, SMS_KINDS } from '#app/providers/sms/registry.ts'
import { smsir } from '#app/providers/sms/smsir.ts'
import { twilio } from '#app/providers/sms/twilio.ts'
import { openMailbox } from '../../support/server/simulators/mailbox.ts'
import {
  KAVENEGAR_KEY,
  LINE,
  openSmsSimulator,
  SMSIR_KEY,
  TEMPLATE,
  TEMPLATE_ID,
} from '../../support/server/simulators/sms-simulator.ts'
import {
  openTwilioSimulator,
  TWILIO_FROM,
  TWILIO_SID,
  TWILIO_TOKEN,
} from '../../support/server/simulators/twilio-simulator.ts'
import {
  type Address,
  describeMessenger,
  HTTP_MALFORMED,
  HTTP_OUTAGE,
  type MessageServer,
  type MessengerCase,
} from './messenger-suite.ts'

const OVER_HTTP = {
  greets: false,
  malformed: HTTP_MALFORMED,
  outage: HTTP_OUTAGE,
  message: { channel: 'sms' },
} as const
const WRONG = 'wrong-account'
const urlOf = ({ host, port }: Address) => `http://${host}:${port}`
const addressOf = (url: string): Address => ({ host: '127.0.0.1', port: Number(new URL(url).port) })

async function openIranianServer(): Promise<MessageServer> {
  const sms = await openSmsSimulator()
  return {
    address: addressOf(sms.url),
    textsTo: (phone) => sms.textsTo(`0${phone.slice(3)}`).map(({ text }) => text),
    calls: () => sms.requested.length,
    close: sms.close,
  }
}

/** Each SMS sender in the settings has its case here, which the compiler requires. */
const SENDERS: Record<keyof typeof SMS_KINDS | keyof typeof SMS_ABROAD_KINDS, MessengerCase> = {
  kavenegar: {
    ...OVER_HTTP,
    server: openIranianServer,
    open: (address, { timeoutMs, account }) =>
      kavenegar.open(
        {
          KAVENEGAR_API_KEY: account ? WRONG : KAVENEGAR_KEY,
          KAVENEGAR_TEMPLATE: TEMPLATE,
          KAVENEGAR_BASE_URL: urlOf(address),
        },
        { timeoutMs },
      ),
    receivers: {
      accepted: '+989121234567',
      refused: '+989120000411',
      busy: '+989120000451',
      broken: '+989120000500',
      silent: '+989120000600',
      outOfReach: '+4915112345678',
    },
    busyReason: 'rate_limited',
    longestText: 900,
  },
  smsir: {
    ...OVER_HTTP,
    server: openIranianServer,
    open: (address, { timeoutMs, account }) =>
      smsir.open(
        {
          SMSIR_API_KEY: account ? WRONG : SMSIR_KEY,
          SMSIR_TEMPLATE_ID: String(TEMPLATE_ID),
          SMSIR_LINE: String(LINE),
          SMSIR_BASE_URL: urlOf(address),
        },
        { timeoutMs },
      ),
    receivers: {
      accepted: '+989121234567',
      refused: '+989120000104',
      busy: '+989120000020',
      broken: '+989120000501',
      silent: '+989120000601',
      outOfReach: '+905321234567',
    },
    busyReason: 'rate_limited',
    longestText: 5_000,
  },
  twilio: {
    ...OVER_HTTP,
    async server() {
      const service = await openTwilioSimulator()
      return {
        address: addressOf(service.url),
        textsTo: (phone) => service.inbox.filter(({ to }) => to === phone).map(({ body }) => body),
        calls: () => service.inbox.length,
        close: service.close,
      }
    },
    open: (address, { timeoutMs, account }) =>
      twilio.open(
        {
          TWILIO_ACCOUNT_SID: TWILIO_SID,
          TWILIO_AUTH_TOKEN: account ? WRONG : TWILIO_TOKEN,
          TWILIO_FROM,
          TWILIO_BASE_URL: urlOf(address),
        },
        { timeoutMs },
      ),
    receivers: {
      accepted: '+4915112345678',
      refused: '+15005550001',
      busy: '+15005550020',
      broken: '+15005550500',
      silent: '+15005550600',
    },
    busyReason: 'rate_limited',
    longestText: 1_600,
  },
}

for (const [name, sender] of Object.entries(SENDERS)) describeMessenger(name, sender)

describeMessenger('SMTP', {
  async server() {
    const mailbox = await openMailbox({ password: 'secret', passwordInClear: true })
    return {
      address: { host: '127.0.0.1', port: mailbox.port },
      textsTo: (address) =>
        mailbox.mails
          .filter(({ to }) => to.includes(address))
          .map(({ parts }) => parts['text/plain']?.replaceAll('\r\n', '\n') ?? ''),
      calls: () => mailbox.counts.connections,
      close: mailbox.close,
    }
  },
  open: ({ host, port }, { timeoutMs, account }) =>
    createSmtpMailer(
      {
        host,
        port,
        security: 'none',
        user: 'savari',
        password: account ? WRONG : 'secret',
        from: 'Savari <no-reply@rent.example>',
      },
      timeoutMs,
    ),
  receivers: {
    accepted: 'sara@example.com',
    refused: 'unknown@example.com',
    busy: 'full@example.com',
    silent: 'slow@example.com',
  },
  message: { channel: 'email', subject: 'سواری' },
  busyReason: 'provider_down',
  longestText: 5_000,
  greets: true,
  malformed: [
    { name: 'that it is a web server', bytes: 'HTTP/1.1 200 OK\r\n\r\n', isOpen: false },
    { name: 'nothing that has a meaning', bytes: '\u0000\u0001\u0002\r\n', isOpen: false },
    { name: 'goodbye at once', bytes: '554 No service\r\n', isOpen: false },
  ],
  outage: '421 Later\r\n',
  // It connects, greets and signs in before it goes silent, with this time for each step on a busy machine.
  silentAfterMs: 1_000,
})
