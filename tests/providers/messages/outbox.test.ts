import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOutbox, outboxFile } from '#app/providers/messages/outbox.ts'

const now = () => new Date('2026-11-21T08:00:00Z')
let folder: string

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'outbox-')), 'new')
})
afterEach(() => rm(join(folder, '..'), { recursive: true }))

const readLines = async () =>
  (await readFile(outboxFile(folder), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))

test('a message is one line of JSON with what was sent', async () => {
  const { send } = createOutbox({ folder, now })
  await send({ channel: 'sms', to: '+989121234567', text: 'کد ورود: ۱۲۳۴۵۶\n@savari #123456', code: '123456' })
  await send({ channel: 'email', to: 'sara@example.com', text: 'Your voucher', subject: 'Voucher', html: '<p>…</p>' })
  expect(await readLines()).toEqual([
    {
      at: '2026-11-21T08:00:00.000Z',
      channel: 'sms',
      to: '+989121234567',
      text: 'کد ورود: ۱۲۳۴۵۶\n@savari #123456',
      code: '123456',
    },
    { at: '2026-11-21T08:00:00.000Z', channel: 'email', to: 'sara@example.com', text: 'Your voucher' },
  ])
})

test('messages sent at once are written in the order of the calls', async () => {
  const { send } = createOutbox({ folder, now })
  const texts = Array.from({ length: 100 }, (_, index) => `message ${index}`)
  await Promise.all(texts.map((text) => send({ channel: 'sms', to: '+989121234567', text })))
  expect(await readLines()).toMatchObject(texts.map((text) => ({ text })))
})

test('the note for the log has neither the number nor the code', async () => {
  const notes: unknown[] = []
  const { send } = createOutbox({ folder, now, onSent: (note) => notes.push(note) })
  await send({ channel: 'sms', to: '+989121234567', text: 'code 123456', code: '123456' })
  expect(notes).toEqual([{ channel: 'sms', file: outboxFile(folder) }])
})

test('a message that cannot be written is reported to its sender, and the next one is tried again', async () => {
  const { send } = createOutbox({ folder, now })
  await writeFile(folder, 'in the way')
  await expect(send({ channel: 'sms', to: '+989121234567', text: 'one' })).rejects.toThrow('EEXIST')
  await rm(folder)
  await send({ channel: 'sms', to: '+989121234567', text: 'two' })
  expect(await readLines()).toMatchObject([{ text: 'two' }])
})
