import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contract } from '#app/contract/contract.ts'

/**
 * What limits the messages that one sender can cause: a limit of the calls that lead there, a limit in the code, money
 * that each message costs, or an event that is announced once.
 */
type Bound =
  | { calls: string[] }
  /** A file and what it must contain. */
  | { file: string; holds: RegExp }

const HOLDS = { file: 'reservations/reserve/reserve.ts', holds: /limitHolds\(/ }
/** A payment is booked once, and each one is money that a bank confirmed. */
const MONEY = {
  file: 'payments/book-payment.ts',
  holds: /changePaymentStatus\(tx, id, \{ from: \['VERIFYING', 'REVIEW'\]/,
}
const STATUS = {
  calls: [
    'company.reservations.changeReserve',
    'company.reservations.handOver',
    'company.reservations.takeBack',
    'company.protocols.finish',
    'company.reservations.undo',
  ],
}

/** Every place in `app/api` that sends a message to a person, by its file, with the number of such places in it. */
const SENDERS: Record<string, { sends: number; bound: Bound }> = {
  'account/contact/move-contact.ts': { sends: 2, bound: { file: 'account/profile/update-profile.ts', holds: /token/ } },
  'account/second-factor/keys.ts': { sends: 2, bound: { calls: ['account.addKey', 'account.removeKey'] } },
  'account/second-factor/set-up.ts': {
    sends: 3,
    bound: { calls: ['account.confirmFactor', 'account.renewRecoveryCodes', 'account.endFactor'] },
  },
  'account/sign-in/code.ts': {
    sends: 1,
    bound: { file: 'account/sign-in/code.ts', holds: /limit\(deps, `code network hour/ },
  },
  'company/reservations/change-reserve.ts': { sends: 4, bound: STATUS },
  'chat/new-message.ts': { sends: 1, bound: { file: 'chat/new-message.ts', holds: /limit\(deps, `chat message/ } },
  'chat/notify-unread.ts': { sends: 1, bound: { file: 'chat/new-message.ts', holds: /limit\(deps, `chat message/ } },
  // The other one is sent at most once a day: tests/api/company/calendar/feeds.test.ts.
  'company/calendar/feeds/import-calendar.ts': {
    sends: 2,
    bound: { file: 'company/calendar/feeds/import-calendar.ts', holds: /once: / },
  },
  // An endpoint is switched off once, after days of failures; a company has at most ten.
  'company/developers/webhooks/switch-off.ts': {
    sends: 1,
    bound: { file: 'company/developers/webhooks/switch-off.ts', holds: /where\('is_on', '=', true\)/ },
  },
  'company/reservations/booking/book.ts': { sends: 1, bound: { calls: ['company.reservations.book'] } },
  'company/reservations/quote/quotes.ts': { sends: 1, bound: { calls: ['company.reservations.quotes.offer'] } },
  'reservations/quote/accept-quote.ts': { sends: 1, bound: { calls: ['reservations.quotes.accept'] } },
  'reservations/quote/own-quote.ts': { sends: 1, bound: { calls: ['reservations.quotes.decline'] } },
  'payments/recipient.ts': {
    sends: 1,
    bound: { calls: ['company.reservations.recipient.save', 'company.reservations.recipient.remove'] },
  },
  'company/reservations/check-in/key-box.ts': { sends: 1, bound: { calls: ['company.reservations.keyBox.save'] } },
  'company/reservations/check-in/check-in.ts': { sends: 1, bound: { calls: ['company.reservations.checkIn.refuse'] } },
  'company/reservations/check-in/further-drivers.ts': {
    sends: 1,
    bound: { calls: ['company.reservations.drivers.refuse'] },
  },
  'company/reservations/extension/answer.ts': {
    sends: 1,
    bound: { calls: ['company.reservations.extensions.answerExtension'] },
  },
  'company/reservations/extension/extend.ts': {
    sends: 1,
    bound: { calls: ['company.reservations.extensions.extend'] },
  },
  'company/reservations/other-vehicle.ts': { sends: 1, bound: { calls: ['company.reservations.moveToVehicle'] } },
  // An online payment is made once, and costs money.
  'company/protocols/charges/proposals.ts': {
    sends: 3,
    bound: {
      calls: [
        'company.protocols.finish',
        'company.protocols.withdrawProposal',
        'company.protocols.settleProposal',
        'company.protocols.chargeLate',
        'company.protocols.correctOdometer',
        'company.protocols.chargeByHand',
        'company.fleet.fines.charge',
        'reservations.answerProposal',
      ],
    },
  },
  'company/protocols/charges/unsent-proposal.ts': { sends: 1, bound: { calls: ['company.protocols.sendProposal'] } },
  'company/protocols/deposit-steps.ts': {
    sends: 2,
    bound: {
      calls: ['company.protocols.finish', 'company.protocols.takeDeposit', 'company.protocols.giveDepositBack'],
    },
  },
  'company/contracts/contracts.ts': {
    sends: 2,
    bound: { calls: ['company.contracts.sign', 'company.contracts.send', 'reservations.signContract'] },
  },
  'company/protocols/correct-odometer.ts': { sends: 1, bound: { calls: ['company.protocols.correctOdometer'] } },
  'company/protocols/charges/disputes.ts': {
    sends: 2,
    bound: { calls: ['company.disputes.answer', 'company.disputes.escalate'] },
  },
  'company/staff/staff.ts': { sends: 1, bound: { calls: ['company.staff.invite'] } },
  'company/money/statement.ts': { sends: 1, bound: { calls: ['company.money.changeBank'] } },
  'operator/companies/companies.ts': { sends: 1, bound: { calls: ['operator.companies.change'] } },
  'company/reservations/work.ts': { sends: 2, bound: STATUS },
  // Each receiver at most once in half an hour.
  'conversations/notify-waiting.ts': {
    sends: 1,
    bound: { file: 'conversations/notify-waiting.ts', holds: /where\('waiting_notice\.told_at', '<=', quiet\)/ },
  },
  'alerts/create.ts': { sends: 1, bound: { calls: ['alerts.create'] } },
  // Each alert once: it is over then.
  'alerts/check.ts': { sends: 1, bound: { file: 'alerts/check.ts', holds: /once: `price alert/ } },
  'newsletter/subscribe.ts': { sends: 1, bound: { file: 'newsletter/subscribe.ts', holds: /limitSubscriber\(/ } },
  'notifications/diagnose.ts': { sends: 1, bound: { calls: ['notifications.test'] } },
  // Each receiver of an issue once, in parts.
  'operator/news/send-part.ts': { sends: 1, bound: { calls: ['operator.news.send'] } },
  'operator/news/send.ts': { sends: 1, bound: { calls: ['operator.news.test'] } },
  'notifications/remind.ts': { sends: 1, bound: { file: 'notifications/remind.ts', holds: /once/ } },
  'notifications/remind-parts.ts': { sends: 1, bound: { file: 'notifications/remind-parts.ts', holds: /once/ } },
  'company/reservations/monthly/one.ts': {
    sends: 1,
    bound: { calls: ['company.reservations.monthly.sendLink'] },
  },
  // Each part is paid once.
  'reservations/monthly/pay-part.ts': { sends: 1, bound: MONEY },
  'notifications/remind-deposits.ts': { sends: 1, bound: { file: 'notifications/remind-deposits.ts', holds: /once/ } },
  // Each payout is decided once.
  'operator/payouts/payouts.ts': {
    sends: 1,
    bound: { file: 'operator/payouts/payouts.ts', holds: /\.where\('status', '=', 'OPEN'\)\n\s+\.\$if/ },
  },
  // A dispute is decided once.
  'operator/disputes/end-dispute.ts': {
    sends: 2,
    bound: { calls: ['operator.disputes.rule', 'operator.approvals.decide'] },
  },
  'operator/approvals/approval-requests.ts': {
    sends: 1,
    bound: { calls: ['operator.people.removeFactor', 'operator.approvals.decide'] },
  },
  // What is in a batch is not due again: a second run of the week proposes nothing, and notifies nobody.
  'operator/payouts/proposals.ts': {
    sends: 1,
    bound: { file: 'operator/payouts/proposals.ts', holds: /if \(payable\.length === 0\) return\n/ },
  },
  // A customer's payout is decided once by an operator, and transferred once.
  'operator/payouts/wallet-payouts.ts': {
    sends: 2,
    bound: { file: 'operator/payouts/wallet-payouts.ts', holds: /\.where\('holder_status', '=', 'WAITING'\)/ },
  },
  'operator/partners.ts': { sends: 3, bound: { calls: ['operator.partners.decide'] } },
  'operator/moderation/listings.ts': { sends: 1, bound: { calls: ['operator.moderation.judgeListing'] } },
  'operator/moderation/look.ts': { sends: 1, bound: { calls: ['operator.moderation.lookAtListing'] } },
  'operator/moderation/photos.ts': { sends: 1, bound: { calls: ['operator.moderation.judgePhoto'] } },
  // One to each operator in half an hour, however many requests there are.
  'operator/approvals/notify-approvers.ts': {
    sends: 1,
    bound: { file: 'notifications/notify.ts', holds: /once = `approvals \$\{notice\.account\} \$\{quiet\}`/ },
  },
  'operator/payments/refunds.ts': {
    sends: 3,
    bound: { calls: ['operator.payments.refund', 'operator.payments.correct', 'operator.payments.decideCorrection'] },
  },
  'operator/reservations/send-again.ts': { sends: 1, bound: { calls: ['operator.reservations.sendAgain'] } },
  'payments/book-payment.ts': { sends: 3, bound: MONEY },
  'payments/deposit/online-deposit.ts': { sends: 3, bound: MONEY },
  // A payment in REVIEW is decided once.
  'payments/end-review.ts': {
    sends: 2,
    bound: { calls: ['operator.payments.decideReview', 'operator.approvals.decide'] },
  },
  'payments/give-back/card-return.ts': { sends: 1, bound: MONEY },
  'payments/give-back/give-back.ts': { sends: 1, bound: MONEY },
  // One for each reservation, of those who agreed to news.
  'cheaper/find.ts': { sends: 1, bound: HOLDS },
  'reservations/change/apply-change.ts': { sends: 3, bound: { calls: ['reservations.change'] } },
  'reservations/extension/extension.ts': { sends: 1, bound: { calls: ['reservations.askExtension'] } },
  // One for each question that nobody answered.
  'reservations/reserve/holds.ts': { sends: 1, bound: { calls: ['reservations.askExtension'] } },
  'reservations/phone/correct-phone.ts': { sends: 1, bound: { calls: ['reservations.correctPhone'] } },
  'reservations/reserve/reserve.ts': { sends: 1, bound: HOLDS },
  'reservations/status/cancel.ts': { sends: 4, bound: { calls: ['reservations.cancel'] } },
  'reservations/status/confirm.ts': { sends: 3, bound: HOLDS },
  // Paid online, or settled by the desk.
  'reservations/status/proposal.ts': { sends: 2, bound: MONEY },
  'reservations/status/reject.ts': { sends: 2, bound: STATUS },
  'support/write-tickets.ts': { sends: 1, bound: { calls: ['support.replyToTicket'] } },
}

const root = new URL('../../app/api/', import.meta.url).pathname
const source = (file: string) => readFileSync(root + file, 'utf8')
const sources = globSync('**/*.{ts,tsx}', { cwd: root }).map((file) => ({ file, text: source(file) }))
/** A call of one of the functions that send messages, not their declarations. */
const SEND = /(?<!function )\b(?:notify|notifyLaterOfUnread|enqueueCode)\(deps\b/g

test('every place that sends a message to a person is listed with what limits its sender', () => {
  const found = Object.fromEntries(
    sources.flatMap(({ file, text }) => {
      const sends = text.match(SEND)?.length ?? 0
      return sends > 0 ? [[file, sends]] : []
    }),
  )
  const named = Object.fromEntries(Object.entries(SENDERS).map(([file, { sends }]) => [file, sends]))
  expect(found).toEqual(named)
})

test.each(Object.entries(SENDERS))('messages by %s are limited for their sender', (_, { bound }) => {
  if ('file' in bound) return expect(source(bound.file)).toMatch(bound.holds)
  for (const name of bound.calls) expect(limitOf(name), name).toMatchObject({ most: expect.any(Number) })
})

test('every message is counted for its receiver before it is sent', () => {
  const writers = (what: RegExp) => sources.filter(({ text }) => what.test(text)).map(({ file }) => file)
  expect(writers(/insertInto\('delivery'\)/)).toEqual(['notifications/enqueue.ts'])
  expect(writers(/(?<!function )\benqueueMessage\(deps/)).toEqual(['notifications/notify.ts'])
  expect(source('notifications/enqueue.ts')).toMatch(/await mayReceive\(deps, tx, way, \{ \.\.\.by, isFrequent/)
  expect(source('account/sign-in/code.ts')).toMatch(/countCode\(/)
  expect(writers(/\bdeps\.send\(|\bsend\(message\)/)).toEqual(['work/deliver.ts'])
})

function limitOf(name: string): object | undefined {
  const call = name.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], contract)
  return (call as { '~orpc': { meta: { limit?: object } } })['~orpc'].meta.limit
}
