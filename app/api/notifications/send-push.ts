import { createHash } from 'node:crypto'
import type { Deps } from '#app/api/call/context.ts'
import { directionOf } from '#app/i18n/language.ts'
import type { PushOutcome } from '#app/providers/push/push.ts'
import type { Language } from '#app/rules/constants.ts'
import { NOTICE_KINDS, type NoticeContent, type NoticeKind, ruleOf } from '#app/rules/messages/notifications.ts'

type Push = {
  endpoint: string
  notification: string
  kind: string
  language: Language
  content: NoticeContent
  expiresAt: Date
}

const BODY_LETTERS = 300

/**
 * Sends a notification to one browser or app. Deletes an endpoint that no longer exists. Source: protocols/push.md
 * §3.3.
 */
export async function sendPush(deps: Deps, push: Push): Promise<PushOutcome> {
  const { db, now } = deps
  const endpoint = await db.selectFrom('push_endpoint').selectAll().where('id', '=', push.endpoint).executeTakeFirst()
  if (!endpoint) return { outcome: 'gone' }
  const { kind, address, p256dh, auth, vapid_key } = endpoint
  const forget = () => db.deleteFrom('push_endpoint').where('id', '=', endpoint.id).execute()
  // A subscription is bound to the key that it was made with.
  if (kind === 'web' && vapid_key !== deps.push.publicKey) {
    await forget()
    return { outcome: 'gone' }
  }
  const target =
    kind === 'web'
      ? ({ kind, endpoint: address, p256dh: p256dh ?? '', auth: auth ?? '' } as const)
      : ({ kind, registration: address } as const)
  const topic = createHash('sha256').update(push.notification).digest('base64url').slice(0, 32)
  const { title, body, action } = push.content
  const outcome = await deps.push.send(target, {
    data: {
      title,
      body: [...body].slice(0, BODY_LETTERS).join(''),
      url: action?.path ?? '/',
      tag: topic,
      lang: push.language,
      dir: directionOf(push.language),
    },
    ttlSeconds: Math.max(1, Math.floor((push.expiresAt.getTime() - now().getTime()) / 1000)),
    urgency: isKind(push.kind) && ruleOf(push.kind).about === 'payment' ? 'normal' : 'high',
    topic,
  })
  if (outcome.outcome === 'gone') await forget()
  if (outcome.outcome === 'refused') {
    await db.updateTable('push_endpoint').set({ last_error: outcome.reason }).where('id', '=', endpoint.id).execute()
  }
  return outcome
}

const isKind = (kind: string): kind is NoticeKind => kind in NOTICE_KINDS
