import { eraseOutdated } from '#app/api/account/own-data/retention.ts'
import { checkAlerts, forgetAlerts } from '#app/api/alerts/check.ts'
import type { Deps, Work } from '#app/api/call/context.ts'
import { removeFiles } from '#app/api/call/files/remove-files.ts'
import { forgetAnswersOfVisitors } from '#app/api/call/kept-answers.ts'
import { answerAsBot } from '#app/api/chat/bot.ts'
import { notifyOfUnread } from '#app/api/chat/notify-unread.ts'
import { forgetTickets } from '#app/api/chat/socket-ticket.ts'
import { findCheaper } from '#app/api/cheaper/find.ts'
import { importCalendar, importCalendars } from '#app/api/company/calendar/feeds/import-calendar.ts'
import { forgetLicences } from '#app/api/company/check-in/forget-licences.ts'
import { forgetEvents, publishEvents } from '#app/api/company/developers/events/publish.ts'
import { hideAdPhoto, makeLargePhotos, processAdPhoto } from '#app/api/company/fleet/pictures.ts'
import { notifyWaiting } from '#app/api/conversations/notify-waiting.ts'
import { forgetSubscriptions } from '#app/api/newsletter/forget.ts'
import { forgetMessages } from '#app/api/notifications/limits.ts'
import { remind } from '#app/api/notifications/remind.ts'
import { remindOfDeposits } from '#app/api/notifications/remind-deposits.ts'
import { remindOfParts } from '#app/api/notifications/remind-parts.ts'
import { sendNews } from '#app/api/operator/news/send-part.ts'
import { proposePayouts } from '#app/api/operator/payouts/proposals.ts'
import { returnDueDeposits } from '#app/api/payments/deposit/return-due.ts'
import { returnToCard, returnWaitingToCards } from '#app/api/payments/give-back/card-return.ts'
import { settleOpenPayments } from '#app/api/payments/open.ts'
import { settlePayment } from '#app/api/payments/settle.ts'
import { expireHolds } from '#app/api/reservations/reserve/holds.ts'
import { rejectUnanswered } from '#app/api/reservations/status/unanswered.ts'
import { removeUnsentFiles } from '#app/api/support/attachments.ts'
import { deliver, deliverOverdue } from '#app/api/work/deliver.ts'
import { untilNone } from '#app/db/connection/until-none.ts'
import { applyFeatured } from '#app/db/featured.ts'
import { forgetChanges } from '#app/db/search-index/feed/changes.ts'
import { HOME_ZONE, IDEMPOTENCY_HOURS, KNOWN_DEVICE_DAYS } from '#app/rules/constants.ts'
import { HOUR_MS } from '#app/rules/time/durations.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { announceChangedPages } from './changed-pages.ts'

type Handlers = { [Name in keyof Work]: (work: Work[Name], signal?: AbortSignal) => Promise<void> }

/** The longest window of a limit is a day. */
const COUNTS_KEPT_HOURS = 48
/** Codes and links expire after minutes; their rows help against abuse (protocols/otp.md §3). */
const CODES_KEPT_HOURS = 48

/** The jobs of the queue's workers; each can be repeated. Connected to pg-boss where the process starts. */
export function jobHandlers(deps: Deps): Handlers {
  return {
    deliver: (delivery) => deliver(deps, delivery),
    'settle-payment': async ({ payment }) => {
      await settlePayment(deps, payment)
    },
    'return-to-card': ({ payment }) => returnToCard(deps, payment),
    'announce-work': async ({ company }) => deps.publish({ kind: 'work', company }),
    'answer-as-bot': (work) => answerAsBot(deps, work),
    'notify-of-unread': (work) => notifyOfUnread(deps, work),
    'process-photo': (photo) => processAdPhoto(deps, photo),
    'hide-photo': (photo) => hideAdPhoto(deps, photo),
    'remove-files': (removed) => removeFiles(deps, removed),
    'send-news': (work) => sendNews(deps, work),
    'import-calendars': () => importCalendars(deps),
    'import-calendar': ({ source }) => importCalendar(deps, source),
    'propose-payouts': () => proposePayouts(deps),
    'back-up': async (_, signal) => deps.runBackup?.('write', signal),
    'try-backup': async (_, signal) => deps.runBackup?.('try', signal),
    sweep: () => sweep(deps),
  }
}

/** Once a minute: payments first, so that a pending payment is found before its hold expires. */
async function sweep(deps: Deps) {
  const settled: PromiseSettledResult<unknown>[] = await Promise.allSettled([
    settleOpenPayments(deps),
    returnWaitingToCards(deps),
  ])
  await untilNone(() => expireHolds(deps))
  await untilNone(() => rejectUnanswered(deps))
  await untilNone(() => returnDueDeposits(deps))
  await untilNone(() => removeUnsentFiles(deps))
  await untilNone(() => forgetLicences(deps))
  await remind(deps)
  await remindOfDeposits(deps)
  await checkAlerts(deps)
  await remindOfParts(deps)
  await notifyWaiting(deps)
  await deliverOverdue(deps)
  if ((await applyFeatured(deps.db, dateIn(HOME_ZONE, deps.now()))) > 0) deps.publish({ kind: 'pages' })
  await forgetOld(deps)
  await eraseOutdated(deps)
  await makeLargePhotos(deps)
  // What can wait comes last, so that its errors keep nothing else from being done.
  settled.push(
    ...(await Promise.allSettled([
      findCheaper(deps),
      announceChangedPages(deps),
      untilNone(() => publishEvents(deps)),
    ])),
  )
  for (const outcome of settled) if (outcome.status === 'rejected') throw outcome.reason
}

async function forgetOld({ db, now }: Deps) {
  const before = (hours: number) => new Date(now().getTime() - hours * HOUR_MS)
  await forgetChanges(db)
  await db.deleteFrom('idempotency').where('created_at', '<', before(IDEMPOTENCY_HOURS)).execute()
  await forgetAnswersOfVisitors({ db, now })
  await db.deleteFrom('one_time_code').where('created_at', '<', before(CODES_KEPT_HOURS)).execute()
  await db
    .deleteFrom('known_device')
    .where('used_at', '<', before(KNOWN_DEVICE_DAYS * 24))
    .execute()
  await db.deleteFrom('direct_login').where('expires_at', '<', before(CODES_KEPT_HOURS)).execute()
  await db.deleteFrom('refresh_token').where('expires_at', '<', now()).execute()
  await forgetMessages({ db, now })
  await forgetSubscriptions({ db, now })
  await forgetAlerts({ db, now })
  await forgetTickets(db, now())
  await untilNone(() => forgetEvents({ db, now }))
  await db.deleteFrom('rate_count').where('window_start', '<', before(COUNTS_KEPT_HOURS)).execute()
}
