import { sql } from 'kysely'
import { REFUNDING } from '#app/api/books/movements.ts'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { formatDate } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { nameOf, wordingIn } from '#app/i18n/format/names.ts'
import { pathIn } from '#app/i18n/language.ts'
import type { CurrencyCode, Language } from '#app/rules/constants.ts'
import {
  type NewsContent,
  type NoticeContent,
  type NoticeKind,
  newsLanguage,
  ruleOf,
} from '#app/rules/messages/notifications.ts'
import { firstName } from '#app/rules/reservation/customer-seen.ts'
import type { AlertWay } from '#app/rules/search/price-alert.ts'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'
import { enqueueMessage } from './enqueue.ts'
import { accountReceivers, companyReceivers, ownersAndCompany, type Receiver } from './receivers.ts'
import { type RecordFact, recordFacts } from './record-facts.ts'
import {
  type ReservationChange,
  type ReservationFacts,
  readReservation,
  reservationValues,
} from './reservation-news.ts'
import { type NoticeValues, noticeTexts, shippedText } from './texts.ts'

type CompanyKind =
  | 'newBooking'
  | 'quoteAccepted'
  | 'quoteDeclined'
  | 'bookingToConfirm'
  | 'confirmSoon'
  | 'bookingCancelled'
  | 'bookingChanged'
  | 'extensionAsked'
  | 'chargeAccepted'
  | 'chargeDisputed'
  | 'chargePaidOnline'
  | 'disputeWon'
  | 'disputeLost'
  | 'partOverdue'
  | 'depositPaidOnline'
  | 'depositSoon'
  | 'depositOverdue'
  | 'refundedAtCost'
  | 'arrivingToday'
  | 'calendarConflict'
type ModerationKind =
  | 'photoTakenDown'
  | 'photoPutBack'
  | 'listingTakenDown'
  | 'listingPutBack'
  | 'listingApproved'
  | 'listingRefused'
type PersonKind =
  | ModerationKind
  | 'companySuspended'
  | 'suspensionEnded'
  | 'bankChanged'
  | 'calendarTooComplex'
  | 'webhookOff'
  | 'pushTest'
  | 'news'
  | 'walletFilled'
  | 'topUpReturned'
  | 'topUpMissing'
  | 'walletPayoutSent'
  | 'walletPayoutReturned'
  | 'payoutSent'
  | 'phoneChanged'
  | 'emailChanged'
  | 'keyAdded'
  | 'keyRemoved'
  | 'factorOn'
  | 'factorOff'
  | 'recoveryCodesRenewed'
  | 'approvalAsked'
  | 'payoutsProposed'
  | 'inboxWaiting'
  | 'customersWaiting'
  | 'ticketAnswered'
  | 'chatMessage'
  | 'newsletterConfirm'
  | AlertKind
  | 'staffInvitation'
  | 'partnerApproved'
  | 'partnerAsked'
  | 'partnerRejected'
type AlertKind = 'alertConfirm' | 'priceFell'
type CustomerKind = Exclude<NoticeKind, CompanyKind | PersonKind>

/** What a price alert is for: amounts are totals in the minor unit, `city` has its names. */
export interface AlertNews {
  city: Parameters<typeof nameOf>[0]
  start_date: CalendarDate
  end_date: CalendarDate
  currency: CurrencyCode
  seen: number
  found: number
}

/** Who gets news: a follower, an operator who tries it in a language, or a subscriber of the newsletter. */
export type NewsReceiver =
  | { account: string; test?: Language }
  | { email: string; language: Language; links: NonNullable<NoticeContent['links']> }

/**
 * An event that people are notified of. Amounts are in the minor unit. `once` identifies what must not be sent a second
 * time.
 */
export type Notice =
  /** To the customer of a reservation; `reason` is the company's own text, and `payment` the one that it announces. */
  | ({ kind: CustomerKind; reservation: string; once?: string; payment?: string } & ReservationChange)
  /** To all staff of the reservation's company. */
  | ({ kind: CompanyKind; reservation: string; once?: string } & ReservationChange)
  /** To the owners of a company. */
  | { kind: 'payoutSent'; company: number; payout: number; currency: CurrencyCode; amount: number }
  | { kind: 'walletFilled'; wallet: string; payment: string; currency: CurrencyCode; amount: number; balance: number }
  | { kind: 'topUpReturned' | 'topUpMissing'; wallet: string; currency: CurrencyCode; amount: number }
  | {
      kind: 'walletPayoutSent' | 'walletPayoutReturned'
      wallet: string
      payout: number
      currency: CurrencyCode
      amount: number
    }
  /** To an account's former contact. */
  | { kind: 'phoneChanged' | 'emailChanged'; former: { phone: string } | { email: string }; language: Language }
  /** To the person who has added or removed a security key with this name, in case it was somebody else. */
  | { kind: 'keyAdded' | 'keyRemoved'; account: string; name: string }
  | { kind: 'factorOn' | 'factorOff' | 'recoveryCodesRenewed'; account: string }
  /** News, in the receiver's language if there is a text in it. */
  | ({ kind: 'news'; to: NewsReceiver; path: string; once?: string } & NewsContent)
  /** To the person's own browsers, as a test. */
  | { kind: 'pushTest'; account: string }
  /** To a company's staff, about an operator's action on its listing; `vehicle` is its title in each language. */
  | { kind: ModerationKind; company: number; vehicle: Record<Language, string>; reason: string; path: string }
  /** To a company's staff, with the operator's own text. */
  | {
      kind: 'companySuspended' | 'suspensionEnded'
      company: number
      name: Partial<Record<Language, string>>
      reason: string
    }
  /**
   * To all of a company's owners and to its own phone, about another account than it had: whoever took over one owner's
   * account has not changed the contacts of the others. `ending` are the last digits of the new one.
   */
  | { kind: 'bankChanged'; company: number; name: Partial<Record<Language, string>>; ending: string }
  /** To a company's staff, once a day at most, about a calendar at this host that can no longer be read. */
  | { kind: 'calendarTooComplex'; company: number; host: string }
  | { kind: 'webhookOff'; company: number; host: string }
  /** To an operator, about another one's (`name`) request; several within half an hour are one notification. */
  | { kind: 'approvalAsked'; account: string; name: string }
  /** To an operator of money, of a batch that waits for its release. */
  | { kind: 'payoutsProposed'; account: string; batch: number; currency: CurrencyCode; amount: number }
  /** To an operator: the number of conversations that wait for their answer. */
  | { kind: 'inboxWaiting'; account: string; n: number }
  /** The same to a company's staff, about chats with its customers. */
  | { kind: 'customersWaiting'; company: number; n: number }
  | { kind: 'ticketAnswered'; account: string; ticket: string; subject: string }
  /** To a mailbox that was entered for the newsletter; `path` is the page to confirm it. */
  | { kind: 'newsletterConfirm'; email: string; language: Language; path: string; subscriber: string }
  /** About a price alert, to an account's own address or browsers, or to another mailbox; `stop` is the page that ends it. */
  | {
      kind: AlertKind
      to: { account: string; way: AlertWay } | { email: string; language: Language }
      alert: AlertNews
      path: string
      stop: string
      subscriber?: string
      once?: string
    }
  /** To somebody who is invited to work for a company, by a phone or mailbox that may have no account. */
  | {
      kind: 'staffInvitation'
      contact: { phone: string } | { email: string }
      language: Language
      company: string
      path: string
      /** The network of the request, for the sender's limit. */
      by: string
    }
  /** To an applicant who wants to become a partner; `reason` is the operator's own text. */
  | { kind: 'partnerApproved'; account: string; company: string }
  | { kind: 'partnerAsked' | 'partnerRejected'; account: string; company: string; reason: string }
  /**
   * About a message that arrived while its receiver was away; several in a room within ten minutes are one
   * notification.
   */
  | { kind: 'chatMessage'; account: string; room: string; from: string; text: string }

const CHAT_QUIET_MS = 600_000
const APPROVALS_QUIET_MS = 1_800_000
const CHAT_LETTERS = 200

/**
 * Notifies people of an event: writes it into the outbox in the transaction of its cause, for each receiver by the
 * channels of their settings and in their language; jobs send it afterwards. Source: §3, notification settings.
 */
export async function notify(deps: Deps, tx: Tx, notice: Notice): Promise<void> {
  if (isAboutReservation(notice)) {
    const of = await readReservation(tx, notice.reservation)
    return isForCompany(notice) ? notifyCompany(deps, tx, notice, of) : notifyCustomer(deps, tx, notice, of)
  }
  return notifyPerson(deps, tx, notice)
}

type NoticeOf<Kind extends NoticeKind> = Extract<Notice, { kind: Kind }>

const isAboutReservation = (notice: Notice): notice is NoticeOf<CustomerKind | CompanyKind> => 'reservation' in notice
const isForCompany = (notice: NoticeOf<CustomerKind | CompanyKind>): notice is NoticeOf<CompanyKind> =>
  ruleOf(notice.kind).leadsTo === 'desk'

/**
 * News about a reservation: by the channels that its person chose, otherwise an SMS to its phone and an e-mail if it
 * has an address; in the booking's language, with rental times in the city's time zone, and the voucher's address. If
 * the limits allow none, that is stored with the reservation, for its pages. Source: decisions.md, "Identity and
 * access".
 */
async function notifyCustomer(deps: Deps, tx: Tx, notice: NoticeOf<CustomerKind>, of: ReservationFacts) {
  const { language, phone, email, account_id: account, notifications: settings, time_zone: zone } = of
  const { kind, reservation, once, payment } = notice
  const worded = await contentOf(deps, tx, {
    kind,
    language,
    values: reservationValues(deps, of, { ...notice, language, zone }),
    path: pathFor(kind, reservation),
    facts: of,
    record: await recordFacts(tx, { kind, reservation, language }),
  })
  // Who has chosen nothing gets no message of the payment itself: the confirmation brings its invoice.
  const isInvoiced = payment !== undefined && (ruleOf(kind).about === 'payment' || settings === null)
  const credited = isInvoiced ? [] : await movementsGivingBack(tx, reservation)
  const attached = isInvoiced ? { invoice: payment } : credited.length > 0 ? { credited } : undefined
  const content = { ...worded, ...(attached && { attached }) }
  const isNotified = await enqueueMessage(deps, tx, {
    kind,
    receiver: { account, language, phone, email, settings, zone },
    content,
    reservation,
    ...(once && { once }),
    // A person who cancels an unpaid hold sees it on the page, so an unproven receiver needs no second message.
    by: { subscriber: of.network_address, onlyProven: kind === 'cancelled' },
  })
  if (ruleOf(kind).minor || isNotified === of.notified) return
  await tx.updateTable('reservation').set({ notified: isNotified }).where('id', '=', reservation).execute()
}

/** What this very transaction has given back of a reservation: its credit notes are written when it commits. */
async function movementsGivingBack(tx: Tx, reservation: string): Promise<number[]> {
  const moved = await tx
    .selectFrom('ledger_transaction')
    .select('id')
    .where('reservation_id', '=', reservation)
    .where('kind', 'in', REFUNDING)
    .where(sql<boolean>`xmin = pg_current_xact_id()::xid`)
    .orderBy('id')
    .execute()
  return moved.map(({ id }) => id)
}

/** What needs an answer by a signed-in person is in their profile. */
function pathFor(kind: CustomerKind, reservation: string): string {
  const { leadsTo } = ruleOf(kind)
  if (leadsTo === 'charge') return `/profile/reservation/${reservation}#charges`
  if (leadsTo === 'cheaper') return `/profile/reservation/${reservation}/cheaper`
  if (leadsTo === 'extension') return `/profile/reservation/${reservation}/extension`
  if (leadsTo === 'checkIn') return `/profile/reservation/${reservation}/check-in`
  if (leadsTo === 'keyBox') return `/profile/reservation/${reservation}/key-box`
  if (leadsTo === 'plan') return `/voucher/${reservation}/plan`
  if (leadsTo === 'contract') return `/voucher/${reservation}/contract`
  if (leadsTo === 'quote') return `/quote/${reservation}`
  return `/voucher/${reservation}`
}

/**
 * To its desk at once, and to each of the company's staff in their own language; to the company itself if it has no
 * accounts.
 */
async function notifyCompany(deps: Deps, tx: Tx, notice: NoticeOf<CompanyKind>, of: ReservationFacts) {
  const { kind, reservation, once, ...change } = notice
  await deps.enqueue(tx, 'announce-work', { company: of.company_id })
  // What was written stays in mailboxes, so it names the customer only as far as the company knows them now.
  const forDesk = of.was_accepted ? of : { ...of, fullname: firstName(of.fullname), phone: '', email: null }
  for (const receiver of await companyReceivers(tx, of.company_id, kind)) {
    const { language, account, zone } = receiver
    const content = await contentOf(deps, tx, {
      kind,
      language,
      values: reservationValues(deps, forDesk, { ...change, language, zone }),
      path: `/desk/reservations/${of.share_id}`,
      facts: forDesk,
    })
    await enqueueMessage(deps, tx, {
      kind,
      receiver,
      content,
      reservation,
      by: { subscriber: '', customer: of.phone },
      ...(once && { once: `${once} ${account ?? 'company'}` }),
    })
  }
}

async function notifyPerson(deps: Deps, tx: Tx, notice: NoticeOf<PersonKind>) {
  const { kind } = notice
  for (const receiver of await receiversOf(tx, notice)) {
    const { language } = receiver
    const { values, path, once } = wordsOf(deps, notice, receiver)
    const worded = await contentOf(deps, tx, { kind, language, values, path })
    const links = notice.kind === 'news' && 'links' in notice.to && notice.to.links
    const attached = attachedTo(notice)
    const stop = 'stop' in notice && pathIn(language, notice.stop)
    const content = { ...worded, ...(links && { links }), ...(attached && { attached }), ...(stop && { stop }) }
    await enqueueMessage(deps, tx, { kind, receiver, content, ...(once && { once }), ...causeOf(notice) })
  }
}

function attachedTo(notice: NoticeOf<PersonKind>): NoticeContent['attached'] {
  if (notice.kind === 'walletFilled') return { invoice: notice.payment }
  if (notice.kind !== 'payoutSent') return undefined
  return { statement: { company: notice.company, currency: notice.currency } }
}

/** Messages to unproven receivers count for the person who causes them. */
function causeOf(notice: NoticeOf<PersonKind>) {
  if (notice.kind === 'newsletterConfirm') return { by: { subscriber: notice.subscriber } }
  if ('alert' in notice) return { by: { subscriber: notice.subscriber ?? '' } }
  return notice.kind === 'staffInvitation' ? { by: { subscriber: notice.by } } : {}
}

async function receiversOf(tx: Tx, notice: NoticeOf<PersonKind>): Promise<Receiver[]> {
  if (notice.kind === 'payoutSent' || notice.kind === 'calendarTooComplex')
    return companyReceivers(tx, notice.company, notice.kind)
  if (notice.kind === 'bankChanged' || notice.kind === 'webhookOff') return ownersAndCompany(tx, notice.company)
  if ('company' in notice && 'name' in notice) return companyReceivers(tx, notice.company, notice.kind)
  if ('vehicle' in notice || notice.kind === 'customersWaiting')
    return companyReceivers(tx, notice.company, notice.kind)
  if (notice.kind === 'news') return newsReceivers(tx, notice.to)
  if ('alert' in notice) return alertReceivers(tx, notice.to)
  if ('account' in notice) return accountReceivers(tx, { id: notice.account })
  if ('wallet' in notice) return accountReceivers(tx, { holder: notice.wallet })
  const { language } = notice
  const reached =
    notice.kind === 'newsletterConfirm'
      ? { email: notice.email }
      : notice.kind === 'staffInvitation'
        ? notice.contact
        : notice.former
  return [{ account: null, language, phone: null, email: null, settings: null, zone: null, ...reached }]
}

/** By the one way that was chosen for the alert. */
async function alertReceivers(tx: Tx, to: NoticeOf<AlertKind>['to']): Promise<Receiver[]> {
  if ('email' in to) {
    const { email, language } = to
    return [{ account: null, language, phone: null, email, settings: null, zone: null, ways: ['email'] }]
  }
  const people = await accountReceivers(tx, { id: to.account })
  return people.map((person) => ({ ...person, ways: [to.way === 'PUSH' ? 'push' : 'email'] }))
}

/** By e-mail alone for a subscriber, and for a test. */
async function newsReceivers(tx: Tx, to: NewsReceiver): Promise<Receiver[]> {
  const ways: Receiver['ways'] = ['email']
  if ('links' in to) {
    const { email, language } = to
    return [{ account: null, language, phone: null, email, settings: null, zone: null, ways }]
  }
  const { test } = to
  const people = await accountReceivers(tx, { id: to.account })
  return test === undefined ? people : people.map((person) => ({ ...person, language: test, ways }))
}

type Words = { values: NoticeValues; path: string; once?: string }

function wordsOf({ settings, now }: Deps, notice: NoticeOf<PersonKind>, { language, account }: Receiver): Words {
  const brand = settings.brand[language]
  switch (notice.kind) {
    case 'walletFilled': {
      const { currency } = notice
      const amount = formatMoney(notice.amount, currency, language)
      const balance = formatMoney(notice.balance, currency, language)
      return { values: { brand, amount, balance }, path: `/profile/wallet?wallet=${currency}` }
    }
    case 'walletPayoutSent':
    case 'walletPayoutReturned': {
      const amount = formatMoney(notice.amount, notice.currency, language)
      return { values: { brand, amount }, path: '/profile/wallet/payout' }
    }
    case 'topUpReturned':
    case 'topUpMissing': {
      const { currency } = notice
      const amount = formatMoney(notice.amount, currency, language)
      return { values: { brand, amount }, path: `/profile/wallet?wallet=${currency}` }
    }
    case 'payoutSent': {
      const amount = formatMoney(notice.amount, notice.currency, language)
      return { values: { brand, amount }, path: `/desk/statement?of=${notice.currency}` }
    }
    case 'news': {
      const written = newsLanguage(notice, language) ?? language
      const values = { brand, title: notice.title[written] ?? '', body: notice.body[written] ?? '' }
      return { values, path: notice.path, ...(notice.once && { once: notice.once }) }
    }
    case 'calendarTooComplex': {
      const day = now().toISOString().slice(0, 10)
      const once = `calendar too complex ${notice.company} ${day} ${account ?? 'company'}`
      return { values: { brand, host: notice.host }, path: '/desk/feeds', once }
    }
    case 'webhookOff':
      return { values: { brand, host: notice.host }, path: '/desk/developers' }
    case 'keyAdded':
    case 'keyRemoved':
      return { values: { brand, name: notice.name }, path: '/profile/second-factor' }
    case 'factorOn':
    case 'factorOff':
    case 'recoveryCodesRenewed':
      return { values: { brand }, path: '/profile/second-factor' }
    case 'pushTest':
      return { values: { brand }, path: '/notifications-test' }
    case 'approvalAsked': {
      const quiet = Math.floor(now().getTime() / APPROVALS_QUIET_MS)
      const once = `approvals ${notice.account} ${quiet}`
      return { values: { brand, name: notice.name }, path: '/operator/approvals', once }
    }
    case 'payoutsProposed': {
      const amount = formatMoney(notice.amount, notice.currency, language)
      return { values: { brand, amount }, path: `/operator/payouts/${notice.batch}` }
    }
    case 'inboxWaiting':
      return { values: { brand, n: notice.n }, path: '/operator/inbox' }
    case 'customersWaiting':
      return { values: { brand, n: notice.n }, path: '/desk/messages' }
    case 'ticketAnswered':
      return { values: { brand, subject: notice.subject }, path: `/profile/ticketing/${notice.ticket}` }
    case 'chatMessage': {
      const text = [...notice.text].slice(0, CHAT_LETTERS).join('')
      const quiet = Math.floor(now().getTime() / CHAT_QUIET_MS)
      const once = `chat ${notice.room} ${notice.account} ${quiet}`
      return { values: { brand, from: notice.from, text }, path: '/profile/chat', once }
    }
    case 'photoTakenDown':
    case 'photoPutBack':
    case 'listingTakenDown':
    case 'listingPutBack':
    case 'listingApproved':
    case 'listingRefused':
      return { values: { brand, vehicle: notice.vehicle[language], reason: notice.reason }, path: notice.path }
    case 'companySuspended':
    case 'suspensionEnded':
      return { values: { brand, company: wordingIn(language, notice.name), reason: notice.reason }, path: '/desk' }
    case 'bankChanged':
      return {
        values: { brand, company: wordingIn(language, notice.name), ending: notice.ending },
        path: '/desk/statement',
      }
    case 'staffInvitation':
      return { values: { brand, company: notice.company }, path: notice.path }
    case 'partnerApproved':
      return { values: { brand, company: notice.company }, path: '/desk' }
    case 'partnerAsked':
    case 'partnerRejected':
      return { values: { brand, company: notice.company, reason: notice.reason }, path: '/partner/apply' }
    case 'newsletterConfirm':
      return { values: { brand }, path: notice.path }
    case 'alertConfirm':
    case 'priceFell': {
      const { city, start_date, end_date, currency, seen, found } = notice.alert
      const day = (date: CalendarDate) => formatDate(date, language, 'short')
      const values = {
        ...{ brand, city: nameOf(city, language), day: day(start_date), until: day(end_date) },
        ...{ amount: formatMoney(found, currency, language), balance: formatMoney(seen, currency, language) },
      }
      return { values, path: notice.path, ...(notice.once && { once: notice.once }) }
    }
    default:
      return { values: { brand }, path: '/profile/profile' }
  }
}

type Wording = {
  kind: NoticeKind
  language: Language
  values: NoticeValues
  path: string
  facts?: ReservationFacts
  record?: RecordFact[]
}

async function contentOf(deps: Deps, tx: Tx, wording: Wording): Promise<NoticeContent> {
  const { kind, language, values, path, facts, record = [] } = wording
  const action = `action.${ruleOf(kind).leadsTo}`
  const keys = [`${kind}.title`, `${kind}.body`, action]
  const text = await noticeTexts(deps, tx, { language, keys })
  const fact = (name: string, value: string | number | undefined) => ({
    label: shippedText(language, `fact.${name}`),
    value: String(value ?? ''),
  })
  return {
    title: text(`${kind}.title`, values),
    body: text(`${kind}.body`, values),
    action: { label: text(action, values), path: pathIn(language, path) },
    ...(facts && {
      facts: [
        fact('number', values.number),
        fact('vehicle', values.vehicle),
        fact('pickUp', values.pick_up),
        fact('return', values.return_at),
        ...record,
      ],
    }),
  }
}
