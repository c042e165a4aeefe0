import { describe, expect, test } from 'vitest'
import { moneyOutcomeOf, phaseOf } from '#app/features/reservation/phase.ts'
import type { VoucherFacts } from '#app/features/reservation/voucher.server.ts'

const payment = (
  status: string,
  card_return: NonNullable<VoucherFacts['payment']>['card_return'] = null,
): NonNullable<VoucherFacts['payment']> => ({
  id: 'p'.repeat(22),
  number: '7710429',
  gateway: 'saman',
  status,
  amount: 8_350_000,
  card_return,
  reference: null,
  trace: null,
  reason: null,
})

/** The fields of a refund that went to no bank account. */
const none = { refund_payout: null }

describe('a reservation’s page', () => {
  test('shows the payment while the vehicle is held', () => {
    expect(phaseOf({ status: 'AWAITING_PAYMENT', payable: true, payment: null })).toBe('pay')
    expect(phaseOf({ status: 'AWAITING_PAYMENT', payable: true, payment: payment('CANCELLED') })).toBe('pay')
  })

  test('says that the payment is being checked, also when the hold has ended meanwhile', () => {
    for (const status of ['AWAITING_PAYMENT', 'EXPIRED'] as const) {
      expect(phaseOf({ status, payable: false, payment: payment('VERIFYING') })).toBe('checking')
      expect(phaseOf({ status, payable: false, payment: payment('REVIEW') })).toBe('checking')
    }
  })

  test('shows the voucher from the confirmation on', () => {
    for (const status of ['CONFIRMED', 'ACTIVE', 'COMPLETED'] as const) {
      expect(phaseOf({ status, payable: false, payment: payment('PAID') })).toBe('valid')
    }
    expect(phaseOf({ status: 'AWAITING_CONFIRMATION', payable: false, payment: payment('PAID') })).toBe('waiting')
  })

  test('shows the end when it was cancelled, declined or never paid', () => {
    for (const status of ['CANCELLED', 'REJECTED', 'EXPIRED'] as const) {
      expect(phaseOf({ status, payable: false, payment: payment('FAILED') })).toBe('ended')
    }
  })
})

describe('a reservation’s money went', () => {
  test('back to the card if it came too late and the bank could reverse it', () => {
    const outcome = { kind: 'toCard', amount: 8_350_000, isLate: true }
    expect(moneyOutcomeOf({ ...none, payment: payment('REVERSED'), paid: 0, refunded: 0 })).toEqual(outcome)
  })

  test('to the wallet if it came too late and the bank could not', () => {
    const outcome = { kind: 'toWallet', amount: 8_350_000, isLate: true }
    expect(moneyOutcomeOf({ ...none, payment: payment('PAID'), paid: 0, refunded: 0 })).toEqual(outcome)
  })

  test('to the wallet as far as the cancellation terms say', () => {
    const outcome = { kind: 'toWallet', amount: 4_175_000, isLate: false }
    expect(moneyOutcomeOf({ ...none, payment: payment('PAID'), paid: 8_350_000, refunded: 4_175_000 })).toEqual(outcome)
    expect(moneyOutcomeOf({ ...none, payment: payment('PAID'), paid: 8_350_000, refunded: 0 })).toEqual({
      kind: 'noRefund',
    })
  })

  test('to the card with the bank’s part once the bank has it, and to the wallet with the wallet’s part', () => {
    const all = { paid: 8_450_000, refunded: 8_450_000 }
    const parts = { amount: 8_350_000, isLate: false, toWallet: 100_000 }
    expect(moneyOutcomeOf({ ...none, payment: payment('PAID', 'WAITING'), ...all })).toEqual({
      kind: 'askedCard',
      ...parts,
    })
    expect(moneyOutcomeOf({ ...none, payment: payment('PAID', 'DONE'), ...all })).toEqual({ kind: 'toCard', ...parts })
    const toWallet = { kind: 'toWallet', amount: 8_450_000, isLate: false }
    expect(moneyOutcomeOf({ ...none, payment: payment('PAID', 'REFUSED'), ...all })).toEqual(toWallet)
  })

  test('to a bank account, with gifts to the wallet; all to the wallet if the bank returned the payout', () => {
    const all = { payment: payment('PAID'), paid: 8_450_000, refunded: 8_450_000 }
    const to = (status: 'REQUESTED' | 'SENT' | 'RETURNED') =>
      moneyOutcomeOf({ ...all, refund_payout: { amount: 8_350_000, status } })
    const parts = { amount: 8_350_000, isLate: false, toWallet: 100_000 }
    expect(to('REQUESTED')).toEqual({ kind: 'askedAccount', ...parts })
    expect(to('SENT')).toEqual({ kind: 'toAccount', ...parts })
    expect(to('RETURNED')).toEqual({ kind: 'toWallet', amount: 8_450_000, isLate: false })
  })

  test('nowhere if none was paid', () => {
    expect(moneyOutcomeOf({ ...none, payment: payment('CANCELLED'), paid: 0, refunded: 0 })).toEqual({
      kind: 'notCharged',
    })
    expect(moneyOutcomeOf({ ...none, payment: null, paid: 0, refunded: 0 })).toEqual({ kind: 'notCharged' })
  })
})
