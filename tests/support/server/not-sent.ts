import { NotSent } from '#app/providers/messages/not-sent.ts'

/** The refusal with which sending ends; any other end fails the test. */
export async function refusalOf(sending: Promise<unknown>): Promise<NotSent> {
  const end = await sending.then(
    () => 'sent',
    (error: unknown) => error,
  )
  if (end instanceof NotSent) return end
  throw new Error('The message was not refused', { cause: end })
}
