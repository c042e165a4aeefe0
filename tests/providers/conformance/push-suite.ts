import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PushMessage, PushTarget, SendPush } from '#app/providers/push/push.ts'

/** Answers of a push service; `refused` is for a request that it will never accept. */
export type PushAnswer = 'sent' | 'gone' | 'busy' | 'broken' | 'refused' | 'garbage' | 'silent'

export type PushCase = {
  /** The simulated service, which answers `sent` at first. */
  service: () => Promise<{
    /** The answer to all requests from now on, with headers. */
    answer: (answer: PushAnswer, headers?: Record<string, string>) => void
    /** The data of what arrived, oldest first. */
    received: () => Record<string, string>[]
    /** A browser that accepts push messages. */
    target: () => PushTarget
    /** The provider at this service. */
    open: (world: { now: () => Date; timeoutMs: number }) => SendPush
    close: () => Promise<void>
  }>
  /** A target that only other providers serve. */
  foreign: PushTarget
  /** The shortest delay that the provider asks for when it is busy. */
  leastSeconds: number
}

const NOW = () => new Date('2026-11-22T06:00:00Z')
const MESSAGE: PushMessage = {
  data: { title: 'رزرو SV-48213 قطعی شد', body: 'تحویل ۱۲ آذر', url: '/voucher/x', tag: 'a' },
  ttlSeconds: 3600,
  urgency: 'high',
  topic: 'a-topic',
}

/** What every push provider must do; ours pass. */
export function describePush(name: string, { service: openService, foreign, leastSeconds }: PushCase) {
  describe(`${name} as a push provider`, () => {
    let service: Awaited<ReturnType<typeof openService>>
    let send: SendPush

    beforeAll(async () => {
      service = await openService()
      send = service.open({ now: NOW, timeoutMs: 5_000 })
    })
    beforeEach(() => service.answer('sent'))
    afterAll(() => service.close())

    test('a message arrives once and unchanged', async () => {
      const before = service.received().length
      expect(await send(service.target(), MESSAGE)).toEqual({ outcome: 'sent' })
      expect(service.received().slice(before)).toEqual([MESSAGE.data])
    })

    test.each([
      ['long', 'خ'.repeat(1_200)],
      ['with pictures and lines', '🚗 first\nsecond "quoted" \\ <b>'],
    ])('a text that is %s arrives unchanged', async (_, body) => {
      expect(await send(service.target(), { ...MESSAGE, data: { ...MESSAGE.data, body } })).toEqual({ outcome: 'sent' })
      expect(service.received().at(-1)?.body).toBe(body)
    })

    test('a subscription that has ended is gone', async () => {
      service.answer('gone')
      expect(await send(service.target(), MESSAGE)).toEqual({ outcome: 'gone' })
    })

    test.each([
      ['of seconds', '120', 120],
      ['of a date', 'Sun, 22 Nov 2026 06:05:00 GMT', 300],
      ['beyond a day', '999999', 86_400],
      ['without a meaning', 'soon', leastSeconds],
    ])('a busy service is tried again after its Retry-After %s', async (_, header, seconds) => {
      service.answer('busy', { 'retry-after': header })
      expect(await send(service.target(), MESSAGE)).toMatchObject({
        outcome: 'later',
        seconds,
        reason: expect.stringMatching(/./),
      })
    })

    test('a broken service is tried again, and then gets the message', async () => {
      const target = service.target()
      service.answer('broken')
      expect(await send(target, MESSAGE)).toMatchObject({ outcome: 'later' })
      service.answer('sent')
      expect(await send(target, MESSAGE)).toEqual({ outcome: 'sent' })
    })

    test('a request that the service will never accept is refused, and not tried again', async () => {
      service.answer('refused')
      expect(await send(service.target(), MESSAGE)).toMatchObject({ outcome: 'refused' })
    })

    test('an unknown answer is no error of ours, and ends no subscription', async () => {
      service.answer('garbage')
      expect(['refused', 'later']).toContain((await send(service.target(), MESSAGE)).outcome)
    })

    test('a silent service is tried again later', async () => {
      service.answer('silent')
      const impatient = service.open({ now: NOW, timeoutMs: 100 })
      expect(await impatient(service.target(), MESSAGE)).toMatchObject({ outcome: 'later' })
    })

    test('a target of another provider is refused without a request', async () => {
      const before = service.received().length
      expect(await send(foreign, MESSAGE)).toMatchObject({ outcome: 'refused' })
      expect(service.received()).toHaveLength(before)
    })

    test('no reason names the target or the text', async () => {
      const reasons = []
      for (const answer of ['busy', 'broken', 'refused', 'garbage'] as const) {
        service.answer(answer)
        reasons.push(JSON.stringify(await send(service.target(), MESSAGE)))
      }
      expect(reasons.join()).not.toMatch(/SV-48213|localhost|a-registration/)
    })
  })
}
