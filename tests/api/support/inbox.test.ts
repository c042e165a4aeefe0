import { afterEach, expect, test } from 'vitest'
import { testApi } from '../../support/api/api.ts'
import { loadFleet } from '../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { stepsInOrder } from '../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { owner, other, agency, admin } = await fiveIdentities(site)
const colleague = await signedIn(site, { phone: '+989120000301', role: 'ADMIN' })
const operator = () => admin.calls.operator
const idsOf = async (query: Parameters<ReturnType<typeof operator>['inbox']['list']>[0] = {}) =>
  (await operator().inbox.list(query)).results.map(({ id }) => id)

const ask = async (who: typeof owner, subject: string) => {
  const made = await who.calls.support.createTicket({ department: 'FINANCIAL', subject, message: `${subject}?` })
  site.clock.advance(1)
  return made.id
}

afterEach(() => expect(site.reported).toEqual([]))

test('the inbox shows who has waited longest first, and leaves out what is answered', async () => {
  const first = await ask(owner, 'Refund')
  const second = await ask(other, 'Deposit')
  const { room } = await owner.calls.chat.createSale({})
  expect(await idsOf()).toEqual([first, second])
  site.clock.advance(1)
  await owner.calls.chat.newMessage({ id: room.id, message: 'Is anybody there?' })
  expect(await idsOf()).toEqual([first, second, room.id])
  expect(await idsOf({ order: 'latest' })).toEqual([room.id, second, first])
  expect(await idsOf({ department: 'SALES' })).toEqual([room.id])
  // The waiting time starts with the first unanswered message.
  site.clock.advance(1)
  const { waiting_since } = await operator().inbox.read({ id: first })
  await owner.calls.support.replyToTicket({ id: first, message: 'Hello?' })
  expect((await operator().inbox.read({ id: first })).waiting_since).toBe(waiting_since)
  await admin.calls.support.replyToTicket({ id: first, message: 'Tomorrow.' })
  expect(await idsOf()).toEqual([second, room.id])
  const { counts } = await operator().inbox.list({ show: 'all' })
  expect(counts).toEqual({ waiting: 2, mine: 0, unassigned: 2, all: 3, rooms: 0 })
  expect(await operator().inbox.read({ id: first })).toMatchObject({
    customer: { id: owner.id, language: 'fa' },
    last: 'Tomorrow.',
    waiting_since: null,
    operators: expect.arrayContaining([{ id: admin.id, name: expect.any(String), is_me: true }]),
  })
})

test('a conversation is taken by one of two operators at once, and the other sees who was first', async () => {
  const id = await ask(owner, 'Which of us')
  const take = (who: typeof admin) => who.calls.operator.inbox.assign({ id, assignee: who.id, seen: null })
  const answers = await Promise.allSettled([take(admin), take(colleague)])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const [winner, loser] = answers[0]?.status === 'fulfilled' ? [admin, colleague] : [colleague, admin]
  expect(await refusal(take(loser))).toMatchObject({ code: 'ASSIGNED_ALREADY', data: { by: expect.any(String) } })
  // Taking it again changes nothing.
  expect(await take(winner)).toMatchObject({ assignee: { id: winner.id }, is_mine: true })
  expect((await winner.calls.operator.inbox.list({ show: 'mine' })).results.map((one) => one.id)).toEqual([id])
  expect((await loser.calls.operator.inbox.list({ show: 'unassigned' })).results.map((one) => one.id)).not.toContain(id)
  await loser.calls.operator.inbox.assign({ id, assignee: loser.id, seen: winner.id })
  expect((await refusal(winner.calls.operator.inbox.assign({ id, assignee: null, seen: winner.id }))).code).toBe(
    'ASSIGNED_ALREADY',
  )
  await loser.calls.operator.inbox.assign({ id, assignee: null, seen: loser.id })
  expect((await operator().inbox.read({ id })).assignee).toBeNull()
  const { results } = await operator().audit.list({ subject: 'conversation', key: id })
  expect(results.filter(({ changes }) => changes.some(({ name }) => name === 'assigned_to'))).toHaveLength(3)
})

test('the inbox is only for operators', async () => {
  const id = await ask(owner, 'For whom')
  for (const assignee of [owner.id, agency.id, 'A'.repeat(22)])
    expect(await refusal(operator().inbox.assign({ id, assignee, seen: null }))).toMatchObject({
      code: 'INVALID_FIELDS',
      data: { fields: { assignee: ['invalid'] } },
    })
})

test('a canned answer has a unique name, is changed only from its latest version, and can be removed', async () => {
  const text = { language: 'en', title: 'Refund', body: 'Dear {customer}, {number} is refunded. {operator}' } as const
  const { id, revision } = await operator().inbox.addCannedAnswer(text)
  await operator().inbox.addCannedAnswer({ ...text, language: 'de' })
  expect(await refusal(operator().inbox.addCannedAnswer({ ...text, title: 'refund' }))).toMatchObject({
    data: { fields: { title: ['title_taken'] } },
  })
  expect(await refusal(operator().inbox.addCannedAnswer({ ...text, title: 'x', body: 'Dear {name}' }))).toMatchObject({
    code: 'INVALID_FIELDS',
    data: { fields: { body: ['icu_unknown'] } },
  })
  const changed = await colleague.calls.operator.inbox.changeCannedAnswer({
    id,
    revision,
    title: 'Refund',
    body: 'Done.',
  })
  const late = operator().inbox.changeCannedAnswer({ id, revision, title: 'Refund', body: 'Mine.' })
  expect((await refusal(late)).code).toBe('CHANGED_MEANWHILE')
  await operator().inbox.changeCannedAnswer({ id, revision: changed.revision, title: 'Refund', body: 'Mine.' })
  expect((await operator().inbox.cannedAnswers()).results.map(({ body }) => body)).toEqual([text.body, 'Mine.'])
  await operator().inbox.removeCannedAnswer({ id })
  expect((await refusal(operator().inbox.removeCannedAnswer({ id }))).code).toBe('NOT_FOUND')
  expect((await refusal(late)).code).toBe('CHANGED_MEANWHILE')
  expect((await operator().audit.list({ subject: 'canned_answer', key: String(id) })).count).toBe(4)
})
