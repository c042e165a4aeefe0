import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LiveMessage } from '#app/features/chat/live/room/live-message.ts'
import { hasGap, markRead, mergeMessages } from '#app/features/chat/live/room/message-list.ts'
import { createOutbox, type Outgoing, type SendResult, stillToSend } from '#app/features/chat/live/room/outbox.ts'

const message = (seq: number, changes: Partial<LiveMessage> = {}): LiveMessage => ({
  id: seq,
  seq,
  client_id: `c${seq}`,
  message: `message ${seq}`,
  sender: seq % 2 ? 'CLIENT' : 'ADMIN',
  sender_detail: { name: null, is_bot: false, avatar: null, avatar_id: null },
  status: 'SENT',
  created_at: '2026-11-22T08:00:00Z',
  is_edited: false,
  attached_file: null,
  attachments: [],
  ...changes,
})

test('messages that arrive twice, late and out of order appear once each, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.integer({ min: 1, max: 30 }))), (batches) => {
      const list = batches.reduce<LiveMessage[]>(
        (known, batch) =>
          mergeMessages(
            known,
            batch.map((seq) => message(seq)),
          ),
        [],
      )
      const seqs = [...new Set(batches.flat())].sort((one, other) => one - other)
      expect(list.map(({ seq }) => seq)).toEqual(seqs)
    }),
  )
})

test('an edited message replaces the former one', () => {
  const edited = message(2, { message: 'better', is_edited: true })
  expect(mergeMessages([message(1), message(2)], [edited])[1]).toEqual(edited)
})

test('a message that does not follow the last one shows that some are missing', () => {
  expect(hasGap([message(1)], message(3))).toBe(true)
  expect(hasGap([message(1)], message(2))).toBe(false)
  expect(hasGap([], message(7))).toBe(false)
})

test('reading marks the other side’s messages as read, up to that point', () => {
  const read = markRead([message(1), message(2), message(3)], { side: 'OPERATOR', seq: 2 })
  expect(read.map(({ status }) => status)).toEqual(['READ', 'SENT', 'SENT'])
})

/** A server that answers as configured, and an outbox that sends to it. */
function outboxWith(answers: (message: Outgoing) => SendResult | Promise<SendResult>) {
  const sent: string[] = []
  const waits: { seconds: number; go: () => void }[] = []
  const outbox = createOutbox({
    send: async (outgoing) => {
      sent.push(outgoing.clientId)
      return answers(outgoing)
    },
    onChange: () => {},
    wait: (seconds, go) => waits.push({ seconds, go }),
  })
  const add = (...ids: string[]) => {
    for (const clientId of ids) outbox.add({ clientId, text: clientId })
  }
  return { outbox, sent, waits, add }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('messages written offline are sent in order once there is a connection', async () => {
  const { outbox, sent, add } = outboxWith(() => ({ kind: 'sent' }))
  add('a', 'b', 'c')
  await settled()
  expect(sent).toEqual([])
  outbox.setOpen(true)
  await settled()
  expect(sent).toEqual(['a', 'b', 'c'])
  expect(outbox.items()).toEqual([])
})

test('a message whose answer is lost is sent again with its id before the next ones', async () => {
  let lost = 1
  const { outbox, sent, add } = outboxWith(() => (lost-- > 0 ? { kind: 'lost' } : { kind: 'sent' }))
  outbox.setOpen(true)
  add('a', 'b')
  await settled()
  expect(sent).toEqual(['a'])
  outbox.setOpen(true)
  await settled()
  expect(sent).toEqual(['a', 'a', 'b'])
})

test('a loss that is noticed after the next connection stops nothing', async () => {
  let first = true
  let lose: (result: SendResult) => void = () => {}
  const { outbox, sent, add } = outboxWith(() => {
    if (!first) return { kind: 'sent' }
    first = false
    return new Promise<SendResult>((resolve) => {
      lose = resolve
    })
  })
  outbox.setOpen(true)
  add('a')
  await settled()
  outbox.setOpen(false)
  outbox.setOpen(true)
  lose({ kind: 'lost' })
  await settled()
  expect(sent).toEqual(['a', 'a'])
  expect(outbox.items()).toEqual([])
})

test('a refused message stays with its reason, the next one is sent, and it can be sent again', async () => {
  let refuses = true
  const { outbox, sent, add } = outboxWith(({ clientId }) =>
    clientId === 'a' && refuses ? { kind: 'refused', error: 'too long' } : { kind: 'sent' },
  )
  outbox.setOpen(true)
  add('a', 'b')
  await settled()
  expect(outbox.items()).toEqual([{ clientId: 'a', text: 'a', state: 'failed', error: 'too long' }])
  refuses = false
  outbox.retry('a')
  await settled()
  expect(sent).toEqual(['a', 'b', 'a'])
  expect(outbox.items()).toEqual([])
})

test('messages over the limit wait as long as the server says, in their order', async () => {
  let busy = true
  const { outbox, sent, waits, add } = outboxWith(() => (busy ? { kind: 'later', seconds: 7 } : { kind: 'sent' }))
  outbox.setOpen(true)
  add('a', 'b')
  await settled()
  expect(waits.map(({ seconds }) => seconds)).toEqual([7])
  busy = false
  waits[0]?.go()
  await settled()
  expect(sent).toEqual(['a', 'a', 'b'])
})

test('messages that a former page was sending wait again', () => {
  const outbox = createOutbox({
    send: async () => ({ kind: 'sent' }),
    onChange: () => {},
    initial: [{ clientId: 'a', text: 'a', state: 'sending' }],
  })
  expect(outbox.items()[0]?.state).toBe('waiting')
})

test('a message that arrived although a former page did not learn of it is not shown as waiting', () => {
  const left: Outgoing[] = [
    { clientId: 'c1', text: 'message 1', state: 'sending' },
    { clientId: 'c9', text: 'not there yet', state: 'waiting' },
  ]
  expect(stillToSend(left, [message(1), message(2)]).map(({ clientId }) => clientId)).toEqual(['c9'])
})
