import { ORPCError } from '@orpc/client'

/** The declared error that a call fails with. Throws when the call succeeds or fails with another error. */
export async function refusal(call: Promise<unknown>): Promise<{ code: string; data: unknown; status: number }> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ORPCError)) throw new Error(`not refused: ${error}`)
  return { code: error.code, data: error.data, status: error.status }
}
