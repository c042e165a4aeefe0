import { beforeEach, expect, test } from 'vitest'
import { newsletterLinks } from '#app/api/newsletter/links.ts'
import { testApi } from '../../support/api/api.ts'
import { signIn } from '../../support/api/people.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
const DAY_MINUTES = 24 * 60

beforeEach(async () => {
  site.clock.set('2026-11-23T05:30:00Z')
  for (const table of ['newsletter_subscription', 'message_count', 'rate_count', 'notification'] as const) {
    await db.deleteFrom(table).execute()
  }
  site.messages.length = 0
})

const english = (address = '192.0.2.9') => site.as({ language: 'en', clientAddress: address }).newsletter
/** Who gets the newsletter now, and the address in their issues that ends it. */
async function receivers() {
  const rows = await db
    .selectFrom('newsletter_subscription')
    .select(['id', 'email', 'language'])
    .where('confirmed_at', 'is not', null)
    .where('ended_at', 'is', null)
    .execute()
  return rows.map(({ id, email, language }) => ({
    ...{ email, language },
    endUrl: site.deps.settings.origin + newsletterLinks(site.deps, { subscription: id, language }).unsubscribe,
  }))
}

/** The token of the latest e-mail. */
async function sentToken(): Promise<string> {
  await site.drain()
  const [, token = ''] = /\/en\/newsletter\/confirm\?token=([\w.-]+)/.exec(site.messages.at(-1)?.text ?? '') ?? []
  return token
}

test('only subscribers who confirmed by the e-mail’s link get the newsletter', async () => {
  await english().subscribe({ email: 'Sara@Mail.example' })
  const token = await sentToken()
  expect(site.messages).toMatchObject([{ channel: 'email', to: 'sara@mail.example', language: 'en' }])
  expect(await receivers()).toEqual([])
  await english().confirm({ token })
  await english().confirm({ token })
  expect(await receivers()).toMatchObject([{ email: 'sara@mail.example', language: 'en' }])
})

test('the links in each issue end the subscription, also when used several times', async () => {
  await english().subscribe({ email: 'sara@mail.example' })
  const confirmation = await sentToken()
  await english().confirm({ token: confirmation })
  const [receiver] = await receivers()
  expect(receiver?.endUrl).toMatch(/^http:\/\/localhost:3000\/en\/newsletter\/unsubscribe\?token=/)
  const token = new URL(receiver?.endUrl ?? '').searchParams.get('token') ?? ''
  site.clock.advance(1)
  await english().unsubscribe({ token })
  await english().unsubscribe({ token })
  expect(await receivers()).toEqual([])
  // The old confirmation link does not subscribe again; a new one does.
  await english().confirm({ token: confirmation })
  expect(await receivers()).toEqual([])
  await english().subscribe({ email: 'sara@mail.example' })
  await english().confirm({ token: await sentToken() })
  expect(await receivers()).toHaveLength(1)
})

test('a link for another purpose or address, a forged one and one that is two days old do nothing', async () => {
  await english().subscribe({ email: 'sara@mail.example' })
  const token = await sentToken()
  const [id = '', mac = ''] = token.split('.')
  for (const wrong of [id, `${id}.`, `${id}.${mac.slice(1)}A`, `x${token}`, 'nothing']) {
    expect(await refusal(english().confirm({ token: wrong }))).toMatchObject({ code: 'NOT_FOUND' })
  }
  expect(await refusal(english().unsubscribe({ token }))).toMatchObject({ code: 'NOT_FOUND' })
  site.clock.advance(2 * DAY_MINUTES + 1)
  expect(await refusal(english().confirm({ token }))).toMatchObject({ code: 'NOT_FOUND' })
})

test('a mailbox gets at most three e-mails in an hour, whoever asks, and a subscribed one none', async () => {
  for (let at = 0; at < 8; at += 1) await english(`198.51.100.${at}`).subscribe({ email: 'victim@mail.example' })
  const token = await sentToken()
  expect(site.messages).toHaveLength(3)
  site.clock.advance(90)
  await english().confirm({ token })
  site.messages.length = 0
  await english('198.51.100.99').subscribe({ email: 'victim@mail.example' })
  await site.drain()
  expect(site.messages).toEqual([])
})

test('one connection can ask for ten addresses in an hour', async () => {
  for (let at = 0; at < 10; at += 1) await english().subscribe({ email: `guest${at}@mail.example` })
  expect(await refusal(english().subscribe({ email: 'more@mail.example' }))).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  })
})

test('unconfirmed and ended addresses are deleted in time', async () => {
  await english().subscribe({ email: 'never@mail.example' })
  await english().subscribe({ email: 'ended@mail.example' })
  await english().confirm({ token: await sentToken() })
  const [receiver] = await receivers()
  await english().unsubscribe({ token: new URL(receiver?.endUrl ?? '').searchParams.get('token') ?? '' })
  site.clock.advance(8 * DAY_MINUTES)
  await site.sweep()
  const left = () => db.selectFrom('newsletter_subscription').select('email').execute()
  expect(await left()).toEqual([{ email: 'ended@mail.example' }])
  site.clock.advance(23 * DAY_MINUTES)
  await site.sweep()
  expect(await left()).toEqual([])
})

test('an address with a plus suffix is the same mailbox: subscribed once, with the same limits', async () => {
  for (let at = 0; at < 8; at += 1) {
    await english(`198.51.100.${at}`).subscribe({ email: `Victim+${at}@mail.example` })
  }
  await site.drain()
  expect(site.messages.map(({ to }) => to)).toEqual([0, 1, 2].map((at) => `victim+${at}@mail.example`))
  site.clock.advance(90)
  await english().subscribe({ email: 'victim+x@mail.example' })
  await english().confirm({ token: await sentToken() })
  await english().subscribe({ email: 'victim@mail.example' })
  expect(await receivers()).toMatchObject([{ email: 'victim+x@mail.example' }])
})

test('an unconfirmed address is deleted everywhere after a week, also from the sent messages', async () => {
  await english().subscribe({ email: 'never@mail.example' })
  await site.drain()
  const sent = () => db.selectFrom('delivery').select('receiver').where('receiver', '=', 'never@mail.example').execute()
  site.clock.advance(6 * DAY_MINUTES)
  await site.sweep()
  expect(await sent()).toHaveLength(1)
  site.clock.advance(2 * DAY_MINUTES)
  await site.sweep()
  expect(await sent()).toEqual([])
})

test('a subscription, confirmed or not, is in the person’s data export and is deleted with the account', async () => {
  const { calls } = await signIn(site, '09121234567', { clientAddress: '198.51.100.77' })
  const email = 'sara@mail.example'
  await db.updateTable('account').set({ email }).where('phone', '=', '+989121234567').execute()
  await english().subscribe({ email: 'sara+news@mail.example' })
  await english().subscribe({ email: 'other@mail.example' })
  expect((await calls.account.exportData()).newsletter).toMatchObject([
    { email: 'sara+news@mail.example', confirmed_at: null },
  ])
  await calls.account.deleteAccount()
  await site.drain()
  const [token = ''] = /\d{5,6}/.exec(site.messages.filter(({ channel }) => channel === 'sms').at(-1)?.text ?? '') ?? []
  expect(await calls.account.deleteAccount({ token })).toMatchObject({ deleted: true })
  expect(await db.selectFrom('newsletter_subscription').select('email').execute()).toEqual([
    { email: 'other@mail.example' },
  ])
})
