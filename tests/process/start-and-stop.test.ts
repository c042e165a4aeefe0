import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '../support/server/free-port.ts'

test('faulty settings are all named at once, within two seconds, before anything is built', async () => {
  const started = performance.now()
  const { child, output } = start({ PORT: 'eighty', GATEWAYS: 'mock', ORIGIN: 'rent.example' })
  const [code] = await once(child, 'exit')
  expect(performance.now() - started).toBeLessThan(2000)
  expect(code).toBe(1)
  for (const name of ['PORT', 'GATEWAYS', 'ORIGIN']) expect(output()).toContain(name)
  expect(output()).not.toContain('Building')
})

test('production does not start without its secrets', async () => {
  const { child, output } = start({ NODE_ENV: 'production' })
  const [code] = await once(child, 'exit')
  expect(code).toBe(1)
  expect(output()).toContain('SESSION_SECRET')
})

test('told to stop, the process finishes what it accepted, says goodbye with 0, and leaves nothing behind', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'savari-stop-'))
  const port = await freePort()
  const { child, output } = start({ PORT: String(port), BANK_PORT: String(await freePort()), DATA_DIR: dataDir })
  const site = `http://localhost:${port}`
  await expect.poll(() => statusOf(`${site}/readyz`), { timeout: 60_000 }).toBe(200)
  for (const provider of ['database', 'gateways', 'sms', 'mail']) expect(output()).toContain(`"provider":"${provider}"`)

  const visits = Array.from({ length: 40 }, (_, index) => visit(`${site}/en?visit=${index}`))
  await Promise.all(visits.map(({ connected }) => connected))
  // Connections are accepted in their order: whoever comes after them and is answered knows that they were.
  expect(await visit(`${site}/healthz`).status).toBe(200)
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await expect.poll(() => statusOf(`${site}/readyz`), { intervals: [5] }).not.toBe(200)
  expect(new Set(await Promise.all(visits.map(({ status }) => status)))).toEqual(new Set([200]))
  const [code] = await exited
  expect(code).toBe(0)
  expect(await statusOf(`${site}/healthz`)).toBe('refused')
  rmSync(dataDir, { recursive: true, force: true })
})

/** As `npm start` does it: the script starts the process that serves, and forwards signals to it. */
function start(settings: Record<string, string>): { child: ChildProcess; output: () => string } {
  const { NODE_ENV, MODE, PORT, ...env } = process.env
  const child = spawn(process.execPath, ['scripts/start.mjs'], { env: { ...env, ...settings } })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (text += piece))
  return { child, output: () => text }
}

/** A visit, and when its connection stands. */
function visit(address: string): { connected: Promise<unknown>; status: Promise<number | undefined> } {
  const sent = get(address, { agent: false })
  const status = once(sent, 'response').then(async ([answer]: IncomingMessage[]) => {
    answer?.resume()
    await once(answer as IncomingMessage, 'end')
    return answer?.statusCode
  })
  return { connected: once(sent, 'socket').then(([socket]: Socket[]) => socket && once(socket, 'connect')), status }
}

async function statusOf(address: string): Promise<number | 'refused'> {
  try {
    const answer = await fetch(address)
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return 'refused'
  }
}
