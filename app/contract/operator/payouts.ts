import { z } from 'zod'
import { moneyOperators, operatorsOf } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { CurrencyCode, Instant, listOf, Money, PageQuery, RowId } from '#app/contract/shapes/shapes.ts'
import { Reason } from './people.ts'

/** For operators who pay companies. */
const ofMoney = operatorsOf('MONEY')

const { APPROVAL_WAITS, PAYOUT_DECIDED, PAYOUT_NOT_APPROVED } = ERRORS
const Company = z.object({ id: z.int(), name: z.string() })

export const Batch = z.object({
  id: z.int(),
  currency: CurrencyCode,
  created_at: Instant,
  payouts: z.int(),
  amount: Money,
  /** How many payouts the bank has not confirmed yet, and how many were returned. */
  open: z.int(),
  returned: z.int(),
  /** PROPOSED waits for a person to release it. Above the configured amount a second operator approves it before the file is made. */
  approval: z.enum(['PROPOSED', 'NOT_NEEDED', 'WAITING', 'APPROVED']),
})

/** The customer who requested a payout of their wallet; null if the account was deleted or has no name. */
const Customer = z.object({ id: z.string().nullable(), name: z.string().nullable() })

const Payout = z.object({
  id: z.int(),
  /** One of the two: what a company is owed, or what a customer takes out of their wallet. */
  company: Company.nullable(),
  customer: Customer.nullable(),
  amount: Money,
  holder: z.string(),
  iban: z.string(),
  /** Open, and its company was suspended meanwhile: not in the file, to be decided by itself. */
  paused: z.boolean(),
  /** Whether the bank's file contains it: one in euro to an account outside SEPA is transferred manually. */
  in_file: z.boolean(),
  status: z.enum(['OPEN', 'PAID', 'RETURNED']),
  decided_at: Instant.nullable(),
})

/** Whether a wallet is paid out to the account that its holder named. */
export const PayoutDecision = z.object({
  decision: z.enum(['CONFIRMED', 'REFUSED'], { error: 'required' }),
  reason: Reason,
})

export const payouts = {
  list: ofMoney
    .route({
      method: 'GET',
      path: '/admin/payouts/',
      summary: 'What companies are owed now, and the batches that were made (ours)',
      tags: ['operator'],
    })
    .input(PageQuery)
    .output(
      listOf(Batch).extend({
        due: z.array(
          z.object({
            company: Company,
            currency: CurrencyCode,
            amount: Money,
            /** Its legal name, if the company has entered it. */
            legal_name: z.string().nullable(),
            /** Null if the company has entered no account: nothing can be paid out. */
            iban: z.string().nullable(),
            holder: z.string().nullable(),
            bank_changed_at: Instant.nullable(),
            /**
             * READY is included in the next batch. HOLDER_WAITS: its holder's name is not the company's, see
             * `confirmHolder`. PAUSED: the company is suspended.
             */
            account: z.enum(['READY', 'MISSING', 'OTHER_CURRENCY', 'HOLDER_WAITS', 'PAUSED']),
          }),
        ),
        /** Customers' wallet payouts that are in no batch yet. */
        requested: z.array(
          z.object({
            id: z.int(),
            customer: Customer,
            currency: CurrencyCode,
            amount: Money,
            holder: z.string(),
            iban: z.string(),
            requested_at: Instant,
            /** The holder's name is not the customer's: see `decideWalletPayout`. */
            holder_waits: z.boolean(),
          }),
        ),
      }),
    ),
  make: moneyOperators
    .route({
      method: 'POST',
      path: '/admin/payouts/',
      summary: 'A batch of all that is due in a currency; nothing is taken into two (ours)',
      tags: ['operator'],
    })
    .input(z.object({ currency: CurrencyCode }))
    /** Null if nothing is due. */
    .output(z.object({ id: z.int().nullable(), payouts: z.int() })),
  batch: ofMoney
    .route({
      method: 'GET',
      path: '/admin/payouts/{id}/',
      summary: 'A batch with its payouts (ours)',
      tags: ['operator'],
    })
    .input(z.object({ id: RowId }))
    .output(
      Batch.extend({
        items: z.array(Payout),
        created_by: z.string().nullable(),
        approved_by: z.string().nullable(),
        /** Whether the caller can approve it: never its author. */
        approvable: z.boolean(),
        /** The banking day on which the bank executes a file that is downloaded now; null in toman. */
        executes_on: z.iso.date().nullable(),
      }),
    ),
  confirmHolder: moneyOperators
    .errors({ APPROVAL_WAITS, PAYOUT_DECIDED })
    .route({
      method: 'POST',
      path: '/admin/companies/{id}/bank/',
      summary:
        'The account is the company’s although its holder has another name: an operator has looked, and a second one where there is one (ours)',
      tags: ['operator'],
    })
    .input(
      z.object({
        id: RowId,
        /** When the account that was checked was entered: one that was entered later is not confirmed. */
        changed_at: Instant,
        reason: Reason,
      }),
    )
    .output(z.object({ id: z.int(), waits: z.boolean() })),
  decideWalletPayout: moneyOperators
    .errors({ PAYOUT_DECIDED })
    .route({
      method: 'POST',
      path: '/admin/wallet-payouts/{id}/',
      summary: 'A customer’s payout whose account has another holder by name: into the next batch, or back (ours)',
      tags: ['operator'],
    })
    .input(PayoutDecision.extend({ id: RowId }))
    .output(z.object({ id: z.int() })),
  release: moneyOperators
    .errors({ PAYOUT_DECIDED })
    .route({
      method: 'POST',
      path: '/admin/payouts/{id}/release/',
      summary: 'Release a batch that the weekly job proposed; a large one then waits for a second operator (ours)',
      tags: ['operator'],
    })
    .input(z.object({ id: RowId }))
    .output(
      z.object({
        id: z.int(),
        payouts: z.int(),
        /** The number of payouts that were taken out because their account or what is owed has changed, or their company is suspended. */
        returned: z.int(),
        waits: z.boolean(),
      }),
    ),
  approve: moneyOperators
    .errors({ PAYOUT_DECIDED })
    .route({
      method: 'POST',
      path: '/admin/payouts/{id}/approval/',
      summary: 'Approve a batch that another operator made (ours)',
      tags: ['operator'],
    })
    .input(z.object({ id: RowId }))
    .output(z.object({ id: z.int() })),
  settle: moneyOperators
    .errors({ PAYOUT_DECIDED, PAYOUT_NOT_APPROVED })
    .route({
      method: 'PATCH',
      path: '/admin/payouts/{id}/',
      summary: 'The bank has paid a batch, or one of it; or it came back and is due again (ours)',
      tags: ['operator'],
    })
    .input(
      z.object({
        id: RowId,
        /** One of them; by default all open ones, of which PAID leaves out those that are paused. */
        payout: RowId.optional(),
        outcome: z.enum(['PAID', 'RETURNED']),
      }),
    )
    .output(z.object({ settled: z.int() })),
}
