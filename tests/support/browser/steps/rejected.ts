import { ORPCError } from '@orpc/server'

/** The code and the invalid fields with which a call is refused. Throws where it is not, or fails otherwise. */
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
