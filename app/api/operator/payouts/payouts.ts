import { type Kysely, sql } from 'kysely'
import { post } from '#app/api/books/ledger.ts'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { notifyApprovers } from '#app/api/operator/approvals/notify-approvers.ts'
import { movementNeedsApproval } from '#app/api/operator/approvals/second-operator.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { wordingIn } from '#app/i18n/format/names.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { isSepaIban, maskedIban } from '#app/rules/money/iban.ts'
import { nextTargetDay, TARGET_ZONE } from '#app/rules/money/target-days.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { accountStatus, dueRows, payableIn, writeBatch } from './due.ts'
import { requestedPayouts, settleWalletPayout } from './wallet-payouts.ts'

export const payouts = api.operator.payouts.list.handler(async ({ input, context }) => {
  const { deps, language } = context
  const { page, size } = input
  const due = await dueRows(deps.db, deps.now())
  const { count, rows: batches } = await pageRows(
    batchRows(deps.db).orderBy('payout_batch.id', 'desc'),
    { page, size },
    deps.db.selectFrom('payout_batch'),
  )
  return {
    count,
    results: batches.map(shownBatch),
    due: due.map((row) => ({
      company: { id: row.company_id, name: wordingIn(language, row.name) },
      legal_name: row.legal_name,
      currency: currencyIn(row),
      amount: row.amount,
      holder: row.holder,
      iban: row.iban && maskedIban(row.iban),
      bank_changed_at: row.changed_at?.toISOString() ?? null,
      account: accountStatus(row),
    })),
    requested: (await requestedPayouts(deps.db)).map((row) => ({
      ...{ id: row.id, amount: row.amount, holder: row.holder, iban: maskedIban(row.iban) },
      customer: { id: row.account_id, name: row.fullname },
      currency: currencyIn(row),
      requested_at: row.requested_at.toISOString(),
      holder_waits: row.holder_status === 'WAITING',
    })),
  }
})

/**
 * Puts everything that is due in a currency into a batch. What is in an unconfirmed batch is not due again, so that a
 * second run, or two at once, pay nothing twice. Source: decisions.md, "Decided after the first look".
 */
export const makePayouts = api.operator.payouts.make.handler(async ({ input, context }) => {
  const { deps, person } = context
  return inTransaction(deps.db, async (tx) => {
    await oneByOne(tx, 'payouts')
    const payable = await payableIn(deps, tx, input.currency)
    if (payable.length === 0) return { id: null, payouts: 0 }
    const needs_approval = await movementNeedsApproval(deps, tx, {
      ...{ operator: person.id, currency: input.currency },
      shares: payable,
    })
    const id = await writeBatch(deps, tx, { currency: input.currency, payable, created_by: person.id, needs_approval })
    if (needs_approval) await notifyApprovers(deps, tx, { by: person.id, work: ['MONEY'] })
    return { id, payouts: payable.length }
  })
})

export const payoutBatch = api.operator.payouts.batch.handler(async ({ input: { id }, context }) => {
  const { deps, language, person } = context
  const batch = await batchRows(deps.db).where('payout_batch.id', '=', id).executeTakeFirst()
  if (!batch) throw errors.NOT_FOUND()
  const rows = await deps.db
    .selectFrom('payout')
    .leftJoin('company', 'company.id', 'payout.company_id')
    .leftJoin('wallet_payout', 'wallet_payout.id', 'payout.wallet_payout_id')
    .leftJoin('account as customer', 'customer.id', 'wallet_payout.account_id')
    .selectAll('payout')
    .select(['company.name', 'customer.id as customer_id', 'customer.fullname'])
    .where('payout.batch_id', '=', id)
    .orderBy('payout.id')
    .execute()
  const names = await deps.db
    .selectFrom('payout_batch')
    .leftJoin('account as maker', 'maker.id', 'created_by')
    .leftJoin('account as approver', 'approver.id', 'approved_by')
    .select(['created_by', 'maker.fullname as maker', 'approved_by', 'approver.fullname as approver'])
    .where('payout_batch.id', '=', id)
    .executeTakeFirstOrThrow()
  const shown = shownBatch(batch)
  return {
    ...shown,
    created_by: names.maker ?? names.created_by,
    approved_by: names.approver ?? names.approved_by,
    approvable: shown.approval === 'WAITING' && shown.open > 0 && names.created_by !== person.id,
    items: rows.map(({ company_id, name, customer_id, fullname, held_back, decided_at, ...row }) => {
      const { id, amount, holder, iban, status } = row
      const paused = status === 'OPEN' && held_back
      return {
        ...{ id, amount, holder, iban, status, paused },
        company: company_id === null || name === null ? null : { id: company_id, name: wordingIn(language, name) },
        customer: company_id === null ? { id: customer_id, name: fullname } : null,
        in_file: !paused && (shown.currency === 'IRT' || isSepaIban(iban)),
        decided_at: decided_at?.toISOString() ?? null,
      }
    }),
    executes_on: shown.currency === 'EUR' ? nextTargetDay(dateIn(TARGET_ZONE, deps.now())) : null,
  }
})

/**
 * A second operator's approval, without which a large batch has no file. Throws PAYOUT_DECIDED for one that needs none
 * any more, and for its author; NOT_FOUND.
 */
export const approvePayouts = api.operator.payouts.approve.handler(async ({ input: { id }, context }) => {
  const { deps, person } = context
  const approved = await deps.db
    .updateTable('payout_batch')
    .set({ approved_at: deps.now(), approved_by: person.id })
    .where('id', '=', id)
    .where('needs_approval', '=', true)
    .where('approved_at', 'is', null)
    .where('created_by', 'is distinct from', person.id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('payout')
          .select('payout.id')
          .whereRef('batch_id', '=', 'payout_batch.id')
          .where('status', '=', 'OPEN'),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  if (approved) return { id }
  const known = await deps.db.selectFrom('payout_batch').select('id').where('id', '=', id).executeTakeFirst()
  throw known ? errors.PAYOUT_DECIDED() : errors.NOT_FOUND()
})

/**
 * Records the bank's result: PAID is booked to the company's account, RETURNED is due again; a customer's payout is in
 * the wallet again. Each payout is decided once. PAID for all leaves those open whose company was suspended
 * meanwhile, which are not in the file; one that the bank had before can be named. Throws PAYOUT_DECIDED if none is left to decide, PAYOUT_NOT_APPROVED
 * for paying one that is not released or waits for a second operator, NOT_FOUND.
 */
export const settlePayouts = api.operator.payouts.settle.handler(async ({ input, context }) => {
  const { deps, person } = context
  const { id, payout, outcome } = input
  return inTransaction(deps.db, async (tx) => {
    const at = deps.now()
    const known = await tx
      .selectFrom('payout')
      .select('id')
      .where('batch_id', '=', id)
      .$if(payout !== undefined, (query) => query.where('id', '=', payout ?? 0))
      .execute()
    if (known.length === 0) throw errors.NOT_FOUND()
    if (outcome === 'PAID') {
      const { needs_approval, approved_at, proposed, released_at } = await tx
        .selectFrom('payout_batch')
        .select(['needs_approval', 'approved_at', 'proposed', 'released_at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const isHeld = (needs_approval && approved_at === null) || (proposed && released_at === null)
      if (isHeld) throw errors.PAYOUT_NOT_APPROVED()
    }
    const settled = await tx
      .updateTable('payout')
      .set({ status: outcome, decided_at: at, decided_by: person.id })
      .where('batch_id', '=', id)
      .where('status', '=', 'OPEN')
      .$if(payout !== undefined, (query) => query.where('id', '=', payout ?? 0))
      .$if(payout === undefined && outcome === 'PAID', (query) => query.where('held_back', '=', false))
      .returning(['id', 'company_id', 'wallet_payout_id', 'currency_id', 'amount'])
      .execute()
    if (settled.length === 0) throw errors.PAYOUT_DECIDED()
    for (const { id, company_id, wallet_payout_id, amount, ...one } of settled) {
      if (wallet_payout_id !== null) await settleWalletPayout(deps, tx, { id: wallet_payout_id, outcome })
      else if (company_id !== null && outcome === 'PAID') {
        await payCompany(deps, tx, { id, company: company_id, amount, currency: currencyIn(one) })
      }
    }
    return { settled: settled.length }
  })
})

type ToCompany = { id: number; company: number; amount: number; currency: CurrencyCode }

async function payCompany(deps: Deps, tx: Tx, { id, company, amount, currency }: ToCompany) {
  await post(tx, {
    ...{ key: `payout ${id}`, kind: 'PAYOUT', currency, at: deps.now() },
    entries: [
      { kind: 'COMPANY', owner: company, amount: -amount },
      { kind: 'BANK', owner: 'marketplace', amount },
    ],
  })
  await notify(deps, tx, { kind: 'payoutSent', company, payout: id, currency, amount })
}

/** A query for batches with their content. */
export function batchRows(db: Kysely<DB>) {
  return db
    .selectFrom('payout_batch')
    .innerJoin('payout', 'payout.batch_id', 'payout_batch.id')
    .select(['payout_batch.id', 'payout_batch.currency_id', 'payout_batch.created_at', 'needs_approval', 'approved_at'])
    .select(['proposed', 'released_at'])
    .select((of) => [
      of.fn.countAll<number>().as('payouts'),
      of.fn.countAll<number>().filterWhere('payout.status', '=', 'OPEN').as('open'),
      of.fn.countAll<number>().filterWhere('payout.status', '=', 'RETURNED').as('returned'),
      sql<string>`sum(payout.amount)`.as('amount'),
    ])
    .groupBy('payout_batch.id')
}

type BatchRow = Awaited<ReturnType<ReturnType<typeof batchRows>['execute']>>[number]

/** A batch of payouts as operators see it. The amount is in the minor unit. */
export function shownBatch({ id, currency_id, created_at, amount, ...row }: BatchRow) {
  const { payouts: count, open, returned, needs_approval, approved_at, proposed, released_at } = row
  const decided = needs_approval ? (approved_at ? 'APPROVED' : 'WAITING') : 'NOT_NEEDED'
  const approval = proposed && released_at === null ? 'PROPOSED' : decided
  return {
    ...{ id, open, returned },
    approval: approval as 'PROPOSED' | 'NOT_NEEDED' | 'WAITING' | 'APPROVED',
    payouts: count,
    currency: currencyIn({ currency_id }),
    created_at: created_at.toISOString(),
    amount: Number(amount),
  }
}
