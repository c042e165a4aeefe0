import type { CurrencyCode, Language } from '../constants.ts'

/** What a person wants to be notified of, and by which channels (§3, notification settings). */
export type Notifications = Record<'push' | 'email' | 'sms' | 'marketing' | 'booking' | 'payment', boolean>

/** The settings of somebody who never changed them (§3). */
export const DEFAULT_NOTIFICATIONS: Notifications = {
  push: true,
  email: true,
  sms: false,
  marketing: false,
  booking: true,
  payment: true,
}

export const CHANNELS = ['push', 'sms', 'email'] as const
export type Channel = (typeof CHANNELS)[number]

/** The rule of a kind: its subject (people can turn off `booking` and `payment`), its importance and its button. */
type KindRule = {
  about: 'booking' | 'payment' | 'talk' | 'account' | 'news'
  /** Sent whatever the settings say: actions of others, and what the receiver waits for. */
  must?: boolean
  /** Sent by SMS only to those who chose SMS, and not at all to visitors without an account. */
  minor?: boolean
  /** May come often: counted apart, so that it can't use up the limit for important messages. */
  isFrequent?: true
  /** Several about one reservation within half an hour become one message with the latest content. */
  collapses?: true
  /** By this channel and no other, whatever its receiver chose. */
  only?: 'push'
  /** The button: keys of `action` in `locales/<language>/notice.json`. */
  leadsTo:
    | 'news'
    | 'pay'
    | 'quote'
    | 'voucher'
    | 'reservation'
    | 'charge'
    | 'extension'
    | 'cheaper'
    | 'contract'
    | 'checkIn'
    | 'keyBox'
    | 'plan'
    | 'rate'
    | 'wallet'
    | 'account'
    | 'ticket'
    | 'chat'
    | 'desk'
    | 'statement'
    | 'newsletter'
    | 'alert'
    | 'offers'
    | 'invitation'
    | 'partner'
    | 'approvals'
    | 'inbox'
  /** Hours after which it is no longer sent. */
  hours: number
}

const DAY = 24
/** Notifications about a reservation stay worth sending for two days: a provider may be down for a night. */
const NEWS = 2 * DAY

/**
 * Every kind of notification; texts are in `locales/<language>/notice.json`. The first group goes to the customer of a
 * reservation.
 */
export const NOTICE_KINDS = {
  reserved: { about: 'booking', must: true, leadsTo: 'pay', hours: NEWS },
  quote: { about: 'booking', must: true, leadsTo: 'quote', hours: NEWS },
  bookingUndone: { about: 'booking', must: true, leadsTo: 'reservation', hours: NEWS },
  quoteWithdrawn: { about: 'booking', must: true, leadsTo: 'quote', hours: NEWS },
  confirmed: { about: 'booking', must: true, leadsTo: 'voucher', hours: NEWS },
  awaitingConfirmation: { about: 'booking', isFrequent: true, leadsTo: 'reservation', hours: NEWS },
  cancelled: { about: 'booking', leadsTo: 'reservation', hours: NEWS },
  cancelledRefund: { about: 'booking', leadsTo: 'reservation', hours: NEWS },
  cancelledToAccount: { about: 'booking', leadsTo: 'reservation', hours: NEWS },
  cancelledToCard: { about: 'booking', leadsTo: 'reservation', hours: NEWS },
  cancelledForYou: { about: 'booking', must: true, leadsTo: 'reservation', hours: NEWS },
  cancelledForYouToCard: { about: 'booking', must: true, leadsTo: 'reservation', hours: NEWS },
  noShow: { about: 'booking', must: true, leadsTo: 'reservation', hours: NEWS },
  rejected: { about: 'booking', must: true, leadsTo: 'reservation', hours: NEWS },
  rejectedReason: { about: 'booking', must: true, leadsTo: 'reservation', hours: NEWS },
  rejectedToCard: { about: 'booking', must: true, leadsTo: 'reservation', hours: NEWS },
  rejectedReasonToCard: { about: 'booking', must: true, leadsTo: 'reservation', hours: NEWS },
  lateWallet: { about: 'payment', must: true, leadsTo: 'reservation', hours: NEWS },
  lateReversed: { about: 'payment', must: true, leadsTo: 'reservation', hours: NEWS },
  partGoneWallet: { about: 'payment', must: true, leadsTo: 'plan', hours: NEWS },
  partGoneReversed: { about: 'payment', must: true, leadsTo: 'plan', hours: NEWS },
  chargeGoneWallet: { about: 'payment', must: true, leadsTo: 'reservation', hours: NEWS },
  chargeGoneReversed: { about: 'payment', must: true, leadsTo: 'reservation', hours: NEWS },
  depositGoneWallet: { about: 'payment', must: true, leadsTo: 'reservation', hours: NEWS },
  depositGoneReversed: { about: 'payment', must: true, leadsTo: 'reservation', hours: NEWS },
  changed: { about: 'booking', isFrequent: true, collapses: true, leadsTo: 'voucher', hours: NEWS },
  changedRefund: { about: 'booking', isFrequent: true, leadsTo: 'voucher', hours: NEWS },
  vehicleMoved: { about: 'booking', must: true, leadsTo: 'voucher', hours: NEWS },
  extensionAccepted: { about: 'booking', must: true, leadsTo: 'extension', hours: 2 },
  extensionRefused: { about: 'booking', must: true, leadsTo: 'reservation', hours: 12 },
  extensionUnanswered: { about: 'booking', must: true, leadsTo: 'reservation', hours: 12 },
  contractReady: { about: 'booking', must: true, leadsTo: 'contract', hours: NEWS },
  licenceRefused: { about: 'booking', must: true, leadsTo: 'checkIn', hours: NEWS },
  keyBox: { about: 'booking', must: true, leadsTo: 'keyBox', hours: NEWS },
  invoicesToBusiness: { about: 'payment', must: true, isFrequent: true, leadsTo: 'reservation', hours: NEWS },
  invoicesToDriver: { about: 'payment', must: true, isFrequent: true, leadsTo: 'reservation', hours: NEWS },
  keyBoxChanged: { about: 'booking', must: true, isFrequent: true, leadsTo: 'keyBox', hours: 12 },
  contractSigned: { about: 'booking', leadsTo: 'contract', hours: NEWS },
  pickedUp: { about: 'booking', leadsTo: 'reservation', hours: NEWS },
  returned: { about: 'booking', leadsTo: 'rate', hours: NEWS },
  handOverUndone: { about: 'booking', must: true, leadsTo: 'reservation', hours: NEWS },
  depositTaken: { about: 'payment', leadsTo: 'reservation', hours: NEWS },
  depositBack: { about: 'payment', leadsTo: 'reservation', hours: NEWS },
  depositPaid: { about: 'payment', leadsTo: 'reservation', hours: NEWS },
  depositBackWallet: { about: 'payment', leadsTo: 'wallet', hours: NEWS },
  depositBackCard: { about: 'payment', leadsTo: 'reservation', hours: NEWS },
  chargeProposed: { about: 'payment', must: true, leadsTo: 'charge', hours: NEWS },
  chargeWithdrawn: { about: 'payment', must: true, leadsTo: 'reservation', hours: NEWS },
  disputeOpened: { about: 'payment', must: true, leadsTo: 'charge', hours: NEWS },
  disputeAnswered: { about: 'payment', isFrequent: true, leadsTo: 'charge', hours: NEWS },
  disputeRuled: { about: 'payment', must: true, leadsTo: 'charge', hours: NEWS },
  disputeDismissed: { about: 'payment', must: true, leadsTo: 'charge', hours: NEWS },
  chargePaid: { about: 'payment', minor: true, leadsTo: 'reservation', hours: NEWS },
  refund: { about: 'payment', minor: true, leadsTo: 'wallet', hours: NEWS },
  refundToCard: { about: 'payment', minor: true, leadsTo: 'reservation', hours: NEWS },
  cardReturned: { about: 'payment', minor: true, leadsTo: 'reservation', hours: NEWS },
  cardRefused: { about: 'payment', must: true, leadsTo: 'wallet', hours: NEWS },
  paymentReturned: { about: 'payment', must: true, leadsTo: 'reservation', hours: NEWS },
  paymentMissing: { about: 'payment', must: true, leadsTo: 'reservation', hours: NEWS },
  paymentReceived: { about: 'payment', minor: true, leadsTo: 'reservation', hours: NEWS },
  partSoon: { about: 'payment', must: true, leadsTo: 'plan', hours: NEWS },
  partLate: { about: 'payment', must: true, leadsTo: 'plan', hours: NEWS },
  partLink: { about: 'payment', must: true, leadsTo: 'plan', hours: NEWS },
  cheaperFound: { about: 'news', minor: true, isFrequent: true, leadsTo: 'cheaper', hours: DAY },
  pickUpTomorrow: { about: 'booking', isFrequent: true, leadsTo: 'voucher', hours: DAY },
  returnToday: { about: 'booking', isFrequent: true, leadsTo: 'voucher', hours: 12 },

  quoteAccepted: { about: 'booking', leadsTo: 'desk', hours: NEWS },
  quoteDeclined: { about: 'booking', leadsTo: 'desk', hours: NEWS },
  newBooking: { about: 'booking', leadsTo: 'desk', hours: NEWS },
  bookingToConfirm: { about: 'booking', must: true, leadsTo: 'desk', hours: 12 },
  confirmSoon: { about: 'booking', must: true, leadsTo: 'desk', hours: 2 },
  bookingCancelled: { about: 'booking', must: true, leadsTo: 'desk', hours: NEWS },
  bookingChanged: { about: 'booking', isFrequent: true, collapses: true, leadsTo: 'desk', hours: NEWS },
  extensionAsked: { about: 'booking', must: true, leadsTo: 'desk', hours: 12 },
  calendarTooComplex: { about: 'booking', must: true, isFrequent: true, leadsTo: 'desk', hours: NEWS },
  calendarConflict: { about: 'booking', must: true, isFrequent: true, leadsTo: 'desk', hours: NEWS },
  chargeAccepted: { about: 'booking', leadsTo: 'desk', hours: NEWS },
  chargePaidOnline: { about: 'booking', leadsTo: 'desk', hours: NEWS },
  chargeDisputed: { about: 'booking', must: true, leadsTo: 'desk', hours: NEWS },
  disputeWon: { about: 'booking', must: true, leadsTo: 'desk', hours: NEWS },
  disputeLost: { about: 'booking', must: true, leadsTo: 'desk', hours: NEWS },
  partOverdue: { about: 'booking', must: true, leadsTo: 'desk', hours: NEWS },
  depositPaidOnline: { about: 'booking', isFrequent: true, leadsTo: 'desk', hours: NEWS },
  depositSoon: { about: 'booking', isFrequent: true, leadsTo: 'desk', hours: DAY },
  depositOverdue: { about: 'booking', must: true, leadsTo: 'desk', hours: NEWS },
  refundedAtCost: { about: 'payment', must: true, leadsTo: 'desk', hours: NEWS },
  arrivingToday: { about: 'booking', isFrequent: true, leadsTo: 'desk', hours: 12 },
  payoutSent: { about: 'payment', leadsTo: 'statement', hours: NEWS },
  webhookOff: { about: 'account', must: true, leadsTo: 'desk', hours: NEWS },
  bankChanged: { about: 'account', must: true, leadsTo: 'statement', hours: NEWS },
  companySuspended: { about: 'account', must: true, leadsTo: 'desk', hours: NEWS },
  suspensionEnded: { about: 'account', must: true, leadsTo: 'desk', hours: NEWS },
  photoTakenDown: { about: 'account', must: true, isFrequent: true, leadsTo: 'desk', hours: NEWS },
  photoPutBack: { about: 'account', isFrequent: true, leadsTo: 'desk', hours: NEWS },
  listingTakenDown: { about: 'account', must: true, isFrequent: true, leadsTo: 'desk', hours: NEWS },
  listingPutBack: { about: 'account', isFrequent: true, leadsTo: 'desk', hours: NEWS },
  listingApproved: { about: 'account', must: true, leadsTo: 'desk', hours: NEWS },
  listingRefused: { about: 'account', must: true, leadsTo: 'desk', hours: NEWS },

  walletFilled: { about: 'payment', leadsTo: 'wallet', hours: NEWS },
  topUpReturned: { about: 'payment', must: true, leadsTo: 'wallet', hours: NEWS },
  topUpMissing: { about: 'payment', must: true, leadsTo: 'wallet', hours: NEWS },
  walletPayoutSent: { about: 'payment', leadsTo: 'wallet', hours: NEWS },
  walletPayoutReturned: { about: 'payment', must: true, leadsTo: 'wallet', hours: NEWS },
  phoneChanged: { about: 'account', must: true, leadsTo: 'account', hours: NEWS },
  emailChanged: { about: 'account', must: true, leadsTo: 'account', hours: NEWS },
  keyAdded: { about: 'account', must: true, leadsTo: 'account', hours: NEWS },
  keyRemoved: { about: 'account', must: true, leadsTo: 'account', hours: NEWS },
  factorOn: { about: 'account', must: true, leadsTo: 'account', hours: NEWS },
  recoveryCodesRenewed: { about: 'account', must: true, leadsTo: 'account', hours: NEWS },
  factorOff: { about: 'account', must: true, leadsTo: 'account', hours: NEWS },
  approvalAsked: { about: 'account', must: true, isFrequent: true, leadsTo: 'approvals', hours: NEWS },
  payoutsProposed: { about: 'account', must: true, isFrequent: true, leadsTo: 'approvals', hours: NEWS },
  inboxWaiting: { about: 'talk', isFrequent: true, leadsTo: 'inbox', hours: 6 },
  customersWaiting: { about: 'talk', isFrequent: true, leadsTo: 'inbox', hours: 6 },
  ticketAnswered: { about: 'talk', isFrequent: true, leadsTo: 'ticket', hours: NEWS },
  news: { about: 'news', isFrequent: true, leadsTo: 'news', hours: NEWS },
  pushTest: { about: 'account', only: 'push', isFrequent: true, leadsTo: 'account', hours: 1 },
  newsletterConfirm: { about: 'account', must: true, isFrequent: true, leadsTo: 'newsletter', hours: NEWS },
  alertConfirm: { about: 'account', must: true, isFrequent: true, leadsTo: 'alert', hours: NEWS },
  priceFell: { about: 'account', isFrequent: true, leadsTo: 'offers', hours: DAY },
  staffInvitation: { about: 'account', must: true, isFrequent: true, leadsTo: 'invitation', hours: 7 * DAY },
  partnerApproved: { about: 'account', must: true, leadsTo: 'desk', hours: 7 * DAY },
  partnerAsked: { about: 'account', must: true, leadsTo: 'partner', hours: 7 * DAY },
  partnerRejected: { about: 'account', must: true, leadsTo: 'partner', hours: 7 * DAY },
  chatMessage: { about: 'talk', minor: true, isFrequent: true, leadsTo: 'chat', hours: 6 },
} as const satisfies Record<string, KindRule>

export type NoticeKind = keyof typeof NOTICE_KINDS

/** The rule of a kind of notification, typed so that fields a kind leaves out can be read. */
export function ruleOf(kind: NoticeKind): KindRule {
  return NOTICE_KINDS[kind]
}

/** News as it was written, in some of the languages. */
export type NewsContent = Record<'title' | 'body', Partial<Record<Language, string | undefined>>>

/** The language in which a reader of this one gets news; null if nothing of use is written. */
export function newsLanguage({ title, body }: NewsContent, language: Language): Language | null {
  return [language, 'en' as const, 'fa' as const].find((one) => title[one] && body[one]) ?? null
}

/** A notification as it is worded for its receiver, in their language; `path` is a path of the site with its language. */
export type NoticeContent = {
  title: string
  body: string
  action?: { label: string; path: string }
  facts?: { label: string; value: string }[]
  /** Of news to somebody without an account: the paths, with language, to end them and to choose among them. */
  links?: { unsubscribe: string; settings: string }
  /** Of a price alert: the path, with language, that ends all alerts to this address. */
  stop?: string
  /** What an e-mail has with it as a PDF: a payment's invoice, the credit notes of movements of the ledger, or a company's statement. */
  attached?: { invoice: string } | { credited: number[] } | { statement: { company: number; currency: CurrencyCode } }
}

/** Who is written to, and what they chose; who never chose has no settings. */
export type Reader = { settings: Notifications | null; hasEmail: boolean; hasPush: boolean }

/**
 * The channels of a notification: those that the reader chose, by default SMS and e-mail, and none if they turned its
 * subject off. An SMS replaces the e-mail for readers without an address and push, and for `must` kinds. Source:
 * *ours*, for §3.
 */
export function channelsFor(
  { settings, hasEmail, hasPush }: Reader,
  { about, must = false, minor = false, only }: Pick<KindRule, 'about' | 'must' | 'minor' | 'only'>,
): Channel[] {
  if (only) return hasPush ? [only] : []
  if (about === 'news') return newsChannels({ settings, hasEmail, hasPush })
  if (!settings) return minor ? [] : ['sms', ...(hasEmail ? (['email'] as const) : [])]
  if ((about === 'booking' || about === 'payment') && !settings[about] && !must) return []
  const push = hasPush && settings.push
  const email = hasEmail && settings.email
  // E-mail is on by default, so readers without an address still expect to be notified.
  const standsIn = !minor && !email && (must || (settings.email && !push))
  const chosen: Record<Channel, boolean> = { push, sms: settings.sms || standsIn, email }
  return CHANNELS.filter((channel) => chosen[channel])
}

/** News of a followed topic go by push, by e-mail where the reader wants news there, and never by SMS. */
function newsChannels({ settings, hasEmail, hasPush }: Reader): Channel[] {
  return [
    ...(hasPush && settings?.push ? (['push'] as const) : []),
    ...(hasEmail && settings?.email && settings.marketing ? (['email'] as const) : []),
  ]
}
