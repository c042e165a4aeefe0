import { NotSent } from '#app/providers/messages/not-sent.ts'

/** The `NotSent` error that sending fails with. Throws when it succeeds or fails otherwise. */
export async function refusalOf(sending: Promise<unknown>): Promise<NotSent> {
  const end = await sending.then(
    () => 'sent',
    (error: unknown) => error,
  )
  if (end instanceof NotSent) return end
  throw new Error('The message was not refused', { cause: end })
}
