import { setTimeout as sleep } from 'node:timers/promises'
import type { Inquire, InquiryOutcome } from './inquiry.ts'

/** What a simulated service plays for a mobile number. */
export type InquiryPlay = 'same' | 'different' | 'silent' | 'slow' | 'error'

const PLAYS: Record<string, InquiryPlay> = { '0071': 'different', '0072': 'silent', '0073': 'slow', '0074': 'error' }

/** How long the slow one takes. */
export const SLOW_MS = 300

/** What is played for a number, by its last four digits: 0071 not the same, 0072 silent, 0073 slow, 0074 an error, all others the same. */
export function inquiryPlay(phone: string): InquiryPlay {
  return PLAYS[phone.slice(-4)] ?? 'same'
}

/** The stand-in of a demonstration and of tests: it asks nobody. */
export function createSimulatedInquiry(timeoutMs = 6_000): Inquire {
  return async ({ phone }): Promise<InquiryOutcome> => {
    switch (inquiryPlay(phone)) {
      case 'different':
        return { outcome: 'different' }
      case 'silent':
        await sleep(timeoutMs)
        return { outcome: 'silent', reason: 'down', detail: 'time-out' }
      case 'error':
        return { outcome: 'silent', reason: 'down', detail: 'HTTP 500' }
      case 'slow':
        await sleep(SLOW_MS)
        return { outcome: 'same' }
      case 'same':
        return { outcome: 'same' }
    }
  }
}
