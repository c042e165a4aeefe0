import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { openBanks } from '#app/providers/gateways/banks.ts'
import { GATEWAY_NAMES } from '#app/rules/constants.ts'
import { listenHere } from '../../support/server/process/listen-here.ts'
import { begin, createClock, orderOf } from './bank-visitor.ts'

const REAL = {
  GATEWAYS: 'real',
  SAMAN_BASE_URL: 'https://sep.example/',
  SAMAN_TERMINAL_ID: '42',
  SAMAN_RECEIPT_CHECK: 'no',
  YEKPAY_REQUEST_URL: 'https://gate.example/api/payment/request',
  YEKPAY_START_URL: 'https://pay.example/api/payment/start',
  YEKPAY_VERIFY_URL: 'https://gate.example/api/payment/verify',
  YEKPAY_MERCHANT_ID: 'merchant',
}

/** As the process opens them, by its environment. */
async function open(
  environment: Record<string, string>,
  changes: { bankPort?: number; bankPortMayMove?: boolean } = {},
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'banks-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const settings = { ...readConfig(environment).gateways, ...changes }
  const banks = await openBanks(settings, { dataDir, now: createClock().now })
  onTestFinished(() => banks.close())
  return banks
}

test('by default one simulated bank accepts payments of every gateway, with its receipt call', async () => {
  const { gateways, origins } = await open({ BANK_PORT: '0' })
  for (const name of GATEWAY_NAMES) {
    const { started } = await begin(gateways[name], 5_000)
    expect([gateways[name].name, new URL(started.redirect.url).origin]).toEqual([name, origins[0]])
  }
  expect(origins).toHaveLength(1)
  expect(gateways.saman.settlesBy).toBe('inquire')
})

test('a browser may reach the simulated bank by another address', async () => {
  const { origins } = await open({ BANK_PORT: '0', BANK_ORIGIN: 'https://bank.example' })
  expect(origins).toEqual(['https://bank.example'])
})

test('real gateways have the addresses in the settings, and their pages are in the policy', async () => {
  const { gateways, origins } = await open(REAL)
  expect(origins).toEqual(['https://sep.example', 'https://pay.example'])
  expect(gateways.saman.settlesBy).toBe('none')
  expect(gateways.yekpay.formActionOrigins).toEqual(['https://pay.example'])
})

test('if the default port of a demonstration’s bank is in use it takes another, and a configured port is an error', async () => {
  const other = createServer()
  const bankPort = await listenHere(other)
  onTestFinished(() => void other.close())
  await expect(open({}, { bankPort, bankPortMayMove: false })).rejects.toThrow('EADDRINUSE')
  const moved = await open({}, { bankPort, bankPortMayMove: true })
  expect(moved.origins[0]).not.toContain(`:${bankPort}`)
  expect(await moved.gateways.saman.start(orderOf(moved.gateways.saman, 5_000))).toMatchObject({ outcome: 'started' })
})
