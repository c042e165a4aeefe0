import type { Message, Messenger } from '#app/providers/messages/message.ts'
import { NotSent, type NotSentReason } from '#app/providers/messages/not-sent.ts'
import { iranianMobile } from './iranian-mobile.ts'

/**
 * Refusals after which another provider is tried. A number that is wrong or has blocked us is the same for every
 * provider.
 */
const WORTH_ANOTHER: NotSentReason[] = ['no_credit', 'template', 'auth', 'provider_down', 'rate_limited']

/** What may be logged about an SMS: never the number, the text or the code. */
export type SmsNote = { provider: string; outcome: 'sent' | 'no_provider' | NotSentReason; detail?: string }

/**
 * Several providers as one: the next one is tried when the previous refused for a reason of its own. A code that may
 * have been delivered is not sent by another (its recipient can request a new one); any other text is, because twice is
 * better than never. None of the providers reaches other countries: such a text is noted and dropped, because its
 * recipient gets an e-mail. Throws a `NotSent` that a retry may solve if there was one, else the last. Source:
 * protocols/sms.md §5.
 */
export function createSmsFailOver(providers: readonly Messenger[], note: (note: SmsNote) => void): Messenger {
  const name = providers.map((provider) => provider.name).join(',')
  return {
    name,
    async send(message) {
      if (!iranianMobile(message.to)) return note({ provider: name, outcome: 'no_provider' })
      const refusals: NotSent[] = []
      for (const provider of providers) {
        const refusal = await attempt(provider, message)
        if (!refusal) return note({ provider: provider.name, outcome: 'sent' })
        note({ provider: provider.name, outcome: refusal.reason, detail: refusal.message })
        refusals.push(refusal)
        if (!WORTH_ANOTHER.includes(refusal.reason) || (message.code && !refusal.isCertain)) throw refusal
      }
      throw refusals.find((refusal) => refusal.mayPass) ?? refusals.at(-1) ?? new Error('There is no SMS provider')
    },
  }
}

async function attempt(provider: Messenger, message: Message): Promise<NotSent | undefined> {
  try {
    await provider.send(message)
    return undefined
  } catch (error) {
    if (error instanceof NotSent) return error
    throw error
  }
}
