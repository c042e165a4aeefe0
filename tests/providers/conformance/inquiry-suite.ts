import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Inquire } from '#app/providers/identity/inquiry.ts'
import { SLOW_MS } from '#app/providers/identity/simulated.ts'

export type InquiryCase = {
  /** A simulated service that plays by the number: 0071 not the same, 0072 silent, 0073 slow, 0074 an error, all others the same. */
  service: () => Promise<{ open: (timeoutMs: number) => Inquire; close: () => Promise<void> }>
}

const ID = '0499370899'
const numbered = (end: string) => ({ nationalId: ID, phone: `+98912000${end}` })

/** What every inquiry service must do; ours pass. */
export function describeInquiry(name: string, { service: openService }: InquiryCase) {
  describe(`${name} as an inquiry service`, () => {
    let service: Awaited<ReturnType<typeof openService>>
    let ask: Inquire

    beforeAll(async () => {
      service = await openService()
      ask = service.open(5_000)
    })
    afterAll(() => service.close())

    test('says that id and number belong together, or do not', async () => {
      expect(await ask(numbered('0010'))).toEqual({ outcome: 'same' })
      expect(await ask(numbered('0071'))).toEqual({ outcome: 'different' })
    })

    test('waits for an answer that is slow', async () => {
      expect(await ask(numbered('0073'))).toEqual({ outcome: 'same' })
    })

    test.each([
      ['never comes', '0072', 100],
      ['comes too late', '0072', SLOW_MS / 3],
      ['is an error', '0074', 5_000],
    ])('an answer that %s is silence within the time, not a “no”', async (_, end, timeoutMs) => {
      const began = performance.now()
      expect(await service.open(timeoutMs)(numbered(end))).toMatchObject({ outcome: 'silent', reason: 'down' })
      expect(performance.now() - began).toBeLessThan(timeoutMs + 2_000)
    })

    test('many questions at once get each their own answer', async () => {
      const ends = ['0010', '0071', '0074', '0011', '0071']
      const answers = await Promise.all(ends.map((end) => ask(numbered(end))))
      expect(answers.map(({ outcome }) => outcome)).toEqual(['same', 'different', 'silent', 'same', 'different'])
    })

    test('no outcome names the id or the number', async () => {
      for (const end of ['0010', '0071', '0074']) {
        const answer = JSON.stringify(await ask(numbered(end)))
        expect(answer).not.toMatch(new RegExp(`${ID}|912000${end}`))
      }
    })
  })
}
