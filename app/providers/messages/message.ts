import type { Language } from '#app/rules/constants.ts'

/** A message to one person, by SMS or e-mail. */
export type Message = {
  channel: 'sms' | 'email'
  /** E.164 number or e-mail address. */
  to: string
  text: string
  /** The language of the text (default Persian). */
  language?: Language
  /** E-mail only. */
  subject?: string
  html?: string
  /** E-mail only: files that come with it. */
  files?: { name: string; type: string; content: string | Buffer }[]
  /** E-mail only: the address at which one request ends all messages of this kind (RFC 8058). */
  unsubscribe?: string
  /** The same number for every attempt to send a message, at most 48 bits: some providers recognise a retry by it. */
  id?: number
  /** The one-time code in `text`: SMS providers put it into their own template, and tests need not parse the text. */
  code?: string
}

/** Resolves when the provider has accepted the message; throws when it has not, `NotSent` (not-sent.ts) if the reason is known. */
export type SendMessage = (message: Message) => Promise<void>

export type Messenger = { name: string; send: SendMessage }
