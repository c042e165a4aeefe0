import { join } from 'node:path'
import { GATEWAY_NAMES, type GatewayName } from '#app/rules/constants.ts'
import type { Settings } from '../provider-kind.ts'
import type { Gateway } from './gateway.ts'
import { GATEWAY_KINDS } from './registry.ts'
import { simulatedMerchants, startBankSimulator } from './simulator/bank.ts'

type BankSettings = {
  kind: 'real' | 'simulator'
  bankHost: string
  bankPort: number
  bankPortMayMove: boolean
  bankOrigin?: string
  /** The gateways' settings. */
  environment: Settings
}

/** The gateways in use, ready for calls. */
export type Banks = {
  gateways: Record<GatewayName, Gateway>
  /** The origins that customers are sent to: a page's content security policy must list them. */
  origins: string[]
  close: () => Promise<void>
}

const BANK_TIMEOUT_MS = 20_000

/**
 * Opens the banks that the configuration names, or the simulated one on an origin of its own.
 * Throws when a real gateway's settings are incomplete, or the simulator's port is taken.
 */
export async function openBanks(
  settings: BankSettings,
  { dataDir, now }: { dataDir: string; now: () => Date },
): Promise<Banks> {
  const open = (settingsOf: (name: GatewayName) => Settings) => {
    const world = { fetch, now, timeoutMs: BANK_TIMEOUT_MS }
    const opened = GATEWAY_NAMES.map((name) => [name, GATEWAY_KINDS[name].open(settingsOf(name), world)] as const)
    const origins = [...new Set(opened.map(([, { origin }]) => origin))]
    return { gateways: Object.fromEntries(opened) as Record<GatewayName, Gateway>, origins }
  }
  if (settings.kind === 'real') return { ...open(() => settings.environment), close: async () => {} }
  const start = (port: number) =>
    startBankSimulator({ host: settings.bankHost, port, now, file: join(dataDir, 'simulated-bank.json') })
  const simulator = await start(settings.bankPort).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE' || !settings.bankPortMayMove) throw error
    return start(0)
  })
  const origin = settings.bankOrigin ?? simulator.origin
  const simulated = (name: GatewayName) => GATEWAY_KINDS[name].simulated({ origin, merchant: simulatedMerchants[name] })
  return {
    ...open((name) => ({ ...settings.environment, ...simulated(name) })),
    close: () => simulator.close(),
  }
}
