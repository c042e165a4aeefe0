import { walletOf } from '#app/api/account/own-data/holdings.ts'
import { openCode, tryCode } from '#app/api/account/sign-in/code.ts'
import { channelsOf } from '#app/api/account/sign-in/destination.ts'
import { lockWallet } from '#app/api/account/wallet/wallet.ts'
import { guardAccount, takeOut } from '#app/api/account/wallet/wallet-payouts.ts'
import { cashOf } from '#app/api/books/ledger.ts'
import type { Person } from '#app/api/call/admission/person.ts'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { currencyIn, type ReservationRow } from '#app/db/reservation.ts'
import { cancelReservation } from './cancel.ts'
import { refundWaysOf } from './refund.ts'

/**
 * Cancels the caller's own reservation and transfers the refund to their bank account: in one transaction, through the
 * wallet, where a gift stays. A person with a second factor must have proven it recently; for anybody else the first
 * call sends a code, which the second call has. Sent twice it gives the same answer. Throws INVALID_FIELDS for an
 * account that cannot take the currency and for a wrong code, REFUND_WAY_GONE if nothing can be paid out,
 * NOT_CANCELLABLE. Source: decisions.md, "Refunds".
 */
export const cancelToAccount = api.reservations.cancelToAccount.handler(async ({ input, context }) => {
  const { deps, language, person } = context
  const { id, holder, iban, token } = input
  const requested = { purpose: 'WALLET_PAYOUT' as const, account: person.id, phone: person.phone }
  const done = await inTransaction(deps.db, async (tx) => {
    const reservation = await lockReservation(tx, id)
    const wallet = await ownWallet(tx, { reservation, person })
    const currency = currencyIn(reservation)
    guardAccount({ currency, holder, iban })
    const before = await answerOf(tx, reservation)
    if (before) return before
    if (!person.hasFactor && !token) {
      await guardWay(deps, tx, reservation)
      const destination = { bySms: person.phoneProven, email: person.phoneProven ? null : person.email }
      const resend_after = await openCode(deps, tx, { ...requested, ...destination, language, by: context })
      const { status, refunded: refund } = reservation
      return { id, status, refund, currency, to_account: 0, resend_after, channels: channelsOf(destination) }
    }
    // A wrong try must be counted, so its transaction commits.
    if (!person.hasFactor && !(await tryCode(deps, tx, { ...requested, code: token ?? '' }))) return null
    await lockWallet(tx, wallet)
    const had = await cashOf(tx, { wallet, currency })
    let to_account = 0
    const payOut = async () => {
      to_account = (await cashOf(tx, { wallet, currency })) - had
      if (to_account <= 0) throw errors.REFUND_WAY_GONE()
      const order = { currency, amount: to_account, holder, iban, at: deps.now(), reservation: id }
      await takeOut(tx, person, order)
      return to_account
    }
    const cancellation = { reservation, actor: 'CUSTOMER' as const, way: 'ACCOUNT' as const, payOut }
    const cancelled = await cancelReservation(deps, tx, cancellation)
    return { ...cancelled, to_account, resend_after: null, channels: [] }
  })
  if (!done) throw invalidFields({ token: ['code'] })
  return done
})

type Own = { reservation: ReservationRow; person: Person }

/** The wallet that gets the refund. Throws NOT_FOUND if the caller may not use it. */
async function ownWallet(tx: Tx, { reservation, person }: Own): Promise<string> {
  const wallet = await walletOf(tx, person)
  if (wallet === null || wallet !== reservation.holder) throw errors.NOT_FOUND()
  return wallet
}

/** The answer to a repeated call. Throws NOT_CANCELLABLE if the refund went another way meanwhile. */
async function answerOf(tx: Tx, reservation: ReservationRow) {
  const { id, status, refunded: refund } = reservation
  if (status !== 'CANCELLED') return undefined
  const sent = await tx.selectFrom('wallet_payout').select('amount').where('reservation_id', '=', id).executeTakeFirst()
  if (!sent) throw errors.NOT_CANCELLABLE()
  const currency = currencyIn(reservation)
  return { id, status, refund, currency, to_account: sent.amount, resend_after: null, channels: [] }
}

async function guardWay(deps: Deps, tx: Tx, reservation: ReservationRow) {
  const ways = await refundWaysOf(deps, tx, reservation)
  if (ways.some(({ way }) => way === 'ACCOUNT')) return
  throw errors.REFUND_WAY_GONE()
}
