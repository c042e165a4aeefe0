import { api } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { notify } from './notify.ts'

const KEY_LETTERS = 8

/** What is configured, without secrets, and the caller's own devices (decisions.md, "Pages of §2"). */
export const diagnose = api.notifications.diagnose.handler(async ({ context: { deps, person } }) => {
  const { publicKey, firebase, lacking } = deps.push
  const rows = await deps.db
    .selectFrom('push_endpoint')
    .select(['kind', 'device_type', 'last_seen_at', 'last_error'])
    .where('account_id', '=', person?.id ?? '')
    .orderBy('last_seen_at', 'desc')
    .execute()
  return {
    vapid_key: publicKey.slice(0, KEY_LETTERS),
    firebase: { project: firebase?.projectId ?? null, lacking: firebase ? [] : [...lacking] },
    devices: rows.map(({ kind, device_type, last_seen_at, last_error }) => ({
      kind: kind as 'web' | 'token' | 'fid',
      device_type: device_type as 'WEB' | 'ANDROID' | 'IOS',
      last_seen_at: last_seen_at.toISOString(),
      last_error,
    })),
  }
})

/** Sends a notification to the caller's browsers and apps. */
export const test = api.notifications.test.handler(async ({ context: { deps, person } }) => {
  await inTransaction(deps.db, (tx) => notify(deps, tx, { kind: 'pushTest', account: person.id }))
  const { count } = await deps.db
    .selectFrom('push_endpoint')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('account_id', '=', person.id)
    .executeTakeFirstOrThrow()
  return { devices: count }
})
