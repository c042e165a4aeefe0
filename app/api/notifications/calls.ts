import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { wholeList } from '#app/api/call/lists.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import { isPushEndpoint } from '#app/rules/access/push-endpoint.ts'
import { diagnose, test } from './diagnose.ts'
import { unsubscribeNews } from './news.ts'
import { chooseTopics, topics } from './topics.ts'

const SHOWN = 50
const ENDPOINTS_PER_ACCOUNT = 10
const TOPICS_PER_ACCOUNT = 50

/** The signed-in person's recent notifications with their channels; newest first. */
const list = api.notifications.list.handler(async ({ context: { deps, person } }) => {
  const rows = await deps.db
    .selectFrom('notification')
    .select(['id', 'kind', 'content', 'created_at'])
    .where('account_id', '=', person.id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(SHOWN)
    .execute()
  const deliveries = await deps.db
    .selectFrom('delivery')
    .select(['notification_id', 'channel', 'status'])
    .where('notification_id', 'in', [...rows.map(({ id }) => id), ''])
    .orderBy('channel')
    .execute()
  return wholeList(
    rows.map(({ id, kind, content, created_at }) => ({
      id,
      kind,
      title: content.title,
      body: content.body,
      path: content.action?.path ?? null,
      at: created_at.toISOString(),
      // Several browsers are one channel: it was sent when one of them accepted it.
      sent: [
        ...Map.groupBy(
          deliveries.filter((one) => one.notification_id === id),
          ({ channel }) => channel,
        ),
      ].map(([channel, ways]) => ({
        channel,
        status: (ways.find(({ status }) => status === 'SENT') ?? ways[0])?.status ?? 'WAITING',
      })),
    })),
  )
})

const setup = api.notifications.setup.handler(({ context: { deps } }) => ({
  vapid_public_key: deps.push.publicKey,
  firebase: deps.push.firebase,
}))

/**
 * Registers a browser or an app for push messages. Another person's registration moves to this one; one that this
 * session already has is refused with a message in `registration_id` (§7). Throws INVALID_FIELDS, also for an endpoint
 * of an unknown push service, because we would post to it.
 */
const storeToken = api.notifications.storeToken.handler(async ({ input, context: { deps, person } }) => {
  const registration = input.registration_id ?? input.token
  if (registration === undefined) throw invalidFields({ registration_id: ['required'] })
  if (typeof registration !== 'string' && !isPushEndpoint(registration.endpoint, deps.push.devHost)) {
    throw invalidFields({ registration_id: ['registration'] })
  }
  const now = deps.now()
  const target =
    typeof registration === 'string'
      ? { kind: 'token' as const, address: registration, p256dh: null, auth: null, vapid_key: null }
      : {
          kind: 'web' as const,
          address: registration.endpoint,
          p256dh: registration.keys.p256dh,
          auth: registration.keys.auth,
          vapid_key: deps.push.publicKey,
        }
  const owner = { account_id: person.id, session_id: person.sessionId }
  const device = { device_id: input.device_id, device_type: input.device_type }
  const row = { ...target, ...owner, ...device, last_seen_at: now, last_error: null }
  const isNew = await inTransaction(deps.db, async (tx) => {
    await oneByOne(tx, `push ${target.address}`)
    const known = await tx
      .selectFrom('push_endpoint')
      .selectAll()
      .where('address', '=', target.address)
      .executeTakeFirst()
    if (known) await tx.updateTable('push_endpoint').set(row).where('id', '=', known.id).execute()
    else
      await tx
        .insertInto('push_endpoint')
        .values({ ...row, id: publicId(), created_at: now })
        .execute()
    // Removes the same device's former registrations, and those beyond the limit for a person.
    await tx
      .deleteFrom('push_endpoint')
      .where('account_id', '=', person.id)
      .where('address', '<>', target.address)
      .where((of) =>
        of.or([
          of('device_id', '=', input.device_id),
          of(
            'id',
            'in',
            of
              .selectFrom('push_endpoint')
              .select('id')
              .where('account_id', '=', person.id)
              .orderBy('last_seen_at', 'desc')
              .offset(ENDPOINTS_PER_ACCOUNT),
          ),
        ]),
      )
      .execute()
    return !known || known.account_id !== person.id || known.session_id !== person.sessionId || known.auth !== row.auth
  })
  if (!isNew) throw invalidFields({ registration_id: ['already_registered'] })
  return { registered: true }
})

const deactivateToken = api.notifications.deactivateToken.handler(async ({ input, context: { deps, person } }) => {
  const { registration_id: registration } = input
  const address = typeof registration === 'string' ? registration : registration.endpoint
  const gone = await deps.db
    .deleteFrom('push_endpoint')
    .where('address', '=', address)
    .where('account_id', '=', person.id)
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw errors.NOT_FOUND()
  return { registered: false }
})

const subscribeTopic = api.notifications.subscribeTopic.handler(async ({ input, context: { deps, person } }) => {
  await inTransaction(deps.db, async (tx) => {
    await oneByOne(tx, `topics ${person.id}`)
    const { count } = await tx
      .selectFrom('push_topic')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('account_id', '=', person.id)
      .where('topic', '<>', input.topic)
      .executeTakeFirstOrThrow()
    if (count >= TOPICS_PER_ACCOUNT) throw invalidFields({ topic: ['too_many_topics'] })
    await tx
      .insertInto('push_topic')
      .values({ account_id: person.id, topic: input.topic, created_at: deps.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
  return { subscribed: true }
})

const unsubscribeTopic = api.notifications.unsubscribeTopic.handler(async ({ input, context: { deps, person } }) => {
  await deps.db.deleteFrom('push_topic').where('account_id', '=', person.id).where('topic', '=', input.topic).execute()
  return { subscribed: false }
})

export const notifications = {
  list,
  setup,
  diagnose,
  topics,
  chooseTopics,
  unsubscribeNews,
  test,
  storeToken,
  deactivateToken,
  subscribeTopic,
  unsubscribeTopic,
}
