import { type Kysely, sql } from 'kysely'
import { walletOf } from '#app/api/account/own-data/holdings.ts'
import { openCode, tryCode } from '#app/api/account/sign-in/code.ts'
import { channelsOf } from '#app/api/account/sign-in/destination.ts'
import { lockWallet } from '#app/api/account/wallet/wallet.ts'
import { cashOf, post } from '#app/api/books/ledger.ts'
import type { Person } from '#app/api/call/admission/person.ts'
import { api, type Tx } from '#app/api/call/context.ts'
import { askOf, keepAnswer, takeKey } from '#app/api/call/idempotency.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { CURRENCY_CODES, CURRENCY_IDS, type CurrencyCode } from '#app/rules/constants.ts'
import { isHolder } from '#app/rules/identity/account-holder.ts'
import { isSepaIban, maskedIban, takesCurrency } from '#app/rules/money/iban.ts'
import { isSepaName } from '#app/rules/money/sepa-text.ts'

const SHOWN = 50

/** The amount that a person can have paid out now, and their latest 50 payouts. */
export const walletPayouts = api.account.walletPayouts.handler(async ({ context: { deps, person } }) => {
  const wallet = await walletOf(deps.db, person)
  const payable = CURRENCY_CODES.map(async (currency) => ({
    currency,
    amount: wallet === null ? 0 : await cashOf(deps.db, { wallet, currency }),
  }))
  return { payable: await Promise.all(payable), payouts: await payoutsOf(deps.db, person, SHOWN) }
})

/**
 * Takes money out of the wallet for a transfer to the person's own account. Somebody with a second factor must have proven it recently.
 * For anybody else the first call sends a code, and the second call carries it. Throws INVALID_FIELDS
 * for an account that cannot take the currency, for more than can be paid out and for a wrong code. Source:
 * decisions.md, "Refunds".
 */
export const payOutWallet = api.account.payOutWallet.handler(async ({ input, context }) => {
  const { deps, language, person } = context
  const { token, ...order } = input
  guardAccount(order)
  const requested = { purpose: 'WALLET_PAYOUT' as const, account: person.id, phone: person.phone }
  const ask = askOf(`wallet payout ${person.id}`, context.idempotencyKey, order)
  if (!person.hasFactor && !token) {
    const destination = { bySms: person.phoneProven, email: person.phoneProven ? null : person.email }
    const code = { ...requested, ...destination, language, by: context }
    const resend_after = await inTransaction(deps.db, async (tx) => {
      await lockCash(tx, person, order)
      return openCode(deps, tx, code)
    })
    return { id: null, resend_after, channels: channelsOf(destination) }
  }
  const id = await inTransaction(deps.db, async (tx) => {
    const first = await takeKey<{ id: number }>(tx, ask, deps.now())
    if (first) return first.id
    // A wrong try must be counted, so its transaction commits.
    if (!person.hasFactor && !(await tryCode(deps, tx, { ...requested, code: token ?? '' }))) return null
    const made = await takeOut(tx, person, { ...order, at: deps.now() })
    await keepAnswer(tx, ask, { id: made })
    return made
  })
  if (id === null) throw invalidFields({ token: ['code'] })
  return { id, resend_after: null, channels: [] }
})

type Order = { currency: CurrencyCode; amount: number; holder: string; iban: string }

/** Throws INVALID_FIELDS for an account that cannot take the currency. */
export function guardAccount({ currency, holder, iban }: Omit<Order, 'amount'>): void {
  if (!takesCurrency(iban, currency)) throw invalidFields({ iban: [currency === 'IRT' ? 'sheba' : 'sepa'] })
  if (currency === 'IRT') return
  const wrong: Record<string, string[]> = {}
  if (!isSepaIban(iban)) wrong.iban = ['sepa']
  if (!isSepaName(holder)) wrong.holder = ['latin_name']
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
}

/** Locks the wallet, if that much can be paid out of it. */
async function lockCash(tx: Tx, person: Person, { currency, amount }: Order): Promise<string> {
  const wallet = await walletOf(tx, person)
  if (wallet === null) throw invalidFields({ amount: ['above_payable'] })
  await lockWallet(tx, wallet)
  if (amount > (await cashOf(tx, { wallet, currency }))) throw invalidFields({ amount: ['above_payable'] })
  return wallet
}

type Taken = Order & {
  at: Date
  /** The reservation whose refund it is. */
  reservation?: string
}

/**
 * Takes money out of a person's wallet for a transfer, and returns the transfer's id. Throws INVALID_FIELDS for more
 * than can be paid out.
 */
export async function takeOut(tx: Tx, person: Person, { at, reservation, ...order }: Taken): Promise<number> {
  const wallet = await lockCash(tx, person, order)
  const { currency, amount, holder, iban } = order
  const { fullname } = await tx
    .selectFrom('account')
    .select('fullname')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  const { id } = await tx
    .insertInto('wallet_payout')
    .values({
      ...{ account_id: person.id, wallet_owner: wallet, amount, holder, iban, requested_at: at },
      reservation_id: reservation ?? null,
      currency_id: CURRENCY_IDS[currency],
      holder_status: isHolder(holder, [fullname ?? '']) ? 'MATCHES' : 'WAITING',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await post(tx, {
    ...{ key: `wallet-payout ${id}`, kind: 'WALLET_PAYOUT', currency, at },
    entries: [
      { kind: 'WALLET', owner: wallet, amount: -amount },
      { kind: 'CUSTOMER_PAYOUT', owner: 'marketplace', amount },
    ],
  })
  return id
}

/** A person's payouts, newest first. */
async function payoutsOf(db: Kysely<DB>, { id }: Pick<Person, 'id'>, most: number) {
  const rows = await db
    .selectFrom('wallet_payout')
    .leftJoin('payout', 'payout.wallet_payout_id', 'wallet_payout.id')
    .select(['wallet_payout.id', 'wallet_payout.amount', 'wallet_payout.currency_id', 'wallet_payout.holder'])
    .select(['wallet_payout.iban', 'requested_at', 'holder_status', 'payout.status'])
    .select(
      sql<Date | null>`coalesce(payout.decided_at, case when holder_status = 'REFUSED' then holder_decided_at end)`.as(
        'ended_at',
      ),
    )
    .where('account_id', '=', id)
    .orderBy('wallet_payout.id', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ iban, requested_at, holder_status, status, ended_at, currency_id, ...row }) => ({
    ...row,
    iban: maskedIban(iban),
    currency: currencyIn({ currency_id }),
    status: statusOf({ holder_status, status }),
    requested_at: requested_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
  }))
}

const OF_TRANSFER = { OPEN: 'IN_BATCH', PAID: 'SENT', RETURNED: 'RETURNED' } as const

/** The status of the transfer for a reservation's refund; null if the refund went another way. */
export async function payoutOfRefund(db: Kysely<DB>, reservation: string) {
  const found = await db
    .selectFrom('wallet_payout')
    .leftJoin('payout', 'payout.wallet_payout_id', 'wallet_payout.id')
    .select(['wallet_payout.amount', 'holder_status', 'payout.status'])
    .where('wallet_payout.reservation_id', '=', reservation)
    .executeTakeFirst()
  return found ? { amount: found.amount, status: statusOf(found) } : null
}

function statusOf({ holder_status, status }: { holder_status: string; status: keyof typeof OF_TRANSFER | null }) {
  if (status) return OF_TRANSFER[status]
  return holder_status === 'REFUSED' ? ('RETURNED' as const) : ('REQUESTED' as const)
}
