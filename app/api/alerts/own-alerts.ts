import type { Kysely, Selectable } from 'kysely'
import type { Claim, Things } from '#app/api/call/admission/things.ts'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { wholeList } from '#app/api/call/lists.ts'
import { catalogueOf } from '#app/db/catalogue.ts'
import type { DB, PriceAlert } from '#app/db/connection/schema.ts'
import { nameOf } from '#app/i18n/format/names.ts'
import { currencyOfId } from '#app/rules/constants.ts'
import { mailboxOf, maskedEmail } from '#app/rules/identity/email.ts'
import type { AlertStatus } from '#app/rules/search/price-alert.ts'
import type { Filters } from '../ads/question.ts'
import { resultsPath } from './watched-search.ts'

/** More than anybody can have open, and what ended lately. */
const LISTED = 50

/** Those that the person asked for, and those that go to the account's own address. */
export const list = api.alerts.list.handler(async ({ context: { deps, person, language } }) => {
  const { db } = deps
  const rows = await (await ownAlerts(db, person.id))
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .limit(LISTED)
    .execute()
  const { cities } = await catalogueOf(db)
  return wholeList(
    rows.map((row) => {
      const city = cities.get(row.city_id)
      const currency = currencyOfId(row.currency_id) ?? 'IRT'
      return {
        ...{ id: row.id, kind: row.kind, start_date: row.start_date, end_date: row.end_date, currency },
        city: city ? nameOf(city, language) : '',
        path: resultsPath(row.filters as Filters, row.kind, currency),
        ...{ seen: row.seen, most: row.most, found: row.found, by: row.way },
        email: row.email && maskedEmail(row.email),
        status: statusOf(row, deps.now()),
        ends_at: row.ends_at.toISOString(),
      }
    }),
  )
})

export const end = api.alerts.end.handler(async ({ context: { deps, priceAlert } }) => {
  const now = deps.now()
  const { id } = priceAlert
  const ended = await deps.db
    .updateTable('price_alert')
    .set({ ended_at: now, ended: 'STOPPED' })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return { id, status: statusOf(ended ?? priceAlert, now) }
})

/** Finds a person's own alert. Throws NOT_FOUND. */
export async function findAlert(
  db: Kysely<DB>,
  id: string,
  { person }: Pick<Claim, 'person'>,
): Promise<Things['priceAlert']> {
  const own = await (await ownAlerts(db, person.id)).where('id', '=', id).executeTakeFirst()
  if (!own) throw errors.NOT_FOUND()
  return own
}

/** An account has only an address at which a code was read, so what goes there is its own. */
async function ownAlerts(db: Kysely<DB>, account: string) {
  const { email } = await db.selectFrom('account').select('email').where('id', '=', account).executeTakeFirstOrThrow()
  return db
    .selectFrom('price_alert')
    .selectAll()
    .where((of) => of.or([of('account_id', '=', account), ...(email ? [of('mailbox', '=', mailboxOf(email))] : [])]))
}

function statusOf({ ended, ends_at, confirmed_at }: Selectable<PriceAlert>, now: Date): AlertStatus {
  if (ended) return ended
  if (ends_at <= now) return 'EXPIRED'
  return confirmed_at === null ? 'WAITING' : 'OPEN'
}
