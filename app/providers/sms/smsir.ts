import { z } from 'zod'
import type { Message, Messenger } from '#app/providers/messages/message.ts'
import { NotSent, type NotSentReason } from '#app/providers/messages/not-sent.ts'
import { addressSetting, textSetting } from '../provider-kind.ts'
import { askSmsProvider, notSentByStatus } from './ask.ts'
import { iranianMobile } from './iranian-mobile.ts'
import { smsKind } from './sms-kind.ts'

export type SmsIrAccount = {
  apiKey: string
  /** Number of the approved template for codes; its `#CODE#` is the code. */
  templateId: number
  /** The line from which other texts are sent. */
  line: number
  baseUrl: string
}

const PROVIDER = 'smsir'
const ACCEPTED = 1

/** Every other number is an error in the request itself. Source: protocols/sms.md §2. */
const REASONS: Record<number, NotSentReason> = {
  10: 'auth',
  11: 'auth',
  12: 'auth',
  13: 'auth',
  14: 'auth',
  15: 'auth',
  20: 'rate_limited',
  101: 'auth',
  102: 'no_credit',
  104: 'invalid_recipient',
  113: 'template',
  115: 'blacklisted',
  116: 'template',
  117: 'template',
  118: 'rate_limited',
  119: 'auth',
  123: 'auth',
  124: 'template',
}

/** sms.ir as the environment configures it. */
export const smsir = smsKind(
  {
    SMSIR_API_KEY: textSetting,
    SMSIR_TEMPLATE_ID: z.coerce.number('must be a number').int().positive(),
    SMSIR_LINE: z.coerce.number('must be a line number').int().positive(),
    SMSIR_BASE_URL: addressSetting.default('https://api.sms.ir'),
  },
  (settings, { timeoutMs }) =>
    createSmsIr(
      {
        apiKey: settings.SMSIR_API_KEY,
        templateId: settings.SMSIR_TEMPLATE_ID,
        line: settings.SMSIR_LINE,
        baseUrl: settings.SMSIR_BASE_URL,
      },
      timeoutMs,
    ),
)

/**
 * Sends SMS by sms.ir: a code by its template (`send/verify`), any other text from the account's line (`send/bulk`).
 * Throws `NotSent`. Source: protocols/sms.md §2; `send/bulk` as the provider's own clients call it.
 */
export function createSmsIr(account: SmsIrAccount, timeoutMs = 8_000): Messenger {
  return {
    name: PROVIDER,
    async send(message) {
      const { path, question } = questionOf(account, message)
      const { status, body } = await askSmsProvider(PROVIDER, `${account.baseUrl}/v1/send/${path}`, {
        headers: { 'content-type': 'application/json', 'x-api-key': account.apiKey },
        body: JSON.stringify(question),
        timeoutMs,
      })
      const said = body?.status
      // Status 0 adds nothing to the HTTP status.
      if (typeof said !== 'number' || said === 0) throw notSentByStatus(PROVIDER, status)
      if (said === ACCEPTED) return
      throw new NotSent({ provider: PROVIDER, reason: REASONS[said] ?? 'unknown', detail: `status ${said}` })
    },
  }
}

function questionOf(account: SmsIrAccount, { to, text, code }: Message) {
  const mobile = iranianMobile(to)
  if (!mobile) throw new NotSent({ provider: PROVIDER, reason: 'invalid_recipient', detail: 'not Iranian' })
  if (code) {
    const parameters = [{ name: 'CODE', value: code }]
    return { path: 'verify', question: { mobile, templateId: account.templateId, parameters } }
  }
  return { path: 'bulk', question: { lineNumber: account.line, messageText: text, mobiles: [mobile] } }
}
