import { GATEWAY_KINDS } from '#app/providers/gateways/registry.ts'
import { openSms, SMS_KINDS } from '#app/providers/sms/registry.ts'
import { describeGateway } from './gateway-suite.ts'
import { describeMessenger, HTTP_MALFORMED, HTTP_OUTAGE } from './messenger-suite.ts'
import { openToyBank, TOY_MERCHANT } from './toy/toy-bank.ts'
import { toyGateway } from './toy/toy-gateway.ts'
import { openToySmsServer, TOY_KEY, TOY_LONGEST, toySms } from './toy/toy-sms.ts'

// Two providers written only from docs/providers.md: if it misses a step, they fail.

/** As the line in the registry would add them. */
const gateways = { ...GATEWAY_KINDS, toy: toyGateway }
const senders = { ...SMS_KINDS, toy: toySms }

describeGateway('A gateway by the recipe', {
  bank: openToyBank,
  open: ({ origin }, world, account) => {
    const { toy } = gateways
    return toy.open(toy.simulated({ origin, merchant: account ? 'nobody-knows' : TOY_MERCHANT }), world)
  },
  secrets: /toy-merchant|nobody-knows|912|sara|Ahmadi|127\.0\.0\.1|localhost/i,
  knowsWhoseReceipt: true,
})

describeMessenger('A sender of SMS by the recipe', {
  server: openToySmsServer,
  open: ({ host, port }, { timeoutMs, account }) => {
    const settings = { TOY_KEY: account ? 'wrong-account' : TOY_KEY, TOY_BASE_URL: `http://${host}:${port}` }
    return openSms(senders, { provider: 'toy', settings }, timeoutMs)
  },
  receivers: {
    accepted: '+989121234567',
    refused: '+989120000404',
    busy: '+989120000429',
    broken: '+989120000503',
    silent: '+989120000600',
    outOfReach: '+4915112345678',
  },
  message: { channel: 'sms' },
  busyReason: 'rate_limited',
  longestText: TOY_LONGEST,
  greets: false,
  malformed: HTTP_MALFORMED,
  outage: HTTP_OUTAGE,
})
