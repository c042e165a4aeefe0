import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { publicId } from '#app/api/call/public-id.ts'
import { NEWS_PART } from '#app/rules/messages/news-topics.ts'
import { siteDatabase } from '../../support/server/database/site-connection.ts'
import { type SiteProcess, startSiteProcess } from '../../support/server/process/site-process.ts'
import { signedIn } from '../../support/server/signed-in.ts'

/** Several parts, so that both processes have some to send. */
const READERS = NEWS_PART.receivers * 3 + 10
const DOMAIN = 'news-processes.example'

test('two processes of the site send an issue of news to nobody twice, though one of them is stopped half way', async () => {
  test.setTimeout(240_000)
  const here = await startSiteProcess()
  // The first process starts the database; the second one uses it, and writes into the same outbox.
  const there = await startSiteProcess({ DATA_DIR: here.dataDir })
  let isStopped = false
  try {
    const db = await siteDatabase(here.dataDir)
    const addresses = Array.from({ length: READERS }, (_, n) => `reader${n}@${DOMAIN}`)
    const rows = addresses.map((email) => ({
      ...{ id: publicId(), email, mailbox: email, language: 'de' as const },
      ...{ requested_at: new Date(), confirmed_at: new Date() },
    }))
    await db.insertInto('newsletter_subscription').values(rows).execute()
    const { token } = await signedIn(here, '9120000013')
    const { id } = await call(here, token, 'POST', '/admin/news/', {
      ...{ title: { fa: 'پاییز', en: 'Autumn' }, text: { fa: 'ده درصد', en: 'Ten percent' }, path: '/rent/car' },
    })
    await call(here, token, 'POST', `/admin/news/${id}/send/`)
    await expect.poll(() => sentBy(here).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(NEWS_PART.receivers)

    // Both processes are asked to stop and to go on at the same moment: one of them answers that the other was faster.
    const callBoth = async (what: 'stop' | 'send') => {
      const path = `/admin/news/${id}/${what}/`
      const answers = await Promise.allSettled([here, there].map((site) => call(site, token, 'POST', path)))
      expect(answers.map(({ status }) => status)).toContain('fulfilled')
    }
    await callBoth('stop')
    expect(sentBy(here).length).toBeLessThan(READERS)
    await callBoth('send')
    await expect.poll(() => sentBy(here).length, { timeout: 60_000 }).toBeGreaterThan(NEWS_PART.receivers)
    await there.end()
    isStopped = true
    const statusNow = async () => (await call(here, token, 'GET', `/admin/news/${id}/`)).status
    await expect.poll(statusNow, { timeout: 90_000, intervals: [500] }).toBe('SENT')
    await expect.poll(() => sentBy(here).length, { timeout: 30_000 }).toBe(READERS)
    expect(sentBy(here).sort()).toEqual(addresses.sort())
    await db.destroy()
  } finally {
    if (!isStopped) await there.end()
    await here.stop()
  }
})

/** The addresses to which the issue went, one for each message in the outbox. */
function sentBy({ dataDir }: SiteProcess): string[] {
  return readFileSync(join(dataDir, 'outbox.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { to: string }).to)
    .filter((to) => to.endsWith(`@${DOMAIN}`))
}

async function call({ origin }: SiteProcess, token: string, method: 'GET' | 'POST', path: string, body?: object) {
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, string>
}
