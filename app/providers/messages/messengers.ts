import type { MessageSettings } from '#app/config.ts'
import { createSmtpMailer } from '#app/providers/mail/mail-smtp.ts'
import { createSmsFailOver } from '#app/providers/sms/fail-over.ts'
import { iranianMobile } from '#app/providers/sms/iranian-mobile.ts'
import { openSms, SMS_ABROAD_KINDS, SMS_KINDS } from '#app/providers/sms/registry.ts'
import { inSpan } from '#app/tracing/spans.ts'
import type { Message, SendMessage } from './message.ts'
import { NotSent, type NotSentReason } from './not-sent.ts'
import { createOutbox } from './outbox.ts'

/** What may be logged about a message: never its recipient or its text. */
export type MessageNote = {
  channel: 'sms' | 'email'
  provider: string
  outcome: 'sent' | 'no_provider' | NotSentReason
  /** The provider's own code of a refusal. */
  detail?: string
  /** The file into which a stand-in wrote it. */
  file?: string
}

type World = { folder: string; now: () => Date; note: (note: MessageNote) => void; timeoutMs?: number }

/** Sends each message by the configured provider of its channel, or writes it to the outbox in `folder`. */
export function openMessengers(settings: MessageSettings, world: World): { send: SendMessage; close: () => void } {
  const outbox = createOutbox({
    ...world,
    onSent: ({ channel, file }) => world.note({ channel, provider: 'outbox', outcome: 'sent', file }),
  })
  const texts = openTexts(settings, world)
  const abroad = openAbroad(settings, world)
  const mailer = settings.smtp && createSmtpMailer(settings.smtp, world.timeoutMs)
  return {
    send(message) {
      return inSpan('send a message', { attributes: { 'savari.channel': message.channel } }, () => sendBy(message))
    },
    close: () => mailer?.close(),
  }

  function sendBy(message: Message): Promise<void> {
    const isAbroad = message.channel === 'sms' && !iranianMobile(message.to)
    if (isAbroad && abroad) return abroad(message)
    if (message.channel === 'sms') return (texts ?? outbox).send(message)
    return mailer ? noted(mailer.send(message), { channel: 'email', provider: 'smtp' }, world) : outbox.send(message)
  }
}

function openTexts({ sms }: MessageSettings, { note, timeoutMs }: World) {
  if (!sms.length) return undefined
  const providers = sms.map((chosen) => openSms(SMS_KINDS, chosen, timeoutMs))
  return createSmsFailOver(providers, (of) => note({ channel: 'sms', ...of }))
}

function openAbroad({ smsAbroad }: MessageSettings, world: World): SendMessage | undefined {
  if (!smsAbroad) return undefined
  const { name, send } = openSms(SMS_ABROAD_KINDS, smsAbroad, world.timeoutMs)
  return (message) => noted(send(message), { channel: 'sms', provider: name }, world)
}

async function noted(sending: Promise<void>, given: Pick<MessageNote, 'channel' | 'provider'>, { note }: World) {
  try {
    await sending
  } catch (error) {
    if (error instanceof NotSent) note({ ...given, outcome: error.reason, detail: error.message })
    throw error
  }
  note({ ...given, outcome: 'sent' })
}
