import type { Selectable } from 'kysely'
import type { Filters } from '#app/api/ads/question.ts'
import type { Deps } from '#app/api/call/context.ts'
import { mailLinkToken } from '#app/api/call/mail-link.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { catalogueOf } from '#app/db/catalogue.ts'
import type { PriceAlert } from '#app/db/connection/schema.ts'
import { currencyOfId } from '#app/rules/constants.ts'
import { ALERT_BOUNDS } from '#app/rules/search/price-alert.ts'
import { DAY_MS, HOUR_MS } from '#app/rules/time/durations.ts'
import { alertNews } from './alert-news.ts'
import { cheapestTotal, resultsPath } from './watched-search.ts'

/** Searches of one run, which is made once a minute. */
const BATCH = 50
/** How long an address is kept that never confirmed, and an alert that is over. Source: *ours*. */
const UNCONFIRMED_DAYS = 7
const ENDED_DAYS = 30

type Row = Selectable<PriceAlert>

/**
 * Looks at the prices that are due, each alert every few hours, and sends the one message of those that became cheap
 * enough. What a run claims is not claimed by another process.
 */
export async function checkAlerts(deps: Deps): Promise<void> {
  const { db } = deps
  const now = deps.now()
  await db
    .updateTable('price_alert')
    .set({ ended_at: now, ended: 'EXPIRED' })
    .where('ended_at', 'is', null)
    .where('ends_at', '<=', now)
    .execute()
  const before = new Date(now.getTime() - ALERT_BOUNDS.checkedEveryHours * HOUR_MS)
  const due = db
    .selectFrom('price_alert')
    .select('id')
    .where('confirmed_at', 'is not', null)
    .where('ended_at', 'is', null)
    .where((of) => of.or([of('checked_at', 'is', null), of('checked_at', '<=', before)]))
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
  const claimed = await db
    .updateTable('price_alert')
    .set({ checked_at: now })
    .where('id', 'in', due)
    .returningAll()
    .execute()
  // One search that fails must not keep the others from being checked.
  const errors: unknown[] = []
  for (const row of claimed) await check(deps, row).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} price alerts could not be checked`)
}

async function check(deps: Deps, row: Row): Promise<void> {
  const { filters, language, most } = row
  const currency = currencyOfId(row.currency_id) ?? 'IRT'
  const total = await cheapestTotal({ deps, language }, filters as Filters, currency)
  if (total === null || total > most) return
  const city = (await catalogueOf(deps.db)).cities.get(row.city_id)
  if (!city) return
  await inTransaction(deps.db, async (tx) => {
    const ended = await tx
      .updateTable('price_alert')
      .set({ ended_at: deps.now(), ended: 'SENT', found: total })
      .where('id', '=', row.id)
      .where('ended_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!ended) return
    const { account_id: account, email, way } = row
    await notify(deps, tx, {
      kind: 'priceFell',
      to: email === null ? { account: account ?? '', way } : { email, language },
      alert: alertNews({ ...row, found: total }, city),
      path: resultsPath(filters as Filters, row.kind, currency),
      stop: `/price-alert/stop?token=${mailLinkToken(deps, row.id, 'stopAlerts')}`,
      once: `price alert ${row.id}`,
    })
  })
}

/** Deletes what is over, and the addresses of people who never confirmed, also from the messages to them. */
export async function forgetAlerts({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = (days: number) => new Date(now().getTime() - days * DAY_MS)
  await db
    .deleteFrom('price_alert')
    .where((of) =>
      of.or([
        of.and([of('confirmed_at', 'is', null), of('requested_at', '<', before(UNCONFIRMED_DAYS))]),
        of('ended_at', '<', before(ENDED_DAYS)),
      ]),
    )
    .execute()
  await db
    .deleteFrom('notification')
    .where('kind', 'in', ['alertConfirm', 'priceFell'])
    .where('account_id', 'is', null)
    .where('created_at', '<', before(ENDED_DAYS))
    .execute()
}
