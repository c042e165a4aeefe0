import { type AnyMiddleware, ORPCError } from '@orpc/server'
import type { ApiContext } from '#app/api/call/context.ts'
import type { CallMeta } from '#app/contract/call/base.ts'
import { isReadOnly, isReplicaError } from '#app/db/connection/error-code.ts'
import { POSITION_HEADER } from '#app/rules/constants.ts'

/** The reads that turned out to write something, too, by method and path. */
const writing = new Set<string>()

/**
 * Lets a replica answer reads, if one has caught up with what the caller has written: `written.position` comes with the call, and is the
 * primary's after each call that may have written. Who may call is always asked of the primary, so that an end of a session or of a key holds at
 * once. A read that a replica cannot answer is answered by the primary, and so is
 * one that finds nothing: somebody else may have made the thing a moment ago, and sent its address. Source: issue 21, C.
 */
export const readFromReplica: AnyMiddleware = async ({ context, procedure, next }) => {
  const { deps, written, answerHeaders } = context as ApiContext
  const { replicas } = deps
  const { meta, route } = procedure['~orpc']
  if (!replicas || (meta as CallMeta).isOfPrimary) return next()
  const call = `${route.method} ${route.path}`
  const isRead = (route.method === 'GET' || (meta as CallMeta).isRead === true) && !writing.has(call)
  if (!isRead) {
    try {
      return await next()
    } finally {
      // Also after an error, before which something may have been written.
      const position = await replicas.position()
      if (written) written.position = position
      answerHeaders?.set(POSITION_HEADER, position)
    }
  }
  const replica = replicas.caughtUpWith(written?.position)
  if (!replica) return next()
  try {
    return await next({ context: { deps: { ...deps, db: replica } } })
  } catch (error) {
    if (!isReplicaError(error) && !isNotFound(error)) throw error
    if (isReadOnly(error)) writing.add(call)
    return next()
  }
}

const isNotFound = (error: unknown) => error instanceof ORPCError && error.code === 'NOT_FOUND'
