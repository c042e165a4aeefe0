import type { Kysely } from 'kysely'
import type { Claim, Things } from '#app/api/call/admission/things.ts'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { wholeList } from '#app/api/call/lists.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { deviceName } from '#app/rules/access/device.ts'
import { REFRESH_TOKEN_DAYS } from '#app/rules/constants.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { endSessions } from './session.ts'

/** Ends this session on the server: its tokens are invalid at once (§4). */
export const logout = api.account.logout.handler(async ({ context }) => {
  const { deps, person } = context
  await endSessions(deps.db, [person.sessionId], deps.now())
  return { ended: true }
})

/** The person's sessions, the one used last first. */
export const sessions = api.account.sessions.handler(async ({ context }) => {
  const { deps, person } = context
  const rows = await deps.db
    .selectFrom('session')
    .select(['id', 'device', 'created_at', 'used_at'])
    .where('account_id', '=', person.id)
    .where('ended_at', 'is', null)
    .where('used_at', '>', new Date(deps.now().getTime() - REFRESH_TOKEN_DAYS * DAY_MS))
    .orderBy('used_at', 'desc')
    .execute()
  return wholeList(
    rows.map(({ id, device, created_at, used_at }) => ({
      id,
      device: deviceName(device),
      created_at: created_at.toISOString(),
      used_at: used_at.toISOString(),
      current: id === person.sessionId,
    })),
  )
})

/** A session of the caller. Throws NOT_FOUND for anybody else's. */
export async function findSession(
  db: Kysely<DB>,
  id: string,
  { person }: Pick<Claim, 'person'>,
): Promise<Things['session']> {
  const own = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', person.id)
    .executeTakeFirst()
  if (!own) throw errors.NOT_FOUND()
  return own
}

/** Ends another session of the same person. */
export const endSession = api.account.endSession.handler(async ({ context: { deps, session } }) => {
  await endSessions(deps.db, [session.id], deps.now())
  return { ended: true }
})
