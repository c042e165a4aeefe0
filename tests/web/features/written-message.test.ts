import { RouterContextProvider, redirect } from 'react-router'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#app/config.ts'
import { ClientId, MessageText } from '#app/contract/chat/chat.ts'
import { messageIdOf, sendWritten } from '#app/features/support/written.server.ts'
import { siteContext } from '#app/web/page/context.ts'

const PAGE_ID = crypto.randomUUID()

test('a message sent twice has one id, and another one from the same page, restored by Back, has another', async () => {
  const first = await idSent({ message: 'Where is the key?' })
  expect(await idSent({ message: 'Where is the key?' })).toBe(first)
  expect(await idSent({ message: 'I have found it.' })).not.toBe(first)
  expect(await idSent({ message: 'Where is the key?', subject: 'Key' })).not.toBe(first)
  expect(ClientId.parse(first)).toMatch(new RegExp(`^${PAGE_ID}-`))
})

test('messages of files alone are told apart by their files', () => {
  const idWith = (name: string, bytes: string) => {
    const fields = new FormData()
    fields.append('files', new File([bytes], name))
    return messageIdOf({ message: '', client_id: PAGE_ID }, fields)
  }
  expect(idWith('a.png', 'one')).toBe(idWith('a.png', 'one'))
  expect(idWith('b.png', 'one')).not.toBe(idWith('a.png', 'one'))
  expect(idWith('a.png', 'longer')).not.toBe(idWith('a.png', 'one'))
})

async function idSent(texts: Record<string, string>) {
  const context = new RouterContextProvider()
  context.set(siteContext, {
    ...{ language: 'en', origin: 'https://savari.example', requestId: 'test', clientAddress: '192.0.2.1' },
    ...{ config: readConfig({ NODE_ENV: 'test' }), cookies: new Map(), bankOrigins: [], log: () => {} },
  })
  const fields = new FormData()
  for (const [name, value] of Object.entries({ ...texts, client_id: PAGE_ID })) fields.append(name, value)
  const schema = z.object({ message: MessageText, subject: z.string().optional(), client_id: ClientId })
  let sent: string | undefined
  await sendWritten(context, fields, { schema, uploadTo: 'uploadTicketFile' }, async ({ client_id }) => {
    sent = client_id
    return redirect('/')
  })
  return sent
}
