import { afterEach, expect, test } from 'vitest'
import type { Work } from '#app/api/call/context.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { jobHandlers } from '#app/api/work/background.ts'
import { type Jobs, startJobs } from '#app/api/work/jobs.ts'
import { openDatabase } from '#app/db/connection/connection.ts'
import { NEWS_PART } from '#app/rules/messages/news-topics.ts'
import { testApi } from '../../support/api/api.ts'
import { signedIn } from '../../support/api/identities.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db, url } = await testDatabase()
const site = await testApi({ db, now: new Date().toISOString() })
const operator = await signedIn(site, { phone: '+989120000300', role: 'ADMIN' })
const { news } = operator.calls.operator
const READERS = NEWS_PART.receivers * 3 + 10

type Worker = { jobs: Jobs<Work>; stop: () => Promise<void> }
const workers: Worker[] = []
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop()
})

/** What a process of the site is to the queue: connections and workers of its own. */
async function startProcess(): Promise<Worker> {
  const database = await openDatabase({ databaseUrl: url, dataDir: '', log: () => {} })
  const worker: Worker = {
    jobs: await startJobs<Work>({
      url,
      handlers: jobHandlers({
        ...{ ...site.deps, db: database.db, now: () => new Date() },
        enqueue: (tx, job, data, options) => worker.jobs.send(tx, job, data, options),
      }),
      ...{ schedules: [], pollSeconds: 0.5, log: () => {} },
    }),
    stop: async () => {
      await worker.jobs.stop()
      await database.close()
    },
  }
  workers.push(worker)
  return worker
}

const sentTo = () => site.messages.map(({ to }) => to)
const mailed = () => db.selectFrom('news_delivery').select('status').where('status', '=', 'SENT').execute()

test('two processes send an issue to nobody twice, though it is stopped half way, one of them ends, and it goes on', async () => {
  const rows = Array.from({ length: READERS }, (_, n) => ({
    ...{
      id: publicId(),
      email: `reader${n}@mail.example`,
      mailbox: `reader${n}@mail.example`,
      language: 'de' as const,
    },
    ...{ requested_at: new Date(), confirmed_at: new Date() },
  }))
  await db.insertInto('newsletter_subscription').values(rows).execute()
  const [first] = await Promise.all([startProcess(), startProcess()])
  const { id } = await news.create({
    title: { fa: 'پاییز', en: 'Autumn' },
    text: { fa: 'ده درصد', en: 'Ten percent' },
    path: '/rent/car',
  })
  await news.send({ id })
  // The same job in both queues: a queue may deliver one twice.
  const { step } = await db.selectFrom('news').select('step').where('id', '=', id).executeTakeFirstOrThrow()
  const again = { news: id, step }
  await Promise.all(workers.map(({ jobs }) => db.transaction().execute((tx) => jobs.send(tx, 'send-news', again))))
  await expect.poll(async () => (await mailed()).length, { timeout: 20_000 }).toBe(NEWS_PART.receivers)

  await news.stop({ id })
  const { length: before } = await mailed()
  expect(before).toBeLessThan(READERS)
  await first.stop()
  workers.splice(workers.indexOf(first), 1)
  await startProcess()
  await news.send({ id })
  const { step: next } = await db.selectFrom('news').select('step').where('id', '=', id).executeTakeFirstOrThrow()
  const jobs = [step, next, next].map((one) => ({ news: id, step: one }))
  for (const job of jobs) await workers[0]?.jobs.send(db, 'send-news', job)
  await expect.poll(async () => (await news.read({ id })).status, { timeout: 60_000, interval: 500 }).toBe('SENT')
  await expect.poll(() => sentTo().length, { timeout: 20_000 }).toBe(READERS)
  expect(new Set(sentTo()).size).toBe(READERS)
  expect(site.reported).toEqual([])
}, 120_000)
