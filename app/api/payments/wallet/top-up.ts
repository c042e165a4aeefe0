import type { Kysely } from 'kysely'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { type Ask, answeredBefore, keepAnswer, takeKey } from '#app/api/call/idempotency.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { PaymentRow } from '#app/db/payment.ts'
import type { Gateway, Payer } from '#app/providers/gateways/gateway.ts'
import { CURRENCY_IDS, type CurrencyCode, WHOLE_UNIT } from '#app/rules/constants.ts'
import { TOP_UP } from '#app/rules/money/payment/top-up.ts'
import { readPayment } from '../record.ts'
import { askForToken, awaitToken, isStillRight, type StartAnswer, startAnswer } from '../token.ts'

type TopUpOrder = {
  /** Its owner in the ledger. */
  wallet: string
  amount: number
  currency: CurrencyCode
  payer: Payer
  gateway: Gateway
  returnAddress: string
  ask: Ask | undefined
}

/**
 * Starts the bank payment that tops up a wallet. The same key is the same payment, also while the bank is being asked.
 * Throws GATEWAY_UNAVAILABLE if the bank starts nothing. Source: decisions.md, "Paying".
 */
export async function startTopUp(deps: Deps, order: TopUpOrder): Promise<StartAnswer> {
  const { gateway, payer, ask } = order
  const earlier = await answeredBefore<StartAnswer>(deps.db, ask)
  if (earlier && (await isStillRight(deps, earlier))) return resume(deps, earlier, ask)
  const found = await inTransaction(deps.db, async (tx) => {
    const first = await takeKey<StartAnswer>(tx, ask, deps.now())
    // Another request has just taken the key; an earlier one that failed is tried again.
    if (first && first.payment_id !== earlier?.payment_id) return { first, payment: null }
    const payment = await create(deps, tx, order)
    await keepAnswer(tx, ask, startAnswer(payment))
    return { first: null, payment }
  })
  return found.first
    ? resume(deps, found.first, ask)
    : askForToken(deps, { payment: found.payment, gateway, payer, ask })
}

async function resume(deps: Deps, { payment_id }: StartAnswer, ask: Ask | undefined): Promise<StartAnswer> {
  const payment = await readPayment(deps.db, payment_id)
  return payment.status === 'CREATED' ? awaitToken(deps, payment.id, ask) : startAnswer(payment)
}

function create(deps: Deps, tx: Tx, order: TopUpOrder): Promise<PaymentRow> {
  const id = publicId()
  const returnAddress = new URL(order.returnAddress)
  returnAddress.searchParams.set('payment', id)
  return tx
    .insertInto('payment')
    .values({
      id,
      reservation_id: null,
      wallet_owner: order.wallet,
      gateway: order.gateway.name,
      currency_id: CURRENCY_IDS[order.currency],
      amount: order.amount,
      status: 'CREATED',
      return_address: returnAddress.href,
      created_at: deps.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The amount of a top-up in minor units, within limits. Throws INVALID_FIELDS with the limit in whole units. */
export function topUpAmount(amount: number | undefined, currency: CurrencyCode): number {
  const unit = WHOLE_UNIT[currency]
  const { min, max } = TOP_UP[currency]
  if (amount === undefined) throw invalidFields({ amount: ['required'] })
  if (amount < min) throw invalidFields({ amount: ['min'] }, { amount: { n: min / unit } })
  if (amount > max) throw invalidFields({ amount: ['max'] }, { amount: { n: max / unit } })
  return amount
}

/** The payer's data from the form or else the profile. Throws INVALID_FIELDS for what Yekpay needs and both lack. */
export async function topUpPayer(
  db: Kysely<DB>,
  person: { id: string; phone: string },
  form: Partial<Record<'fullname' | 'email' | 'country' | 'city' | 'address' | 'zip_code', string>> & {
    currency: CurrencyCode
  },
): Promise<Payer> {
  const account = await db
    .selectFrom('account')
    .select(['fullname', 'email', 'country', 'city', 'address', 'zip_code'])
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  const given = (field: keyof typeof account) => form[field] ?? account[field] ?? undefined
  const needed = form.currency === 'EUR' ? (['fullname', 'email', 'country', 'address', 'zip_code'] as const) : []
  const missing = needed.filter((field) => !given(field))
  if (missing.length > 0) throw invalidFields(Object.fromEntries(missing.map((field) => [field, ['required']])))
  return {
    fullname: given('fullname') ?? person.phone,
    phone: person.phone,
    email: given('email'),
    address: given('address'),
    zipCode: given('zip_code'),
    city: given('city'),
    country: given('country'),
  }
}
