import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { wholeList } from '#app/api/call/lists.ts'
import { deviceName } from '#app/rules/access/device.ts'
import { REFRESH_TOKEN_DAYS } from '#app/rules/constants.ts'
import { endSessions } from './session.ts'

const DAY_MS = 86_400_000

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

/** Ends another session of the same person. Throws NOT_FOUND for anybody else's. */
export const endSession = api.account.endSession.handler(async ({ input, context }) => {
  const { deps, person } = context
  const own = await deps.db
    .selectFrom('session')
    .select('id')
    .where('id', '=', input.id)
    .where('account_id', '=', person.id)
    .executeTakeFirst()
  if (!own) throw errors.NOT_FOUND()
  await endSessions(deps.db, [own.id], deps.now())
  return { ended: true }
})
