import { sql } from 'kysely'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { publicId } from '#app/api/call/public-id.ts'
import type { Language } from '#app/rules/constants.ts'
import { holderOf } from '#app/rules/identity/holder.ts'
import { smsReaches } from '#app/rules/identity/phone.ts'
import type { DeliveryStatus } from '#app/rules/messages/delivery-status.ts'
import {
  type Channel,
  channelsFor,
  type NoticeContent,
  type NoticeKind,
  ruleOf,
} from '#app/rules/messages/notifications.ts'
import { HOUR_MS } from '#app/rules/time/durations.ts'
import { type Cause, mayReceive } from './limits.ts'
import type { Receiver } from './receivers.ts'
import { noticeTexts } from './texts.ts'

export type Outgoing = {
  kind: NoticeKind
  receiver: Receiver
  content: NoticeContent
  reservation?: string
  /** Identifies what must be sent only once. */
  once?: string
  by?: Cause
}

/** The time between two messages of a kind that collapses. */
const QUIET_MS = HOUR_MS / 2

/**
 * Writes a notification and its deliveries into the outbox, in the transaction of its cause; jobs send them. Returns
 * whether one is on its way to its receiver, or none was wanted. An earlier one (`once`) counts as sent, and so does a
 * waiting one that is replaced.
 */
export async function enqueueMessage(deps: Deps, tx: Tx, outgoing: Outgoing): Promise<boolean> {
  const { kind, receiver, content, reservation = null, once = null, by = { subscriber: '' } } = outgoing
  const id = publicId()
  const now = deps.now()
  const rule = ruleOf(kind)
  const startAt = rule.collapses ? await collapse(tx, outgoing, now) : now
  if (startAt === 'joined') return true
  const written = await tx
    .insertInto('notification')
    .values({
      id,
      account_id: receiver.account,
      reservation_id: reservation,
      kind,
      language: receiver.language,
      content: JSON.stringify(content),
      once,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('once').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!written) return true
  const endpoints = await endpointsOf(tx, receiver)
  const reader = { settings: receiver.settings, hasEmail: receiver.email !== null, hasPush: endpoints.length > 0 }
  const ways = waysTo(receiver, receiver.ways ?? channelsFor(reader, rule), endpoints)
  const expiresAt = new Date(now.getTime() + rule.hours * HOUR_MS)
  let isOnItsWay = ways.length === 0
  for (const way of ways) {
    const isAdmitted = await mayReceive(deps, tx, way, { ...by, isFrequent: rule.isFrequent })
    const status = isAdmitted ? 'WAITING' : 'HELD'
    for (const to of way.receivers) {
      await writeDelivery(deps, tx, { notification: id, channel: way.channel, to, status, startAt, expiresAt })
    }
    // An SMS that no provider can deliver would not reach anybody.
    if (isAdmitted && (way.channel !== 'sms' || smsReaches(way.to, deps.settings))) isOnItsWay = true
  }
  return isOnItsWay
}

/**
 * When the next of its kind about a reservation can be sent: now, or half an hour after the last one to its receiver.
 * If that one still waits, its content is replaced: 'joined'.
 */
async function collapse(
  tx: Tx,
  { kind, receiver, reservation, content }: Outgoing,
  now: Date,
): Promise<Date | 'joined'> {
  // Synchronised with the sender: a claimed one keeps its content.
  const last = await tx
    .selectFrom('delivery')
    .innerJoin('notification', 'notification.id', 'delivery.notification_id')
    .select(['notification.id', 'delivery.status', 'delivery.tries', 'delivery.next_at', 'delivery.ended_at'])
    .where('notification.kind', '=', kind)
    .where('notification.reservation_id', '=', reservation ?? '')
    .where('notification.account_id', 'is not distinct from', receiver.account)
    .where('notification.created_at', '>', new Date(now.getTime() - 2 * QUIET_MS))
    .orderBy('notification.created_at', 'desc')
    .orderBy('delivery.next_at', 'desc')
    .forUpdate()
    .limit(1)
    .executeTakeFirst()
  if (!last) return now
  if (last.status === 'WAITING' && last.tries === 0) {
    const set = { content: JSON.stringify(content), language: receiver.language }
    await tx.updateTable('notification').set(set).where('id', '=', last.id).execute()
    return 'joined'
  }
  const quietUntil = (last.ended_at ?? last.next_at).getTime() + QUIET_MS
  return new Date(Math.max(now.getTime(), quietUntil))
}

type NewDelivery = {
  notification: string
  channel: Channel
  to: string
  status: Extract<DeliveryStatus, 'WAITING' | 'HELD'>
  startAt: Date
  expiresAt: Date
  code?: string
}

/** One channel of a notification: what is WAITING is given to a job once this transaction commits. */
async function writeDelivery(deps: Deps, tx: Tx, delivery: NewDelivery): Promise<void> {
  const id = publicId()
  const { startAt } = delivery
  await tx
    .insertInto('delivery')
    .values({
      id,
      notification_id: delivery.notification,
      channel: delivery.channel,
      receiver: delivery.to,
      code_id: delivery.code ?? null,
      status: delivery.status,
      next_at: startAt,
      expires_at: delivery.expiresAt,
    })
    .execute()
  if (delivery.status !== 'WAITING') return
  await deps.enqueue(tx, 'deliver', { delivery: id }, startAt > deps.now() ? { startAfter: startAt } : {})
}

/** The browsers and apps of an account that are signed in. */
async function endpointsOf(tx: Tx, { account }: Receiver): Promise<string[]> {
  if (account === null) return []
  const rows = await tx
    .selectFrom('push_endpoint')
    .innerJoin('session', 'session.id', 'push_endpoint.session_id')
    .select('push_endpoint.id')
    .where('push_endpoint.account_id', '=', account)
    .where('session.ended_at', 'is', null)
    .orderBy('push_endpoint.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** `to` identifies the receiver for limits; push goes to each browser of a person and counts as one. */
type Way = { channel: Channel; to: string; receivers: string[] }

function waysTo({ account, phone, email }: Receiver, channels: Channel[], endpoints: string[]): Way[] {
  const ways: Way[] = []
  if (channels.includes('push') && account !== null && endpoints.length > 0)
    ways.push({ channel: 'push', to: account, receivers: endpoints })
  if (channels.includes('sms') && phone !== null) ways.push({ channel: 'sms', to: phone, receivers: [phone] })
  if (channels.includes('email') && email !== null) ways.push({ channel: 'email', to: email, receivers: [email] })
  return ways
}

/**
 * The account that a sign-in code can open: a code read only in the mailbox does not open what only the phone
 * identifies.
 */
function holdersOf({ phone, email, bySms }: CodeToSend): string[] {
  const named = holderOf({ phone, email, phoneProven: false })
  return bySms ? [phone, named] : [named]
}

type CodeToSend = { id: string; account: string | null; phone: string; email: string | null; bySms: boolean }

/**
 * Puts a one-time code into the outbox, which has its id and not the code. `account` is null for a sign-in: an account
 * with that phone finds it among its messages. The caller has counted it.
 */
export async function enqueueCode(
  deps: Deps,
  tx: Tx,
  { code, language, expiresAt }: { code: CodeToSend; language: Language; expiresAt: Date },
): Promise<void> {
  const keys = ['code.title', 'code.listed']
  const text = await noticeTexts(deps, tx, { language, keys })
  const content: NoticeContent = {
    title: text('code.title', { brand: deps.settings.brand[language] }),
    body: text('code.listed'),
  }
  const notification = publicId()
  await tx
    .insertInto('notification')
    .values((of) => ({
      id: notification,
      // Queried in any case, so that an answer takes as long for a known phone as for an unknown one.
      account_id: of
        .selectFrom('account')
        .select('account.id')
        .where((account) =>
          account.or([
            account('account.id', '=', code.account ?? ''),
            account('account.holder', 'in', code.account ? [''] : holdersOf(code)),
          ]),
        )
        // The mailbox's own account before the one that has proven the phone.
        .orderBy(sql`length(account.holder)`, 'desc')
        .limit(1),
      reservation_id: null,
      kind: 'code' as const,
      language,
      content: JSON.stringify(content),
      once: null,
      created_at: deps.now(),
    }))
    .execute()
  const delivery = { notification, status: 'WAITING' as const, startAt: deps.now(), expiresAt, code: code.id }
  if (code.email !== null) await writeDelivery(deps, tx, { ...delivery, channel: 'email', to: code.email })
  if (code.bySms) await writeDelivery(deps, tx, { ...delivery, channel: 'sms', to: code.phone })
}
