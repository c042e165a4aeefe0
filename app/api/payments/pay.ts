import { pathIn } from '#app/i18n/language.ts'
import { GATEWAY_OF_CURRENCY, type Gateway } from '#app/rules/constants.ts'
import { isPermittedCallback, isSitePath } from '#app/rules/permitted-address.ts'
import { type ApiContext, api } from '../context.ts'
import { askOf } from '../idempotency.ts'
import { invalidFields } from '../invalid-fields.ts'
import { refuse } from '../refuse.ts'
import { readReservation } from '../reservations/read.ts'
import { currencyIn } from '../reservations/record.ts'
import { startPayment } from './start.ts'
import { spenderOf } from './wallet.ts'

/** Pays by the named gateway, which must be that of the reservation's currency (§7). */
export const gatewayPay = api.payments.gatewayPay.handler(({ input, context }) => pay(context, input))

/** The same without a choice: each currency has one gateway (decisions.md, "Paying"). */
export const payOnline = api.payments.payOnline.handler(({ input, context }) => pay(context, input))

type Order = { transaction_id: string; call_back_url?: string; use_wallet: boolean; gateway?: Gateway }

async function pay(context: ApiContext, order: Order) {
  const { deps, idempotencyKey } = context
  const reservation = await readReservation(deps.db, order.transaction_id)
  const offered = GATEWAY_OF_CURRENCY[currencyIn(reservation)]
  if (order.gateway && order.gateway !== offered) throw refuse('GATEWAY_NOT_OFFERED')
  return startPayment(deps, {
    reservation: reservation.id,
    gateway: deps.gateways[offered],
    returnAddress: returnAddressOf(context, offered, order.call_back_url),
    useWallet: order.use_wallet,
    spender: spenderOf(context),
    ask: askOf(`pay ${reservation.id}`, idempotencyKey, order),
  })
}

const RETURN_PAGES: Record<Gateway, string> = { saman: '/external-pay', yekpay: '/external_yek' }
/** Saman takes 1538 characters, and our payment's id is still to come. */
const LONGEST_ADDRESS = 1500

/** Where the bank sends the browser: our own return page, or a permitted address. Throws INVALID_FIELDS for others. */
function returnAddressOf({ deps, language }: ApiContext, gateway: Gateway, asked: string | undefined): string {
  const { origin, callbackOrigins } = deps.settings
  if (!asked) return `${origin}${pathIn(language, RETURN_PAGES[gateway])}`
  const address = isSitePath(asked) ? `${origin}${asked}` : asked
  const isRight =
    isPermittedCallback(address, origin, callbackOrigins) && new URL(address).href.length <= LONGEST_ADDRESS
  if (!isRight) throw invalidFields({ call_back_url: ['invalid'] })
  return address
}
