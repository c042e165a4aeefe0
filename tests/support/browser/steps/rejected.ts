import { ORPCError } from '@orpc/server'

/** The error code and the invalid fields of a refused call. Throws when the call succeeds or fails with another error. */
export async function rejectedWith(
  call: Promise<unknown>,
): Promise<{ code: string; fields?: Record<string, string[]> }> {
  const error = await call.then(
    () => new Error('the call was answered'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof ORPCError)) throw error
  const { fields } = (error.data ?? {}) as { fields?: Record<string, string[]> }
  return fields ? { code: error.code, fields } : { code: error.code }
}
