import type { z } from 'zod'
import type { Person } from '#app/api/call/admission/person.ts'
import { type ApiContext, api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { askOf } from '#app/api/call/idempotency.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import type { PayOnline } from '#app/contract/payments.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { pathIn } from '#app/i18n/language.ts'
import { isPermittedCallback, isSitePath } from '#app/rules/access/permitted-address.ts'
import { GATEWAY_OF_CURRENCY, GATEWAYS, type GatewayName } from '#app/rules/constants.ts'
import { holderOf } from '#app/rules/identity/holder.ts'
import { guardBanned } from '../account/bans.ts'
import { readDue } from './due.ts'
import { startPayment } from './start.ts'
import { startTopUp, topUpAmount, topUpPayer } from './wallet/top-up.ts'
import { choseWallet, spenderFor } from './wallet/wallet-choice.ts'

/** Pays through the named gateway, which must be that of the reservation's currency (§7). */
export const gatewayPay = api.payments.gatewayPay.handler(({ input, context }) => pay(context, input))

/** The same without a choice, because each currency has one gateway; or tops up the signed-in person's wallet (§7). */
export const payOnline = api.payments.payOnline.handler(({ input, context }) => {
  const { transaction_id, use_wallet, call_back_url, ...topUp } = input
  return transaction_id
    ? pay(context, { transaction_id, use_wallet, call_back_url })
    : topUpWallet(context, { ...topUp, call_back_url })
})

type Order = { transaction_id: string; call_back_url?: string; use_wallet?: boolean; gateway?: GatewayName }

type Paying = ApiContext & { person: Person | undefined }

async function pay(context: Paying, order: Order) {
  const { deps, idempotencyKey } = context
  const due = await readDue(deps.db, order.transaction_id)
  const { reservation, change, proposal, part, deposit } = due
  await guardBanned(deps.db, reservation)
  const offered = GATEWAY_OF_CURRENCY[currencyIn(reservation)]
  if (order.gateway && order.gateway !== offered) throw errors.GATEWAY_NOT_OFFERED()
  return startPayment(deps, {
    reservation: reservation.id,
    change: change?.id ?? null,
    proposal: proposal?.id ?? null,
    part: part?.id ?? null,
    deposit: deposit?.id ?? null,
    gateway: deps.gateways[offered],
    returnAddress: returnAddressOf(context, offered, order.call_back_url),
    useWallet: !deposit && (order.use_wallet ?? choseWallet(due, context.person)),
    spender: await spenderFor(deps.db, due, context.person),
    ask: askOf(`pay ${order.transaction_id}`, idempotencyKey, order),
  })
}

type TopUp = Omit<z.infer<typeof PayOnline>, 'transaction_id' | 'use_wallet'>

async function topUpWallet(context: Paying, order: TopUp) {
  const { deps, idempotencyKey, person } = context
  if (!person) throw errors.INVALID_TOKEN()
  const { amount, currency = 'IRT' } = order
  const gateway = GATEWAY_OF_CURRENCY[currency]
  return startTopUp(deps, {
    wallet: holderOf(person),
    amount: topUpAmount(amount, currency),
    currency,
    payer: await topUpPayer(deps.db, person, { ...order, currency }),
    gateway: deps.gateways[gateway],
    returnAddress: returnAddressOf(context, gateway, order.call_back_url),
    ask: askOf(`top-up ${person.id}`, idempotencyKey, order),
  })
}

/** Saman accepts 1538 characters, and our payment's id is added. */
const LONGEST_ADDRESS = 1500

/** Where the bank sends the browser: our own return page, or a permitted address. Throws INVALID_FIELDS for others. */
function returnAddressOf({ deps, language }: ApiContext, gateway: GatewayName, requested: string | undefined): string {
  const { origin, callbackOrigins } = deps.settings
  if (!requested) return `${origin}${pathIn(language, GATEWAYS[gateway].returnPage)}`
  const address = isSitePath(requested) ? `${origin}${requested}` : requested
  const isRight =
    isPermittedCallback(address, origin, callbackOrigins) && new URL(address).href.length <= LONGEST_ADDRESS
  if (!isRight) throw invalidFields({ call_back_url: ['invalid'] })
  return address
}
