import { expect, test } from 'vitest'
import { createAdmission } from '#app/web/edge/admission.ts'

function admissionAt({ isBusy = true, queueMs = 1000 } = {}) {
  const clock = { now: 0, isBusy }
  const admission = createAdmission({ queueMs, takeSpare: () => !clock.isBusy, now: () => clock.now })
  const running: PromiseWithResolvers<void>[] = []
  const outcomes: string[] = []
  /** By default each is somebody else's. */
  const ask = async (subscriber = `192.0.2.${outcomes.length}`) => {
    const work = Promise.withResolvers<void>()
    const index = outcomes.push('waits') - 1
    try {
      await admission.run(subscriber, () => {
        outcomes[index] = 'runs'
        running.push(work)
        return work.promise
      })
      outcomes[index] = 'done'
    } catch {
      outcomes[index] = 'refused'
    }
  }
  const count = (outcome: string) => outcomes.filter((one) => one === outcome).length
  return { clock, ask, running, outcomes, count }
}

const settled = () => new Promise(setImmediate)

test('while the CPU is not busy every request is admitted', async () => {
  const { ask, count } = admissionAt({ isBusy: false })
  for (let i = 0; i < 200; i++) ask()
  await settled()
  expect(count('runs')).toBe(200)
})

test('when the CPU is busy, a few requests run, the next ones wait, and those that would wait too long are refused at once', async () => {
  const { ask, count, running, clock } = admissionAt()
  for (let i = 0; i < 300; i++) ask()
  await settled()
  expect(count('runs')).toBe(4)
  // Twenty milliseconds are assumed for each request until it has been measured, and three tenths of the second.
  expect(count('waits')).toBe(16)
  expect(count('refused')).toBe(280)
  while (count('waits') > 0) {
    clock.now += 5
    for (const work of running.splice(0)) work.resolve()
    await settled()
  }
  for (const work of running.splice(0)) work.resolve()
  await settled()
  expect(count('done')).toBe(20)
})

test('nobody has more than half of the queue, and others are served meanwhile', async () => {
  const { ask, count, running, outcomes } = admissionAt()
  for (let i = 0; i < 300; i++) ask('192.0.2.1')
  await settled()
  expect([count('runs'), count('waits')]).toEqual([4, 8])
  for (let i = 0; i < 3; i++) ask()
  await settled()
  expect(outcomes.slice(-3)).toEqual(['waits', 'waits', 'waits'])
  for (let i = 0; i < 20; i++) ask('192.0.2.1')
  for (const work of running.splice(0)) work.resolve()
  // Those who have waited go first, and leave places of the half.
  await expect.poll(() => [count('runs'), count('waits')]).toEqual([4, 7])
  ask('192.0.2.1')
  await settled()
  expect(outcomes.at(-1)).toBe('waits')
})

test('the longer a request takes, the fewer can wait', async () => {
  const { ask, count, running, clock } = admissionAt()
  for (let i = 0; i < 50; i++) ask()
  await settled()
  while (count('waits') > 0) {
    clock.now += 200
    running.shift()?.resolve()
    await settled()
  }
  for (let i = 0; i < 50; i++) ask()
  await settled()
  expect(count('waits')).toBeLessThan(15)
})

test('a crowd that arrives at once at an idle process is not admitted at once', async () => {
  const admission = createAdmission({ queueMs: 1000 })
  let started = 0
  const crowd = Array.from({ length: 200 }, () =>
    admission.run('192.0.2.1', async () => {
      started++
      await settled()
    }),
  )
  const outcomes = Promise.allSettled(crowd)
  await settled()
  expect(started).toBeLessThan(20)
  const refused = (await outcomes).filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(100)
})

test('a request that waits for something else gives its place to others', async () => {
  const { ask, count } = admissionAt()
  for (let i = 0; i < 12; i++) ask()
  await expect.poll(() => count('runs'), { timeout: 10_000 }).toBe(12)
})

test('an error is passed on and frees its place', async () => {
  const admission = createAdmission({ queueMs: 1000, takeSpare: () => false })
  const failing = () => admission.run('192.0.2.1', () => Promise.reject(new Error('boom')))
  for (let i = 0; i < 20; i++) await expect(failing()).rejects.toThrow('boom')
})

test('a request is refused before anything is done for it', async () => {
  const admission = createAdmission({ queueMs: 100, takeSpare: () => false, now: () => 0 })
  expect(() => admission.refuseIfFull('192.0.2.1')).not.toThrow()
  for (let i = 0; i < 20; i++) admission.run(`192.0.2.${i}`, () => new Promise(() => {})).catch(() => {})
  await settled()
  expect(() => admission.refuseIfFull('192.0.2.1')).toThrow('busy')
})

test('pages that wait for nothing count, too: the next requests are read before the first page is rendered', async () => {
  const admission = createAdmission({ queueMs: 1000, takeSpare: () => false })
  let rendered = 0
  const pages = Array.from({ length: 6 }, () => admission.run('192.0.2.1', async () => void rendered++))
  await Promise.resolve()
  expect(rendered).toBe(0)
  await Promise.all(pages)
  expect(rendered).toBe(6)
})
