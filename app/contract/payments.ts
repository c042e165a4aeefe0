import { z } from 'zod'
import { call } from './base.ts'
import { CurrencyCode, Flag, Instant, Money, PublicId } from './shapes.ts'

export const PaymentStatus = z.enum([
  'CREATED',
  'REDIRECTED',
  'VERIFYING',
  'PAID',
  'FAILED',
  'CANCELLED',
  'EXPIRED',
  'REVERSED',
  'REFUNDED',
  'REVIEW',
])

/** A payment on its way: where the browser goes next, or nothing when the wallet paid it all. */
export const PaymentStart = z.object({
  payment_id: PublicId,
  status: PaymentStatus,
  /** The bank's page; null when nothing is left to pay at a bank. */
  url: z.string().nullable(),
  /** The bank wants a form with these fields sent to `url`; null where `url` is a plain link. */
  fields: z.record(z.string(), z.string()).nullable(),
  expires_at: Instant.nullable(),
})

/** How to pay; the gateway must be that of the reservation's currency. */
export const Pay = z.object({
  gateway: z.enum(['saman', 'yekpay'], { error: 'gateway' }),
  transaction_id: PublicId,
  /** Where the bank sends the browser back: same origin, or on the configured list. `payment` is added as a query parameter. */
  call_back_url: z.string().max(1500).optional(),
  use_wallet: Flag,
})

const paying = call.errors({
  NOT_PAYABLE: { status: 409 },
  /** The bank is ours to ask and did not answer: nothing was charged, try again. */
  GATEWAY_UNAVAILABLE: { status: 503 },
  GATEWAY_NOT_OFFERED: { status: 422 },
  IDEMPOTENCY_CONFLICT: { status: 409 },
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
      summary: 'Pay by the gateway that belongs to the currency',
      tags: ['payments'],
    })
    .input(z.object({ transaction_id: PublicId, call_back_url: z.string().max(1500).optional(), use_wallet: Flag }))
    .output(PaymentStart),
  clientVerify: call
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
        answer: z.record(z.string().max(100), z.string().max(4000)).default({}),
      }),
    )
    .output(
      z.object({
        payment_id: PublicId,
        reservation_id: PublicId,
        status: PaymentStatus,
        amount: Money,
        currency: CurrencyCode,
        /** A key of `errors.json` that tells why it is not paid; null when it is, or was given back. */
        reason: z.string().nullable(),
        /** PAID but the vehicle was gone: what became of the money. */
        settled_as: z.enum(['RESERVATION', 'WALLET', 'REVERSED']).nullable(),
      }),
    ),
}
