import { afterAll } from 'vitest'
import { type BankSimulator, startBankSimulator } from '#app/providers/gateways/simulator/bank.ts'
import type { CustomerAction } from '#app/providers/gateways/simulator/customer-action.ts'
import type { Clock } from '../../api/api.ts'
import { pressAtBank } from './press-at-bank.ts'

export type TestBank = BankSimulator & {
  /** Presses a button on the bank's page; returns the fields with which the bank sends the browser back. */
  press: (url: string, action: CustomerAction) => Promise<Record<string, string>>
}

/** Starts the simulated bank on a free port, with the test's clock; closed when the test file is done. */
export async function testBank(now: Clock['now']): Promise<TestBank> {
  const bank = await startBankSimulator({ port: 0, host: '127.0.0.1', now })
  afterAll(() => bank.close())
  return { ...bank, press: (url, action) => pressAtBank(bank.origin, url, action) }
}
