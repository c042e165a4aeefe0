import { afterEach, describe, expect, test } from 'vitest'
import { publicId } from '#app/api/call/public-id.ts'
import { testApi } from '../../support/api/api.ts'
import { pdf, photo } from '../../support/api/files.ts'
import { DRIVER, loadFleet, RENTAL } from '../../support/api/fleet.ts'
import { fiveIdentities, type Identity, signedIn } from '../../support/api/identities.ts'
import { codeTo } from '../../support/api/people.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { visitor, owner, other, agency, elsewhere, admin } = await fiveIdentities(site)

afterEach(() => {
  expect(site.reported).toEqual([])
})

let people = 0
const somebody = () => {
  people += 1
  return signedIn(site, { phone: `+98912000${6000 + people}` })
}
const QUESTION = { department: 'FINANCIAL', subject: 'ودیعهٔ شیراز', message: 'کی برمی‌گردد؟' } as const
const open = (who: Identity, more: object = {}) => who.calls.support.createTicket({ ...QUESTION, ...more })
const statusOf = async (id: string) => (await admin.calls.support.ticket({ id })).status
const reply = (who: Identity, id: string, more: object = {}) =>
  who.calls.support.replyToTicket({ id, message: 'سلام', ...more })

describe('a ticket', () => {
  test('goes from question to answer, to another question, and is closed', async () => {
    const person = await somebody()
    const ticket = await open(person)
    expect(ticket).toMatchObject({ status: 'OPEN', subject: QUESTION.subject, customer: null, is_unread: false })
    await reply(person, ticket.id)
    expect(await statusOf(ticket.id)).toBe('OPEN')
    await reply(admin, ticket.id, { message: 'فردا' })
    expect(await statusOf(ticket.id)).toBe('ANSWERED')
    await reply(person, ticket.id)
    expect(await statusOf(ticket.id)).toBe('CUSTOMER_REPLY')
    expect(await person.calls.support.closeTicket({ id: ticket.id, status: 'CLOSED' })).toMatchObject({
      status: 'CLOSED',
    })
    for (const who of [person, admin]) {
      expect(await refusal(reply(who, ticket.id))).toMatchObject({ code: 'TICKET_CLOSED', status: 409 })
    }
    const closing = person.calls.support.closeTicket({ id: ticket.id, status: 'CLOSED' })
    expect((await refusal(closing)).code).toBe('TICKET_CLOSED')
    const events = await db
      .selectFrom('ticket_event')
      .select(['status', 'actor'])
      .where('conversation_id', '=', ticket.id)
      .orderBy('id')
      .execute()
    expect(events.map(({ status, actor }) => `${status} ${actor}`)).toEqual([
      'OPEN CUSTOMER',
      'ANSWERED OPERATOR',
      'CUSTOMER_REPLY CUSTOMER',
      'CLOSED CUSTOMER',
    ])
  })

  test('can be read only by its customer and operators', async () => {
    const { id } = await open(owner)
    expect((await owner.calls.support.ticket({ id })).side).toBe('CUSTOMER')
    expect(await admin.calls.support.ticket({ id })).toMatchObject({ side: 'OPERATOR', customer: 'سارا محمدی' })
    for (const stranger of [other, agency, elsewhere]) {
      const calls = stranger.calls.support
      for (const call of [
        () => calls.ticket({ id }),
        () => calls.replyToTicket({ id, message: 'x' }),
        () => calls.closeTicket({ id, status: 'CLOSED' }),
        () => calls.readTicket({ id }),
      ]) {
        expect(await refusal(call())).toMatchObject({ code: 'NOT_FOUND', status: 404 })
      }
      const { count, results } = await calls.tickets({})
      expect(results.some((ticket) => ticket.id === id)).toBe(false)
      // Nor are others' counted.
      expect(count).toBe(results.length)
    }
    expect((await refusal(visitor.support.ticket({ id }))).code).toBe('INVALID_TOKEN')
    expect((await refusal(owner.calls.support.ticket({ id: publicId() }))).code).toBe('NOT_FOUND')
  })

  test('that is sent twice at once is one, with its message and its files', async () => {
    const person = await somebody()
    const client_id = publicId()
    const file = await person.calls.support.uploadTicketFile({ file: await photo() })
    const made = await Promise.all(Array.from({ length: 6 }, () => open(person, { client_id, attachments: [file.id] })))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    const { messages } = await person.calls.support.ticket({ id: made[0]!.id })
    expect(messages).toHaveLength(1)
    expect(messages[0]?.attachments.map(({ id }) => id)).toEqual([file.id])
    const message = { client_id: publicId() }
    const sent = await Promise.all(Array.from({ length: 6 }, () => reply(person, made[0]!.id, message)))
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
    await person.calls.support.closeTicket({ id: made[0]!.id, status: 'CLOSED' })
    expect((await reply(person, made[0]!.id, message)).id).toBe(sent[0]?.id)
  })

  test('under the client id of another one is refused, as is another answer under the id of one', async () => {
    const person = await somebody()
    const client_id = publicId()
    const ticket = await open(person, { client_id })
    for (const other of [{ subject: 'X' }, { message: 'X' }, { department: 'SALES' }]) {
      const refused = await refusal(open(person, { client_id, ...other }))
      expect(refused).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT', status: 422 })
    }
    const { id } = await person.calls.support.uploadTicketFile({ file: await photo() })
    expect((await refusal(open(person, { client_id, attachments: [id] }))).code).toBe('IDEMPOTENCY_CONFLICT')
    const sent = await reply(person, ticket.id, { client_id: 'answer' })
    for (const isClosed of [false, true]) {
      if (isClosed) await person.calls.support.closeTicket({ id: ticket.id, status: 'CLOSED' })
      for (const other of [{ message: 'X' }, { attachments: [id] }]) {
        const refused = await refusal(reply(person, ticket.id, { client_id: 'answer', ...other }))
        expect(refused).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT', status: 422 })
      }
      expect((await reply(person, ticket.id, { client_id: 'answer' })).id).toBe(sent.id)
    }
    expect((await person.calls.support.ticket({ id: ticket.id })).messages).toHaveLength(2)
  })

  test('that is closed and answered at the same moment is answered before or refuses the answer', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await somebody()
      const { id } = await open(person)
      const [answered, closed] = await Promise.allSettled([
        reply(admin, id),
        person.calls.support.closeTicket({ id, status: 'CLOSED' }),
      ])
      expect(closed.status).toBe('fulfilled')
      const { messages, status } = await person.calls.support.ticket({ id })
      expect(status).toBe('CLOSED')
      expect(messages).toHaveLength(answered.status === 'fulfilled' ? 2 : 1)
    }
  })

  test('can be about one’s own reservation, and no other', async () => {
    const { id: reservation, number } = await visitor.reservations.reserve({
      ...RENTAL,
      ...DRIVER,
      phone: '09121234567',
    })
    expect((await open(owner, { reservation })).reservation).toEqual({ id: reservation, number })
    expect(await refusal(open(other, { reservation }))).toMatchObject({
      data: { fields: { reservation: ['unknown_reservation'] } },
    })
    expect((await open(owner, { reservation: '' })).reservation).toBeNull()
  })
})

describe('a ticket’s text', () => {
  const fieldErrorsOf = async (more: object) =>
    ((await refusal(open(other, more))).data as { fields: Record<string, string[]> }).fields

  test('has at least one visible character and at most 4,000; all errors are reported at once', async () => {
    expect(await fieldErrorsOf({ department: 'x', subject: ' ', message: '  \n\u200c ' })).toEqual({
      department: ['required'],
      subject: ['required'],
      message: ['required'],
    })
    expect(await fieldErrorsOf({ message: 'x'.repeat(4001) })).toEqual({ message: ['max_length'] })
    expect(await fieldErrorsOf({ message: 'a\u0000b', subject: 'a\ud800' })).toEqual({
      message: ['characters'],
      subject: ['characters'],
    })
    expect(await fieldErrorsOf({ subject: 'x'.repeat(151) })).toEqual({ subject: ['max_length'] })
    const { id } = await open(other, {
      subject: 'a\u202eb',
      message: `\u202e${'x'.repeat(3000)}\r\n${'y'.repeat(999)}`,
    })
    const { subject, messages } = await other.calls.support.ticket({ id })
    expect(subject).toBe('ab')
    expect(messages[0]?.message).toHaveLength(4000)
  })

  test('can be files alone, at most five, one’s own and each once', async () => {
    const person = await somebody()
    const upload = async (who: Identity = person) => {
      site.clock.advance(0.1)
      return (await who.calls.support.uploadTicketFile({ file: pdf() })).id
    }
    const ids = [await upload(), await upload()]
    const { id } = await open(person, { message: '', attachments: ids })
    const [message] = (await admin.calls.support.ticket({ id })).messages
    expect(message).toMatchObject({ message: '', sender: 'CLIENT' })
    expect(message?.attachments.map((file) => file.id)).toEqual(ids)
    expect(await (await admin.calls.support.readAttachment({ id: ids[0]! })).text()).toContain('%PDF')
    expect((await refusal(other.calls.support.readAttachment({ id: ids[0]! }))).status).toBe(404)
    const gone = { data: { fields: { attachments: ['attachment_gone'] } } }
    expect(await refusal(reply(person, id, { attachments: ids }))).toMatchObject(gone)
    expect(await refusal(reply(person, id, { attachments: [await upload(other)] }))).toMatchObject(gone)
    const chatFile = await person.calls.support.uploadChatFile({ file: pdf() })
    expect(await refusal(reply(person, id, { attachments: [chatFile.id] }))).toMatchObject(gone)
    const six = Array.from({ length: 6 }, () => publicId())
    expect((await refusal(reply(person, id, { attachments: six }))).data).toMatchObject({
      fields: { attachments: ['too_many_files'] },
    })
    expect((await admin.calls.support.ticket({ id })).messages).toHaveLength(1)
  })

  test('is rate limited: ten tickets and sixty messages an hour, then 429', async () => {
    const person = await somebody()
    const { id } = await open(person)
    for (let n = 1; n < 10; n++) await open(person)
    expect(await refusal(open(person))).toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429 })
    for (let n = 0; n < 60; n++) await reply(person, id)
    expect(await refusal(reply(person, id))).toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429 })
  })
})

describe('lists and unread marks', () => {
  test('an answer is unread until its customer has read it', async () => {
    const person = await somebody()
    const { id } = await open(person)
    expect((await person.calls.support.unreadTickets()).count).toBe(0)
    await reply(admin, id)
    await reply(admin, id)
    expect((await person.calls.support.unreadTickets()).count).toBe(1)
    expect((await person.calls.support.tickets({})).results[0]).toMatchObject({ is_unread: true, unread_count: 2 })
    const before = await admin.calls.support.ticket({ id })
    expect(before.messages.map(({ status }) => status)).toEqual(['SENT', 'SENT', 'SENT'])
    expect(await person.calls.support.readTicket({ id })).toEqual({ id, unread_count: 0 })
    expect((await person.calls.support.unreadTickets()).count).toBe(0)
    const after = await admin.calls.support.ticket({ id })
    expect(after.messages.map(({ status }) => status)).toEqual(['SENT', 'READ', 'READ'])
  })

  test('operators see all tickets, those that have waited longest first', async () => {
    const person = await somebody()
    const tickets: { id: string }[] = []
    for (const subject of ['first', 'second', 'third']) {
      site.clock.advance(1)
      tickets.push(await open(person, { subject }))
    }
    site.clock.advance(1)
    await reply(admin, tickets[0]!.id)
    const { results, count } = await admin.calls.support.tickets({ size: 100 })
    const place = (n: number) => results.findIndex(({ id }) => id === tickets[n]!.id)
    expect(place(1)).toBeLessThan(place(2))
    expect(place(2)).toBeLessThan(place(0))
    const waiting = await admin.calls.support.tickets({ size: 100, status: 'ANSWERED' })
    expect(waiting.results.every(({ status }) => status === 'ANSWERED')).toBe(true)
    expect(waiting.count).toBeLessThan(count)
    const page = await person.calls.support.tickets({ size: 2 })
    expect(page.results.map(({ subject }) => subject)).toEqual(['first', 'third'])
    expect(page.next).toContain('page=2')
  })

  test('the customer is notified of an answer, but not of their own question', async () => {
    const person = await somebody()
    await db.updateTable('account').set({ email: 'reader@example.com' }).where('id', '=', person.id).execute()
    const { id } = await open(person, { subject: 'کارت‌خوان' })
    const notifications = () =>
      db
        .selectFrom('notification')
        .selectAll()
        .where('account_id', '=', person.id)
        .where('kind', '=', 'ticketAnswered')
        .execute()
    expect(await notifications()).toHaveLength(0)
    await reply(admin, id)
    expect(await notifications()).toHaveLength(1)
    expect(JSON.stringify(await notifications())).toContain(`/profile/ticketing/${id}`)
  })
})

describe('a person’s data', () => {
  test('includes their tickets, which are deleted with the account, and their files', async () => {
    const person = await somebody()
    const file = await person.calls.support.uploadTicketFile({ file: pdf('bill.pdf') })
    const waiting = await person.calls.support.uploadTicketFile({ file: pdf() })
    const { id } = await open(person, { attachments: [file.id] })
    await reply(admin, id, { message: 'Thanks' })
    const { conversations } = (await person.calls.account.exportData()) as { conversations: object[] }
    expect(conversations).toMatchObject([
      { kind: 'TICKET', subject: QUESTION.subject, messages: [{ files: [{ name: 'bill.pdf' }] }, { body: 'Thanks' }] },
    ])
    const keys = await db.selectFrom('attachment').select('file_key').where('id', 'in', [file.id, waiting.id]).execute()
    await person.calls.account.deleteAccount({})
    await site.drain()
    await site.sweep()
    const token = codeTo(site, person.phone)
    const { files } = site.deps
    const { remove } = files
    // The account is deleted whatever becomes of its files meanwhile.
    files.remove = () => Promise.reject(new Error('the store is away'))
    expect((await person.calls.account.deleteAccount({ token })).deleted).toBe(true)
    files.remove = remove
    await site.drain()
    expect((await refusal(admin.calls.support.ticket({ id }))).code).toBe('NOT_FOUND')
    expect((await refusal(admin.calls.support.readAttachment({ id: file.id }))).code).toBe('NOT_FOUND')
    expect(keys).toHaveLength(2)
    for (const { file_key } of keys) expect(await site.deps.files.exists(file_key)).toBe(false)
  })
})
