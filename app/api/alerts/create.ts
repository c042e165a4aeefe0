import { find } from '#app/api/ads/search.ts'
import { currencyRequested } from '#app/api/books/money.ts'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { mailLinkToken } from '#app/api/call/mail-link.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { subscriberOf } from '#app/rules/access/network.ts'
import { CATEGORY, CURRENCY_IDS, DEFAULT_TIME } from '#app/rules/constants.ts'
import { mailboxOf, normaliseEmail } from '#app/rules/identity/email.ts'
import { ALERT_BOUNDS, type AlertWay, alertEnd, confirmableFrom, highestWanted } from '#app/rules/search/price-alert.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { instantOf } from '#app/rules/time/rental-time.ts'
import { alertNews } from './alert-news.ts'
import { cheapestTotal } from './watched-search.ts'

type Search = Parameters<typeof find>[1]

/**
 * Stores what somebody waits for. The account's own address and browsers need no confirmation; any other address gets a
 * link, within its limits, and the answer does not say whether it did. Throws INVALID_FIELDS for a search without a
 * city, days or offers, TOO_MANY_ALERTS for an account that has as many as it may.
 */
export const create = api.alerts.create.handler(async ({ input, context }) => {
  const { deps, language, person, clientAddress } = context
  const { db } = deps
  const now = deps.now()
  const currency = currencyRequested(input.currency, language)
  const to = await receiverOf(deps, { account: person?.id, by: input.by, email: input.email })
  const { filters, kind, city } = await searchToWatch(context, input.search, input.currency)
  const seen = await cheapestTotal(context, filters, currency)
  if (seen === null) throw invalidFields({ goal: ['nothing_found'] })
  if (input.goal === 'AMOUNT' && input.amount === undefined) throw invalidFields({ amount: ['required'] })
  const amount = input.amount ?? 0
  if (input.goal === 'AMOUNT' && amount >= seen) throw invalidFields({ amount: ['below_price'] })
  const { start_date, start_time, end_date, end_time } = filters
  const id = publicId()
  const row = {
    ...{ id, account_id: to.account, email: to.email, mailbox: to.mailbox, way: input.by, language, kind },
    ...{ city_id: city.id, start_date, start_time, end_date, end_time, filters: JSON.stringify(filters) },
    ...{ currency_id: CURRENCY_IDS[currency], seen, most: highestWanted({ goal: input.goal, seen, amount }) },
    requested_at: now,
    confirmed_at: to.email === null ? now : null,
    ends_at: alertEnd(instantOf(start_date, start_time, city.zone), now),
  }
  await inTransaction(db, async (tx) => {
    if (to.mailbox !== null && !(await mayAsk(tx, to.mailbox, now))) return
    if (to.account !== null) await makeRoom(tx, { account: to.account, filters: row.filters, now })
    await tx.insertInto('price_alert').values(row).execute()
    if (to.email === null) return
    await notify(deps, tx, {
      kind: 'alertConfirm',
      to: { email: to.email, language },
      alert: alertNews({ ...row, found: null }, city),
      path: `/price-alert/confirm?token=${mailLinkToken(deps, id, 'confirmAlert')}`,
      stop: `/price-alert/stop?token=${mailLinkToken(deps, id, 'stopAlerts')}`,
      subscriber: subscriberOf(clientAddress),
    })
  })
  return { state: to.email === null ? 'OPEN' : 'ASKED' }
})

interface To {
  account: string | null
  /** Another address than the account's own. */
  email: string | null
  mailbox: string | null
}

async function receiverOf(
  { db }: Deps,
  { account, by, email: given }: { account: string | undefined; by: AlertWay; email: string | undefined },
): Promise<To> {
  if (by === 'PUSH') {
    const endpoint = await db
      .selectFrom('push_endpoint')
      .innerJoin('session', 'session.id', 'push_endpoint.session_id')
      .select('push_endpoint.id')
      .where('push_endpoint.account_id', '=', account ?? '')
      .where('session.ended_at', 'is', null)
      .limit(1)
      .executeTakeFirst()
    if (!account || !endpoint) throw invalidFields({ by: ['no_push'] })
    return { account, email: null, mailbox: null }
  }
  const own =
    account === undefined
      ? undefined
      : await db.selectFrom('account').select('email').where('id', '=', account).executeTakeFirst()
  const email = given === undefined ? undefined : normaliseEmail(given)
  if (account !== undefined && own?.email && (!email || email === own.email))
    return { account, email: null, mailbox: null }
  if (!email) throw invalidFields({ email: ['required'] })
  return { account: account ?? null, email, mailbox: mailboxOf(email) }
}

/** The search as it is stored: of one kind, in one city, with both days. */
async function searchToWatch(context: Parameters<typeof find>[2], search: Search, currency: string | undefined) {
  const { start_date, end_date, start_time = DEFAULT_TIME, end_time = DEFAULT_TIME } = search
  const missing = [
    ...(search.city === undefined ? ['city'] : []),
    ...(start_date ? [] : ['start_date']),
    ...(end_date ? [] : ['end_date']),
  ]
  if (!start_date || !end_date || missing.length > 0)
    throw invalidFields(Object.fromEntries(missing.map((name) => [name, ['required']])))
  const { city } = await find({ ...(currency && { currency }), page: 1, size: 1 }, search, context)
  if (!city) throw invalidFields({ city: ['required'] })
  const isMotor = search.categories.length === 1 && search.categories[0] === CATEGORY.MOTOR
  const { ordering: _, monthly: __, ...rest } = search
  const filters = {
    ...{ ...rest, start_date, start_time, end_date, end_time, city: city.id },
    categories: [isMotor ? CATEGORY.MOTOR : CATEGORY.CAR],
    monthly: false,
  }
  if (JSON.stringify(filters).length > ALERT_BOUNDS.searchLetters) throw invalidFields({ search: ['max_length'] })
  return { filters, city, kind: isMotor ? ('motor' as const) : ('car' as const) }
}

/** The same search again replaces the one that is open, which still counts for its mailbox's limits. */
async function makeRoom(tx: Tx, { account, filters, now }: { account: string; filters: string; now: Date }) {
  await oneByOne(tx, `price alerts ${account}`)
  const open = await tx
    .selectFrom('price_alert')
    .select(['id', 'filters'])
    .where('account_id', '=', account)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .execute()
  const isSame = (one: unknown) => sorted(one) === sorted(JSON.parse(filters))
  const same = open.filter((one) => isSame(one.filters)).map(({ id }) => id)
  if (open.length - same.length >= ALERT_BOUNDS.perAccount) throw errors.TOO_MANY_ALERTS()
  if (same.length === 0) return
  await tx.updateTable('price_alert').set({ ended_at: now, ended: 'STOPPED' }).where('id', 'in', same).execute()
}

/** The database orders the fields of what it keeps. */
function sorted(filters: unknown): string {
  return JSON.stringify(Object.entries(filters as object).sort(([a], [b]) => a.localeCompare(b)))
}

/**
 * Whether a mailbox may get one more link to confirm: of any sender, whoever asks. Links that can still be confirmed count as open, so
 * that all of them together do not open more than a mailbox may have.
 */
async function mayAsk(tx: Tx, mailbox: string, now: Date): Promise<boolean> {
  await oneByOne(tx, `price alerts to ${mailbox}`)
  const { asked, open } = await tx
    .selectFrom('price_alert')
    .select((of) => [
      of.fn
        .countAll<number>()
        .filterWhere('requested_at', '>', new Date(now.getTime() - DAY_MS))
        .as('asked'),
      of.fn
        .countAll<number>()
        .filterWhere((one) =>
          one.and([
            one.or([one('confirmed_at', 'is not', null), one('requested_at', '>=', confirmableFrom(now))]),
            one('ended_at', 'is', null),
            one('ends_at', '>', now),
          ]),
        )
        .as('open'),
    ])
    .where('mailbox', '=', mailbox)
    .executeTakeFirstOrThrow()
  return asked < ALERT_BOUNDS.confirmationsADay && open < ALERT_BOUNDS.perMailbox
}
