import { beforeEach, expect, test } from 'vitest'
import { LANGUAGES } from '#app/rules/constants.ts'
import { BOT_TOPICS, botTopic } from '#app/rules/messages/bot-topic.ts'
import { testApi } from '../../support/api/api.ts'
import { signedIn } from '../../support/api/identities.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const published: string[] = []
const demonstration = await testApi({
  db,
  bot: { pauseMs: 1 },
  origin: 'https://savari.example',
  publish: ({ kind }) => published.push(kind),
})
const production = await testApi({ db })
let count = 0
let customer: Awaited<ReturnType<typeof signedIn>>
let room: string
const operator = await signedIn(demonstration, { phone: '+989120000300', role: 'ADMIN' })

beforeEach(async () => {
  count += 1
  customer = await signedIn(demonstration, { phone: `+98912000020${count}` })
  room = (await customer.calls.chat.createSale({})).room.id
  published.length = 0
})

const heard = async () => {
  await demonstration.drain()
  return (await customer.calls.chat.messages({ id: room })).messages
}

test('the demonstration’s bot types, then answers in the page’s language, once', async () => {
  const german = demonstration.as({ language: 'de', accessToken: customer.access })
  await german.chat.newMessage({ id: room, message: 'Brauche ich eine Kaution?' })
  const [, answer, ...more] = await heard()
  expect(answer).toMatchObject({ sender: 'ADMIN', sender_detail: { name: null, is_bot: true } })
  expect(answer?.message).toContain('https://savari.example/de/rent/car?trust_type=DEPOSIT_FREE')
  expect(more).toEqual([])
  expect(published).toEqual(['message', 'typing', 'message'])
  expect(await heard()).toHaveLength(2)
})

test('the bot answers only the last of several messages, and has an hourly limit', async () => {
  for (const message of ['سلام', 'ساعت کار؟', 'ممنون']) await customer.calls.chat.newMessage({ id: room, message })
  expect(await heard()).toHaveLength(4)
  for (let n = 0; n < 32; n++) {
    await customer.calls.chat.newMessage({ id: room, message: `${n}` })
    await demonstration.drain()
  }
  const { last_seq } = await customer.calls.chat.room({ id: room })
  expect(last_seq).toBe(4 + 32 + 29)
})

test('the bot is silent for a while after an operator has answered', async () => {
  await operator.calls.chat.newMessage({ id: room, message: 'Good morning' })
  await customer.calls.chat.newMessage({ id: room, message: 'hello' })
  expect(await heard()).toHaveLength(2)
  demonstration.clock.advance(16)
  await customer.calls.chat.newMessage({ id: room, message: 'hello?' })
  expect(await heard()).toHaveLength(4)
})

test('without the bot there are no automatic answers', async () => {
  await production.as({ accessToken: customer.access }).chat.newMessage({ id: room, message: 'hello' })
  await production.drain()
  expect(await heard()).toHaveLength(1)
})

test('every language has words for all of the bot’s answers', () => {
  expect(BOT_TOPICS.length).toBeGreaterThan(5)
  const questions = {
    fa: 'ودیعه چقدر است؟',
    en: 'What about the deposit?',
    ar: 'كم الوديعة؟',
    tr: 'Depozito ne kadar?',
    de: 'Und die Kaution?',
  }
  for (const language of LANGUAGES) expect(botTopic(questions[language])).toBe('deposit')
  expect(botTopic('xyz')).toBe('other')
  expect(botTopic('')).toBe('file')
})

test('a customer who does not read a message within a minute is notified of it', async () => {
  const before = await db.selectFrom('notification').select('id').execute()
  await operator.calls.chat.newMessage({ id: room, message: 'Your car is ready' })
  demonstration.clock.advance(2)
  await demonstration.drain()
  const after = await db.selectFrom('notification').selectAll().execute()
  expect(after.length).toBeGreaterThan(before.length)
})
