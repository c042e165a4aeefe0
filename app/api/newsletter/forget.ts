import type { Deps } from '#app/api/call/context.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'

/** How long an unconfirmed or ended address is kept. Source: *ours*. */
const UNCONFIRMED_DAYS = 7
const ENDED_DAYS = 30

/** Deletes the addresses of people who get no newsletter, also from the messages to them. */
export async function forgetSubscriptions({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = (days: number) => new Date(now().getTime() - days * DAY_MS)
  await db
    .deleteFrom('newsletter_subscription')
    .where((of) =>
      of.or([
        of.and([of('confirmed_at', 'is', null), of('requested_at', '<', before(UNCONFIRMED_DAYS))]),
        of.and([of('ended_at', '<', before(ENDED_DAYS)), of('requested_at', '<', before(UNCONFIRMED_DAYS))]),
      ]),
    )
    .execute()
  await db
    .deleteFrom('notification')
    .where('kind', '=', 'newsletterConfirm')
    .where('created_at', '<', before(UNCONFIRMED_DAYS))
    .execute()
  await db
    .deleteFrom('notification')
    .where('kind', '=', 'news')
    .where('account_id', 'is', null)
    .where('created_at', '<', before(ENDED_DAYS))
    .execute()
}
