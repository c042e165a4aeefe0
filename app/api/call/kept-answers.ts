import { sql } from 'kysely'
import type { Deps } from '#app/api/call/context.ts'

const SCOPE = 'page'
/** A process that has taken a key and not answered for this long has died. */
const ABANDONED_MS = 60_000

/**
 * The answers of pages to forms with a key, in the table of the calls' own keys, for all processes: the store of
 * `createSendOnce` (`web/edge/request/send-once.ts`).
 */
export function keptAnswers({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const at = (key: string) => db.updateTable('idempotency').where('scope', '=', SCOPE).where('key', '=', key)
  return {
    async take(key: string): Promise<'mine' | 'waiting' | { answer: string }> {
      const taken = await db
        .insertInto('idempotency')
        .values({ scope: SCOPE, key, body_hash: '', created_at: now() })
        .onConflict((conflict) =>
          conflict
            .columns(['scope', 'key'])
            .doUpdateSet({ created_at: now(), answer: null })
            .where(({ and, eb, or }) =>
              or([
                and([
                  eb('idempotency.answer', 'is', null),
                  eb('idempotency.created_at', '<', new Date(now().getTime() - ABANDONED_MS)),
                ]),
                eb(sql<Date>`(idempotency.answer ->> 'until')::timestamptz`, '<=', now()),
              ]),
            ),
        )
        .returning('key')
        .executeTakeFirst()
      if (taken) return 'mine'
      const found = await db
        .selectFrom('idempotency')
        .select('answer')
        .where('scope', '=', SCOPE)
        .where('key', '=', key)
        .executeTakeFirst()
      const { answer } = (found?.answer ?? {}) as { answer?: string }
      return answer === undefined ? 'waiting' : { answer }
    },
    async keep(key: string, answer: string, seconds?: number): Promise<void> {
      const until = seconds === undefined ? undefined : new Date(now().getTime() + seconds * 1000)
      await at(key)
        .set({ answer: JSON.stringify({ answer, until }) })
        .execute()
    },
    async release(key: string): Promise<void> {
      await db.deleteFrom('idempotency').where('scope', '=', SCOPE).where('key', '=', key).execute()
    },
  }
}
