import type { Kysely } from 'kysely'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { type ErrorValues, invalidFields } from '#app/api/call/invalid-fields.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { fixBackDays, keepOnlineDeposit, returnOnlineDeposit } from '#app/api/payments/deposit/online-deposit.ts'
import { capOf, depositOf } from '#app/api/reservations/read/deposit-facts.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { depositRows } from '#app/db/deposit.ts'
import type { ReservationRow } from '#app/db/reservation.ts'
import { afterDepositStep } from '#app/rules/reservation/deposit.ts'
import type { DeskDepositWay } from '#app/rules/reservation/protocol.ts'
import { takeAtDesk } from './desk-money.ts'

type Taking = {
  way: DeskDepositWay
  amount: number
  reference?: string | undefined
  protocol?: string
  by: string
  at: Date
}

/** Why a deposit of this amount cannot be taken: a key of `errors.json` with its values; undefined if it can. */
export async function refusedDeposit(
  db: Kysely<DB>,
  { id }: ReservationRow,
  amount: number,
): Promise<{ why: string; values: ErrorValues[string] } | undefined> {
  const row = await readRow(db, id)
  const cap = capOf(row)
  const { refused } = afterDepositStep(depositOf(row), { kind: 'TAKE', amount, cap: cap?.amount ?? null })
  return refused && { why: refused, values: { n: cap?.dayRents ?? 0 } }
}

/** Books a deposit that was taken, and notifies the customer by when it is given back. The caller has asked `refusedDeposit`. */
export async function holdDeposit(deps: Deps, tx: Tx, reservation: ReservationRow, taking: Taking): Promise<void> {
  const { id } = reservation
  await takeAtDesk(tx, reservation, { ...taking, purpose: 'DEPOSIT' })
  const day = await fixBackDays(tx, id, taking.at)
  await notify(deps, tx, { kind: 'depositTaken', reservation: id, amount: taking.amount, day })
}

/**
 * Books the part of a deposit that was given back, in the way in which it is held, and notifies the customer; what was paid online is
 * given back by this. Throws INVALID_FIELDS.
 */
export async function returnDeposit(
  deps: Deps,
  tx: Tx,
  reservation: ReservationRow,
  { disputed = 0, ...given }: Omit<Taking, 'way' | 'reference'> & { disputed?: number },
): Promise<void> {
  const row = await readRow(tx, reservation.id)
  const { refused } = afterDepositStep(depositOf(row), { kind: 'GIVE_BACK', amount: given.amount, disputed })
  if (refused) throw invalidFields({ deposit: [refused] })
  const { way } = row
  if (way === 'ONLINE') return returnOnlineDeposit(deps, tx, reservation, given)
  await takeAtDesk(tx, reservation, { ...given, purpose: 'DEPOSIT_BACK', way: way ?? 'CASH' })
  await notify(deps, tx, { kind: 'depositBack', reservation: reservation.id, amount: given.amount })
}

/**
 * Books what is kept of a deposit for a charge that the customer accepted or an operator decided. Throws INVALID_FIELDS where less is
 * held, or none was taken. Does nothing for an amount of 0.
 */
export async function keepOfDeposit(
  tx: Tx,
  reservation: ReservationRow,
  kept: {
    proposal: string
    amount: number
    ground: 'ACCEPTED' | 'RULED'
    reference?: string | undefined
    by: string
    at: Date
  },
): Promise<void> {
  const { amount, ground, ...noted } = kept
  if (amount === 0) return
  const row = await readRow(tx, reservation.id)
  const { refused } = afterDepositStep(depositOf(row), { kind: 'KEEP', amount, ground })
  if (refused) throw invalidFields({ by: [refused] })
  const { way } = row
  if (way === 'ONLINE') return keepOnlineDeposit(tx, reservation, { ...noted, amount })
  await takeAtDesk(tx, reservation, { ...noted, purpose: 'CHARGE_FROM_DEPOSIT', way: way ?? 'CASH', amount })
}

function readRow(db: Kysely<DB>, id: string) {
  return depositRows(db).where('reservation.id', '=', id).executeTakeFirstOrThrow()
}
