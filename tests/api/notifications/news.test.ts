import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accountOfUnsubscribeToken, unsubscribeToken } from '#app/api/notifications/unsubscribe-token.ts'
import { testApi } from '../../support/api/api.ts'
import { signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
const sara = await signedIn(site, { phone: '+989121234567' })
const other = await signedIn(site, { phone: '+989127654321' })
const operator = await signedIn(site, { phone: '+989120000300', role: 'ADMIN' })

const NEWS = {
  topic: 'discounts',
  title: { fa: 'تخفیف پاییزی', en: 'Autumn discount' },
  body: { fa: 'ده درصد در کیش', en: 'Ten percent on Kish' },
  path: '/rent/car',
}

beforeEach(async () => {
  for (const table of ['notification', 'push_topic', 'rate_count', 'news', 'message_count'] as const)
    await db.deleteFrom(table).execute()
  const notifications = { push: true, email: true, sms: true, marketing: true, booking: true, payment: true }
  await db
    .updateTable('account')
    .set({ email: 'sara@mail.example', language: 'en', notifications: JSON.stringify(notifications) })
    .where('id', '=', sara.id)
    .execute()
  site.messages.length = 0
})
afterEach(() => expect(site.reported).toEqual([]))

const settingsOf = async (id: string) =>
  (await db.selectFrom('account').select('notifications').where('id', '=', id).executeTakeFirstOrThrow()).notifications

describe('news', () => {
  test('reach the followers of their topic in their language, by e-mail with a link to unsubscribe, never by SMS', async () => {
    await sara.calls.notifications.subscribeTopic({ topic: 'discounts' })
    await other.calls.notifications.subscribeTopic({ topic: 'cities' })
    expect(await operator.calls.notifications.publishNews(NEWS)).toMatchObject({ followers: 1 })
    await site.drain()
    expect(site.messages).toHaveLength(1)
    const [mail] = site.messages
    expect(mail).toMatchObject({ channel: 'email', to: 'sara@mail.example', subject: 'Autumn discount' })
    const token = unsubscribeToken(site.deps.settings.secret, sara.id)
    expect(mail?.unsubscribe).toBe(`http://localhost:3000/en/unsubscribe/${token}`)
    expect(mail?.html).toContain(token)
    expect(mail?.text).toContain('http://localhost:3000/en/rent/car')
  })

  test('are not mailed to a follower who turned e-mail off, and can only be sent by operators', async () => {
    await other.calls.notifications.subscribeTopic({ topic: 'discounts' })
    await operator.calls.notifications.publishNews(NEWS)
    await site.drain()
    expect(site.messages).toEqual([])
    expect((await refusal(sara.calls.notifications.publishNews(NEWS))).code).toBe('NOT_FOUND')
    expect(await refusal(operator.calls.notifications.publishNews({ ...NEWS, title: {} }))).toMatchObject({
      data: { fields: { title: ['required'] } },
    })
  })

  test('end by one request with the e-mail’s token, which cannot be forged for somebody else', async () => {
    await sara.calls.notifications.subscribeTopic({ topic: 'discounts' })
    const token = unsubscribeToken(site.deps.settings.secret, sara.id)
    for (const forged of [`${other.id}.${token.split('.')[1]}`, `${token}x`, '', 'a.b.c'])
      expect((await refusal(site.as().notifications.unsubscribeNews({ token: forged }))).status).toBe(404)
    expect((await settingsOf(sara.id)).marketing).toBe(true)
    expect(await site.as().notifications.unsubscribeNews({ token })).toEqual({ subscribed: false })
    expect((await settingsOf(sara.id)).marketing).toBe(false)
    expect(await operator.calls.notifications.publishNews(NEWS)).toMatchObject({ followers: 0 })
    expect(accountOfUnsubscribeToken('another secret', token)).toBeUndefined()
  })
})
