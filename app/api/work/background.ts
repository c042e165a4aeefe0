import { eraseOutdated } from '#app/api/account/retention.ts'
import { sendCode } from '#app/api/account/sign-in/send-code.ts'
import type { Deps, Work } from '#app/api/context.ts'
import { settleOpenPayments } from '#app/api/payments/open.ts'
import { settlePayment } from '#app/api/payments/settle.ts'
import { expireHolds } from '#app/api/reservations/reserve/holds.ts'
import { rejectUnanswered } from '#app/api/reservations/status/unanswered.ts'
import type { Message } from '#app/providers/message.ts'
import { NotSent } from '#app/providers/not-sent.ts'
import { IDEMPOTENCY_HOURS } from '#app/rules/constants.ts'
import { forgetMessages } from './outgoing.ts'
import { processAdPhoto } from './photos.ts'

type Handlers = { [Name in keyof Work]: (work: Work[Name]) => Promise<void> }

const HOUR_MS = 3_600_000
/** The longest window of a limit is a day. */
const COUNTS_KEPT_HOURS = 48
/** Codes and links are worth nothing after minutes; their traces help against abuse (protocols/otp.md §3). */
const CODES_KEPT_HOURS = 48

/** What the queue's workers do; each action may be repeated. Wired to pg-boss where the process starts. */
export function jobHandlers(deps: Deps): Handlers {
  return {
    'send-message': (message) => sendOrGiveUp(deps, message),
    'send-code': (code) => sendCode({ ...deps, send: (message) => sendOrGiveUp(deps, message) }, code),
    'settle-payment': async ({ payment }) => {
      await settlePayment(deps, payment)
    },
    'process-photo': (photo) => processAdPhoto(deps, photo),
    sweep: () => sweep(deps),
  }
}

/**
 * Throws, to be tried again, only what may pass later. A refusal that stays (a wrong number, no credit) is an operator's
 * to hear of, without number or text; and a code that may have arrived is not sent twice. Source: protocols/sms.md §5.
 */
async function sendOrGiveUp(deps: Deps, message: Message) {
  try {
    await deps.send(message)
  } catch (error) {
    if (!(error instanceof NotSent) || (error.mayPass && (error.isCertain || !message.code))) throw error
    const { provider, reason } = error
    deps.alert?.('a message was given up', { channel: message.channel, provider, reason, detail: error.message })
  }
}

/** Once a minute: payments first, so that money on its way is found before its hold ends. */
async function sweep(deps: Deps) {
  const settled = await Promise.allSettled([settleOpenPayments(deps)])
  await untilNone(() => expireHolds(deps))
  await untilNone(() => rejectUnanswered(deps))
  await forgetOld(deps)
  await eraseOutdated(deps)
  for (const outcome of settled) if (outcome.status === 'rejected') throw outcome.reason
}

/** Batches keep transactions short; a pass that finds nothing is the last. */
async function untilNone(batch: () => Promise<number>) {
  while ((await batch()) > 0);
}

async function forgetOld({ db, now }: Deps) {
  const before = (hours: number) => new Date(now().getTime() - hours * HOUR_MS)
  await db.deleteFrom('idempotency').where('created_at', '<', before(IDEMPOTENCY_HOURS)).execute()
  await db.deleteFrom('one_time_code').where('created_at', '<', before(CODES_KEPT_HOURS)).execute()
  await db.deleteFrom('direct_login').where('expires_at', '<', before(CODES_KEPT_HOURS)).execute()
  await db.deleteFrom('refresh_token').where('expires_at', '<', now()).execute()
  await forgetMessages({ db, now })
  await db.deleteFrom('rate_count').where('window_start', '<', before(COUNTS_KEPT_HOURS)).execute()
}
