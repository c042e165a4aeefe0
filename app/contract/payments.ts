import { z } from 'zod'
import { SettledAs } from '#app/contract/shapes/payment-shapes.ts'
import { GATEWAY_NAMES } from '#app/rules/constants.ts'
import { about, alsoFor, anybody, maybeSignedIn, ownedBy, signedIn } from './call/base.ts'
import { ERRORS } from './call/errors.ts'
import { Invoice, WhichDocument } from './shapes/invoice.ts'
import { numeric } from './shapes/number.ts'
import { PaymentCard, PaymentPurpose, PaymentStatus } from './shapes/payment-shapes.ts'
import { CurrencyCode, Instant, KeptFlag, listOf, Money, PageQuery, PublicId } from './shapes/shapes.ts'
import { empty, optionalText, Text } from './shapes/text.ts'

const { BANNED_DETAILS, GATEWAY_NOT_OFFERED, GATEWAY_UNAVAILABLE, IDEMPOTENCY_CONFLICT, NOT_PAYABLE } = ERRORS

/** A started payment: where the browser goes next, or null when the wallet has paid everything. */
export const PaymentStart = z.object({
  payment_id: PublicId,
  status: PaymentStatus,
  /** The bank's amount, and the wallet's part besides it; a payment only by wallet has everything in `amount`. */
  amount: Money,
  wallet_amount: Money,
  /** The bank's page; null if nothing is left to pay at a bank. */
  url: z.string().nullable(),
  /** The fields of a form that the bank expects at `url`; null if `url` is a plain link. */
  fields: z.record(z.string(), z.string()).nullable(),
  expires_at: Instant.nullable(),
})

/** How to pay; the gateway must be that of the reservation's currency. */
export const Pay = z.object({
  gateway: z.enum(GATEWAY_NAMES, { error: 'gateway' }),
  transaction_id: PublicId,
  /**
   * Where the bank sends the browser back: same origin, or on the configured list. `payment` is added as a query
   * parameter.
   */
  call_back_url: optionalText(1500),
  /** By default the same person's last choice by `transaction_code?use_wallet=`. */
  use_wallet: KeptFlag,
})

/**
 * Pays what `transaction_id` names (a reservation or a change), or tops up the signed-in person's wallet with `amount`
 * in `currency`; then the payer is the profile's, and Yekpay's fields can be given here where the profile lacks them.
 */
export const PayOnline = z
  .object({
    transaction_id: PublicId.optional(),
    amount: z.preprocess(empty, numeric({ error: 'number' }).int('number').optional()),
    currency: z.preprocess(empty, CurrencyCode.optional()),
    call_back_url: optionalText(1500),
    use_wallet: KeptFlag,
    fullname: optionalText(120),
    email: optionalText(254),
    country: optionalText(80),
    city: optionalText(80),
    address: optionalText(500),
    zip_code: optionalText(20),
  })
  .superRefine(({ transaction_id, amount, currency }, context) => {
    if (transaction_id) return
    if (amount === undefined) context.addIssue({ code: 'custom', path: ['amount'], message: 'required' })
    if (!currency) context.addIssue({ code: 'custom', path: ['currency'], message: 'required' })
  })

const ofAPayment = about(ownedBy('CUSTOMER', 'OPERATOR'), 'payment')
const paying = maybeSignedIn.errors({
  ...{ NOT_PAYABLE, GATEWAY_UNAVAILABLE, GATEWAY_NOT_OFFERED, IDEMPOTENCY_CONFLICT, BANNED_DETAILS },
})

export const payments = {
  gatewayPay: paying
    .route({
      method: 'POST',
      path: '/gateway/pay/',
      summary: 'Pay: debit the wallet, start the bank payment for the rest; takes an Idempotency-Key',
      tags: ['payments'],
    })
    .input(Pay)
    .output(PaymentStart),
  payOnline: paying
    .route({
      method: 'POST',
      path: '/payments/pay/online/',
      summary: 'Pay by the gateway that belongs to the currency, or fill the wallet',
      tags: ['payments'],
    })
    .input(PayOnline)
    .output(PaymentStart),
  clientVerify: anybody
    .route({
      method: 'POST',
      path: '/payments/pay/client_verify/',
      summary: 'Settle a payment with the bank; safe to send again',
      tags: ['payments'],
    })
    .input(
      z.object({
        /** Our payment id. */
        ref_id: PublicId,
        /** What the bank sent with the browser, untrusted, as received. */
        answer: z.record(Text.max(100), Text.max(4000)).default({}),
      }),
    )
    .output(
      z.object({
        payment_id: PublicId,
        /** Null for a top-up. */
        reservation_id: PublicId.nullable(),
        purpose: PaymentPurpose,
        status: PaymentStatus,
        amount: Money,
        currency: CurrencyCode,
        /** A key of `errors.json` with the reason why it is not paid; null when it is, or was refunded. */
        reason: z.string().nullable(),
        /** PAID, but the vehicle was gone: where the money went. */
        settled_as: SettledAs.nullable(),
      }),
    ),
  list: signedIn
    .meta(alsoFor(signedIn, 'MONEY', 'SUPPORT'))
    .route({
      method: 'GET',
      path: '/payments/',
      summary: 'The payments of the signed-in person, newest first (ours)',
      tags: ['payments'],
    })
    .input(PageQuery)
    .output(listOf(PaymentCard.extend({ credit_notes: z.array(z.object({ number: z.int(), amount: Money })) }))),
  read: ofAPayment
    .meta(alsoFor(ofAPayment, 'MONEY', 'SUPPORT'))
    .route({
      method: 'GET',
      path: '/payments/{id}/',
      summary: 'One payment as on an invoice or a credit note of it; for its payer and operators (ours)',
      tags: ['payments'],
    })
    .input(WhichDocument.extend({ id: PublicId }))
    .output(Invoice),
}
