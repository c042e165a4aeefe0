import { afterEach, describe, expect, test } from 'vitest'
import { publicId } from '#app/api/call/public-id.ts'
import { takeTicket } from '#app/api/chat/socket-ticket.ts'
import { testApi } from '../../support/api/api.ts'
import { deskIdOf } from '../../support/api/desk-id.ts'
import { DRIVER, loadFleet, RENTAL } from '../../support/api/fleet.ts'
import { fiveIdentities } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { stepsInOrder } from '../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const site = await testApi({ db, origin: 'https://savari.example' })
await loadFleet(db)
const { visitor, owner, other, agency, elsewhere, admin } = await fiveIdentities(site)

afterEach(() => expect(site.reported).toEqual([]))

const saleRoom = async (who = owner) => (await who.calls.chat.createSale({})).room.id
const send = (who: typeof owner, id: string, message: string, more: object = {}) =>
  who.calls.chat.newMessage({ id, message, ...more })
const textsOf = async (who: typeof owner, id: string, query: object = {}) =>
  (await who.calls.chat.messages({ id, ...query })).messages.map(({ message }) => message)

describe('a sales room', () => {
  test('exists once for a person, with the address of its socket', async () => {
    const { room, socket } = await owner.calls.chat.createSale({})
    expect(socket).toEqual({ url: 'wss://savari.example', path: '/socket.io/' })
    expect(room).toMatchObject({
      department: 'SALES',
      side: 'CUSTOMER',
      sender: 'CLIENT',
      last_seq: 0,
      is_unread: false,
    })
    const again = await Promise.all([saleRoom(), saleRoom(), saleRoom()])
    expect(new Set(again)).toEqual(new Set([room.id]))
    expect(await saleRoom(other)).not.toBe(room.id)
  })

  test('about payments is opened only by operators, for the person with a phone', async () => {
    expect(await refusal(owner.calls.chat.createSale({ department: 'FINANCIAL' }))).toMatchObject({ status: 404 })
    expect(await refusal(agency.calls.chat.createSale({ phone: owner.phone }))).toMatchObject({ status: 404 })
    const { room } = await admin.calls.chat.createSale({ department: 'FINANCIAL', phone: '0912 123 4567' })
    expect(room).toMatchObject({ department: 'FINANCIAL', side: 'OPERATOR', sender: 'ADMIN' })
    expect((await owner.calls.chat.room({ id: room.id })).side).toBe('CUSTOMER')
    const nobody = admin.calls.chat.createSale({ department: 'FINANCIAL', phone: '09129999999' })
    expect((await refusal(nobody)).data).toMatchObject({ fields: { phone: ['not_found'] } })
  })

  test('counts what the other side has not read, and shows what was read', async () => {
    const id = await saleRoom()
    await send(owner, id, 'سلام')
    await send(owner, id, 'Is it free?')
    const seen = (await admin.calls.chat.rooms({})).results.find((room) => room.id === id)
    expect(seen).toMatchObject({ unread_count: 2, is_unread: true, last_message: { message: 'Is it free?' } })
    expect((await admin.calls.chat.unread()).count).toBeGreaterThanOrEqual(2)
    expect(await admin.calls.chat.markRead({ id })).toMatchObject({ unread_count: 0 })
    const { messages } = await owner.calls.chat.messages({ id })
    expect(messages.map(({ status }) => status)).toEqual(['READ', 'READ'])
    const answer = await send(admin, id, 'Yes')
    expect(answer).toMatchObject({ sender: 'ADMIN', status: 'SENT', is_edited: false, attached_file: null })
    expect((await owner.calls.chat.unread()).count).toBe(1)
    expect(await owner.calls.chat.markRead({ id, seq: 1 })).toMatchObject({ read_seq: 1, unread_count: 1 })
    expect(await owner.calls.chat.markRead({ id, seq: 99 })).toMatchObject({ read_seq: 3, unread_count: 0 })
    expect(await owner.calls.chat.markRead({ id, seq: 1 })).toMatchObject({ read_seq: 3 })
    expect((await owner.calls.chat.unread()).count).toBe(0)
  })
})

describe('a message', () => {
  test('that is sent again with the same client id is stored once, separately for each person', async () => {
    const id = await saleRoom(other)
    const client_id = crypto.randomUUID()
    const sent = await Promise.all(Array.from({ length: 5 }, () => send(other, id, 'once', { client_id })))
    expect(new Set(sent.map((message) => message.id)).size).toBe(1)
    const answer = await send(admin, id, 'mine', { client_id })
    expect(answer.seq).toBe((sent[0]?.seq ?? 0) + 1)
    expect(await textsOf(other, id)).toEqual(['once', 'mine'])
  })

  test('under the client id of another one is refused, unless that was edited since', async () => {
    const id = await saleRoom(other)
    const sent = await send(other, id, 'first', { client_id: 'one' })
    expect(await refusal(send(other, id, 'second', { client_id: 'one' }))).toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
      status: 422,
    })
    await other.calls.chat.edit({ id, message_id: sent.id, message: 'first, edited' })
    expect((await send(other, id, 'first', { client_id: 'one' })).id).toBe(sent.id)
    expect((await textsOf(other, id)).at(-1)).toBe('first, edited')
  })

  test('has a place without gaps when many are sent at once', async () => {
    const id = await saleRoom(elsewhere)
    const texts = Array.from({ length: 30 }, (_, index) => `${index}`)
    await Promise.all(texts.map((text) => send(elsewhere, id, text)))
    const { messages } = await elsewhere.calls.chat.messages({ id, size: 100 })
    expect(messages.map(({ seq }) => seq)).toEqual(texts.map((_, index) => index + 1))
    expect(messages.map(({ message }) => message).sort()).toEqual(texts.sort())
  })

  test('has at least one visible character and at most 4,000', async () => {
    const id = await saleRoom()
    const invalid = async (message: string) => (await refusal(send(owner, id, message))).data
    expect(await invalid('  \n ')).toMatchObject({ fields: { message: ['required'] } })
    expect(await invalid('x'.repeat(4001))).toMatchObject({ fields: { message: ['max_length'] } })
    expect(await invalid('a\u0000b')).toMatchObject({ fields: { message: ['characters'] } })
    expect(await invalid('a\ud83d')).toMatchObject({ fields: { message: ['characters'] } })
    const kept = await send(owner, id, ' <b>one</b>\r\n\u202etwo\n\n\n\n\n\nthree ')
    expect(kept.message).toBe('<b>one</b>\ntwo\n\n\nthree')
  })

  test('can be edited only by its author', async () => {
    const id = await saleRoom()
    const sent = await send(owner, id, 'teh')
    const change = (who: typeof owner, message: string) => who.calls.chat.edit({ id, message_id: sent.id, message })
    expect(await change(owner, 'the')).toMatchObject({ id: sent.id, message: 'the', is_edited: true })
    expect(await refusal(change(admin, 'no'))).toMatchObject({ status: 404 })
    expect(await refusal(change(other, 'no'))).toMatchObject({ status: 404 })
    expect((await refusal(change(owner, ' '))).data).toMatchObject({ fields: { message: ['required'] } })
  })

  test('with a file has it once, and only the sender’s own', async () => {
    const id = await saleRoom()
    const file = await upload(owner.id)
    const error = { fields: { attachments: ['attachment_gone'] } }
    expect((await refusal(send(admin, id, 'x', { file }))).data).toMatchObject(error)
    const sent = await owner.calls.chat.newMessage({ id, file })
    expect(sent).toMatchObject({ message: '', attached_file: { id: file, name: 'licence.pdf', size: 12 } })
    expect((await refusal(send(owner, id, 'again', { file }))).data).toMatchObject(error)
  })

  test('has several files in their order, all or none, and at most five', async () => {
    const id = await saleRoom()
    const files: string[] = []
    for (let count = 0; count < 6; count++) {
      files.push(await upload(owner.id))
      site.clock.advance(1)
    }
    const attachments = files.slice(0, 5)
    const strange = [...files.slice(0, 2), await upload(other.id)]
    expect((await refusal(send(owner, id, 'x', { attachments: strange }))).data).toMatchObject({
      fields: { attachments: ['attachment_gone'] },
    })
    expect((await refusal(send(owner, id, 'x', { attachments: files }))).data).toMatchObject({
      fields: { attachments: ['too_many_files'] },
    })
    expect((await refusal(send(owner, id, 'x', { attachments, file: files[5] }))).data).toMatchObject({
      fields: { file: ['too_many_files'] },
    })
    const sent = await owner.calls.chat.newMessage({ id, attachments, client_id: 'five' })
    expect(sent.attachments.map((file) => file.id)).toEqual(attachments)
    expect(sent.attached_file?.id).toBe(attachments[0])
    const again = await owner.calls.chat.newMessage({ id, attachments, client_id: 'five' })
    expect(again.id).toBe(sent.id)
  })

  test('over the limit per minute is refused with the time to wait', async () => {
    const hasty = await testApi({ db, chatMessagesPerMinute: 3 })
    const calls = hasty.as({ accessToken: other.access })
    const id = await saleRoom(other)
    site.clock.advance(2)
    hasty.clock.advance(2)
    for (const text of ['1', '2', '3']) await calls.chat.newMessage({ id, message: text })
    const refused = await refusal(calls.chat.newMessage({ id, message: '4' }))
    expect(refused).toMatchObject({ code: 'TOO_MANY_REQUESTS', data: { retry_after: 60 } })
  })
})

test('the history can be read backwards and forwards', async () => {
  const id = await saleRoom(agency)
  for (let n = 1; n <= 25; n++) await send(agency, id, String(n))
  const newest = await agency.calls.chat.messages({ id, size: 10 })
  expect(newest.messages.map(({ seq }) => seq)).toEqual([16, 17, 18, 19, 20, 21, 22, 23, 24, 25])
  expect(newest).toMatchObject({ has_older: true, has_newer: false })
  const older = await agency.calls.chat.messages({ id, before: 6, size: 10 })
  expect(older.messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
  expect(older).toMatchObject({ has_older: false, has_newer: true })
  const later = await agency.calls.chat.messages({ id, after: 20, size: 3 })
  expect(later.messages.map(({ seq }) => seq)).toEqual([21, 22, 23])
})

test('a room about a reservation belongs to its customer, its company and operators', async () => {
  const { id: reservation } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, phone: '09121234567' })
  const open = (who: typeof owner) => who.calls.chat.createReserve({ reservation })
  expect(await refusal(open(owner))).toMatchObject({ code: 'STATUS_CONFLICT' })
  await db.updateTable('reservation').set({ status: 'CONFIRMED' }).where('id', '=', reservation).execute()
  const { room } = await open(agency)
  expect(room).toMatchObject({ side: 'COMPANY', sender: 'AGENT', department: null })
  expect(room.reservation?.id).toBe(await deskIdOf(db, reservation))
  expect((await open(owner)).room).toMatchObject({ id: room.id, side: 'CUSTOMER' })
  expect((await open(admin)).room).toMatchObject({ id: room.id, side: 'OPERATOR' })
  for (const stranger of [other, elsewhere]) {
    expect(await refusal(open(stranger))).toMatchObject({ status: 404 })
    expect(await refusal(stranger.calls.chat.messages({ id: room.id }))).toMatchObject({ status: 404 })
    expect(await refusal(send(stranger, room.id, 'Hi'))).toMatchObject({ status: 404 })
  }
  await send(agency, room.id, 'Desk 4')
  expect((await owner.calls.chat.rooms({})).results.find(({ id }) => id === room.id)).toMatchObject({ unread_count: 1 })
  await send(owner, room.id, 'Thanks')
  expect((await agency.calls.chat.rooms({})).results.find(({ id }) => id === room.id)).toMatchObject({
    unread_count: 1,
  })
})

describe('the socket’s ticket', () => {
  test('is valid once for a session, within a minute', async () => {
    const { ticket, expires_in } = await owner.calls.chat.socketTicket()
    expect(expires_in).toBe(60)
    expect(await takeTicket(site.deps, ticket)).toMatch(/^[\w-]{22}$/)
    expect(await takeTicket(site.deps, ticket)).toBeNull()
    const late = (await owner.calls.chat.socketTicket()).ticket
    site.clock.advance(1.1)
    expect(await takeTicket(site.deps, late)).toBeNull()
    expect(await takeTicket(site.deps, `${ticket.slice(0, -2)}xx`)).toBeNull()
    expect(await takeTicket(site.deps, 'socket.a.b.c.d')).toBeNull()
  })
})

async function upload(account: string): Promise<string> {
  const id = publicId()
  await db
    .insertInto('attachment')
    .values({
      ...{ id, account_id: account, purpose: 'CHAT', name: 'licence.pdf', type: 'application/pdf', bytes: 12 },
      ...{ file_key: `chat/${id}`, created_at: site.deps.now() },
    })
    .execute()
  return id
}
