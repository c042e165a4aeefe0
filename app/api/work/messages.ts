import { smsReaches } from '#app/api/account/sign-in/destination.ts'
import type { Deps, Tx } from '#app/api/context.ts'
import { currencyIn, numberOf } from '#app/api/reservations/read/record.ts'
import { formatInstant } from '#app/i18n/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { formatMoney } from '#app/i18n/money.ts'
import { nameOf } from '#app/i18n/names.ts'
import { textFor } from '#app/i18n/texts.server.ts'
import type { Message } from '#app/providers/message.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { waysOf } from '#app/rules/notifications.ts'
import { sendWithinLimits } from './outgoing.ts'

/** What a customer is notice: keys of `locales/<language>/message.json`. */
export type ReservationNotice =
  | 'reserved'
  | 'confirmed'
  | 'awaiting_confirmation'
  | 'cancelled'
  | 'cancelled_refund'
  | 'rejected'
  | 'late_wallet'
  | 'late_reversed'
  | 'changed'
  | 'changed_refund'
  | 'rejected_reason'
  | 'cancelled_for_you'
  | 'picked_up'
  | 'returned'

/** What others did or a person waits for, whatever they want to hear of; a reservation's address above all. */
const MUST: ReadonlySet<ReservationNotice> = new Set([
  'reserved',
  'confirmed',
  'rejected',
  'rejected_reason',
  'cancelled_for_you',
  'late_wallet',
  'late_reversed',
])
const OF_PAYMENT: ReadonlySet<ReservationNotice> = new Set(['late_wallet', 'late_reversed'])

/**
 * Puts the news of a reservation into the queue, in the transaction of its cause: by the ways that its person chose, else
 * an SMS to its phone and an e-mail where it has an address; in the language of the booking and the time of the city,
 * always with the address of the voucher. Where none goes out within the limits, the reservation remembers it for its
 * pages. `reason` is the company's, as it was written. `amount` is in the minor unit of
 * the reservation's currency. Source: decisions.md, "Identity and access"; §3, notification settings.
 */
export async function notifyCustomer(
  deps: Deps,
  tx: Tx,
  news: { reservation: string; notice: ReservationNotice; amount?: number; reason?: string },
) {
  const { origin, brand } = deps.settings
  const of = await readNews(tx, news.reservation)
  const { language, zone } = of
  const moment = (instant: Date) => formatInstant(instant, zone, language, 'weekday')
  const currency: CurrencyCode = currencyIn(of)
  const text = textFor(language, 'message')
  const number = numberOf(of)
  const sentence = text.loose(news.notice, {
    brand: brand[language],
    number,
    vehicle: vehicleName(of, language),
    pick_up: moment(of.start_at),
    until: moment(of.hold_until ?? of.confirm_by ?? of.start_at),
    amount: formatMoney(news.amount ?? 0, currency, language),
    reason: news.reason ?? '',
    link: `${origin}${pathIn(language, `/voucher/${news.reservation}`)}`,
  })
  const reader = { settings: of.notifications, hasEmail: of.email !== null }
  const subjectOfNews = OF_PAYMENT.has(news.notice) ? ('payment' as const) : ('booking' as const)
  const ways = waysOf(reader, { subject: subjectOfNews, must: MUST.has(news.notice) })
  const messages: Message[] = []
  if (ways.includes('sms')) messages.push({ channel: 'sms', to: of.phone, text: sentence })
  if (of.email && ways.includes('email')) {
    const subject = text.loose('subject', { number })
    messages.push({ channel: 'email', to: of.email, subject, text: sentence, language })
  }
  // Whoever cancels an unpaid hold is told on the page: a receiver that proved nothing needs no second message for it.
  const by = { subscriber: of.network_address, onlyProven: news.notice === 'cancelled' }
  const outcomes: boolean[] = []
  for (const message of messages) outcomes.push(await sendWithinLimits(deps, tx, message, by))
  // An SMS that no provider can bring says nothing to anybody.
  const arrives = ({ channel, to }: Message) => channel === 'email' || smsReaches(to, deps.settings)
  const notified = messages.length === 0 || messages.some((message, at) => outcomes[at] && arrives(message))
  if (notified === of.notified) return
  await tx.updateTable('reservation').set({ notified }).where('id', '=', news.reservation).execute()
}

/**
 * Tells whoever filled a wallet that the money is there and what the wallet holds by now, in the account's language and
 * by the ways that its person chose for payments; a number that was only claimed gets no SMS. Amounts are in the minor
 * unit. Source: *ours*, as every other payment that is paid leads to a message.
 */
export async function tellWalletOwner(
  deps: Deps,
  tx: Tx,
  filled: { phone: string; currency: CurrencyCode; amount: number; balance: number },
) {
  const { settings } = deps
  const { phone, currency } = filled
  const owner = await tx
    .selectFrom('account')
    .select(['language', 'email', 'phone_proven_at', 'notifications'])
    .where('phone', '=', phone)
    .executeTakeFirst()
  if (!owner) return
  const { language, email, notifications } = owner
  const ways = waysOf({ settings: notifications, hasEmail: email !== null }, { subject: 'payment', must: false })
  const text = textFor(language, 'message')
  const brand = settings.brand[language]
  const sentence = text.loose('topped_up', {
    brand,
    amount: formatMoney(filled.amount, currency, language),
    balance: formatMoney(filled.balance, currency, language),
    link: `${settings.origin}${pathIn(language, `/profile/wallet?wallet=${currency}`)}`,
  })
  const isReached = ways.includes('sms') && owner.phone_proven_at !== null
  const by = { subscriber: '' }
  if (isReached) await sendWithinLimits(deps, tx, { channel: 'sms', to: phone, text: sentence }, by)
  if (!email || !ways.includes('email')) return
  const subject = text.loose('wallet_subject', { brand })
  await sendWithinLimits(deps, tx, { channel: 'email', to: email, subject, text: sentence, language }, by)
}

function readNews(tx: Tx, id: string) {
  return (
    tx
      .selectFrom('reservation')
      .innerJoin('city', 'city.id', 'reservation.city_id')
      .innerJoin('ad', 'ad.id', 'reservation.ad_id')
      .innerJoin('brand', 'brand.id', 'ad.brand_id')
      .innerJoin('model', 'model.id', 'ad.model_id')
      // The settings of whoever proved the phone or the booking's mailbox; a number that was only claimed silences nobody.
      .leftJoin('account', (join) =>
        join
          .onRef('account.phone', '=', 'reservation.phone')
          .on((of) =>
            of.or([
              of('account.phone_proven_at', 'is not', null),
              of('account.email', '=', of.ref('reservation.email')),
            ]),
          ),
      )
      .select([
        'account.notifications',
        'reservation.number',
        'reservation.network_address',
        'reservation.notified',
        'reservation.language',
        'reservation.phone',
        'reservation.email',
        'reservation.start_at',
        'reservation.hold_until',
        'reservation.confirm_by',
        'reservation.currency_id',
        'city.zone',
        'brand.name_fa as brand_fa',
        'brand.name_en as brand_en',
        'brand.name_ar as brand_ar',
        'model.name_fa as model_fa',
        'model.name_en as model_en',
        'model.name_ar as model_ar',
      ])
      .where('reservation.id', '=', id)
      .executeTakeFirstOrThrow()
  )
}

function vehicleName(of: Awaited<ReturnType<typeof readNews>>, language: (typeof of)['language']): string {
  const brand = nameOf({ name_fa: of.brand_fa, name_en: of.brand_en, name_ar: of.brand_ar }, language)
  const model = nameOf({ name_fa: of.model_fa, name_en: of.model_en, name_ar: of.model_ar }, language)
  return `${brand} ${model}`
}
