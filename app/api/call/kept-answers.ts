import { type ExpressionBuilder, sql } from 'kysely'
import type { Deps } from '#app/api/call/context.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { networksOf } from '#app/rules/access/network.ts'
import { FORM_KEYS_AN_HOUR, VISITOR_ANSWER_HOURS } from '#app/rules/constants.ts'
import { HOUR_MS, HOUR_SECONDS } from '#app/rules/time/durations.ts'
import { countIn } from './limits.ts'

/** Whose form it is: a sign-in's, or a visitor's. */
type Place = { key: string; session?: string | undefined; clientAddress: string }
type Store = Pick<Deps, 'db' | 'limitsDb' | 'now' | 'counts'>

const [OF_SESSIONS, OF_VISITORS] = ['page', 'visitor page']
/** A process that has taken a key and not answered for this long has died. */
const ABANDONED_MS = 60_000

/**
 * The answers of pages to forms with a key, in the table of the calls' own keys, for all processes: the store of
 * `createSendOnce` (`web/edge/request/send-once.ts`).
 */
export function keptAnswers(store: Store) {
  const { db, now } = store
  const scopeOf = ({ session }: Place) => (session === undefined ? OF_VISITORS : OF_SESSIONS)
  const at = (place: Place) =>
    db.updateTable('idempotency').where('scope', '=', scopeOf(place)).where('key', '=', place.key)

  async function find(place: Place): Promise<'waiting' | { answer: string } | undefined> {
    const found = await db
      .selectFrom('idempotency')
      .select('answer')
      .where('scope', '=', scopeOf(place))
      .where('key', '=', place.key)
      .where((of) => of.not(isOver(of, now())))
      .executeTakeFirst()
    if (!found) return undefined
    const { answer } = (found.answer ?? {}) as { answer?: string }
    return answer === undefined ? 'waiting' : { answer }
  }

  return {
    async take(place: Place): Promise<'mine' | 'waiting' | 'full' | { answer: string }> {
      const found = await find(place)
      if (found) return found
      if (!(await hasRoom(store, place))) return 'full'
      const taken = await db
        .insertInto('idempotency')
        .values({ scope: scopeOf(place), key: place.key, body_hash: '', created_at: now() })
        .onConflict((conflict) =>
          conflict
            .columns(['scope', 'key'])
            .doUpdateSet({ created_at: now(), answer: null })
            .where((of) => isOver(of, now())),
        )
        .returning('key')
        .executeTakeFirst()
      return taken ? 'mine' : ((await find(place)) ?? 'waiting')
    },
    async keep(place: Place, answer: string, seconds?: number): Promise<void> {
      const until = seconds === undefined ? undefined : new Date(now().getTime() + seconds * 1000)
      await at(place)
        .set({ answer: JSON.stringify({ answer, until }) })
        .execute()
    },
    async release(place: Place): Promise<void> {
      await db.deleteFrom('idempotency').where('scope', '=', scopeOf(place)).where('key', '=', place.key).execute()
    },
  }
}

/** Deletes the answers to visitors whose time is over. */
export async function forgetAnswersOfVisitors({ db, now }: Pick<Deps, 'db' | 'now'>) {
  await db
    .deleteFrom('idempotency')
    .where('scope', '=', OF_VISITORS)
    .where((of) =>
      of.or([of('created_at', '<', new Date(now().getTime() - VISITOR_ANSWER_HOURS * HOUR_MS)), isOver(of, now())]),
    )
    .execute()
}

/** Whether the place may be taken again: its process died, or its answer was for a moment. */
function isOver({ and, eb, or }: ExpressionBuilder<DB, 'idempotency'>, now: Date) {
  const until = sql<Date>`(idempotency.answer ->> 'until')::timestamptz`
  const isAbandoned = [
    eb('idempotency.answer', 'is', null),
    eb('idempotency.created_at', '<', new Date(now.getTime() - ABANDONED_MS)),
  ]
  return or([and(isAbandoned), and([eb(until, 'is not', null), eb(until, '<=', now)])])
}

/** Counts one more form of the sender. */
async function hasRoom(store: Store, { session, clientAddress }: Place): Promise<boolean> {
  const { session: ofSession, subscriber: ofSubscriber } = FORM_KEYS_AN_HOUR
  if (session !== undefined) return (await countIn(store, `form keys ${session}`, HOUR_SECONDS)) <= ofSession
  for (const { network, share } of networksOf(clientAddress))
    if ((await countIn(store, `form keys ${network}`, HOUR_SECONDS)) > ofSubscriber * share) return false
  return true
}
