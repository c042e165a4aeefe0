import { type Kysely, sql } from 'kysely'
import { REFUNDING } from '#app/api/books/movements.ts'
import { literalList } from '#app/db/connection/literal-list.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { Borne } from '#app/rules/money/cancellation.ts'

/** How much of a reservation's money can still be refunded, in the minor unit of its currency. */
export type Refundable = {
  /** All payments for the reservation less all of its refunds, of whatever kind and for whatever reason. */
  left: number
  /** The part that was requested and waits for a second operator. */
  waiting: number
  /** What operators' refunds took from the accounts of company and marketplace and was not recovered. */
  borne: Borne
}

/**
 * What is still refundable of a reservation, read from its ledger. Everything that refunds money calls this first,
 * holding the reservation's lock (`lockReservation`, before the payment's), so that nobody gets more than was paid.
 * Payments for a charge belong to the company and do not count. Source: decisions.md, "Money has one owner".
 */
export async function refundableOf(db: Kysely<DB>, reservation: string): Promise<Refundable> {
  const { rows } = await sql<Record<'received' | 'returned' | 'company' | 'marketplace' | 'waiting', string>>`
    with entry as (
      select posted.kind as movement, account.kind as account, entry.amount
      from ledger_transaction posted
      join ledger_entry entry on entry.transaction_id = posted.id
      join ledger_account account on account.id = entry.account_id
      where posted.reservation_id = ${reservation} and posted.kind in ${literalList([...REFUNDING, 'UNDONE'])}
        and account.kind in ('PREPAYMENT', 'COMPANY', 'COMMISSION', 'CANCELLATION_FEE')
    )
    select
      (select coalesce(sum(amount + wallet_amount), 0) from payment
        where reservation_id = ${reservation} and status = 'PAID' and settled_as = 'RESERVATION') as received,
      (select coalesce(-sum(amount), 0) from entry) as returned,
      (select coalesce(-sum(amount), 0) from entry where account = 'COMPANY' and movement <> 'UNDONE') as company,
      (select coalesce(-sum(amount), 0) from entry where account = 'COMMISSION' and movement <> 'UNDONE') as marketplace,
      (select coalesce(sum(correction.amount), 0) from wallet_correction correction
        join payment on payment.id = correction.payment_id
        where payment.reservation_id = ${reservation} and correction.status = 'WAITING') as waiting`.execute(db)
  const [sums] = rows
  if (!sums) throw new Error('a select of sums gave no row')
  return {
    left: Math.max(0, Number(sums.received) - Number(sums.returned)),
    waiting: Number(sums.waiting),
    borne: { company: Number(sums.company), marketplace: Number(sums.marketplace) },
  }
}
