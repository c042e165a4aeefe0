import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notify } from '#app/api/notifications/notify.ts'
import { directionOf } from '#app/i18n/language.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { testApi } from '../../support/api/api.ts'
import { ABROAD, DRIVER, loadFleet, RENTAL } from '../../support/api/fleet.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })

beforeAll(() => loadFleet(db))
beforeEach(async () => {
  await db.deleteFrom('message_count').execute()
  site.messages.length = 0
})

let people = 0
async function mailed(language: (typeof LANGUAGES)[number], kind: 'confirmed' | 'rejectedReason', reason = '') {
  people += 1
  const id = await site
    .as({ language: 'en' })
    .reservations.reserve({ ...RENTAL, ...DRIVER, ...ABROAD, id: 100 + people, phone: `0912333000${people}` })
    .then(({ id }) => id)
  await db
    .updateTable('reservation')
    .set({ language, status: 'CONFIRMED', hold_until: null })
    .where('id', '=', id)
    .execute()
  await db.deleteFrom('message_count').execute()
  await site.drain()
  site.messages.length = 0
  await db.transaction().execute((tx) => notify(site.deps, tx, { kind, reservation: id, reason }))
  await site.drain()
  const mail = site.messages.find(({ channel }) => channel === 'email')
  if (!mail) throw new Error('no e-mail went out')
  return { id, mail }
}

describe.each(LANGUAGES)('a confirmation by e-mail in %s', (language) => {
  test('has the language’s direction, a plain-text part, a button and the calendar file', async () => {
    const { id, mail } = await mailed(language, 'confirmed')
    expect(mail.html).toContain(`dir="${directionOf(language)}"`)
    expect(mail.html).toContain('prefers-color-scheme: dark')
    const address = `http://localhost:3000${language === 'fa' ? '' : `/${language}`}/voucher/${id}`
    expect(mail.html).toContain(`href="${address}"`)
    expect(mail.text).toContain(address)
    expect(mail.text).not.toMatch(/[<>{}]|undefined/)
    expect(mail.files).toMatchObject([{ name: expect.stringMatching(/^SV-\d+\.ics$/) }])
    expect(mail.files?.[0]?.content).toContain('BEGIN:VEVENT')
  })
})

test('what people wrote is escaped in e-mails', async () => {
  const { mail } = await mailed('en', 'rejectedReason', '<img src=x onerror=alert(1)> {brand} & co')
  expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt; {brand} &amp; co')
  expect(mail.html).not.toContain('<img')
})
