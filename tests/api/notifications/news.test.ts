import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mailLinkToken } from '#app/api/call/mail-link.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { accountOfUnsubscribeToken, unsubscribeToken } from '#app/api/notifications/unsubscribe-token.ts'
import { sendNews } from '#app/api/operator/news/send-part.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { LONGEST_NEWS, NEWS_PART } from '#app/rules/messages/news-topics.ts'
import { testApi } from '../../support/api/api.ts'
import { signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
const sara = await signedIn(site, { phone: '+989121234567' })
const other = await signedIn(site, { phone: '+989127654321' })
const operator = await signedIn(site, { phone: '+989120000300', role: 'ADMIN' })
const { news } = operator.calls.operator

const ISSUE = {
  topic: 'discounts' as const,
  title: { fa: 'تخفیف پاییزی', en: 'Autumn discount' },
  text: { fa: 'ده درصد در کیش', en: 'Ten percent on Kish' },
  path: '/rent/car',
}
const WANTS_ALL = { push: true, email: true, sms: true, marketing: true, booking: true, payment: true }

beforeEach(async () => {
  site.clock.set('2026-11-23T05:30:00Z')
  for (const table of ['notification', 'push_topic', 'rate_count', 'news', 'message_count'] as const)
    await db.deleteFrom(table).execute()
  await db.deleteFrom('newsletter_subscription').execute()
  await db
    .updateTable('account')
    .set({ email: 'sara@mail.example', language: 'en', notifications: JSON.stringify(WANTS_ALL) })
    .where('id', '=', sara.id)
    .execute()
  site.messages.length = 0
})
afterEach(() => expect(site.reported).toEqual([]))

const settingsOf = async (id: string) =>
  (await db.selectFrom('account').select('notifications').where('id', '=', id).executeTakeFirstOrThrow()).notifications

/** Confirmed subscribers; each mailbox is new. */
async function subscribe(...emails: string[]): Promise<string[]> {
  const rows = emails.map((email) => ({
    ...{ id: publicId(), email, mailbox: email, language: 'de' as const },
    ...{ requested_at: site.clock.now(), confirmed_at: site.clock.now() },
  }))
  await db.insertInto('newsletter_subscription').values(rows).execute()
  return rows.map(({ id }) => id)
}

/** Sends every part that is due at some time. */
async function sendAll() {
  for (let part = 0; part < 20; part += 1) {
    await site.drain()
    site.clock.advance(NEWS_PART.seconds / 60)
  }
}

const sentTo = () => site.messages.map(({ to }) => to).sort()

describe('news', () => {
  test('reach the followers of their topic in their language, by e-mail with a link to unsubscribe, never by SMS', async () => {
    await sara.calls.notifications.subscribeTopic({ topic: 'discounts' })
    await other.calls.notifications.subscribeTopic({ topic: 'cities' })
    const { id } = await news.create(ISSUE)
    await site.drain()
    expect(site.messages).toEqual([])
    expect(await news.send({ id })).toMatchObject({ status: 'SENDING', counts: { waiting: 1 } })
    await site.drain()
    expect(site.messages).toHaveLength(1)
    const [mail] = site.messages
    expect(mail).toMatchObject({ channel: 'email', to: 'sara@mail.example', subject: 'Autumn discount' })
    const token = unsubscribeToken(site.deps.settings.secret, sara.id)
    expect(mail?.unsubscribe).toBe(`http://localhost:3000/en/unsubscribe/${token}`)
    expect(mail?.html).toContain(token)
    expect(mail?.text).toContain('http://localhost:3000/en/rent/car')
    expect(mail?.text).toContain('http://localhost:3000/en/profile/notifications/topics')
    expect(await news.read({ id })).toMatchObject({ status: 'SENT', counts: { waiting: 0, sent: 1 } })
    expect((await news.deliveries({ id })).results).toMatchObject([
      { receiver: 's•••@mail.example', status: 'SENT', channels: ['email'] },
    ])
  })

  test('are sent and seen only by operators of content, and other people’s ids are unknown', async () => {
    const { id } = await news.create(ISSUE)
    const money = await signedIn(site, { phone: '+989120000399', role: 'ADMIN', operatorRole: 'MONEY' })
    for (const { calls } of [sara, money]) {
      expect((await refusal(calls.operator.news.send({ id }))).code).toBe('NOT_FOUND')
      expect((await refusal(calls.operator.news.create(ISSUE))).code).toBe('NOT_FOUND')
    }
    for (const call of [news.read, news.send, news.stop, news.deliveries])
      expect((await refusal(call({ id: publicId() }))).code).toBe('NOT_FOUND')
  })

  test('go once to somebody who follows the topic and takes the newsletter in the same mailbox', async () => {
    await sara.calls.notifications.chooseTopics({ topics: ['discounts'], email: true })
    await subscribe('sara@mail.example', 'max@mail.example')
    const { id } = await news.create(ISSUE)
    await news.send({ id })
    await sendAll()
    expect(sentTo()).toEqual(['max@mail.example', 'sara@mail.example'])
    const max = site.messages.find(({ to }) => to === 'max@mail.example')
    expect(max).toMatchObject({ language: 'de', subject: 'Autumn discount' })
    expect(max?.unsubscribe).toMatch(/\/de\/newsletter\/unsubscribe\?token=/)
    expect(max?.text).toMatch(/\/de\/newsletter\/topics\?token=/)
  })

  test('without a topic go to all subscribers of the newsletter, with one only to those who kept it', async () => {
    const [max = ''] = await subscribe('max@mail.example', 'eva@mail.example')
    const token = mailLinkToken(site.deps, max, 'topics')
    expect(await site.as().newsletter.topics({ token })).toEqual({ topics: ['discounts', 'places', 'guides'] })
    await site.as().newsletter.chooseTopics({ token, topics: ['places'] })
    const { id } = await news.create(ISSUE)
    expect((await news.read({ id })).mails.find(({ language }) => language === 'de')).toMatchObject({ receivers: 1 })
    await news.send({ id })
    await sendAll()
    expect(sentTo()).toEqual(['eva@mail.example'])
    const { topic: _, ...whole } = ISSUE
    await news.send(await news.create(whole))
    await sendAll()
    expect(sentTo()).toEqual(['eva@mail.example', 'eva@mail.example', 'max@mail.example'])
    // The token of another purpose or address opens nothing.
    for (const wrong of [mailLinkToken(site.deps, max, 'unsubscribe'), `${token}x`, 'x'])
      expect((await refusal(site.as().newsletter.chooseTopics({ token: wrong, topics: [] }))).code).toBe('NOT_FOUND')
  })

  test('stopped half way and started again reach everybody once, at a bounded rate', async () => {
    const everybody = Array.from({ length: NEWS_PART.receivers * 2 + 10 }, (_, n) => `reader${n}@mail.example`)
    await subscribe(...everybody)
    const { topic: _, ...whole } = ISSUE
    const { id } = await news.create(whole)
    await news.send({ id })
    await site.drain()
    expect(site.messages).toHaveLength(NEWS_PART.receivers)
    const { counts } = await news.stop({ id })
    expect(counts).toMatchObject({ sent: NEWS_PART.receivers, waiting: NEWS_PART.receivers + 10 })
    await sendAll()
    expect(site.messages).toHaveLength(NEWS_PART.receivers)
    expect((await refusal(news.stop({ id }))).code).toBe('CHANGED_MEANWHILE')
    // Somebody leaves meanwhile.
    await db
      .updateTable('newsletter_subscription')
      .set({ ended_at: site.clock.now() })
      .where('email', 'not in', [...sentTo(), ''])
      .where('email', 'in', everybody.slice(-1).concat(everybody.filter((one) => !sentTo().includes(one)).slice(0, 1)))
      .execute()
    await news.send({ id })
    expect((await refusal(news.send({ id }))).code).toBe('CHANGED_MEANWHILE')
    // Jobs of before, and two processes at once.
    const { step } = await db.selectFrom('news').select('step').where('id', '=', id).executeTakeFirstOrThrow()
    await Promise.all([1, step, step].map((one) => sendNews(site.deps, { news: id, step: one })))
    await sendAll()
    const reached = sentTo()
    expect(new Set(reached).size).toBe(reached.length)
    const after = await news.read({ id })
    expect(after.status).toBe('SENT')
    expect(after.counts.sent + after.counts.skipped).toBe(everybody.length)
    expect(after.counts.skipped).toBeGreaterThan(0)
    expect(reached).toHaveLength(after.counts.sent)
  })

  test('a text of 100 kB, one without title and none at all are refused at their fields, and a sent one is not changed', async () => {
    const fieldsOf = async (change: object) => {
      const { data } = await refusal(news.create({ ...ISSUE, ...change }))
      return Object.keys((data as { fields: object }).fields)
    }
    const long = { ...ISSUE, text: { ...ISSUE.text, en: 'x'.repeat(100_000) } }
    for (const language of LANGUAGES) {
      const inLanguage = site.as({ accessToken: operator.access, language }).operator.news
      expect((await refusal(inLanguage.create(long))).data).toEqual({
        fields: { 'text.en': ['max_length'] },
        values: { 'text.en': { n: LONGEST_NEWS.body } },
      })
      expect(textFor(language, 'errors')('max_length', { n: LONGEST_NEWS.body })).toContain(
        formatNumber(LONGEST_NEWS.body, language),
      )
    }
    expect((await news.list({})).count).toBe(0)
    expect(await fieldsOf({ title: { fa: 'فقط فارسی' } })).toEqual(['title.en'])
    expect(await fieldsOf({ title: {}, text: {} })).toEqual(['title.en'])
    expect(await fieldsOf({ path: 'https://elsewhere.example' })).toEqual(['path'])
    const { id } = await news.create(ISSUE)
    await news.send({ id })
    expect((await refusal(news.change({ ...ISSUE, id }))).code).toBe('CHANGED_MEANWHILE')
  })

  test('are tried on the operator’s own mailbox alone', async () => {
    await subscribe('max@mail.example')
    const { id } = await news.create(ISSUE)
    await db.updateTable('account').set({ email: null }).where('id', '=', operator.id).execute()
    expect((await refusal(news.test({ id, language: 'fa' }))).data).toMatchObject({
      fields: { language: ['own_email'] },
    })
    await db.updateTable('account').set({ email: 'me@mail.example' }).where('id', '=', operator.id).execute()
    await news.test({ id, language: 'fa' })
    await site.drain()
    expect(site.messages).toMatchObject([{ to: 'me@mail.example', subject: 'تخفیف پاییزی' }])
    expect((await news.read({ id })).status).toBe('DRAFT')
  })

  test('are not mailed to a follower who turned e-mail off, and following keeps what apps follow besides', async () => {
    await other.calls.notifications.subscribeTopic({ topic: 'an-app-s-own' })
    await other.calls.notifications.chooseTopics({ topics: ['discounts', 'guides'], email: false })
    expect(await other.calls.notifications.topics()).toMatchObject({ topics: ['discounts', 'guides'], email: false })
    await news.send(await news.create(ISSUE))
    await sendAll()
    expect(site.messages).toEqual([])
    await other.calls.notifications.chooseTopics({ topics: [], email: false })
    const left = await db.selectFrom('push_topic').select('topic').where('account_id', '=', other.id).execute()
    expect(left).toEqual([{ topic: 'an-app-s-own' }])
  })

  test('end by one request with the e-mail’s token, which cannot be forged for somebody else', async () => {
    await sara.calls.notifications.subscribeTopic({ topic: 'discounts' })
    const token = unsubscribeToken(site.deps.settings.secret, sara.id)
    for (const forged of [`${other.id}.${token.split('.')[1]}`, `${token}x`, '', 'a.b.c'])
      expect((await refusal(site.as().notifications.unsubscribeNews({ token: forged }))).status).toBe(404)
    expect((await settingsOf(sara.id)).marketing).toBe(true)
    expect(await site.as().notifications.unsubscribeNews({ token })).toEqual({ subscribed: false })
    expect((await settingsOf(sara.id)).marketing).toBe(false)
    await news.send(await news.create(ISSUE))
    await sendAll()
    expect(site.messages).toEqual([])
    expect(accountOfUnsubscribeToken('another secret', token)).toBeUndefined()
  })
})
