import { GATEWAY_OF_CURRENCY, type GatewayName } from '#app/rules/constants.ts'
import type { Gateway } from './gateway.ts'

/** What becomes of a payment: paid at once, refused, or paid after a while. */
export type TestPayment = 'paid' | 'refused' | 'pending'

/**
 * The bank of test mode. Nobody pays there and nothing is sent anywhere: `outcomeOf` says what the customer of a payment did,
 * by the bank's own name for it.
 * @param page where a browser that is sent to the bank learns so
 */
export function createTestBank(
  name: GatewayName,
  { outcomeOf, page }: { outcomeOf: (token: string) => Promise<TestPayment>; page: string },
): Gateway {
  return {
    name,
    currency: GATEWAY_OF_CURRENCY.EUR === name ? 'EUR' : 'IRT',
    async start({ orderNumber }) {
      const token = `test-${orderNumber}`
      return { outcome: 'started', token, redirect: { method: 'GET', url: page } }
    },
    readCallback: () => ({ claimed: 'unknown' }),
    judgeCallback: () => ({ step: 'inquire' }),
    async inquire({ token }) {
      const outcome = await outcomeOf(token)
      if (outcome === 'paid') return { state: 'paid', reference: `receipt-${token}` }
      if (outcome === 'refused') return { state: 'not_paid', code: 'TEST', reason: 'the test bank refuses' }
      return { state: 'pending' }
    },
    async verify({ token, amount }) {
      return { outcome: 'paid', reference: `receipt-${token}`, amount, card: '400000******0000' }
    },
    reverse: async () => ({ outcome: 'reversed' }),
    settlesBy: 'inquire',
    closesAfterMinutes: 0,
    formActionOrigins: [],
    origin: new URL(page).origin,
  }
}
