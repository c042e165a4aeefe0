import type { Messenger } from '#app/providers/messages/message.ts'
import { NotSent, type NotSentReason } from '#app/providers/messages/not-sent.ts'
import { addressSetting, textSetting } from '../provider-kind.ts'
import { askSmsProvider, notSentByStatus } from './ask.ts'
import { cutText } from './cut-text.ts'
import { smsKind } from './sms-kind.ts'

export type TwilioAccount = {
  accountSid: string
  authToken: string
  /** A number of our own in E.164, a sender's name, or the id of a messaging service (`MG…`). */
  from: string
  baseUrl: string
}

const PROVIDER = 'twilio'
const LONGEST_TEXT = 1600

/** Twilio's numbers for refusals; any other is unknown. Source: twilio.com/docs/api/errors. */
const REASONS: Record<number, NotSentReason> = {
  20003: 'auth',
  20404: 'auth',
  20429: 'rate_limited',
  14107: 'rate_limited',
  21211: 'invalid_recipient',
  21212: 'auth',
  21408: 'auth',
  21603: 'auth',
  21606: 'auth',
  21610: 'blacklisted',
  21612: 'invalid_recipient',
  21614: 'invalid_recipient',
  30001: 'rate_limited',
  30002: 'auth',
}

/** Twilio as the environment configures it. */
export const twilio = smsKind(
  {
    TWILIO_ACCOUNT_SID: textSetting,
    TWILIO_AUTH_TOKEN: textSetting,
    TWILIO_FROM: textSetting,
    TWILIO_BASE_URL: addressSetting.default('https://api.twilio.com'),
  },
  (settings, { timeoutMs }) =>
    createTwilio(
      {
        accountSid: settings.TWILIO_ACCOUNT_SID,
        authToken: settings.TWILIO_AUTH_TOKEN,
        from: settings.TWILIO_FROM,
        baseUrl: settings.TWILIO_BASE_URL,
      },
      timeoutMs,
    ),
)

/**
 * Sends SMS to numbers of every country by Twilio's `Messages` resource; a code is sent as text. A queued message (201)
 * counts as accepted. Throws `NotSent`. Source: twilio.com/docs/messaging/api/message-resource.
 */
export function createTwilio(account: TwilioAccount, timeoutMs = 8_000): Messenger {
  const { accountSid, authToken, from, baseUrl } = account
  const url = `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  return {
    name: PROVIDER,
    async send({ to, text }) {
      const sender = /^MG[0-9a-f]{32}$/i.test(from) ? 'MessagingServiceSid' : 'From'
      const body = new URLSearchParams({ To: to, Body: cutText(text, LONGEST_TEXT), [sender]: from })
      const answer = await askSmsProvider(PROVIDER, url, { headers: { authorization }, body, timeoutMs })
      if (answer.status === 201 && typeof answer.body?.sid === 'string') return
      const code = Number(answer.body?.code)
      if (answer.status < 400 || !Number.isInteger(code)) throw notSentByStatus(PROVIDER, answer.status)
      throw new NotSent({ provider: PROVIDER, reason: REASONS[code] ?? 'unknown', detail: `code ${code}` })
    },
  }
}
