/** A message to one person: the interface every SMS and e-mail provider answers. */
export type Message = {
  channel: 'sms' | 'email'
  /** E.164 number or e-mail address. */
  to: string
  text: string
  /** E-mail only. */
  subject?: string
  html?: string
  /** A one-time code that `text` carries, so that stand-ins and tests need not read it out of the text. */
  code?: string
}

/** Resolves when the provider has accepted the message; throws when it has not. */
export type SendMessage = (message: Message) => Promise<void>

export type Messenger = { name: string; send: SendMessage }
