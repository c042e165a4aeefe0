import type { Message, Messenger } from '#app/providers/messages/message.ts'
import { NotSent, type NotSentReason } from '#app/providers/messages/not-sent.ts'
import { addressSetting, textSetting } from '../provider-kind.ts'
import { askSmsProvider, notSentByStatus, objectOf } from './ask.ts'
import { cutText } from './cut-text.ts'
import { iranianMobile } from './iranian-mobile.ts'
import { smsKind } from './sms-kind.ts'

export type KavenegarAccount = {
  apiKey: string
  /** Name of the approved template for codes; its `%token` is the code. */
  template: string
  /** A line of our own for other texts; without it, the provider chooses one. */
  sender?: string
  baseUrl: string
}

type Question = { method: string; form: Record<string, string> }

const PROVIDER = 'kavenegar'
const LONGEST_TEXT = 900
const ACCEPTED = 200

/** Every other number is an error in the request itself. Source: protocols/sms.md §1.4. */
const REASONS: Record<number, NotSentReason> = {
  401: 'auth',
  402: 'provider_down',
  403: 'auth',
  407: 'auth',
  409: 'provider_down',
  411: 'invalid_recipient',
  412: 'auth',
  416: 'auth',
  418: 'no_credit',
  420: 'template',
  424: 'template',
  426: 'auth',
  427: 'auth',
  429: 'rate_limited',
  432: 'template',
  451: 'rate_limited',
  501: 'auth',
}

/** Kavenegar as the environment configures it. */
export const kavenegar = smsKind(
  {
    KAVENEGAR_API_KEY: textSetting,
    KAVENEGAR_TEMPLATE: textSetting,
    KAVENEGAR_SENDER: textSetting.optional(),
    KAVENEGAR_BASE_URL: addressSetting.default('https://api.kavenegar.com'),
  },
  (settings, { timeoutMs }) =>
    createKavenegar(
      {
        apiKey: settings.KAVENEGAR_API_KEY,
        template: settings.KAVENEGAR_TEMPLATE,
        sender: settings.KAVENEGAR_SENDER,
        baseUrl: settings.KAVENEGAR_BASE_URL,
      },
      timeoutMs,
    ),
)

/**
 * Sends SMS by Kavenegar: a code by its template (`verify/lookup`, which also reaches people who block advertising),
 * any other text by `sms/send`. Throws `NotSent`. Source: protocols/sms.md §1.
 */
export function createKavenegar(account: KavenegarAccount, timeoutMs = 8_000): Messenger {
  return {
    name: PROVIDER,
    async send(message) {
      const { method, form } = questionOf(account, message)
      const url = `${account.baseUrl}/v1/${encodeURIComponent(account.apiKey)}/${method}.json`
      const { status, body } = await askSmsProvider(PROVIDER, url, { body: new URLSearchParams(form), timeoutMs })
      const said = Number(objectOf(body?.return)?.status)
      // The HTTP status is sometimes 200 with a refusal in the body, so it counts only if the body has no status.
      if (!Number.isInteger(said)) throw notSentByStatus(PROVIDER, status)
      if (said === ACCEPTED) return
      throw new NotSent({ provider: PROVIDER, reason: REASONS[said] ?? 'unknown', detail: `status ${said}` })
    },
  }
}

function questionOf(account: KavenegarAccount, { to, text, code, id }: Message): Question {
  const receptor = iranianMobile(to)
  if (!receptor) throw new NotSent({ provider: PROVIDER, reason: 'invalid_recipient', detail: 'not Iranian' })
  if (code) return { method: 'verify/lookup', form: { receptor, template: account.template, token: code } }
  const message = cutText(text, LONGEST_TEXT)
  return {
    method: 'sms/send',
    form: {
      receptor,
      message,
      ...(account.sender && { sender: account.sender }),
      ...(id !== undefined && { localid: String(id) }),
    },
  }
}
