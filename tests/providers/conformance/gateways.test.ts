import type { GatewayWorld } from '#app/providers/gateways/gateway.ts'
import { saman } from '#app/providers/gateways/saman.ts'
import { simulatedMerchants, startBankSimulator } from '#app/providers/gateways/simulator/bank.ts'
import type { CustomerAction } from '#app/providers/gateways/simulator/customer-action.ts'
import type { FaultSettings } from '#app/providers/gateways/simulator/faults.ts'
import { yekpay } from '#app/providers/gateways/yekpay.ts'
import type { GatewayName } from '#app/rules/constants.ts'
import { rialOf } from '#app/rules/money/rial.ts'
import { createClock, pressAtBank } from '../banks/bank-visitor.ts'
import { type BankAction, describeGateway, type GatewayBank, type GatewayCase } from './gateway-suite.ts'

const ACTIONS: Record<BankAction, CustomerAction> = {
  pay: 'pay',
  cancel: 'cancel',
  fail: 'fail',
  'pay another amount': 'pay_other_amount',
  'pay and return with another order': 'pay_foreign_order',
}
const CALLS = { start: 'token', verify: 'verify', reverse: 'reverse', inquire: 'receipt' } as const
const HOW = { unavailable: 'unavailable', silent: 'hang', html: 'html' } as const
const SECRETS = /21000001|SIMULATEDMERCHANT|nobody-knows|912|sara|Ahmadi|127\.0\.0\.1|localhost/i

type Protocol = {
  /** Our minor unit from the amount in the bank's protocol. */
  minorOf: (amount: number) => number
  forge: GatewayBank['forge']
  lies: Record<'another amount' | 'no amount', FaultSettings>
}

const SAMAN: Protocol = {
  minorOf: (rial) => rial / 10,
  forge: ({ token, orderNumber, amount }) =>
    new URLSearchParams({
      ...{ MID: simulatedMerchants.saman, TerminalId: simulatedMerchants.saman, State: 'OK', Status: '2' },
      ...{ RefNum: 'made+up/', ResNum: orderNumber, Amount: String(rialOf(amount)), Token: token },
    }),
  lies: { 'another amount': { affectiveAmount: 12_499_990 }, 'no amount': { transactionDetail: 'missing' } },
}

const YEKPAY: Protocol = {
  minorOf: (cents) => cents,
  forge: ({ token }) => new URLSearchParams({ authority: token, success: '1', description: 'Success' }),
  lies: { 'another amount': { yekpayAmount: 'cents' }, 'no amount': { yekpayAmount: 'missing' } },
}

async function openBank({ minorOf, forge, lies }: Protocol): Promise<GatewayBank> {
  const { now, passMinutes } = createClock()
  const bank = await startBankSimulator({ port: 0, host: '127.0.0.1', now })
  return {
    origin: bank.origin,
    visit: (redirect, action) => pressAtBank(bank, { redirect }, ACTIONS[action]),
    forge,
    sale(token) {
      const sale = bank.sales().find((one) => one.token === token)
      const money = sale?.state === 'paid' ? 'bank' : sale?.state === 'verified' ? 'us' : 'customer'
      return { amount: minorOf(sale?.amount ?? Number.NaN), money }
    },
    break: (call, how) => bank.misbehave({ [HOW[how]]: [CALLS[call]] }),
    lie: (about) => bank.misbehave(lies[about]),
    heal: bank.behave,
    passMinutes,
    now,
    close: bank.close,
  }
}

const openSaman =
  (receiptCheck: 'yes' | 'no') => (bank: GatewayBank, world: GatewayWorld, account?: 'misconfigured') => {
    const merchant = account ? 'nobody-knows' : simulatedMerchants.saman
    const settings = saman.simulated({ origin: bank.origin, merchant })
    return saman.open({ ...settings, SAMAN_RECEIPT_CHECK: receiptCheck }, world)
  }

/** Each gateway has its case here, which the compiler requires. */
const GATEWAYS: Record<GatewayName, GatewayCase> = {
  saman: { bank: () => openBank(SAMAN), open: openSaman('yes'), secrets: SECRETS, knowsWhoseReceipt: true },
  yekpay: {
    bank: () => openBank(YEKPAY),
    open: ({ origin }, world, account) => {
      const merchant = account ? 'nobody-knows' : simulatedMerchants.yekpay
      return yekpay.open(yekpay.simulated({ origin, merchant }), world)
    },
    secrets: SECRETS,
    knowsWhoseReceipt: true,
  },
}

for (const [name, gateway] of Object.entries(GATEWAYS)) describeGateway(name, gateway)

describeGateway('saman without its receipt call', {
  ...GATEWAYS.saman,
  open: openSaman('no'),
  // Its verify takes only a receipt number and names no order: the books accept each number once, for one payment.
  knowsWhoseReceipt: false,
})
