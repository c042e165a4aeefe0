import type { Language } from '#app/rules/constants.ts'

/** A message to one person: the interface every SMS and e-mail provider answers. */
export type Message = {
  channel: 'sms' | 'email'
  /** E.164 number or e-mail address. */
  to: string
  text: string
  /** What the text is written in; Persian unless named. */
  language?: Language
  /** E-mail only. */
  subject?: string
  html?: string
  /** E-mail only: files that come with it. */
  files?: { name: string; type: string; content: string }[]
  /** E-mail only: where one request ends all messages of this sort (RFC 8058). */
  unsubscribe?: string
  /** The same number for every try of one message, at most 48 bits: some providers recognise a second try by it. */
  id?: number
  /** A one-time code that `text` carries: SMS providers put it into a template of theirs, and tests need not read it out. */
  code?: string
}

/** Resolves when the provider has accepted the message; throws when it has not, `NotSent` (not-sent.ts) where it says why. */
export type SendMessage = (message: Message) => Promise<void>

export type Messenger = { name: string; send: SendMessage }
