import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { messageOf } from '#app/api/company/developers/webhooks/shown-delivery.ts'
import { readGuides } from '#app/api/docs/guides.ts'
import { webhookSignature } from '#app/rules/access/webhook.ts'
import { freePort } from '../../support/server/process/free-port.ts'

const guide = (await readGuides()).find(({ name }) => name === 'webhooks')?.text ?? ''
const blockOf = (language: string) => new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(guide)?.[1] ?? ''
const folder = mkdtempSync(join(tmpdir(), 'savari-guide-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SECRET = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`
const body = '{"type":"webhook.test","timestamp":"2026-11-23T05:30:00.000Z","data":{}}'
const seconds = Math.floor(Date.now() / 1000)
const message = { id: 'evt_0198f6c2a1f04c7f9d3f6b1f0a7c55d2', seconds, body }

test('the message that the guide shows has the parts of a real one', () => {
  const [, shown = ''] = blockOf('http').split('\n\n')
  const at = new Date()
  const event = { type: 'vehicle.changed' as const, at, request_id: 'r', key_id: 1, data: {}, created_at: at }
  const real = JSON.parse(messageOf({ id: 'dlv', event_id: 'evt', ...event }).body)
  expect(Object.keys(JSON.parse(shown))).toEqual(Object.keys(real))
})

test('the guide’s commands for a shell make the signature', async () => {
  const env = { PATH: process.env.PATH, SECRET, ID: message.id, TIMESTAMP: String(seconds), BODY: body }
  const { stdout } = await promisify(execFile)('bash', ['-c', blockOf('bash')], { env })
  expect(`v1,${stdout.trim()}`).toBe(webhookSignature([SECRET], message))
})

test('the guide’s receiver takes what is signed, and nothing else', async () => {
  const client = pathToFileURL(resolve('packages/client/src/webhooks.ts')).href
  writeFileSync(join(folder, 'receiver.mjs'), blockOf('js').replace('@savari/client', client))
  const port = await freePort()
  const env = { PATH: process.env.PATH, SECRET, PORT: String(port) }
  const child = spawn(process.execPath, [join(folder, 'receiver.mjs')], { env })
  const logged = once(child.stdout, 'data')
  const send = (signature: string) => {
    const headers = { 'webhook-id': message.id, 'webhook-timestamp': String(seconds), 'webhook-signature': signature }
    return fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body }).then(({ status }) => status)
  }
  try {
    await expect.poll(() => send('v1,AAAA').catch(() => 0), { timeout: 10_000 }).toBe(400)
    expect(await send(`v1,AAAA ${webhookSignature([SECRET], message)}`)).toBe(204)
    expect(String((await logged)[0])).toBe('webhook.test\n')
  } finally {
    child.kill()
  }
})
