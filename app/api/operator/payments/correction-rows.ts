import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { currencyIn } from '#app/db/reservation.ts'

/** A query for corrections of wallets with the names of their authors and of who decided. */
export function correctionRows(db: Kysely<DB>) {
  return db
    .selectFrom('wallet_correction')
    .leftJoin('account as asker', 'asker.id', 'wallet_correction.requested_by')
    .leftJoin('account as decider', 'decider.id', 'wallet_correction.decided_by')
    .leftJoin('payment', 'payment.id', 'wallet_correction.payment_id')
    .selectAll('wallet_correction')
    .select(['asker.fullname as asker_name', 'decider.fullname as decider_name', 'payment.number as payment_number'])
}

type Row = Awaited<ReturnType<ReturnType<typeof correctionRows>['execute']>>[number]

/** A wallet correction as operators see it; `caller` is the operator who reads it. The amount is in the minor unit. */
export function shownCorrection(row: Row, caller: string) {
  return {
    id: row.id,
    person: row.account_id,
    payment:
      row.payment_id && row.bearer
        ? { id: row.payment_id, number: String(row.payment_number), bearer: row.bearer, way: row.way }
        : null,
    phone: row.phone,
    currency: currencyIn(row),
    amount: row.amount,
    reason: row.reason,
    status: row.status,
    requested_at: row.requested_at.toISOString(),
    // The author may have deleted their account since.
    requested_by: row.asker_name ?? row.requested_by ?? '—',
    decided_by: row.decided_by && (row.decider_name ?? row.decided_by),
    decidable: row.status === 'WAITING' && row.requested_by !== caller,
  }
}

/** One wallet correction. Throws NoResultError for an unknown id. */
export async function readCorrection(db: Kysely<DB>, id: number, caller: string) {
  return shownCorrection(
    await correctionRows(db).where('wallet_correction.id', '=', id).executeTakeFirstOrThrow(),
    caller,
  )
}
