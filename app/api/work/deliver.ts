import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { codeMessage } from '#app/api/account/sign-in/code-message.ts'
import type { Deps } from '#app/api/call/context.ts'
import { noticeMail } from '#app/api/notifications/mail/notice-mail.tsx'
import { sendPush } from '#app/api/notifications/send-push.ts'
import { unsubscribeToken } from '#app/api/notifications/unsubscribe-token.ts'
import { voucherOf } from '#app/api/reservations/read/voucher/voucher.ts'
import { attachedPdfs } from '#app/api/work/attachments.ts'
import { rentalEvent } from '#app/i18n/format/rental-event.server.ts'
import { pathIn } from '#app/i18n/language.ts'
import type { Message } from '#app/providers/messages/message.ts'
import { NotSent } from '#app/providers/messages/not-sent.ts'
import type { Language } from '#app/rules/constants.ts'
import { type Channel, type NoticeContent, type NoticeKind, ruleOf } from '#app/rules/messages/notifications.ts'
import { smsText } from '#app/rules/messages/sms-text.ts'

type Claimed = {
  id: string
  channel: Channel
  notification_id: string
  receiver: string
  code_id: string | null
  tries: number
  expires_at: Date
  kind: NoticeKind | 'code'
  reservation_id: string | null
  account_id: string | null
  language: Language
  content: NoticeContent
}

/** The result of a try. `again`: the seconds that the receiver's service asks to wait, 0 if it names none. */
type Outcome = { status: 'SENT' } | { status: 'FAILED'; reason: string } | { again: number; reason: string }

/** A sender has this long; then another process may try. */
const LEASE_MS = 120_000
const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 900_000
const WITH_CALENDAR: ReadonlySet<string> = new Set<NoticeKind>([
  'confirmed',
  'changed',
  'changedRefund',
  'vehicleMoved',
])
const OVERDUE_MS = 30_000
const BATCH = 200

/**
 * Sends one delivery of the outbox and stores the result. Only the process that claims it sends it; temporary failures
 * are retried with growing pauses until the message is too old. If a process dies between the provider's answer and
 * storing it, the delivery is sent again after the lease, under the same id. Source: *ours*.
 */
export async function deliver(deps: Deps, { delivery }: { delivery: string }): Promise<void> {
  const claimed = await claim(deps, delivery)
  if (!claimed) return
  await settle(deps, claimed, await attempt(deps, claimed))
}

/** Enqueues deliveries that have been due for a while without being sent: what a dead process left behind. */
export async function deliverOverdue({ db, now, enqueue }: Deps): Promise<void> {
  const due = await db
    .selectFrom('delivery')
    .select('id')
    .where('status', '=', 'WAITING')
    .where('next_at', '<=', new Date(now().getTime() - OVERDUE_MS))
    .orderBy('next_at')
    .limit(BATCH)
    .execute()
  for (const { id } of due) await enqueue(db, 'deliver', { delivery: id })
}

async function claim({ db, now }: Deps, id: string): Promise<Claimed | undefined> {
  const at = now()
  return db
    .updateTable('delivery')
    .from('notification')
    .set({ next_at: new Date(at.getTime() + LEASE_MS), tries: sql`tries + 1` })
    .whereRef('notification.id', '=', 'delivery.notification_id')
    .where('delivery.id', '=', id)
    .where('delivery.status', '=', 'WAITING')
    .where('delivery.next_at', '<=', at)
    .returning([
      'delivery.id',
      'delivery.channel',
      'delivery.notification_id',
      'delivery.receiver',
      'delivery.code_id',
      'delivery.tries',
      'delivery.expires_at',
      'notification.kind',
      'notification.reservation_id',
      'notification.account_id',
      'notification.language',
      'notification.content',
    ])
    .executeTakeFirst()
}

async function attempt(deps: Deps, delivery: Claimed): Promise<Outcome> {
  if (delivery.expires_at <= deps.now()) return { status: 'FAILED', reason: 'expired' }
  if (delivery.channel === 'push') return attemptPush(deps, delivery)
  const message = await messageOf(deps, delivery)
  if (!message) return { status: 'FAILED', reason: 'ended' }
  try {
    await deps.send(message)
    return { status: 'SENT' }
  } catch (error) {
    if (!(error instanceof NotSent)) return { again: 0, reason: 'unknown' }
    // A code that may have arrived is not sent twice. Source: protocols/sms.md §5.
    if (error.mayPass && (error.isCertain || !message.code)) return { again: 0, reason: error.reason }
    // An operator is notified of a permanent refusal (a wrong number, no credit), without number or text.
    const { provider, reason } = error
    deps.alert?.('a message was given up', { channel: message.channel, provider, reason, detail: error.message })
    return { status: 'FAILED', reason }
  }
}

async function attemptPush(deps: Deps, delivery: Claimed): Promise<Outcome> {
  const { receiver: endpoint, notification_id: notification, kind, language, content, expires_at: expiresAt } = delivery
  const pushed = await sendPush(deps, { endpoint, notification, kind, language, content, expiresAt })
  if (pushed.outcome === 'sent') return { status: 'SENT' }
  if (pushed.outcome === 'later') return { again: pushed.seconds, reason: pushed.reason }
  if (pushed.outcome === 'gone') return { status: 'FAILED', reason: 'gone' }
  deps.alert?.('a push message was given up', { reason: pushed.reason })
  return { status: 'FAILED', reason: pushed.reason }
}

async function messageOf(deps: Deps, delivery: Claimed): Promise<Message | null> {
  const { channel, receiver, code_id, language, content } = delivery
  if (channel === 'push') return null
  const id = messageId(delivery.id)
  if (code_id !== null) {
    const message = await codeMessage(deps, { code: code_id, channel, language })
    return message && { ...message, ...(channel === 'sms' && { text: smsText(message.text) }), id }
  }
  const { origin, brand, palette } = deps.settings
  if (channel === 'email') {
    const calendar = await calendarOf(deps, delivery)
    const pdfs = await attachedPdfs(deps, content, language)
    const files = [...(calendar ? [calendar] : []), ...pdfs]
    const unsubscribe = unsubscribeAddress(deps, delivery)
    const frame = {
      language,
      brand: brand[language],
      palette,
      origin,
      hasCalendar: calendar !== undefined,
      unsubscribe,
    }
    const mail = noticeMail({ ...frame, content, hasPdf: pdfs.length > 0 })
    return {
      ...{ channel, to: receiver, subject: content.title, ...mail, language, id },
      ...(files.length > 0 && { files }),
      ...(unsubscribe && { unsubscribe }),
    }
  }
  const text = [content.body, content.action && origin + content.action.path].filter(Boolean).join(' ')
  return { channel, to: receiver, text: smsText(`${brand[language]}: ${text}`), id }
}

/** For news and price alerts: everything else is about something that people did themselves. */
function unsubscribeAddress({ settings }: Deps, { kind, account_id, language, content }: Claimed): string | undefined {
  if (content.stop) return settings.origin + content.stop
  if (kind === 'code' || ruleOf(kind).about !== 'news') return undefined
  if (account_id === null) return content.links && settings.origin + content.links.unsubscribe
  return `${settings.origin}${pathIn(language, '/unsubscribe')}/${unsubscribeToken(settings.secret, account_id)}`
}

/** The calendar file of a rental as it is now, with the messages about its time. */
async function calendarOf(
  deps: Deps,
  { kind, reservation_id, language }: Claimed,
): Promise<NonNullable<Message['files']>[number] | undefined> {
  if (reservation_id === null || !WITH_CALENDAR.has(kind)) return undefined
  const reservation = await deps.db
    .selectFrom('reservation')
    .selectAll()
    .where('id', '=', reservation_id)
    .executeTakeFirst()
  if (reservation?.status !== 'CONFIRMED') return undefined
  const { origin, brand } = deps.settings
  const voucher = await voucherOf(deps, reservation, language)
  const content = rentalEvent(voucher, { language, origin, brand: brand[language] })
  return { name: `${voucher.number}.ics`, type: 'text/calendar; charset=utf-8; method=PUBLISH', content }
}

/**
 * The same for every try of a delivery, so that a provider or a mailbox can distinguish a second try from a second
 * message.
 */
function messageId(delivery: string): number {
  return createHash('sha256').update(delivery).digest().readUIntBE(0, 6)
}

async function settle(deps: Deps, { id, tries, code_id, expires_at }: Claimed, outcome: Outcome): Promise<void> {
  const { db, now } = deps
  const update = db.updateTable('delivery').where('id', '=', id).where('status', '=', 'WAITING')
  if ('status' in outcome) {
    const reason = outcome.status === 'FAILED' ? outcome.reason : null
    await update.set({ status: outcome.status, reason, ended_at: now() }).execute()
    return
  }
  const pause = Math.max(outcome.again * 1000, pauseAfter(tries, code_id !== null))
  const next = new Date(now().getTime() + pause)
  if (next >= expires_at) {
    await update.set({ status: 'FAILED', reason: outcome.reason, ended_at: now() }).execute()
    return
  }
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('delivery')
      .set({ next_at: next, reason: outcome.reason })
      .where('id', '=', id)
      .where('status', '=', 'WAITING')
      .execute()
    await deps.enqueue(tx, 'deliver', { delivery: id }, { startAfter: next })
  })
}

/** Twice as long each time. Somebody waits for a code, so it is retried sooner. */
function pauseAfter(tries: number, isCode: boolean): number {
  const first = isCode ? FIRST_PAUSE_MS / 2 : FIRST_PAUSE_MS
  return Math.min(first * 2 ** (tries - 1), LONGEST_PAUSE_MS)
}
