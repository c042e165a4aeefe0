import type { AnyMiddleware } from '@orpc/server'
import type { Person } from '#app/api/call/admission/person.ts'
import type { ApiContext } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { answeredBefore, askOf, callerOf, hashable, keepAnswer, takeKey } from '#app/api/call/idempotency.ts'
import { inTransaction, tryAlone } from '#app/api/call/transaction.ts'
import { takesKey } from '#app/contract/call/repeatable.ts'
import type { LiveEvent } from '#app/rules/messages/live-event.ts'

type Admitted = ApiContext & { person?: Person | undefined }
type Answer = { output: unknown }

/**
 * Carries out a call that creates something once for each Idempotency-Key of a caller: the key, what the call does and its answer
 * are written in one transaction, so that a process that dies leaves all of them or none. The same key with the same body gets
 * the first answer; with another one IDEMPOTENCY_CONFLICT; while the first one runs REQUEST_RUNNING. A call that fails leaves no
 * key. Source: IETF draft "The Idempotency-Key HTTP header field", -07.
 */
export const repeatOnce: AnyMiddleware = async ({ context, procedure, next }, input: unknown, output) => {
  const { deps, idempotencyKey } = context as Admitted
  const { route } = procedure['~orpc']
  if (!idempotencyKey || !takesKey(route)) return next()
  const scope = `${route.method} ${route.path} ${callerOf(context as Admitted)}`
  const ask = askOf(scope, idempotencyKey, await hashable(input))
  const before = await answeredBefore<Answer>(deps.db, ask)
  if (before) return output(before.output)
  let events: LiveEvent[] = []
  const answer = await inTransaction(deps.db, async (tx) => {
    events = []
    if (!(await tryAlone(tx, `${ask?.scope} ${ask?.key}`))) throw errors.REQUEST_RUNNING()
    const first = await takeKey<Answer>(tx, ask, deps.now())
    if (first) return output(first.output)
    const publish = (event: LiveEvent) => void events.push(event)
    const made = await next({ context: { deps: { ...deps, db: tx, publish, limitsDb: deps.limitsDb ?? deps.db } } })
    await keepAnswer(tx, ask, { output: made.output })
    return made
  })
  for (const event of events) deps.publish(event)
  return answer
}
