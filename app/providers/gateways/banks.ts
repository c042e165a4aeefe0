import { join } from 'node:path'
import type { Gateway, GatewayName } from './gateway.ts'
import { createSaman } from './saman.ts'
import { simulatedMerchants, startBankSimulator } from './simulator/bank.ts'
import { createYekpay, yekpayAt } from './yekpay.ts'

type Settings = {
  kind: 'real' | 'simulator'
  bankHost: string
  bankPort: number
  bankPortMayMove: boolean
  bankOrigin?: string
  saman: { baseUrl?: string; terminalId?: string; receiptCheck: boolean }
  yekpay: { requestUrl?: string; startUrl?: string; verifyUrl?: string; merchantId?: string }
}

/** The gateways in use, ready for calls. `name` is for the line at start-up. */
export type Banks = {
  name: string
  gateways: Record<GatewayName, Gateway>
  /** Where customers are led: a page's policy must name them. */
  origins: string[]
  close: () => Promise<void>
}

const BANK_TIMEOUT_MS = 20_000

/**
 * Opens the banks that the configuration names, or the simulated one on an origin of its own.
 * Throws where a real gateway's settings are incomplete, or the simulator's port is taken.
 */
export async function openBanks(
  settings: Settings,
  { dataDir, now }: { dataDir: string; now: () => Date },
): Promise<Banks> {
  const world = { fetch, now, timeoutMs: BANK_TIMEOUT_MS }
  if (settings.kind === 'real') {
    const { saman, yekpay } = settings
    const addresses = {
      request: given(yekpay.requestUrl, 'YEKPAY_REQUEST_URL'),
      start: given(yekpay.startUrl, 'YEKPAY_START_URL'),
      verify: given(yekpay.verifyUrl, 'YEKPAY_VERIFY_URL'),
    }
    return {
      name: 'Saman and Yekpay',
      gateways: {
        saman: createSaman(
          {
            baseUrl: given(saman.baseUrl, 'SAMAN_BASE_URL'),
            terminalId: given(saman.terminalId, 'SAMAN_TERMINAL_ID'),
            receipt: saman.receiptCheck,
          },
          world,
        ),
        yekpay: createYekpay({ addresses, merchantId: given(yekpay.merchantId, 'YEKPAY_MERCHANT_ID') }, world),
      },
      origins: [given(saman.baseUrl, 'SAMAN_BASE_URL'), addresses.start].map((address) => new URL(address).origin),
      close: async () => {},
    }
  }
  const start = (port: number) =>
    startBankSimulator({ host: settings.bankHost, port, now, file: join(dataDir, 'simulated-bank.json') })
  const simulator = await start(settings.bankPort).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE' || !settings.bankPortMayMove) throw error
    return start(0)
  })
  const origin = settings.bankOrigin ?? simulator.origin
  return {
    name: `simulated bank at ${origin} (stand-in, no real money)`,
    gateways: {
      saman: createSaman(
        { baseUrl: origin, terminalId: simulatedMerchants.saman, receipt: settings.saman.receiptCheck },
        world,
      ),
      yekpay: createYekpay({ addresses: yekpayAt(origin), merchantId: simulatedMerchants.yekpay }, world),
    },
    origins: [origin],
    close: () => simulator.close(),
  }
}

function given(value: string | undefined, setting: string): string {
  if (!value) throw new Error(`${setting} is needed where the gateways are real.`)
  return value
}
