import { askBank, fieldOf, parameterReader, textOf, wholeNumberOf } from '#app/providers/gateways/bank-call.ts'
import type {
  Gateway,
  GatewayKind,
  GatewayWorld,
  Started,
  Verified,
  VerifyInput,
} from '#app/providers/gateways/gateway.ts'
import { addressSetting, providerKind, textSetting } from '#app/providers/provider-kind.ts'

/** The smallest gateway that passes, written by `docs/providers.md` as a new one would be. */
export const toyGateway: GatewayKind = {
  ...providerKind({ TOY_BASE_URL: addressSetting, TOY_MERCHANT: textSetting }, (settings, world: GatewayWorld) =>
    createToy({ baseUrl: settings.TOY_BASE_URL, merchant: settings.TOY_MERCHANT }, world),
  ),
  simulated: ({ origin, merchant }) => ({ TOY_BASE_URL: origin, TOY_MERCHANT: merchant }),
}

function createToy({ baseUrl, merchant }: { baseUrl: string; merchant: string }, world: GatewayWorld): Gateway {
  const { origin } = new URL(baseUrl)

  async function start(order: Parameters<Gateway['start']>[0]): Promise<Started> {
    const { amount, currency, orderNumber, returnAddress } = order
    if (currency !== 'EUR') throw new RangeError('The toy takes euro')
    if (!Number.isSafeInteger(amount) || amount <= 0)
      throw new RangeError('An amount is a positive whole number of cents')
    const answer = await askBank(world, `${origin}/start`, {
      merchant,
      amount,
      order: orderNumber,
      back: returnAddress,
    })
    if (!answer.heard) return { outcome: 'unreachable', reason: answer.reason }
    const token = textOf(fieldOf(answer.body, 'id'))
    if (token) return { outcome: 'started', token, redirect: { method: 'GET', url: `${origin}/page/${token}` } }
    const code = textOf(fieldOf(answer.body, 'error'))
    return code
      ? { outcome: 'refused', code, reason: 'the bank refuses our settings', alert: true }
      : { outcome: 'unreachable', reason: 'neither id nor error' }
  }

  async function verify({ token, orderNumber, amount, askedBefore }: VerifyInput): Promise<Verified> {
    const answer = await askBank(world, `${origin}/verify`, { merchant, id: token })
    if (!answer.heard) return { outcome: 'unknown', reason: answer.reason, review: false }
    const read = (name: string) => textOf(fieldOf(answer.body, name))
    if (read('error')) return { outcome: 'unknown', reason: 'the bank refuses our settings', review: true }
    if (read('state') === 'unpaid') return { outcome: 'not_paid', code: 'unpaid', reason: 'not paid', alert: false }
    if (read('state') !== 'paid') return { outcome: 'unknown', reason: 'no state', review: false }
    const [reference, taken] = [read('receipt'), wholeNumberOf(fieldOf(answer.body, 'amount'))]
    if (taken === undefined) return { outcome: 'unknown', reason: 'paid without an amount', review: askedBefore }
    if (read('order') !== orderNumber)
      return { outcome: 'mismatch', field: 'order', reason: 'the receipt of another order', reference }
    if (taken !== amount) return { outcome: 'mismatch', field: 'amount', reason: 'another amount', reference }
    return { outcome: 'paid', reference, amount }
  }

  return {
    name: 'yekpay',
    currency: 'EUR',
    start,
    readCallback(params) {
      const read = parameterReader(params)
      const said = read('said')
      const claimed = said === 'paid' || said === 'cancelled' ? said : said ? 'failed' : 'unknown'
      return { token: read('id') || undefined, orderNumber: read('order') || undefined, claimed }
    },
    judgeCallback(facts, expected) {
      if (facts.token !== expected.token || facts.orderNumber !== expected.orderNumber)
        return { step: 'mismatch', reason: 'of another payment' }
      if (facts.claimed === 'paid') return { step: 'verify' }
      return { step: facts.claimed === 'cancelled' ? 'cancelled' : 'failed', reason: 'not paid', alert: false }
    },
    verify,
    settlesBy: 'verify',
    closesAfterMinutes: 30,
    formActionOrigins: [origin],
    origin,
  }
}
